"""Pictures of fields show their zero level."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.collision import Ellipsoid, Field, Revolution, Shape
from memetik.collision import zero_level as module
from memetik.collision.zero_level import zero_level

SHAPES = [Ellipsoid((0.3, 0.2, 0.1)), Revolution([(0.1, 0), (0.2, 0), (0.2, 0.4), (0.1, 0.4)])]


def area(faces: np.ndarray) -> float:
    return float(
        np.linalg.norm(np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]), axis=1).sum() / 2
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_its_corners_are_near_the_surface_and_it_is_closed(shape: Shape) -> None:
    field = shape.as_field(spacing=0.02)
    faces = field._faces()
    assert np.abs(shape.at().distance(faces.reshape(-1, 3))).max() < 0.02
    corners, number = np.unique(faces.reshape(-1, 3).round(9), axis=0, return_inverse=True)
    triangles = number.reshape(-1, 3)
    edges = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1
    )
    _, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts % 2 == 0).all()  # no edge has a face on one side only
    assert len(corners) > 100


def test_the_area_of_a_sphere() -> None:
    faces = Ellipsoid((0.3, 0.3, 0.3)).as_field(spacing=0.02)._faces()
    assert area(faces) == pytest.approx(4 * np.pi * 0.09, rel=0.02)


def test_a_plane_ends_at_the_sides_of_the_grid() -> None:
    heights = np.broadcast_to(np.arange(5) - 1.5, (4, 4, 5))
    faces = Field(heights, origin=(1, 2, 3), spacing=0.5)._faces()
    corners = faces.reshape(-1, 3)
    np.testing.assert_allclose(corners[:, 2], 3.75)
    assert corners[:, 0].min() >= 1 and corners[:, 0].max() <= 2.5
    assert area(faces) == pytest.approx(1.0)  # vertices are in the middles of the outer cells


def test_without_a_change_of_sign_there_is_nothing() -> None:
    assert Field(np.ones((3, 3, 3)), spacing=0.1).outline().shape == (0, 3)


def test_of_large_fields_some_nodes_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Ellipsoid((0.3, 0.2, 0.1)).as_field(spacing=0.01)
    fine = field._faces()
    monkeypatch.setattr(module, "_MOST_NODES", field.values.size // 8)
    coarse = zero_level(field.values, field.origin, field.spacing)
    assert 0 < len(coarse) < len(fine) / 2
    assert np.abs(Ellipsoid((0.3, 0.2, 0.1)).at().distance(coarse.reshape(-1, 3))).max() < 0.02
