"""Endurance: millions of solves in batches, with every solution checked and the memory growth measured."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm, load_arm
from ..solvers.memetik_solver import tip_goal
from ..targets import random_reachable
from ..verify import Flags, rotation_angle, verify, within_tolerance
from .case import Case, Measurement, OnProgress, Row, Run, count_cell

_SOLVES = 5_000_000
"""Number of queries per arm."""

_BATCH = 100_000
_THREADS = 2
_SAMPLE = 100
"""Pinocchio also checks one of this many solutions."""

_SAMPLES = 10
"""Number of memory sizes over the run that a row contains."""

_SETTLED = 5
"""Number of batches after which memory has reached its final size, mostly by the buffers of the first."""

_LEAK = 10e6
"""[bytes]: smaller growth is noise of the allocator."""

_TOLERANCE = 1e-5
_ARMS = ("panda", "ur5")


def resident_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def poses_met(robot: mk.Robot, link: str, poses: Array, answers: Array) -> Flags:
    """Return whether the poses are met by memetik's forward kinematics, which is fast, (N,)."""
    reached = robot.fk(answers, link)
    distance = np.linalg.norm(reached[:, :3, 3] - poses[:, :3, 3], axis=1)
    angle = rotation_angle(reached[:, :3, :3], poses[:, :3, :3])
    return within_tolerance(distance, _TOLERANCE) & within_tolerance(angle, _TOLERANCE)


def check_batch(arm: Arm, poses: Array, answers: Array, claimed: Flags) -> tuple[int, int, int]:
    """Return the numbers of solved queries, of false successes, and of solutions outside the exact limits."""
    met = poses_met(arm.robot, arm.link, poses, answers)
    outside = ((answers < arm.robot.lower) | (answers > arm.robot.upper)).any(axis=1)
    sample = slice(None, None, _SAMPLE)
    checked = verify(arm.robot, arm.link, poses[sample], answers[sample], tolerance=_TOLERANCE)
    met[sample] &= checked.solved
    return int(met.sum()), int((claimed & ~met).sum()), int(outside.sum())


def measure_soak(name: str, run: Run, on_progress: OnProgress) -> Row:
    """Solve batches of new targets and starts with one solver."""
    arm, total = load_arm(name), run.settings.count(_SOLVES)
    solver = mk.Solver(arm.robot, tip_goal(arm.link, _TOLERANCE), threads=_THREADS)
    counts, done = np.zeros(3, dtype=int), 0
    memory: list[int] = []
    while done < total:
        size = min(_BATCH, total - done)
        seed = run.settings.random_seed + len(memory)
        targets = random_reachable(arm.robot, arm.link, count=size, random_seed=seed)
        batch = solver.solve_batch(targets.poses, targets.starts)
        counts += check_batch(arm, targets.poses, batch.q, batch.success)
        memory.append(resident_bytes())
        done += size
        on_progress(size)
    settled = memory[min(_SETTLED, len(memory)) - 1]
    return {
        "count": total,
        "solved": counts[0] / total,
        "false_success": int(counts[1]),
        "limit_violations": int(counts[2]),
        "growth_bytes": max(memory[-1] - settled, 0),
        "memory_mb": [round(1e-6 * size, 1) for size in memory[:: max(len(memory) // _SAMPLES, 1)]],
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for name in _ARMS:
        measure = functools.partial(measure_soak, name, run)
        yield Measurement({"case": name}, run.settings.count(_SOLVES), measure)


def _outcome(row: Row) -> str:
    growth = f"{row['growth_bytes'] / 1e6:.1f} MB more memory"
    return f"{count_cell(row)}, {row['limit_violations']} outside limits, {growth}"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return not row["false_success"] and not row["limit_violations"] and row["growth_bytes"] <= _LEAK


SOAK = Case(
    "soak",
    "10 million solves in batches",
    "no leak, no false success, no limit violated",
    _measurements,
    _outcome,
    _met,
)
