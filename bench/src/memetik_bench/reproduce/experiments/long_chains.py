"""D Fig. 5.7: how time grows with the number of joints."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ...engine.case import Measurement
from ..cells import NOT_MEASURED, measured_cell
from ..curves import draw_lines
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..solver_spec import bioik
from ..trial import Trial, measurement
from .parameters import chain_name, chain_queries

_DOFS = (10, 20, 30, 45, 60, 80, 100, 120)
_TOLERANCE = (1e-4, 1e-3)
_TRIAL = Trial(bioik(), timeout=1.0, tolerance=_TOLERANCE, queries=200)


def _measurements(scale: Scale) -> Iterator[Measurement]:
    for dof in _DOFS:
        yield measurement(_TRIAL, chain_name(dof), scale, functools.partial(chain_queries, dof))


def exponent(find: Find) -> float:
    """Return the exponent p of time ∝ DoF^p, by least squares of logarithms; below 1 is sublinear."""
    times = [require_row(find, _TRIAL.key(chain_name(dof)))["mean_us"] for dof in _DOFS]
    return float(np.polyfit(np.log(_DOFS), np.log(times), 1)[0])


def _compare(find: Find) -> Comparison:
    lines = [[f"{dof} joints", "–", measured_cell(find(_TRIAL.key(chain_name(dof))))] for dof in _DOFS]
    try:
        growth = f"**time ∝ DoF^{exponent(find):.2f}**"
    except LookupError:
        growth = NOT_MEASURED
    return Comparison(["", "dissertation", "ours"], [*lines, ["growth", "slightly sublinear", growth]])


def _draw(find: Find, path: Path) -> None:
    times = [1e-3 * require_row(find, _TRIAL.key(chain_name(dof)))["mean_us"] for dof in _DOFS]
    draw_lines(path, _DOFS, {"Bio IK": times}, x_label="joints", y_label="ms, mean")


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.7",
        "Hyperredundant serial manipulators",
        "D, Fig. 5.7, without numbers; the text gives the growth up to 120 DoF",
        "Poses of the tip of a snake, 1e-4 m and 1e-3 rad, with a timeout of 1 s.",
        _measurements,
        _compare,
        {"fig_5_7.png": _draw},
    ),
)
