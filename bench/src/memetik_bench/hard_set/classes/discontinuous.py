"""Goals with discontinuous residuals: visibility, collisions and contact are boolean.

Kinds: two feet on stones above a pit; a pose with a boolean collision checker; a line of sight between balls
that occlude it; a pose that is only measured in coarse steps.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik import Goal, KeepDistance, LookAt, Pose, Scan, StandOn, WithinCone
from memetik.collision import Box, Geometry, HalfSpace
from memetik.transforms import Array

from ..draft import Draft, draw_robot, random_configuration
from ..draws import Draws
from ..named_custom import NamedCustom, StorableGoal
from ..plain import DECIMALS
from ..robot_source import build_robot
from .arms import BAXTER, IIWA14, PANDA, UR5, UR10E, place
from .bodies import as_shapes, balls_beside, body_spheres, world_spheres

_SOLE = (0.044, 0.0, -0.088)  # of Valkyrie's foot, below its ankle
_LEGS = {
    "bundled": "valkyrie",
    "subtree": ["pelvis", ["leftFoot", "rightFoot"]],
    "floating_base": True,
}


def draw(kind: int, draws: Draws) -> Draft:
    """Generate a problem of one of four kinds."""
    return (_stones, _yes_or_no, _hidden, _coarse)[kind](draws)


def _stones(draws: Draws) -> Draft:
    robot = build_robot(_LEGS)
    angles: dict[str, npt.ArrayLike] = {"root": (*draws.uniform([-0.1] * 2, 0.1), 1.0, 0.0, 0.0, 0.0)}
    for side in ("left", "right"):
        ankle, knee = draws.number(-0.7, -0.1), draws.number(0.3, 1.3)
        # The sole is level: the pitches add up to zero, and the hip yaws about the vertical.
        pitches = {"HipPitch": -knee - ankle, "KneePitch": knee, "AnklePitch": ankle}
        pitches["HipYaw"] = draws.number(0.0, 0.3) * (1 if side == "left" else -1)
        angles |= {f"{side}{name}": value for name, value in pitches.items()}
    witness = np.round(robot.pack(angles), DECIMALS)
    feet = ("leftFoot", "rightFoot")
    soles = [place(robot, witness, foot, _SOLE) for foot in feet]
    stones = [_stone(sole) for sole in soles]
    while len(stones) < 10:
        spot = np.array([*draws.uniform((-0.5, -0.5), (0.6, 0.5)), draws.number(0.0, 0.45)])
        # keeps a distance from the stones of the witness, so that it does not cover them
        if all(np.abs(spot - sole)[:2].max() > 0.2 for sole in soles):
            stones.append(_stone(spot))
    pit = HalfSpace().at((0, 0, -1))
    goals: list[Goal] = [
        StandOn(foot, [*stones, pit], offset=_SOLE, above=0.5, below=3.0, tolerance=1e-3, name=foot)
        for foot in feet
    ]
    pelvis = robot.fk(witness, "pelvis")
    goals.append(Pose("pelvis", pelvis, tolerance=(1e-3, 1e-2), name="pelvis"))
    start = random_configuration(robot, draws)
    return Draft("stones above a pit", _LEGS, goals, start, witness)


def _stone(top: Array) -> Geometry:
    """Return a pillar slightly larger than a sole, with the centre of its upper face at ``top``."""
    return Box((0.16, 0.14, 0.1)).at((*top[:2], top[2] - 0.05))


def _yes_or_no(draws: Draws) -> Draft:
    arm = draws.choice((UR5, UR10E, PANDA, IIWA14, BAXTER))
    robot, start, witness = draw_robot(arm.source, draws)
    body = body_spheres(robot, arm.tip, 0.05)
    around = world_spheres(robot, witness, body)
    balls = balls_beside(around, draws, count=24, radii=(0.05, 0.12), gaps=(0.01, 0.05))
    parameters = {"spheres": list(body.values()), "balls": balls.tolist(), "height": 0.5}
    checker = NamedCustom("checker", "collides", parameters, links=tuple(body))
    pose = Pose(arm.tip, robot.fk(witness, arm.tip), tolerance=1e-3, name="hand")
    return Draft("yes or no", arm.source, [pose, checker], start, witness)


def _hidden(draws: Draws) -> Draft:
    arm = draws.choice((UR5, PANDA, IIWA14, BAXTER))
    robot, start, witness = draw_robot(arm.source, draws)
    eye, axis = place(robot, witness, arm.tip), robot.fk(witness, arm.tip)[:3, 2]
    distance = draws.number(0.35, 0.45)
    target = np.round(eye + distance * axis, DECIMALS)
    line = np.array([[*(target - share * distance * axis), 0.012] for share in np.linspace(0, 1, 30)])
    balls: list[list[float]] = []
    while len(balls) < 80:  # a shell around the target, with gaps
        center, radius = target + draws.number(0.1, 0.15) * draws.direction(), draws.number(0.03, 0.05)
        if (np.linalg.norm(line[:, :3] - center, axis=1) - line[:, 3]).min() > radius:
            balls.append([*np.round(center, 6).tolist(), round(radius, 6)])
    goals: list[StorableGoal]
    if draws.number(0, 1) < 0.5:
        hidden = {"target": target.tolist(), "balls": balls, "height": 1.0, "margin": 0.005}
        goals = [
            LookAt(arm.tip, target, tolerance=0.02, name="gaze"),
            KeepDistance(arm.tip, target, min=0.3, max=0.5, name="distance"),
            NamedCustom("hidden", "occluded", hidden, links=(arm.tip,)),
        ]
        return Draft("hidden, seen or not", arm.source, goals, start, witness)
    scan = Scan(
        arm.tip,
        target,
        normal=-axis,
        distance=(0.3, 0.5),
        view_angle=0.02,
        normal_angle=1.2,
        obstacles=as_shapes(np.array(balls)),
        clearance=0.005,
        name="scan",
    )
    return Draft("hidden, scan", arm.source, [scan], start, witness)


def _coarse(draws: Draws) -> Draft:
    arm = draws.choice((UR5, UR10E, PANDA, IIWA14, BAXTER))
    robot, start, witness = draw_robot(arm.source, draws)
    step = draws.number(0.03, 0.08)
    reading = {
        # off the middle of a step, so that the witness is not special
        "target": place(robot, witness, arm.tip) + draws.uniform([-0.4 * step] * 3, 0.4 * step),
        "step": step,
        "axis": robot.fk(witness, arm.tip)[:3, 2],
        "axis_step": draws.number(0.15, 0.3),
    }
    goals: list[StorableGoal] = [
        NamedCustom("told", "quantized", reading, rows=6, links=(arm.tip,)),
        WithinCone(arm.elbow, robot.fk(witness, arm.elbow)[:3, 2], angle=0.4, name="elbow"),
    ]
    return Draft("coarse steps", arm.source, goals, start, witness)
