"""``solve_all`` in closed form beside EAIK: time, branches, limits, and proofs that there is none."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..arms import Arm
from ..missing import MissingPackageError
from ..solvers.memetik_solver import tip_goal
from ..verify import verify
from .analytic_arm import TURN, AnalyticArm, distances
from .case import Case, Measurement, OnProgress, Row, Run
from .singular_postures import SINGULARITIES, singular

CLOSED_FORM_ARMS: tuple[str, ...] = ("ur5", "ur10e", "kr120", "m10ia")

_RANDOM, _SINGULAR, _NEAR = 10_000, 1_000, 25_000  # the last for each arm
_TOLERANCE = 1e-5
_FOUND = 0.01  # [rad] from every branch to some solution
_CONTINUUM = 1e-6  # least singular value of the Jacobian; below it, branches may belong to a continuum
_TIMED = 200  # poses
_REPEATS = 15
_BEYOND = 10.0  # tolerances


def arm_with_tool(name: str) -> Arm:
    """Return a bundled six-joint arm, up to its tool."""
    return Arm(name, mk.Robot.load(name).subtree("base_link", "tool0"), "tool0")


def _within(arm: Arm, rows: Array) -> Array:
    """The rows (K, 6) that are within the limits at some turn."""
    turns = rows[:, None] + TURN * np.arange(-2, 3)[None, :, None]
    inside = (turns >= arm.robot.lower - 1e-9) & (turns <= arm.robot.upper + 1e-9)
    return np.asarray(rows[np.all(inside.any(axis=1), axis=1)])


def compare_branches(arm: Arm, oracle: AnalyticArm, q: Array, on_progress: OnProgress) -> Row:
    """Count the oracle's branches that no solution is near, and solutions that are false or outside limits.

    ``on_continuum`` counts the branches without a solution nearby that may be arbitrary members of a
    continuum: the solutions are not called complete, and the Jacobian is singular.
    """
    robot, link = arm.robot, arm.link
    solver = mk.Solver(robot, tip_goal(link, _TOLERANCE))
    branches = missed = continuum = false = outside = complete = 0
    for row in q:
        pose = robot.fk(row, link)
        solutions = solver.solve_all(targets={"tip": pose}, max_evaluations=2_000)
        found = solutions.q
        known = _within(arm, oracle.branches(pose))
        alone = known[distances(known, found).min(axis=1, initial=np.inf) > _FOUND]
        sigmas = [np.linalg.svd(robot.jacobian(b, link), compute_uv=False)[-1] for b in alone]
        free = sum(bool(s < _CONTINUUM) and not solutions.complete for s in sigmas)
        branches += len(known)
        missed += len(alone) - free
        continuum += free
        true = verify(robot, link, np.tile(pose, (len(found), 1, 1)), found, tolerance=_TOLERANCE).solved
        false += int((~true).sum())
        outside += int((~np.asarray(robot.within_limits(found))).sum()) if len(found) else 0
        complete += solutions.complete
        on_progress(1)
    return {
        "count": len(q),
        "branches": branches,
        "missed": missed,
        "on_continuum": continuum,
        "false_success": false,
        "outside_limits": outside,
        "complete": complete / len(q),
    }


def compare_times(arm: Arm, oracle: AnalyticArm, poses: Array) -> Row:
    """Measure calls of both from Python, in turns; of each pose the shortest."""
    solver = mk.Solver(arm.robot, tip_goal(arm.link, _TOLERANCE))
    bases = [oracle.base_pose(pose) for pose in poses]
    ours, theirs = np.full(len(poses), np.inf), np.full(len(poses), np.inf)
    for _ in range(_REPEATS):
        for i, (pose, base) in enumerate(zip(poses, bases, strict=True)):
            begin = time.perf_counter()
            _ = solver.solve_all(targets={"tip": pose}).q
            middle = time.perf_counter()
            _ = oracle.solve(base)
            end = time.perf_counter()
            ours[i], theirs[i] = min(ours[i], middle - begin), min(theirs[i], end - middle)
    return {
        "memetik_us": float(1e6 * ours.mean()),
        "oracle_us": float(1e6 * theirs.mean()),
        "time_ratio": float(ours.mean() / theirs.mean()),
    }


def measure_branches(run: Run, name: str, kind: str, on_progress: OnProgress) -> Row:
    """Measure one arm at random poses, or at and near one kind of singularity."""
    arm = arm_with_tool(name)
    try:
        oracle = AnalyticArm(arm)
    except MissingPackageError as error:
        return {"skipped": str(error)}
    rng = np.random.default_rng(run.settings.random_seed)
    if kind == "random":
        q = arm.robot.random(run.settings.count(_RANDOM), rng)
    else:
        q = singular(arm.robot, arm.link, kind, run.settings.count(_SINGULAR), rng)
    row = compare_branches(arm, oracle, q, on_progress)
    if kind == "random":
        row |= compare_times(arm, oracle, arm.robot.fk(q[:_TIMED], arm.link))
    return {"oracle": oracle.name, **row}


def near_limits(arm: Arm, count: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return configurations and the poses that they are near, (count, 6) and (count, 4, 4).

    A joint is within ten tolerances of a limit, and half of the elbows are stretched; the tip is moved by up
    to ten tolerances.
    """
    robot = arm.robot
    q = robot.random(count, rng)
    rows, joints = np.arange(count), rng.integers(6, size=count)
    limits = np.where(rng.random(count) < 0.5, robot.lower[joints], robot.upper[joints])
    stretched = singular(robot, arm.link, "elbow", min(count // 2, 200), rng)
    q[rows, joints] = limits
    q[: count // 2] = stretched[rng.integers(len(stretched), size=count // 2)]
    moved = q.copy()
    moved[rows, joints] += _BEYOND * _TOLERANCE * rng.uniform(-1.0, 1.0, count)
    poses = robot.fk(moved, arm.link)
    outward = rng.normal(size=(count, 3))
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    poses[:, :3, 3] += _BEYOND * _TOLERANCE * rng.uniform(-1.0, 1.0, (count, 1)) * outward
    return q, poses


def measure_proofs(run: Run, name: str, on_progress: OnProgress) -> Row:
    """Count poses near limits and near the boundary that are called unreachable though a search solves them.

    The search begins near the configuration that the pose is near, and elsewhere. With ``max_change`` nothing
    is proven, so all of it runs.
    """
    arm, rng = arm_with_tool(name), np.random.default_rng(run.settings.random_seed)
    count = run.settings.count(_NEAR)
    q, poses = near_limits(arm, count, rng)
    solver = mk.Solver(arm.robot, tip_goal(arm.link, _TOLERANCE))
    found = solver.solve_batch(poses, arm.robot.random(count, rng))
    on_progress(count // 2)
    wrong = 0
    for row in np.flatnonzero(found.status == "unreachable"):
        tried = [solver.solve(q[row], targets={"tip": poses[row]}, max_change=np.full(6, 100.0))]
        wrong += any(solution.success for solution in tried)
    on_progress(count - count // 2)
    unreachable = float((found.status == "unreachable").mean())
    return {
        "count": count,
        "solved": float(found.success.mean()),
        "unreachable": unreachable,
        "false_proofs": wrong,
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for name in CLOSED_FORM_ARMS:
        for kind in ("random", *SINGULARITIES):
            count = run.settings.count(_RANDOM if kind == "random" else _SINGULAR)
            yield Measurement(
                {"case": name, "poses": kind}, count, functools.partial(measure_branches, run, name, kind)
            )
        count = run.settings.count(_NEAR)
        yield Measurement(
            {"case": name, "poses": "near limits"}, count, functools.partial(measure_proofs, run, name)
        )


def _outcome(row: Row) -> str:
    if "skipped" in row:
        return f"not measured: {row['skipped']}"
    if "false_proofs" in row:
        return f"{row['false_proofs']} of {row['unreachable'] * row['count']:.0f} proofs false"
    text = f"{row['missed']} of {row['branches']} branches missed, {row['outside_limits']} outside limits"
    if "time_ratio" in row:
        text += f"; {row['memetik_us']:.1f} µs, EAIK {row['oracle_us']:.1f} µs"
    return text


def _met(row: Row, rows: Sequence[Row]) -> bool:
    if "skipped" in row:
        return False
    wrong: Any = sum(row.get(key, 0) for key in ("missed", "false_success", "outside_limits", "false_proofs"))
    return bool(wrong == 0 and row.get("time_ratio", 0.0) <= 1.0)


CLOSED_FORMS = Case(
    "closed-forms",
    "`solve_all` of six-joint arms, beside EAIK",
    "no longer than EAIK; every branch of EAIK within 0.01 rad, none outside limits; no false proof",
    _measurements,
    _outcome,
    _met,
)
