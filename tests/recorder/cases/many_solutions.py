"""All solutions, and the best one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, move_away
from tests.recorder.goals import all_taken, make
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation

ALL_ROBOTS = (
    "ur5",
    "ur10e",
    "panda",
    "iiwa14",
    "kr120",
    "snake(8)",
    "pr2",
    "five_bar",
    "every_joint",
    "shadow_hand",
)
GOALS = (
    "pose",
    "position",
    "pose_wide",
    "position_by_axis",
    "pose+stay_close",
    "position+center_joints+manipulability",
)


def cases() -> Iterator[Case]:
    for method in LADDER:
        for name in ALL_ROBOTS:
            for goals in GOALS:
                if not all_taken(goals, Situation(scene(name), 0)):
                    continue
                for seed in range(2):
                    yield Case(
                        f"all/{method}/{name}/{goals}/seed{seed}", partial(_all, method, name, goals, seed)
                    )
                    for threads in (1, 2):
                        tag = f"best/{method}/{name}/{goals}/threads{threads}/seed{seed}"
                        yield Case(tag, partial(_best, method, name, goals, seed, threads))
        for name in ("ur5", "kr120", "m10ia"):
            for stretch in (0.01, 0.03, 0.1):
                tag = f"all/{method}/{name}/pose_wide/singular/{stretch}"
                yield Case(tag, partial(_near_singularities, method, name, stretch))
        for name in ("ur5", "panda"):
            for variant in ("threads2", "few", "start", "far", "max_change"):
                yield Case(
                    f"all/{method}/{name}/pose/{variant}", partial(_all, method, name, "pose", 3, variant)
                )


def _near_singularities(method: str, name: str, stretch: float) -> Values:
    """Find all solutions near singularities, where branches meet and a wide tolerance makes them one."""
    t = Situation(scene(name), 0)
    t.tip = adapter.fk(t.scene.robot, stretch * t.q, t.scene.tip)
    solver = adapter.solver(t.scene.robot, make("pose_wide", t), method=method, max_evaluations=1500)
    return adapter.solve_all(solver)


def _all(method: str, name: str, goals: str, seed: int, variant: str = "") -> Values:
    t = Situation(scene(name), seed)
    if variant == "far":
        move_away(t)
    query: dict[str, Any] = {"max_solutions": 3 if variant == "few" else 12}
    if variant == "max_change":
        query["max_change"] = 2.0
    solver = adapter.solver(
        t.scene.robot,
        make(goals, t),
        method=method,
        max_evaluations=1500,
        threads=2 if variant == "threads2" else 1,
    )
    return adapter.solve_all(solver, t.start if variant == "start" else None, seed=seed, **query)


def _best(method: str, name: str, goals: str, seed: int, threads: int) -> Values:
    t = Situation(scene(name), seed)
    solver = adapter.solver(
        t.scene.robot, make(goals, t), method=method, prefer="best", max_evaluations=1500, threads=threads
    )
    return adapter.solve(solver, t.start, seed=seed)
