"""Goals that contradict each other: the lowest cost counts, and there are many local minima.

Kinds: targets of hand, elbow and wrist from three different configurations; two hands that hold an object
whose size contradicts their targets; points of a snake with several targets each; a posture that collides
with balls.
"""

from __future__ import annotations

import numpy as np

from memetik import Goal, KeepClear, LookAt, Pose, Position, losses
from memetik.transforms import inverse

from ..draft import Draft, draw_robot, random_configuration
from ..draws import Draws
from .arms import IIWA14, KR120, PANDA, UR10E, place, snake
from .bodies import as_shapes, balls_beside, body_spheres, world_spheres

_LEAST_APART = 0.3
"""Smallest distance [m] between the elbows of two configurations."""


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    return (_three_teachers, _object_of_another_size, _many_masters, _in_the_way)[kind](draws)


def _three_teachers(draws: Draws) -> Draft:
    arm = draws.choice((UR10E, KR120, PANDA, IIWA14))
    robot, start, first = draw_robot(arm.source, draws)
    while True:
        second = random_configuration(robot, draws)
        elbow = place(robot, second, arm.elbow)
        if np.linalg.norm(place(robot, first, arm.elbow) - elbow) > _LEAST_APART:
            break
    third = random_configuration(robot, draws)
    goals = [
        Pose(arm.tip, robot.fk(first, arm.tip), name="hand", weight=_weight(draws), loss=_groove(draws)),
        Position(arm.elbow, elbow, name="elbow", weight=_weight(draws), loss=_groove(draws)),
        Position(
            arm.wrist,
            place(robot, third, arm.wrist),
            name="wrist",
            weight=_weight(draws),
            loss=_groove(draws),
        ),
        LookAt(arm.tip, place(robot, second, arm.tip), name="gaze", weight=0.3 * _weight(draws)),
    ]
    return Draft("three teachers", arm.source, goals, start, None)


def _object_of_another_size(draws: Draws) -> Draft:
    name, left, right = draws.choice(
        (
            ("pr2", "l_gripper_tool_frame", "r_gripper_tool_frame"),
            ("baxter", "left_gripper", "right_gripper"),
            ("valkyrie", "leftPalm", "rightPalm"),
        )
    )
    source = {"bundled": name}
    robot, start, shown = draw_robot(source, draws)
    held = random_configuration(robot, draws)
    between = inverse(robot.fk(held, left)) @ robot.fk(held, right)
    goals = [
        *(Pose(link, robot.fk(shown, link), name=link, weight=_weight(draws)) for link in (left, right)),
        Pose(right, between, frame=left, name="object", weight=_weight(draws)),
    ]
    if name == "valkyrie":  # its pelvis has no limits: the feet hold it in place
        feet = ("leftFoot", "rightFoot")
        goals += [Pose(foot, robot.fk(robot.neutral, foot), name=foot, weight=5.0) for foot in feet]
    return Draft("object of another size", source, goals, start, None)


def _many_masters(draws: Draws) -> Draft:
    arm = snake(draws.choice((8, 12, 16)))
    robot, start, _ = draw_robot(arm.source, draws)
    goals: list[Goal] = []
    for link in (arm.elbow, arm.wrist, arm.tip):
        for number in (1, 2, 3, 4):
            there = place(robot, random_configuration(robot, draws), link)
            goals.append(
                Position(link, there, name=f"{link} {number}", weight=_weight(draws), loss=_groove(draws))
            )
    return Draft("many masters", arm.source, goals, start, None)


def _in_the_way(draws: Draws) -> Draft:
    arm = draws.choice((UR10E, PANDA, IIWA14))
    robot, start, wanted = draw_robot(arm.source, draws)
    body = body_spheres(robot, arm.tip, 0.06)
    taken = world_spheres(robot, wanted, body)
    balls = balls_beside(taken, draws, count=24, radii=(0.05, 0.12), gaps=(-0.1, 0.0))
    goals = [
        Pose(arm.tip, robot.fk(wanted, arm.tip), name="hand"),
        Position(arm.elbow, place(robot, wanted, arm.elbow), name="elbow", weight=_weight(draws)),
        Position(arm.wrist, place(robot, wanted, arm.wrist), name="wrist", weight=_weight(draws)),
        KeepClear(body, as_shapes(balls), self_pairs=None, margin=0.02, name="clear", weight=30.0),
    ]
    return Draft("in the way", arm.source, goals, start, None)


def _groove(draws: Draws) -> losses.Loss:
    """Return a loss that is steep near the target and nearly flat elsewhere, so giving up a goal pays."""
    return losses.Groove(width=draws.number(0.03, 0.08), steepness=0.3)


def _weight(draws: Draws) -> float:
    """Return a weight from 1/3 to 3, with a uniform logarithm."""
    return float(3.0 ** draws.number(-1, 1))
