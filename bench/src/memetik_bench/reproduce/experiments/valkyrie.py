"""D Table 5.4: whole bodies with several objectives, by mean and by root mean square of the losses."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from ...engine.case import Measurement
from ...engine.queries import Queries
from ...engine.valkyrie import SETUPS, Setup, setup_queries
from ..cells import cell
from ..experiment import Comparison, Experiment, Find, Scale
from ..published.dissertation import TABLE_5_4, TABLE_5_4_PARAMETERS
from ..solver_spec import bioik
from ..trial import Trial, measurement

TOLERANCE = (1e-4, 1e-3)
"""[m] and [rad]: those of Table 5.2; D gives none for Table 5.4."""
_FITNESS = {"ME loss": "mean", "RMSE loss": "rms"}
_GRADIENTS = {"": "incremental differences", ", exact gradients": "exact"}
"""By the end of a column's name. D differentiates by differences, so only these are compared with it."""


def valkyrie_queries(
    setup: Setup, count: int, random_seed: int, *, tolerance: tuple[float, float] = TOLERANCE
) -> Queries:
    """Return the queries of a setup."""
    return setup_queries(setup, count, tolerance=tolerance, random_seed=random_seed)


def case_name(setup: Setup) -> str:
    """Return the case of the rows of a setup."""
    return f"valkyrie, {setup.name}"


def _trials(parameters: tuple[int, int]) -> dict[str, Trial]:
    """Return the trials of a setup by column: those of D, and the same with exact gradients."""
    population, elites = parameters
    trials = {}
    for (end, gradients), column in itertools.product(_GRADIENTS.items(), TABLE_5_4.columns):
        spec = bioik(population=population, elites=elites, fitness=_FITNESS[column], gradients=gradients)
        trials[f"{column}{end}"] = Trial(spec, timeout=0.010, tolerance=TOLERANCE, queries=1_000)
    return trials


def _measurements(scale: Scale) -> Iterator[Measurement]:
    for setup, parameters in zip(SETUPS, TABLE_5_4_PARAMETERS, strict=True):
        make = functools.partial(valkyrie_queries, setup)
        for trial in _trials(parameters).values():
            yield measurement(trial, case_name(setup), scale, make)


def _compare(find: Find) -> Comparison:
    lines = []
    for label, setup, parameters in zip(TABLE_5_4.rows, SETUPS, TABLE_5_4_PARAMETERS, strict=True):
        cells = [
            cell(TABLE_5_4.cells.get((label, column)), find(trial.key(case_name(setup))))
            for column, trial in _trials(parameters).items()
        ]
        lines.append([label, *cells])
    return Comparison([TABLE_5_4.corner, *_trials(TABLE_5_4_PARAMETERS[0])], lines)


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-5.4",
        "Full-body postures with several objectives",
        "D, Table 5.4",
        "Targets of a random configuration, from an independent random start, 10 ms, 1e-4 m and 1e-3 rad. A "
        "pose counts as two objectives.",
        _measurements,
        _compare,
    ),
)
