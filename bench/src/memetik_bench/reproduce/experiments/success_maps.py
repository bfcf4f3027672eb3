"""Maps of solved and failed poses: D Fig. 5.8 and the grid test of R 4.2."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from memetik import plot

from ...engine.case import Measurement, OnProgress, Row
from ...engine.queries import pose_queries, solve_each
from ...runner import solve_targets
from ...targets import PoseTargets
from ...verify import verify
from ..cells import cell, measured_cell
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..goal_styles import in_style
from ..grid import GRIDS, grid_targets
from ..published.bioik2_thesis import GRID
from ..solver_spec import NamedRival
from ..trial import Trial, arm_targets, make_rival
from .bioik2_tables import BIOIK_1, BIOIK_2, KDL_TRIAL, TRAC_IK_TRIAL

_TRIALS: dict[str, Trial] = {
    label: replace(trial, queries=1_000)
    for label, trial in (
        ("KDL", KDL_TRIAL),
        ("HGSA, BioIK 1", BIOIK_1),
        ("TRAC-IK", TRAC_IK_TRIAL),
        ("Bio IK, BioIK 2", BIOIK_2),
    )
}
_RANDOM = "pr2 arm, map of random poses"


def map_targets(case: str, count: int, random_seed: int) -> PoseTargets:
    """Return the poses of a grid, or random poses of the PR2's arm."""
    return grid_targets(case).first(count) if case in GRIDS else arm_targets("pr2 arm", count, random_seed)


def _measure_map(trial: Trial, case: str, count: int, random_seed: int, on_progress: OnProgress) -> Row:
    """Return success rate, time, and for each pose "1" if it was solved, else "0"."""
    targets, spec = map_targets(case, count, random_seed), trial.solver
    if isinstance(spec, NamedRival):
        rival = make_rival(trial, spec, targets)
        answers = solve_targets(rival, targets, on_progress)
        wall, tolerance = answers.wall, min(trial.tolerance)
        solved = verify(targets.robot, targets.link, targets.poses, answers.q, tolerance=tolerance).solved
    else:
        queries = in_style(pose_queries(targets, tolerance=trial.tolerance), spec.goals)
        solver = queries.solver(method=spec.build(), threads=spec.usable_threads())
        results = solve_each(solver, queries, timeout=trial.timeout, on_progress=on_progress)
        wall, solved = results.wall, queries.met(results.q)
    return {
        "count": len(targets),
        "solved": float(solved.mean()),
        "mean_us": float(1e6 * wall.mean()),
        "random_seed": random_seed,
        "each": "".join("01"[int(flag)] for flag in solved),
    }


def _measurements(cases: tuple[str, ...], scale: Scale) -> Iterator[Measurement]:
    for case in cases:
        for trial in _TRIALS.values():
            wanted = scale.count(trial.queries)
            count = min(wanted, len(grid_targets(case))) if case in GRIDS else wanted
            measure = functools.partial(_measure_map, trial, case, count, scale.random_seed)
            yield Measurement(dict(trial.key(case)), count, measure)


def _draw(case: str, label: str, find: Find, path: Path) -> None:
    row = require_row(find, _TRIALS[label].key(case))
    points = map_targets(case, row["count"], row["random_seed"]).poses[:, :3, 3]
    solved = np.array([flag == "1" for flag in row["each"]])
    plot.success_map(points, solved, title=label).save(path)


def _compare_maps(find: Find) -> Comparison:
    cases = {"box": "pr2 arm grid", "random poses": _RANDOM}
    lines = [
        [label, *(measured_cell(find(trial.key(case))) for case in cases.values())]
        for label, trial in _TRIALS.items()
    ]
    return Comparison(["", *cases], lines)


def _compare_grids(find: Find) -> Comparison:
    arms = {"PR2": "pr2 arm grid", "UR5": "ur5 grid"}
    published = {"Bio IK, BioIK 2": "BioIK 2", "TRAC-IK": "TRAC_IK"}
    lines = []
    for label, trial in _TRIALS.items():
        figures = [GRID.cells.get((published.get(label, ""), arm)) for arm in arms]
        rows = [find(trial.key(case)) for case in arms.values()]
        cells = [cell(figure, row) for figure, row in zip(figures, rows, strict=True)]
        lines.append([label, *cells])
    return Comparison([GRID.corner, *arms], lines)


def _pictures(stem: str, case: str) -> dict[str, functools.partial[None]]:
    files = {label: label.partition(",")[0].lower().replace(" ", "_").replace("-", "_") for label in _TRIALS}
    return {f"{stem}_{file}.png": functools.partial(_draw, case, label) for label, file in files.items()}


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.8",
        "Poses that are solved on the PR2's arm",
        "D, Fig. 5.8, without numbers",
        "Poses on a grid in a box, and random poses, from random starts, 5 ms, 1e-5 m and 1e-5 rad; green is "
        "solved.",
        functools.partial(_measurements, ("pr2 arm grid", _RANDOM)),
        _compare_maps,
        {**_pictures("fig_5_8_box", "pr2 arm grid"), **_pictures("fig_5_8_random", _RANDOM)},
    ),
    Experiment(
        "r-grid",
        "Grid test",
        "R 4.2, without numbers for KDL and BioIK 1",
        "Poses on a regular grid, from random starts, 5 ms, 1e-5 m and 1e-5 rad.",
        functools.partial(_measurements, tuple(GRIDS)),
        _compare_grids,
        _pictures("grid_ur5", "ur5 grid"),
    ),
)
