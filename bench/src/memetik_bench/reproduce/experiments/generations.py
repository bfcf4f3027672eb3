"""D Fig. 5.6: success against the number of generations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from memetik import plot
from memetik.transforms import Array

from ...engine.case import Measurement, Row, percent
from ..cells import NOT_MEASURED
from ..experiment import Comparison, Experiment, Find, Scale, require_row
from ..trial import arm_measurement
from .serial import BIOIK_1_S

_ARMS = {
    "PR2": "pr2 arm",
    "Baxter": "baxter arm",
    "KuKA LBR iiwa": "iiwa14",
    "KuKA KR120 R2500": "kr120",
    "UR5": "ur5",
    "Fanuc M-10iA": "m10ia",
}


def _measurements(scale: Scale) -> Iterator[Measurement]:
    for arm in _ARMS.values():
        yield arm_measurement(BIOIK_1_S, arm, scale)


def generations_needed(row: Row) -> Array:
    """Return the number of generations of every query (count,), NaN if it was not solved."""
    known = row["generations"]
    solved = np.repeat([int(n) for n in known], list(known.values())).astype(np.float64)
    return np.concatenate([solved, np.full(row["count"] - len(solved), np.nan)])


def _compare(find: Find) -> Comparison:
    lines = []
    for label, arm in _ARMS.items():
        row = find(BIOIK_1_S.key(arm))
        published = "all solved after about 10², 10¹ on average"
        lines.append([label, published, NOT_MEASURED if row is None else _outcome(row)])
    return Comparison(["arm", "dissertation", "ours"], lines)


def _outcome(row: Row) -> str:
    needed = generations_needed(row)
    solved = needed[np.isfinite(needed)]
    if not len(solved):
        return "no generations were counted"
    return (
        f"**{percent(row['solved'])}** of {row['count']}; mean **{solved.mean():.1f}**, median "
        f"{np.median(solved):.0f}, 99 % after {np.percentile(solved, 99):.0f}, "
        f"all after **{solved.max():.0f}**"
    )


def _draw(find: Find, path: Path) -> None:
    rows = {label: require_row(find, BIOIK_1_S.key(arm)) for label, arm in _ARMS.items()}
    needed = {label: generations_needed(row) for label, row in rows.items()}
    plot.success_by_generation(needed).save(path)


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "d-fig-5.6",
        "Success by generations",
        "D, Fig. 5.6, without numbers; the text gives some",
        "The queries of d-5.2, Bio IK with a timeout of 1 s: the number of generations to a solution.",
        _measurements,
        _compare,
        {"fig_5_6.png": _draw},
    ),
)
