"""D Fig. 5.3: the contribution of each operator of Bio IK, measured by disabling it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from memetik import plot

from ...engine.bodies import body_queries
from ...engine.case import Measurement, Row, percent
from ...engine.valkyrie import SETUPS
from ..cells import NOT_MEASURED, interval
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..solver_spec import OwnMethod, bioik, own_method
from ..trial import MakeQueries, Trial, arm_queries, measurement
from .valkyrie import TOLERANCE, valkyrie_queries

WITHOUT: dict[str, OwnMethod] = {
    "exploitation": bioik(exploitation=False),
    "adoption": bioik(adoption=False),
    "wipe-outs": bioik(wipe_outs=False),
}
_WHOLE, _REWEIGHTED, _GA = bioik(), bioik(random_weights=True), own_method("GA", goals="bioik")

_ROBOTS: dict[str, MakeQueries] = {
    "shadow hand, five fingertips": functools.partial(body_queries, "shadow_hand", tolerance=TOLERANCE),
    "valkyrie, hands, feet and gaze": functools.partial(valkyrie_queries, SETUPS[-1]),
    "baxter arm, a pose": functools.partial(arm_queries, "baxter arm", tolerance=TOLERANCE),
}
"""The two of the document, and an arm at whose limits descents get stuck."""


def _trial(spec: OwnMethod) -> Trial:
    return Trial(spec, timeout=0.020, tolerance=TOLERANCE, queries=1_000)


def _measurements(scale: Scale) -> Iterator[Measurement]:
    for robot, make in _ROBOTS.items():
        for spec in (_WHOLE, *WITHOUT.values(), _REWEIGHTED, _GA):
            yield measurement(_trial(spec), robot, scale, make)


def loss(find: Find, robot: str, operator: str) -> float:
    """Return the relative loss of efficiency, D (5.1), without an operator."""
    whole = require_row(find, _trial(_WHOLE).key(robot))["efficiency"]
    return 1.0 - float(require_row(find, _trial(WITHOUT[operator]).key(robot))["efficiency"] / whole)


def _compare(find: Find) -> Comparison:
    left_out = {f"no {name}": spec for name, spec in WITHOUT.items()}
    variants = {"all operators": _WHOLE, **left_out, "with random weights": _REWEIGHTED, "GA": _GA}
    lines = []
    for label, spec in variants.items():
        rows = [find(_trial(spec).key(robot)) for robot in _ROBOTS]
        wholes = [find(_trial(_WHOLE).key(robot)) for robot in _ROBOTS]
        lines.append([label, *(_outcome(row, whole) for row, whole in zip(rows, wholes, strict=True))])
    return Comparison(["Bio IK", *_ROBOTS], lines)


def _outcome(row: Row | None, whole: Row | None) -> str:
    if row is None or whole is None:
        return NOT_MEASURED
    relative = row["efficiency"] / whole["efficiency"]
    return f"**{percent(row['solved'])}** ({interval(row)}), efficiency {relative:.2f}"


def _draw(find: Find, path: Path) -> None:
    bars = {robot: {name: loss(find, robot, name) for name in WITHOUT} for robot in _ROBOTS}
    plot.ablation(bars).save(path)


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.3",
        "Contributions of the operators",
        "D, Fig. 5.3, without numbers; the text says that exploitation contributes most",
        "Bio IK with all operators and without one of them, 20 ms, 1e-4 m and 1e-3 rad: success rate, and "
        "efficiency relative to that with all operators.",
        _measurements,
        _compare,
        {"fig_5_3.png": _draw},
    ),
)
