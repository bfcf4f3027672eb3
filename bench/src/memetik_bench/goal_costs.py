"""Times of goals in the core: residuals, and residuals with their Jacobian, including forward kinematics.

Each is the minimum of several rounds on one thread.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import memetik as mk
from memetik import _core

COLUMNS = {  # with the Jacobian, in lanes
    "residual": (False, False),
    "with Jacobian": (True, False),
    "residual, per lane": (False, True),
    "with Jacobian, per lane": (True, True),
}
CONFIGURATIONS, PASSES, ROUNDS = 256, 40, 15


def goals_of_an_arm(robot: mk.Robot) -> dict[str, mk.Goal]:
    """Goals on the panda's hand that a random configuration does not meet."""
    hand, place = "panda_hand", (0.4, 0.1, 0.5)
    box = mk.collision.Box((0.4, 0.4, 0.4)).at((0.5, 0.0, 0.2))
    ground = mk.collision.HalfSpace()
    pose = robot.fk(robot.random(rng=1), hand)
    return {
        "Pose": mk.Pose(hand, pose),
        "Pose, Groove": mk.Pose(hand, pose, loss=mk.losses.Groove()),
        "Pose in a frame": mk.Pose(hand, pose, frame="panda_link2"),
        "Position": mk.Position(hand, place),
        "Position, normalized": mk.Position(hand, place, metric="normalized"),
        "Orientation": mk.Orientation(hand, pose[:3, :3]),
        "LookAt": mk.LookAt(hand, place),
        "AlignAxis": mk.AlignAxis(hand, (0, 0, -1)),
        "WithinCone": mk.WithinCone(hand, (0, 0, -1), angle=0.1),
        "FaceAway": mk.FaceAway(hand, (0, 0, 1)),
        "OnLine": mk.OnLine(hand, place, (0, 0, 1)),
        "OnPlane": mk.OnPlane(hand, place, (0, 0, 1)),
        "KeepDistance": mk.KeepDistance(hand, place, max=0.1),
        "KeepClear, 4 pairs": mk.KeepClear(
            {hand: [(0, 0, 0.03 * k, 0.05) for k in range(4)]}, box, margin=1.0
        ),
        "PassThrough": mk.PassThrough(("panda_link5", hand), place),
        "Touch": mk.Touch(hand, (0, 0, 0), shapes=mk.collision.Box((0.1, 0.2, 0.1))),
        "StandOn": mk.StandOn(hand, ground, above=2.0, below=2.0),
        "Scan": mk.Scan(hand, place, normal=(0, 0, 1)),
        "Scan past a box": mk.Scan(hand, place, normal=(0, 0, 1), obstacles=box, clearance=0.1),
        "Balance": mk.Balance((0.1, 0, 0)),
        "Manipulability": mk.Manipulability(hand),
        "StayClose": mk.StayClose(robot.random(rng=2)),
        "CenterJoints": mk.CenterJoints(),
        "AvoidJointLimits": mk.AvoidJointLimits(),
        "LinearJoints": mk.LinearJoints({"panda_joint2": 1, "panda_joint4": 2}, 0.3),
        "JointValue": mk.JointValue("panda_joint4", 0.3),
    }


def whole_body(robot: mk.Robot) -> list[mk.Goal]:
    """Both wrists, both feet and the gaze of a humanoid: nine errors in all."""
    q = robot.random(rng=3)
    limbs = ("leftPalm", "rightPalm", "leftFoot", "rightFoot")
    return [*(mk.Pose(limb, robot.fk(q, limb)) for limb in limbs), mk.LookAt("head", (2, 0, 1))]


def measured_goals() -> Iterator[tuple[str, mk.Robot, mk.Goal | list[mk.Goal]]]:
    """Yield the measured cases: name in tables, robot, goals."""
    arm, body = mk.Robot.load("panda"), mk.Robot.load("valkyrie").with_floating_base(world="ground")
    for name, goal in goals_of_an_arm(arm).items():
        yield name, arm, goal
    goals = whole_body(body)
    dof = len(mk.Problem(body, goals).active_variables)
    yield f"valkyrie, 4 Poses and LookAt ({dof} DoF)", body, goals


def measure_goals(
    robot: mk.Robot, goals: mk.Goal | list[mk.Goal], *, rounds: int = ROUNDS
) -> dict[str, float]:
    """Return the time of an evaluation [ns] by the names of :data:`COLUMNS`."""
    problem = mk.Problem(robot, goals)
    q = np.ascontiguousarray(robot.random(CONFIGURATIONS, rng=4))
    return {
        name: min(_core.measure_problem(problem._native, q, *how, PASSES) for _ in range(rounds))
        for name, how in COLUMNS.items()
    }
