"""Spheres along a capsule cover it and do not protrude beyond its ends."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.collision import Capsule, Geometry
from memetik_bench.scenarios.capsule_cover import graded_cover

SIZES = [(0.006, 0.09), (0.006, 0.002), (0.01, 0.3), (0.05, 0.1)]


def place() -> Geometry:
    return Capsule.between((0.1, 0.2, 0.3), (0.1, 0.25, 0.36), 0.006)


@pytest.mark.parametrize(("radius", "length"), SIZES)
@pytest.mark.parametrize("tolerance", [2.5e-4, 1e-3, 2e-3])
def test_it_covers_and_protrudes_by_the_tolerance(radius: float, length: float, tolerance: float) -> None:
    item = Capsule(radius, length).at()
    rows = graded_cover(item, tolerance)
    points = item.shape.surface(400)
    apart = np.linalg.norm(points[:, None] - rows[None, :, :3], axis=-1)
    assert (apart <= rows[:, 3] + 1e-12).any(axis=1).all()
    assert rows[:, 3].max() <= radius + tolerance + 1e-9


def test_its_ends_are_exact() -> None:
    rows = graded_cover(place(), 2e-3)
    for end in ((0.1, 0.2, 0.3), (0.1, 0.25, 0.36)):
        nearest = np.linalg.norm(rows[:, :3] - end, axis=1).argmin()
        np.testing.assert_allclose(rows[nearest], (*end, 0.006), atol=1e-9)


def test_it_covers_capsules_only() -> None:
    from memetik.collision import Box

    with pytest.raises(TypeError, match="capsule"):
        graded_cover(Box((1, 1, 1)).at(), 1e-3)
