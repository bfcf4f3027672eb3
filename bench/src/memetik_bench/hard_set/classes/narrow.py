"""Goals that can all be met, but only in a small region of the joint space.

Kinds: an instrument through a keyhole with a prescribed place of the elbow; an arm closely surrounded by
balls; distances to anchors within millimetres; two arms between balls.
"""

from __future__ import annotations

import numpy as np

from memetik import Goal, KeepClear, KeepDistance, LookAt, PassThrough, Pose, Position, Robot, WithinCone
from memetik.transforms import Array

from ..draft import Draft, draw_robot
from ..draws import Draws
from .arms import BAXTER, IIWA14, PANDA, UR10E, VALKYRIE, place, snake
from .bodies import as_shapes, balls_beside, body_spheres, world_spheres


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    return (_keyhole, _corridor, _anchors, _two_arms)[kind](draws)


def _keyhole(draws: Draws) -> Draft:
    arm = draws.choice((PANDA, IIWA14, BAXTER, snake(10)))
    robot, start, witness = draw_robot(arm.source, draws)
    length = draws.number(0.25, 0.4)
    along = 0 if robot.name == "snake" else 2  # the axis of the tip along which the tool extends
    end = np.eye(3)[along] * round(length, 3)
    hole = place(robot, witness, arm.tip, draws.number(0.2, 0.7) * end)
    tool = place(robot, witness, arm.tip, end)
    goals: list[Goal] = [
        PassThrough(arm.tip, hole, offsets=[(0, 0, 0), end], name="keyhole"),
        Position(arm.tip, tool, offset=end, tolerance=1e-4, name="tool"),
        KeepDistance(arm.elbow, place(robot, witness, arm.elbow), max=0.01, name="elbow"),
    ]
    goals.append(_glove(robot, witness, arm.tip, draws, count=32))
    return Draft("keyhole", arm.source, goals, start, witness)


def _corridor(draws: Draws) -> Draft:
    arm = draws.choice((UR10E, PANDA, IIWA14, BAXTER, snake(12)))
    robot, start, witness = draw_robot(arm.source, draws)
    goals = [
        Pose(arm.tip, robot.fk(witness, arm.tip), tolerance=1e-3, name="hand"),
        _glove(robot, witness, arm.tip, draws, count=40),
    ]
    return Draft("corridor", arm.source, goals, start, witness)


def _anchors(draws: Draws) -> Draft:
    arm = draws.choice((PANDA, IIWA14, VALKYRIE, snake(8), snake(12)))
    robot, start, witness = draw_robot(arm.source, draws)
    goals: list[Goal] = []
    for link, anchors in ((arm.elbow, 2), (arm.wrist, 3), (arm.tip, 3)):
        here = place(robot, witness, link)
        for number in range(anchors):
            anchor = here + draws.number(0.1, 0.4) * robot.reach * draws.direction()
            least = float(np.linalg.norm(here - anchor)) - draws.number(0, 0.002)
            name = f"{link} {number}"
            goals.append(KeepDistance(link, anchor, min=least, max=least + 0.002, name=name))
    for link in (arm.elbow, arm.wrist, arm.tip):
        axis = robot.fk(witness, link)[:3, 2]
        goals.append(WithinCone(link, axis, angle=0.02, name=f"{link} cone"))
    return Draft("anchors", arm.source, goals, start, witness)


def _two_arms(draws: Draws) -> Draft:
    source = {"bundled": "pr2"}
    robot, start, witness = draw_robot(source, draws)
    left, right, camera = "l_gripper_tool_frame", "r_gripper_tool_frame", "wide_stereo_optical_frame"
    apart = float(np.linalg.norm(place(robot, witness, left) - place(robot, witness, right)))
    eye, gaze = place(robot, witness, camera), robot.fk(witness, camera)[:3, 2]
    goals: list[Goal] = [
        Position(right, place(robot, witness, right), tolerance=1e-4, name="hand"),
        KeepDistance(left, (0, 0, 0), frame=right, min=apart - 0.001, max=apart + 0.001, name="apart"),
        LookAt(camera, eye + gaze, tolerance=0.01, name="gaze"),
    ]
    for side in ("r", "l"):
        elbow, hand = f"{side}_elbow_flex_link", f"{side}_gripper_tool_frame"
        axis = robot.fk(witness, hand)[:3, 0]
        goals += [
            KeepDistance(elbow, place(robot, witness, elbow), max=0.005, name=f"{side} elbow"),
            WithinCone(hand, axis, axis=(1, 0, 0), angle=0.03, name=f"{side} cone"),
            _glove(robot, witness, hand, draws, count=24),
        ]
    return Draft("two arms", source, goals, start, witness)


def _glove(robot: Robot, witness: Array, tip: str, draws: Draws, *, count: int) -> KeepClear:
    """Return a goal to keep clear of balls, which the witness clears by 3 to 10 mm."""
    body = body_spheres(robot, tip, 0.02 if robot.name == "snake" else 0.05)
    around = world_spheres(robot, witness, body)
    balls = balls_beside(around, draws, count=count, radii=(0.05, 0.2), gaps=(0.003, 0.01))
    return KeepClear(body, as_shapes(balls), self_pairs=None, name=f"glove of {tip}")
