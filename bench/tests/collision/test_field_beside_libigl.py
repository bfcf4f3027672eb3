"""The mesh is a sphere, and the fields of memetik and libigl agree on it."""

from __future__ import annotations

import numpy as np
import pytest

from memetik_bench.collision import CASES, CollisionSettings
from memetik_bench.collision.field_beside_libigl import sphere_mesh
from memetik_bench.engine.case import no_progress


def test_the_sphere_is_closed_and_oriented() -> None:
    vertices, triangles = sphere_mesh(3)
    assert len(triangles) == 20 * 4**3
    edges = {edge for a, b, c in triangles.tolist() for edge in ((a, b), (b, c), (c, a))}
    assert len(edges) == 3 * len(triangles)
    assert {(b, a) for a, b in edges} == edges
    volume = np.linalg.det(vertices[triangles]).sum() / 6
    assert 0.97 * 4 / 3 * np.pi < volume < 4 / 3 * np.pi
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 1.0)


def test_both_fields_have_the_same_values() -> None:
    pytest.importorskip("igl")
    (measurement,) = CASES["field-beside-libigl"].measurements(CollisionSettings(most=20**3, rounds=1))
    row = measurement.measure(no_progress)
    assert (row["count"], row["triangles"]) == (20**3, 20480)
    assert row["difference"] < 1e-6
