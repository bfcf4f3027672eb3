"""D Fig. 5.4: the time of a generation, with incremental kinematics and with threads."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from ...engine.case import Measurement, Row
from ...engine.valkyrie import SETUPS
from ..cells import NOT_MEASURED
from ..curves import draw_lines
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..solver_spec import OwnMethod, bioik
from ..trial import Trial, measurement
from .parameters import chain_name, chain_queries
from .valkyrie import case_name, valkyrie_queries

_DOFS, _ELITES = (5, 10, 15, 20, 25, 30), (1, 2, 3, 4, 5, 6)
_POPULATION = 75
_UNREACHED = (1e-9, 1e-9)
"""[m] and [rad]: so small that the evolution only ends by its timeout."""


def _by_joints(incremental: bool) -> Trial:
    """Nearly all individuals are elites with one or two gradients each, so both variants do equal work."""
    gradients = "incremental differences" if incremental else "differences"
    return _trial(bioik(population=_POPULATION, elites=_POPULATION - 1, gradients=gradients))


def _by_elites(elites: int, threads: int) -> Trial:
    return _trial(bioik(population=_POPULATION, elites=elites, threads=threads))


def _trial(spec: OwnMethod) -> Trial:
    return Trial(spec, timeout=0.050, tolerance=_UNREACHED, queries=40)


def _elites_case(threaded: bool) -> str:
    """Return the case, which distinguishes the rows: the number of threads is not part of a trial's key."""
    return f"{case_name(SETUPS[-1])}, {'a thread an elite' if threaded else 'one thread'}"


def _measurements(scale: Scale) -> Iterator[Measurement]:
    for dof in _DOFS:
        make = functools.partial(chain_queries, dof, tolerance=_UNREACHED)
        for incremental in (False, True):
            yield measurement(_by_joints(incremental), chain_name(dof), scale, make)
    body = functools.partial(valkyrie_queries, SETUPS[-1], tolerance=_UNREACHED)
    for elites in _ELITES:
        for threaded in (False, True):
            trial = _by_elites(elites, elites if threaded else 1)
            yield measurement(trial, _elites_case(threaded), scale, body)


def microseconds(row: Row) -> float:
    """Return the time of a generation: the total time divided by the number of generations."""
    return float(row["mean_core_us"] * row["count"] / max(row["all_generations"], 1))


def _of_joints(find: Find, dof: int, incremental: bool) -> float:
    return microseconds(require_row(find, _by_joints(incremental).key(chain_name(dof))))


def _of_elites(find: Find, elites: int, threaded: bool) -> float:
    return microseconds(require_row(find, _by_elites(elites, 1).key(_elites_case(threaded))))


def _compare(find: Find) -> Comparison:
    lines = []
    for dof in _DOFS:
        try:
            whole, part = (_of_joints(find, dof, incremental) for incremental in (False, True))
            ours = f"**{whole / part:.1f}** ({whole:.0f} µs, incremental {part:.0f} µs)"
        except LookupError:
            ours = NOT_MEASURED
        lines.append([f"{dof} joints: times cheaper by OFKT", "≈ 8" if dof == 30 else "–", ours])
    for elites in _ELITES[1:]:
        try:
            one, many = (
                _of_elites(find, elites, threaded) / _of_elites(find, 1, threaded)
                for threaded in (False, True)
            )
            ours = f"**{one:.2f}** on one thread, **{many:.2f}** with a thread each"
        except LookupError:
            ours = NOT_MEASURED
        what = f"{elites} elites: times the cost of one elite"
        lines.append([what, '"nearly eliminated" by threads', ours])
    return Comparison(["per generation", "dissertation", "ours"], lines)


def _draw_joints(find: Find, path: Path) -> None:
    names = {"standard": False, "OFKT": True}
    series = {name: [_of_joints(find, dof, how) for dof in _DOFS] for name, how in names.items()}
    draw_lines(path, _DOFS, series, x_label="joints", y_label="µs a generation")


def _draw_elites(find: Find, path: Path) -> None:
    names = {"one thread": False, "a thread an elite": True}
    series = {name: [_of_elites(find, k, how) for k in _ELITES] for name, how in names.items()}
    draw_lines(path, _ELITES, series, x_label="elites", y_label="µs a generation")


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.4",
        "Computational cost per generation",
        "D, Fig. 5.4, without numbers; the text gives the factor",
        "75 individuals. Left: snakes, with 74 elites that descend by finite differences, computed by full "
        "forward kinematics or by the OFKT. Right: 35 DoF of Valkyrie, with all elites on one thread or one "
        "thread per elite.",
        _measurements,
        _compare,
        {"fig_5_4_left.png": _draw_joints, "fig_5_4_right.png": _draw_elites},
    ),
)
