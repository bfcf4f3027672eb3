"""The openings that memetik finds in the scenarios are those of their hints."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.collision import find_openings
from memetik_bench.scenarios.catalog import SCENARIOS
from memetik_bench.scenarios.hints import HINTS


@pytest.mark.parametrize("name", HINTS)
def test_the_opening_of_a_tank_is_that_of_its_hint(name: str) -> None:
    (opening,) = find_openings(SCENARIOS[name].obstacles[0].parts)
    hint = HINTS[name]
    assert np.linalg.norm(opening.center - hint.opening) < 3e-3  # the hint is rounded
    assert np.abs(opening.center - (0, 1.0027, 0.5)).max() < 5e-5  # the profile's mouth
    assert opening.axis @ hint.axis > 1 - 1e-9
    assert opening.radius == pytest.approx(hint.radius, rel=1e-4)


def test_the_opening_of_the_barrel_is_its_hexagon() -> None:
    (opening,) = find_openings(SCENARIOS["Barrel"].obstacles[0].parts)
    assert np.abs(opening.center - (0, 0.5, 0.351)).max() < 2e-4
    assert opening.axis @ (0, 0, -1) > 1 - 1e-9
    assert opening.radius == pytest.approx(0.167 * np.cos(np.pi / 6), rel=1e-3)


def test_the_cells_of_the_shelf_are_open_on_both_sides() -> None:
    openings = find_openings(SCENARIOS["Shelf"].obstacles[0].parts)
    assert len(openings) == 8
    middles = {(x, y, z) for x in (0.332, 0.801) for y in (-0.213, 0.2185) for z in (0.241, 0.639)}
    assert {tuple(opening.center.round(4).tolist()) for opening in openings} == middles
    for opening in openings:
        assert opening.axis @ (np.sign(0.5665 - opening.center[0]), 0, 0) > 1 - 1e-6


@pytest.mark.parametrize("name", ["Table", "SmallTable", "TableObjects"])
def test_tables_have_no_openings(name: str) -> None:
    assert find_openings([part for item in SCENARIOS[name].obstacles for part in item.parts]) == ()
