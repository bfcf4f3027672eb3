"""Pictures one above the other, with captions."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk


def test_every_picture_has_its_caption_and_all_its_pixels() -> None:
    dark, light = np.zeros((60, 80, 3), np.uint8), np.full((60, 80, 3), 200, np.uint8)
    chart = mk.plot.panels({"before": dark, "after": light})
    assert [axes.get_title(loc="left") for axes in chart.figure.axes] == ["before", "after"]
    for axes, picture in zip(chart.figure.axes, (dark, light), strict=True):
        np.testing.assert_array_equal(axes.images[0].get_array(), picture)
    assert chart._repr_png_()[1:4] == b"PNG"


def test_no_picture_is_an_error() -> None:
    with pytest.raises(mk.MemetikError, match="expected at least one picture"):
        mk.plot.panels({})
