"""Joints that move no goal: whether every method leaves them alone, however its search ends."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..methods import NO_POSES, POSITIONS_ONLY
from .case import Case, Measurement, OnProgress, Row, Run
from .failing_problems import HELD_OUT
from .irrelevant import irrelevant_variables, largest_motion
from .method_threads import measured_names

_COUNT = 30
_FAR = 3.0  # [m]: distance of every second target, which is out of reach
_BUDGET = 2_000
_LINK = "r_gripper_tool_frame"
_UNTRAINED = ("neural", "neural2")  # training takes minutes

ENDINGS = ("search", "StayClose", "budget", "deadline", "rejected", "batch")
"""How searches end: by themselves, also with a posture goal, early, by ``valid``, or in a batch."""


def still_names() -> tuple[str, ...]:
    """Return the methods that solve poses or positions of the pr2's arm."""
    others = (*NO_POSES, *_UNTRAINED)
    return tuple(name for name in measured_names() if name not in others)


def measure_irrelevant(method: str, run: Run, on_progress: OnProgress) -> Row:
    """Return the largest motion [rad, m] of irrelevant joints by the way in which the search ended.

    A refused search and one that returns its start prove nothing: the row says how many answers moved the
    relevant joints, for each ending.
    """
    count, robot = run.settings.count(_COUNT), mk.Robot.load("pr2")
    rng = np.random.default_rng([run.settings.random_seed, HELD_OUT])
    poses, starts = robot.fk(robot.random(count, rng), _LINK), robot.random(count, rng)
    poses[1::2, :3, 3] *= _FAR / np.linalg.norm(poses[1::2, :3, 3], axis=1, keepdims=True)
    still = irrelevant_variables(robot, [_LINK])
    relevant = [i for i in range(robot.dof) if i not in still]
    moved, searched, refused = dict.fromkeys(ENDINGS, 0.0), dict.fromkeys(ENDINGS, 0), set()
    for pose, start in zip(poses, starts, strict=True):
        for ending in ENDINGS:
            answer = _answer(robot, _goal(method, pose), method, ending, start)
            if answer is None:
                refused.add(ending)
                continue
            moved[ending] = max(moved[ending], largest_motion(start, answer, still))
            searched[ending] += largest_motion(start, answer, relevant) > 0.0
        on_progress(1)
    return {
        "count": count,
        "still": len(still),
        "moved": moved,
        "searched": searched,
        "refused": sorted(refused),
    }


def _goal(method: str, pose: Array) -> mk.Goal:
    return mk.Position(_LINK, pose[:3, 3]) if method in POSITIONS_ONLY else mk.Pose(_LINK, pose)


def _answer(robot: mk.Robot, goal: mk.Goal, method: str, ending: str, start: Array) -> Array | None:
    """Return the answer (dof,) of a search that ends as asked, or None if the method refuses it."""
    searched = mk.methods.find(method)
    try:
        if ending == "rejected":
            solver = mk.Solver(robot, goal, method=searched, valid=lambda q: False, max_evaluations=_BUDGET)
            return solver.solve(start).q
        goals = [goal, mk.StayClose()] if ending == "StayClose" else [goal]
        solver = mk.Solver(robot, goals, method=searched, max_evaluations=_BUDGET)
        if ending == "batch":
            target = np.asarray(goal.target)  # type: ignore[attr-defined]
            return np.asarray(solver.solve_batch(target[None], start[None]).q[0])
        if ending == "budget":
            return solver.solve(start, max_evaluations=40).q
        return solver.solve(start, timeout=1e-4 if ending == "deadline" else None).q
    except mk.MethodError:
        return None


def _measurements(run: Run) -> Iterator[Measurement]:
    for method in still_names():
        measure = functools.partial(measure_irrelevant, method, run)
        yield Measurement({"case": method}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    moved = ", ".join(f"{ending} {most:.3g}" for ending, most in row["moved"].items() if most)
    refused = f"; refuses {', '.join(row['refused'])}" if row["refused"] else ""
    searched = (
        f" in {sum(row['searched'].values())} of {row['count'] * len(row['searched'])} answers that moved"
    )
    return f"{f'moved: {moved}' if moved else '0'}{searched}{refused}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["searched"]["search"]) and not any(row["moved"].values())


IRRELEVANT_JOINTS = Case(
    "irrelevant-joints",
    "The right gripper of the pr2, in and out of reach: motion of the 11 joints that do not move it",
    "exactly 0 in every method, however the search ends",
    _measurements,
    _outcome,
    _met,
)
