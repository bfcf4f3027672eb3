"""Targets that leave reach and return: steps of joints, return to the target, and changes of branch."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..solvers.memetik_solver import tip_goal
from ..verify import Flags, verify
from .case import Case, Measurement, OnProgress, Row, Run, percent
from .excursions import EXCURSION_ROBOTS, FRAMES, Excursion, excursion
from .selection import may_leave_branch

_COUNT = 100
_TOLERANCE = 1e-5
_PARTS = 10
_STEP_RATIO = 1.5
_MAX_CHANGE = 0.2
_BACK_WITHIN = 5
_OTHER_BRANCH = 0.1
"""[rad, m]: an answer that differs by more from the local one is on another branch."""


def follow(
    solver: mk.Solver, motion: Excursion, *, parts: int = 1, **options: Any
) -> tuple[Array, list[mk.Solution]]:
    """Return the configurations (frames + 1, dof) and solutions, each solved from the last one.

    Every frame is followed in ``parts`` steps, of which the last is returned. The first is the start.
    """
    q, rows, solutions = motion.start, [motion.start], []
    for frame in range(1, FRAMES + 1):
        for part in range(1, parts + 1):
            pose = motion.pose(frame - 1 + part / parts)
            solution = solver.solve(q, targets={"tip": pose}, **options)
            q = solution.q
        rows.append(q)
        solutions.append(solution)
    return np.array(rows), solutions


def largest_step(robot: mk.Robot, rows: Array) -> float:
    """Return the largest change [rad, m] of any variable between two successive rows."""
    return float(np.abs(robot.difference(rows[:-1], rows[1:])).max())


def met_frames(motion: Excursion, rows: Array) -> Flags:
    """Return at which frames (frames + 1,) the target is met, by pinocchio."""
    poses = np.array([motion.pose(frame) for frame in range(FRAMES + 1)])
    return verify(motion.robot, motion.link, poses, rows, tolerance=_TOLERANCE).solved


def is_back(met: Flags) -> bool:
    """Return whether the target is met again soon after it can be.

    The way back is the way out: the target that was met last on the way out can be met again on the way back.

    >>> way = np.array([True, True, False, False, False, False, False, False, False, True, True])
    >>> is_back(way)
    True
    """
    half = (len(met) - 1) // 2
    lost = int(np.argmin(met[: half + 1]))  # the first frame of the way out that is not met
    again = len(met) - lost  # the target of this frame is that of frame lost - 1
    return bool(met[again : again + _BACK_WITHIN + 1].any())


@dataclass
class Tally:
    """Sums over the motions of one robot."""

    ratios: list[float] = field(default_factory=list)
    bounded: float = 0.0
    local_back: list[bool] = field(default_factory=list)
    default_back: list[bool] = field(default_factory=list)
    default_step: float = 0.0
    changes: int = 0
    forbidden: list[str] = field(default_factory=list)
    evaluations: list[float] = field(default_factory=list)
    out: list[float] = field(default_factory=list)


def measure_continuity(name: str, run: Run, on_progress: OnProgress) -> Row:
    """Follow the motions of one robot by local and default searches."""
    count, tally = run.settings.count(_COUNT), Tally()
    for index in range(count):
        motion = excursion(name, index, run.settings.random_seed)
        solver = mk.Solver(motion.robot, tip_goal(motion.link, _TOLERANCE))
        _follow_locally(solver, motion, tally)
        _follow_by_default(solver, motion, index, tally)
        on_progress(1)
    ratios = np.array(tally.ratios)
    return {
        "count": count,
        "frames": count * FRAMES,
        "out_of_reach": float(np.mean(tally.out)),
        "worst_step_ratio": float(ratios.max()),
        "large_steps": int((ratios > _STEP_RATIO).sum()),
        "large": np.flatnonzero(ratios > _STEP_RATIO).tolist()[:20],
        "step_with_max_change": tally.bounded,
        "local_back": float(np.mean(tally.local_back)),
        "default_back": float(np.mean(tally.default_back)),
        "default_step": tally.default_step,
        "changes": tally.changes,
        "forbidden": len(tally.forbidden),
        "forbidden_at": tally.forbidden[:100],
        "local_evaluations": float(np.mean(tally.evaluations)),
    }


def _follow_locally(solver: mk.Solver, motion: Excursion, tally: Tally) -> None:
    rows, solutions = follow(solver, motion, local=True)
    fine, _ = follow(solver, motion, parts=_PARTS, local=True)
    bounded, _ = follow(solver, motion, local=True, max_change=_MAX_CHANGE)
    tally.ratios.append(largest_step(motion.robot, rows) / largest_step(motion.robot, fine))
    tally.bounded = max(tally.bounded, largest_step(motion.robot, bounded))
    met = met_frames(motion, rows)
    tally.local_back.append(is_back(met))
    tally.out.append(1.0 - float(met.mean()))
    tally.evaluations.append(float(np.mean([solution.evaluations for solution in solutions])))


def _follow_by_default(solver: mk.Solver, motion: Excursion, index: int, tally: Tally) -> None:
    rows, solutions = follow(solver, motion)
    tally.default_back.append(is_back(met_frames(motion, rows)))
    tally.default_step = max(tally.default_step, largest_step(motion.robot, rows))
    for frame, (start, solution) in enumerate(zip(rows[:-1], solutions, strict=True), 1):
        own = solver.solve(start, targets={"tip": motion.pose(frame)}, local=True)
        apart = float(np.abs(motion.robot.difference(own.q, solution.q)).max())
        if apart <= _OTHER_BRANCH:
            continue
        tally.changes += 1
        if not change_allowed(own, solution):
            costs = f"{own.cost:.3g} to {solution.cost:.3g}"
            tally.forbidden.append(f"{index}: frame {frame}, {apart:.2g} apart, cost {costs}")


def change_allowed(own: mk.Solution, other: mk.Solution) -> bool:
    """Return whether the answer may leave the branch of the local answer ``own`` for ``other``."""
    return not own.success and (other.success or may_leave_branch(own.cost, other.cost))


def _measurements(run: Run) -> Iterator[Measurement]:
    for name in EXCURSION_ROBOTS:
        measure = functools.partial(measure_continuity, name, run)
        yield Measurement({"case": name}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    steps = f"{row['large_steps']} motions with larger steps, at worst {row['worst_step_ratio']:.3g} times"
    bounded = f"{row['step_with_max_change']:.4g} with max_change"
    changes = f"{row['forbidden']} of {row['changes']} changes of branch forbidden"
    local = f"local: {steps}; {bounded}; back {percent(row['local_back'])}"
    return f"{local}; default: back {percent(row['default_back'])}, {changes}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    local = not row["large_steps"] and row["step_with_max_change"] <= _MAX_CHANGE * (1.0 + 1e-9)
    return local and row["local_back"] >= 0.9 and row["default_back"] == 1.0 and not row["forbidden"]


CONTINUITY = Case(
    "continuity",
    "Targets that move out of reach and back, followed from the last answer",
    "local=True: no step above 1.5 times that with 10 sub-frames, none above max_change=0.2, back at 1e-5 "
    "within 5 frames in ≥ 90 %; by default in 100 %, and no change of branch that the margin does not allow",
    _measurements,
    _outcome,
    _met,
)
