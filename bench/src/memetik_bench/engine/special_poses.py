"""Reachable poses at the boundary of an arm's workspace and at its singularities."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from memetik.transforms import Array

from ..arms import load_arm
from ..targets import PoseTargets
from .case import Case, Measurement, OnProgress, Row, Run, count_cell
from .queries import Queries, pose_queries, solve_each, summary
from .special_postures import BOUNDARIES, OFFSETS, SINGULARITIES, SPECIAL_ARMS

_COUNT = 2_000
_TOLERANCE = 1e-5
_TIMEOUT = 0.005

Generate = Callable[[str, int, np.random.Generator], Array]


def special_queries(arm: str, generate: Generate, count: int, random_seed: int) -> Queries:
    """Return queries with the poses of special postures, from random starts."""
    rng = np.random.default_rng(random_seed)
    robot, link = load_arm(arm).robot, load_arm(arm).link
    solutions = generate(arm, count, rng)
    poses = robot.fk(solutions, link)
    targets = PoseTargets(robot, link, robot.random(count, rng), solutions, poses)
    return pose_queries(targets, tolerance=_TOLERANCE)


def measure_special(arm: str, generate: Generate, run: Run, on_progress: OnProgress) -> Row:
    """Measure the fraction solved, also by distance from the special posture."""
    queries = special_queries(arm, generate, run.settings.count(_COUNT), run.settings.random_seed)
    results = solve_each(queries.solver(), queries, timeout=_TIMEOUT, on_progress=on_progress)
    solved, offsets = queries.met(results.q), np.resize(OFFSETS, len(queries))
    by_offset = {f"{offset:g}": float(solved[offsets == offset].mean()) for offset in np.unique(offsets)}
    unsolved = np.flatnonzero(~solved).tolist()
    return {**summary(queries, results), "solved_by_offset": by_offset, "unsolved": unsolved[:20]}


def _measurements(run: Run, kinds: dict[str, Generate]) -> Iterator[Measurement]:
    for arm in SPECIAL_ARMS:
        for kind, generate in kinds.items():
            measure = functools.partial(measure_special, arm, generate, run)
            yield Measurement({"case": f"{arm}, {kind}"}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    return f"{count_cell(row)} in {row['mean_cpu_us']:.0f} µs"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return row["solved"] == 1.0 and not row["false_success"]


BOUNDARY = Case(
    "boundary",
    "Near the workspace boundary, 1e-5, 5 ms",
    "100 %",
    functools.partial(_measurements, kinds=BOUNDARIES),
    _outcome,
    _met,
)
SINGULAR = Case(
    "singular",
    "At singularities, 1e-5, 5 ms",
    "100 %",
    functools.partial(_measurements, kinds=SINGULARITIES),
    _outcome,
    _met,
)
