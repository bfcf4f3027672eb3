"""The case scan: a sensor looks at points of a tank's wall, beside poses there."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.transforms import Array

from ..engine.case import Case, Measurement, OnProgress, Row
from ..scenarios import Scenario, find_scenario
from ..scenarios.scenario import POSE
from ..scenarios.verifier import verifier_of
from ..verify import Flags
from .run import TANKS, TARGETS, ClutterRun
from .solve_rates import joined_percent

MILLISECONDS = (10.0, 100.0)
_DISTANCE, _ANGLE, _TOLERANCE = 0.02, 0.2, 1e-5


def scan_goal(scenario: Scenario) -> mk.Scan:
    """Return the goal that the tool, whose z axis is the sensor's, is near a point and looks at it."""
    return mk.Scan(
        scenario.tool,
        (0, 0, 0),
        normal=(0, 0, 1),
        distance=(0, _DISTANCE),
        view_angle=_ANGLE,
        normal_angle=_ANGLE,
        tolerance=_TOLERANCE,
        name="scan",
    )


def looks_at(tools: Array, points: Array, inward: Array) -> Flags:
    """Return whether poses of the tool (N, 4, 4) look at points (N, 3) along inward normals (N, 3)."""
    ways, axes = points - tools[:, :3, 3], tools[:, :3, 2]
    far = np.linalg.norm(ways, axis=1) - _DISTANCE
    seen, tilted = (_angles(axes, directions) - _ANGLE for directions in (ways, inward))
    return np.asarray(np.maximum.reduce([far, seen, tilted]) <= 1.001 * _TOLERANCE)


def _angles(a: Array, b: Array) -> Array:
    sine = np.linalg.norm(np.cross(a, b), axis=1)
    return np.asarray(np.arctan2(sine, np.einsum("ij,ij->i", a, b)))


def _measurements(run: ClutterRun) -> Iterator[Measurement]:
    count = run.settings.count(TARGETS)
    for scenario in map(find_scenario, TANKS):
        key = {"case": scenario.name, "hash": scenario.content_hash}
        yield Measurement(key, 2 * count, functools.partial(_measure, run, scenario, count))


def _measure(run: ClutterRun, scenario: Scenario, count: int, on_progress: OnProgress) -> Row:
    poses, verifier = scenario.targets[:count], verifier_of(scenario)
    points, inward = poses[:, :3, 3], poses[:, :3, 2]  # the tool's z axis points into the surface
    pose, clear = scenario.goals()
    row: Row = {"count": count}
    for name, goal, targets in (
        ("pose", pose, {POSE: poses}),
        ("scan", scan_goal(scenario), {"scan": np.hstack([points, -inward])}),
    ):
        solver = mk.Solver(scenario.load_robot(), [goal, clear], max_evaluations=100_000)
        answers, times = _solve(solver, scenario, targets, run.settings.random_seed)
        claimed = np.array([answer.success for answer in answers])
        rows = np.array([answer.q for answer in answers])
        if name == "pose":
            correct = np.array([not verdict for verdict in verifier.check_batch(poses, rows)])
        else:
            correct = looks_at(verifier.tool_poses(rows), points, inward) & verifier.free(rows)
        row[name] = {
            "solved_ms": [float((claimed & correct & (times <= limit)).mean()) for limit in MILLISECONDS],
            "mean_evaluations": float(np.mean([answer.evaluations for answer in answers])),
            "false": int((claimed & ~correct).sum()),
        }
        on_progress(count)
    return row


def _solve(
    solver: mk.Solver, scenario: Scenario, targets: dict[str, Array], random_seed: int
) -> tuple[list[mk.Solution], npt.NDArray[np.float64]]:
    ((name, rows),) = targets.items()
    solver.solve(scenario.start, targets={name: rows[0]})  # warms caches
    answers, times = [], []
    for target in rows:
        begin = time.thread_time_ns()
        answers.append(solver.solve(scenario.start, targets={name: target}, random_seed=random_seed))
        times.append((time.thread_time_ns() - begin) / 1e6)
    return answers, np.array(times)


def _outcome(row: Row) -> str:
    parts = [
        f"{what} {joined_percent(row[name]['solved_ms'])} at 10 / 100 ms, "
        f"mean {row[name]['mean_evaluations']:.0f} evaluations"
        for name, what in (("scan", "`Scan`"), ("pose", "`Pose`"))
    ]
    wrong = row["scan"]["false"] + row["pose"]["false"]
    return "; ".join([*parts, *([f"{wrong} false"] if wrong else [])])


def _met(row: Row, rows: Sequence[Row]) -> bool:
    pairs = zip(row["scan"]["solved_ms"], row["pose"]["solved_ms"], strict=True)
    return all(scan >= pose for scan, pose in pairs) and not row["scan"]["false"] + row["pose"]["false"]


SCAN = Case(
    "scan",
    "Points of a tank's wall that a sensor looks at, `Scan` beside `Pose`",
    "`Scan` solves as many as `Pose`",
    _measurements,
    _outcome,
    _met,
)
