"""Several goals at once on large robots, with budgets for all stages of the search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.recorder import adapter
from tests.recorder.adapter import Values, goal
from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, solved
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation

# scene -> links that have a goal each
TIPS = {
    "valkyrie": ("leftPalm", "rightPalm", "leftFoot", "rightFoot"),
    "mannequin": ("left_hand", "right_hand", "left_foot", "right_foot"),
    "kyle": ("left_index_tip", "right_index_tip", "eyes"),
    "wolf": ("left_front_paw", "right_front_paw", "left_back_paw", "right_back_paw"),
    "pr2": ("r_gripper_tool_frame", "l_gripper_tool_frame"),
    "baxter": ("left_gripper", "right_gripper"),
    "shadow_hand": ("fftip", "mftip", "rftip", "lftip", "thtip"),
    "iiwa14_shadow_hand": ("fftip", "mftip", "rftip", "lftip", "thtip"),
}
MORE = ("", "balance", "secondary", "contradicting")
NARROW = ("panda", "lwr4", "kr120", "snake", "ur10e_elise", "floating_ur5", "every_joint")


def cases() -> Iterator[Case]:
    for method in LADDER:
        for name in TIPS:
            for more in MORE:
                for seed in range(2):
                    tag = f"hard/{method}/{name}/tips{more and '+' + more}/seed{seed}"
                    yield Case(tag, partial(_tips, method, name, more, seed))
        for name in NARROW:
            for variant in ("reachable", "far", "contradicting"):
                for threads in (1, 2):
                    tag = f"hard/{method}/{name}/pose_frame+pose_secondary/{variant}/threads{threads}"
                    goals, options = (
                        "pose_frame+pose_secondary",
                        {"threads": threads, "max_evaluations": 10_000},
                    )
                    yield Case(tag, partial(solved, method, name, goals, variant, 7, **options))


def _tips(method: str, name: str, more: str, seed: int) -> Values:
    t = Situation(scene(name), seed)
    robot = t.scene.robot
    goals = [goal("Pose", link, adapter.fk(robot, t.q, link), name=link) for link in TIPS[name]]
    if more == "balance":
        goals.append(goal("Balance", adapter.center_of_mass(robot, t.q), tolerance=1e-3))
    if more == "secondary":
        goals += [
            goal("StayClose", weight=0.1),
            goal("AvoidJointLimits"),
            goal("LookAt", t.scene.other, t.seen),
        ]
    if more == "contradicting":
        goals.append(goal("Position", t.scene.tip, t.tip[:3, 3] + 0.1, name="contradiction"))
    return adapter.solve(adapter.solver(robot, goals, method=method, max_evaluations=4000), seed=seed)
