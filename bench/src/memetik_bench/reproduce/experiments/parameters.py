"""D Figs. 5.1 and 5.2: the most efficient numbers of individuals and elites."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ...engine.case import Measurement
from ...engine.queries import Queries, pose_queries
from ...targets import random_reachable
from ..cells import NOT_MEASURED
from ..curves import draw_lines
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..solver_spec import bioik
from ..trial import Trial, measurement

_TOLERANCE = (1e-4, 1e-3)  # [m] and [rad]; D gives none for these figures
_CHAIN = 15
_CHAINS = (5, 10, 15, 20, 25, 30)
_POPULATIONS, _ELITES = (10, 25, 50, 75, 100, 150, 200), (1, 2, 3, 4, 5, 6, 8)
_FEWER_POPULATIONS, _FEWER_ELITES = (25, 50, 100, 150, 200), (1, 2, 3, 5, 8)
_QUERIES = 200


def chain_queries(
    dof: int, count: int, random_seed: int, *, tolerance: tuple[float, float] = _TOLERANCE
) -> Queries:
    """Return queries for poses of the tip of a snake with ``dof`` joints."""
    targets = random_reachable(mk.Robot.load(f"snake({dof})"), "tip", count=count, random_seed=random_seed)
    return pose_queries(targets, tolerance=tolerance)


def chain_name(dof: int) -> str:
    """Return the case of the rows of such a snake."""
    return f"snake of {dof} joints"


def _trial(population: int, elites: int) -> Trial:
    spec = bioik(population=population, elites=elites)
    return Trial(spec, timeout=0.010, tolerance=_TOLERANCE, queries=_QUERIES)


def _measure(
    dofs: tuple[int, ...], populations: tuple[int, ...], elites: tuple[int, ...], scale: Scale
) -> Iterator[Measurement]:
    for dof in dofs:
        make = functools.partial(chain_queries, dof)
        for population in populations:
            for count in elites:
                yield measurement(_trial(population, count), chain_name(dof), scale, make)


def efficiencies(find: Find, dof: int, populations: tuple[int, ...], elites: tuple[int, ...]) -> Array:
    """Return efficiencies (populations, elites) relative to the highest; LookupError if one is missing."""
    values = np.array(
        [
            [require_row(find, _trial(p, k).key(chain_name(dof)))["efficiency"] for k in elites]
            for p in populations
        ]
    )
    return np.asarray(values / values.max())


def _compare_map(find: Find) -> Comparison:
    head = ["individuals", *(f"{k} elite{'s' if k > 1 else ''}" for k in _ELITES)]
    try:
        values = efficiencies(find, _CHAIN, _POPULATIONS, _ELITES)
    except LookupError as missing:
        return Comparison(["efficiency"], [[str(missing)]])
    lines = [
        [str(population), *(f"{value:.2f}" for value in row)]
        for population, row in zip(_POPULATIONS, values, strict=True)
    ]
    return Comparison(head, lines)


def _draw_map(find: Find, path: Path) -> None:
    values = efficiencies(find, _CHAIN, _POPULATIONS, _ELITES)
    mk.plot.efficiency_map(_POPULATIONS, _ELITES, values).save(path)


def _best(find: Find, dof: int) -> tuple[int, int, float]:
    """Return the most efficient numbers of individuals and elites, and the efficiency of 100 and 3."""
    values = efficiencies(find, dof, _FEWER_POPULATIONS, _FEWER_ELITES)
    i, j = np.unravel_index(values.argmax(), values.shape)
    usual = values[_FEWER_POPULATIONS.index(100), _FEWER_ELITES.index(3)]
    return _FEWER_POPULATIONS[int(i)], _FEWER_ELITES[int(j)], float(usual)


def _compare_chains(find: Find) -> Comparison:
    head = ["DoF", "dissertation", "most efficient in ours", "100 individuals, 3 elites relative to that"]
    lines = []
    for dof in _CHAINS:
        try:
            population, elites, usual = _best(find, dof)
            ours = [f"**{population} individuals, elites: {elites}**", f"{usual:.2f}"]
        except LookupError:
            ours = [NOT_MEASURED, ""]
        lines.append([str(dof), "50 to 150 individuals, 2 to 5 elites", *ours])
    return Comparison(head, lines)


def _draw_chains(find: Find, path: Path) -> None:
    best = [_best(find, dof) for dof in _CHAINS]
    series = {"individuals": [b[0] for b in best], "elites, times 10": [10 * b[1] for b in best]}
    draw_lines(path, _CHAINS, series, x_label="joints", y_label="most efficient")


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.1",
        "Parameter efficiency on a 15 DoF serial chain",
        "D, Fig. 5.1 and (5.1), without numbers",
        "Efficiency E, the mean of 1/(fitness · time) over poses of a snake's tip, 10 ms, relative to the "
        "highest.",
        functools.partial(_measure, (_CHAIN,), _POPULATIONS, _ELITES),
        _compare_map,
        {"fig_5_1.png": _draw_map},
    ),
    Experiment(
        "d-fig-5.2",
        "Suitable parameters for increasing DoF",
        "D, Fig. 5.2, without numbers; the text gives ranges",
        "The same on snakes of 5 to 30 joints: the most efficient pair for each.",
        functools.partial(_measure, _CHAINS, _FEWER_POPULATIONS, _FEWER_ELITES),
        _compare_chains,
        {"fig_5_2.png": _draw_chains},
    ),
)
