"""Triangles cover the dots whose middles they contain."""

from __future__ import annotations

import numpy as np

from memetik.plot.raster import cover

SIZE = (40, 30)


def covered(corners: np.ndarray, values: np.ndarray) -> set[tuple[int, int, int]]:
    found = (part for part in cover(corners, values, SIZE))
    return {
        (f, y, x)
        for p in found
        for f, y, x in zip(p.face.tolist(), p.row.tolist(), p.column.tolist(), strict=True)
    }


def test_the_dots_of_random_triangles_are_those_inside() -> None:
    rng = np.random.default_rng(0)
    corners = rng.uniform(-20, 60, (200, 3, 2)) * rng.uniform(0.05, 1, (200, 1, 1))
    x, y = np.meshgrid(np.arange(SIZE[0]) + 0.5, np.arange(SIZE[1]) + 0.5)
    expected = set()
    for face, (a, b, c) in enumerate(corners):
        signs = [
            np.sign((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]))
            for p, q in ((a, b), (b, c), (c, a))
        ]
        inside = (signs[0] == signs[1]) & (signs[1] == signs[2])
        expected |= {(face, row, column) for row, column in np.argwhere(inside).tolist()}
    assert covered(corners, np.zeros((200, 3))) == expected


def test_values_are_interpolated_linearly() -> None:
    corners = np.array([[(0.0, 0.0), (40.0, 2.0), (3.0, 30.0)]])
    slope = np.array([0.3, -0.2])
    for part in cover(corners, corners @ slope + 1, SIZE):
        middles = np.column_stack([part.column, part.row]) + 0.5
        np.testing.assert_allclose(part.value, middles @ slope + 1)


def test_triangles_without_area_and_those_outside_cover_nothing() -> None:
    line = [(0.0, 0.0), (10.0, 10.0), (20.0, 20.0)]
    outside = [(100.0, 0.0), (120.0, 0.0), (100.0, 20.0)]
    assert covered(np.array([outside]), np.zeros((1, 3))) == set()
    assert len(covered(np.array([line]), np.zeros((1, 3)))) <= 20
    assert covered(np.zeros((0, 3, 2)), np.zeros((0, 3))) == set()
