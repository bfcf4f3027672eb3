"""What goals cost in the core: residuals, and residuals with their Jacobian, forward kinematics included.

Run: ``python benchmarks/goals.py`` (needs ``memetik[bench]``). Best of several rounds, one thread. Results go
to ``benchmarks/results/goals.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

import memetik as mk
from memetik import _core
from memetik_bench.machine import describe_machine

COLUMNS = {  # with the Jacobian, in lanes
    "residual": (False, False),
    "with Jacobian": (True, False),
    "residual, per lane": (False, True),
    "with Jacobian, per lane": (True, True),
}
CONFIGURATIONS, PASSES, ROUNDS = 256, 40, 15
HERE = Path(__file__).parent


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


def measure(robot: mk.Robot, goals: mk.Goal | list[mk.Goal]) -> dict[str, float]:
    problem = mk.Problem(robot, goals)
    q = np.ascontiguousarray(robot.random(CONFIGURATIONS, rng=4))
    return {
        name: min(_core.measure_problem(problem._native, q, *how, PASSES) for _ in range(ROUNDS))
        for name, how in COLUMNS.items()
    }


def main() -> None:
    arm, body = mk.Robot.load("panda"), mk.Robot.load("valkyrie").with_floating_base(world="ground")
    work = {name: (arm, goal) for name, goal in goals_of_an_arm(arm).items()}
    body_name = (
        f"valkyrie, 4 Poses and LookAt ({len(mk.Problem(body, whole_body(body)).active_variables)} DoF)"
    )
    rows = {
        name: measure(robot, goals)
        for name, (robot, goals) in track({**work, body_name: (body, whole_body(body))}.items(), "measuring")
    }
    table = Table(title="Goals of the panda's hand (7 DoF), and of a whole body [ns]")
    table.add_column("", no_wrap=True)
    for column in COLUMNS:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(f"{row[column]:.0f}" for column in COLUMNS))
    console = Console(width=max(120, Console().width))
    console.print(table)
    machine = describe_machine([])
    console.print(machine)
    results = HERE / "results" / "goals.json"
    results.write_text(json.dumps({"machine": machine, "unit": "ns", "goals": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
