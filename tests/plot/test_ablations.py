"""Ablations: a bar per part and robot, the largest parts first."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import memetik as mk

BARS = {
    "shadow_hand": {"wipe-outs": 0.09, "adoption": 0.12, "exploitation": 0.61},
    "valkyrie": {"exploitation": 0.52, "random weights": -0.02, "wipe-outs": 0.13},
}


def test_a_bar_for_each_part_that_a_robot_has() -> None:
    axes = mk.plot.ablation(BARS, title="Parts").figure.axes[0]
    bars = {str(group.get_label()): group for group in axes.containers}
    assert list(bars) == list(BARS)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == ["exploitation", "adoption", "wipe-outs", "random weights"]
    for robot, shares in BARS.items():
        for patch, (part, share) in zip(bars[robot].patches, shares.items(), strict=True):  # type: ignore[attr-defined]
            assert patch.get_width() == share
            assert abs(patch.get_y() + patch.get_height() / 2 - names.index(part)) < 0.5


def test_bars_do_not_overlap() -> None:
    axes = mk.plot.ablation(BARS).figure.axes[0]
    spans = sorted((patch.get_y(), patch.get_y() + patch.get_height()) for patch in axes.patches)
    assert all(end < start for (_, end), (start, _) in pairwise(spans))


@pytest.mark.parametrize(
    "bars", [{}, {"ur5": {}}, {"ur5": 0.3}, [0.3], {"ur5": {"a": np.nan}}, {"ur5": {"a": "b"}}]
)
def test_refuses_nonsense(bars: Any) -> None:
    with pytest.raises(mk.MemetikError, match=r"nothing to draw|ablation: .*expected"):
        mk.plot.ablation(bars)
