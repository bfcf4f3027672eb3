"""Fields: distances of boxes and spheres, repaired meshes, refused ones, files and pickles."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Field
from memetik.transforms import Array

CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
TRIANGLES = np.array([t for a, b, c, d in FACES for t in ((a, b, c), (a, c, d))])
HALF = np.array([0.3, 0.2, 0.1])


def box_field(**options: Any) -> Field:
    return Field.from_mesh(CORNERS * HALF, TRIANGLES, **{"spacing": 0.02, **options})


def box_distance(points: Array) -> Array:
    over = np.abs(points) - HALF
    outside: Array = np.linalg.norm(np.maximum(over, 0), axis=-1)
    inside: Array = np.minimum(over.max(axis=-1), 0)
    return outside + inside


def nodes(field: Field) -> Array:
    indices = np.stack(np.meshgrid(*map(np.arange, field.values.shape), indexing="ij"), axis=-1)
    return field.origin + field.spacing * indices


def test_values_at_nodes_are_exact_and_those_between_within_the_bound() -> None:
    field = box_field()
    assert field.values.dtype == np.float32
    assert np.allclose(field.values, box_distance(nodes(field)), rtol=0, atol=5e-7)
    points = np.random.default_rng(0).uniform(-0.6, 0.6, (1000, 3))
    excess = field.distance(points) - box_distance(points)
    assert excess.max() <= field.overestimate(0)
    for radius in (0.01, 0.05):
        clear = field.distance(points) > radius + field.overestimate(radius)
        assert clear.any() and (box_distance(points[clear]) > radius).all()


def test_distances_and_gradients_have_the_shape_of_their_points() -> None:
    field = box_field()
    points = np.random.default_rng(1).uniform(-0.4, 0.4, (5, 3, 3))
    assert field.distance(points).shape == (5, 3)
    assert field.gradient(points).shape == (5, 3, 3)
    assert field.distance(points[0, 0]).shape == ()
    assert field.distance(np.empty((0, 3))).shape == (0,)
    assert field.distance(points)[2, 1] == field.distance(points[2, 1])
    assert (field.gradient(points)[2, 1] == field.gradient(points[2, 1])).all()


def test_gradients_are_the_derivative() -> None:
    field, step = box_field(), 1e-6
    points = np.random.default_rng(2).uniform(-0.5, 0.5, (200, 3))
    cells = (points - field.origin) / field.spacing
    points = points[(np.abs(cells - cells.round()) > 1e-3).all(axis=1)]
    slopes = [
        (field.distance(points + step * axis) - field.distance(points - step * axis)) / (2 * step)
        for axis in np.eye(3)
    ]
    assert np.allclose(field.gradient(points), np.transpose(slopes), rtol=0, atol=1e-5)


def test_a_fault_of_the_mesh_does_not_change_the_field() -> None:
    generator = np.random.default_rng(3)
    broken = TRIANGLES.copy()
    flipped = [1, 4, 9]
    broken[flipped] = broken[flipped][:, ::-1]
    soup = (CORNERS * HALF)[broken].reshape(-1, 3)
    corners = np.arange(len(soup)).reshape(-1, 3)
    extra = [corners[2], corners[7][[1, 0, 2]], (3, 3, 5)]
    field = Field.from_mesh(soup, generator.permutation([*corners, *extra]), spacing=0.02)
    assert np.allclose(field.values, box_field().values, rtol=0, atol=1e-7)
    assert field.repairs["merged_vertices"] == 36 - 8
    assert field.repairs["degenerate_triangles"] == 1
    assert field.repairs["duplicate_triangles"] == 2
    assert field.repairs["components"] == 1


def test_an_inner_component_is_a_hollow() -> None:
    hollow = Field.from_mesh(
        np.concatenate([CORNERS, 0.5 * CORNERS]), np.concatenate([TRIANGLES, TRIANGLES + 8]), spacing=0.1
    )
    assert hollow.distance([(0, 0, 0), (0, 0, 0.7), (0, 0, 1.25)]) == pytest.approx(
        [0.5, -0.2, 0.25], abs=1e-6
    )


def test_holes_are_refused_by_name_unless_allowed() -> None:
    with pytest.raises(
        mk.RobotError, match=r"open: 3 boundary edges, first near \(.*open=True accepts holes"
    ):
        Field.from_mesh(CORNERS, TRIANGLES[1:], spacing=0.1)
    field = Field.from_mesh(CORNERS, TRIANGLES[1:], spacing=0.1, open=True)
    assert field.distance((0, 0, 0)) < 0 < field.distance((0, 0, 1.2))
    assert field.repairs["boundary_edges"] == 3


def test_threads_do_not_change_a_value() -> None:
    assert (box_field(threads=3).values == box_field().values).all()


def test_fields_survive_files_and_pickles(tmp_path: Path) -> None:
    field = box_field()
    field.save(tmp_path / "box.field")
    for copy in (Field.load(tmp_path / "box.field"), pickle.loads(pickle.dumps(field))):
        assert (copy.values == field.values).all()
        assert (copy.origin == field.origin).all()
        assert (copy.spacing, copy.padding) == (field.spacing, field.padding)
        assert copy.distance((1, 2, 3)) == field.distance((1, 2, 3))


def test_other_files_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    path.write_bytes(b"no field")
    with pytest.raises(mk.RobotError, match=r"other\.npz: not a file of Field\.save"):
        Field.load(path)
    np.savez(path, values=np.ones(3))
    with pytest.raises(mk.RobotError, match=r"not a file of Field\.save"):
        Field.load(path)
    with pytest.raises(FileNotFoundError):
        Field.load(tmp_path / "missing.npz")


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"spacing": 0}, mk.ConfigurationError, r"spacing: expected a positive number \[m\], got 0"),
        ({"spacing": "fine"}, mk.ConfigurationError, "spacing: expected a positive number"),
        ({"padding": -1}, mk.ConfigurationError, "padding: expected a number of at least 0"),
        ({"threads": 0}, mk.ConfigurationError, "threads: expected an integer from 1 to 256, got 0"),
        ({"spacing": 1e-5}, mk.ConfigurationError, "nodes, more than 1073741824; use a larger spacing"),
        ({"vertices": [(0, 0)]}, mk.RobotError, r"vertices of a mesh: expected \(N, 3\) numbers, got shape"),
        ({"triangles": "no"}, mk.RobotError, r"triangles of a mesh: expected \(M, 3\) indices"),
        ({"triangles": [(0, 1, 8)]}, mk.RobotError, "expected integers from 0 to 7"),
        ({"triangles": [(0, 1, 1.5)]}, mk.RobotError, "expected integers from 0 to 7"),
        ({"triangles": np.empty((0, 3))}, mk.RobotError, "no triangles"),
        ({"vertices": CORNERS * np.nan}, mk.RobotError, "non-finite vertices of the mesh: 8"),
    ],
)
def test_wrong_arguments_are_named(change: dict[str, Any], error: type[Exception], message: str) -> None:
    arguments = {"vertices": CORNERS, "triangles": TRIANGLES, "spacing": 0.1, **change}
    with pytest.raises(error, match=message):
        Field.from_mesh(**arguments)


def test_values_of_ones_own_are_interpolated() -> None:
    x, _, _ = np.meshgrid(np.arange(4), np.arange(3), np.arange(2), indexing="ij")
    field = Field(x, origin=(1, 0, 0), spacing=1.0)
    assert field.distance((2.25, 1.1, 0.3)) == 1.25
    assert field.gradient((2.25, 1.1, 0.3)) == pytest.approx([1, 0, 0])
    with pytest.raises(
        mk.TransformError, match=r"expected \(X, Y, Z\) numbers, at least 2 along .* got shape \(4, 3\)"
    ):
        Field(x[:, :, 0], spacing=1.0)
    with pytest.raises(mk.TransformError, match="not all are finite"):
        Field(x + np.inf, spacing=1.0)
    with pytest.raises(ValueError, match="read-only"):
        field.values[0] = 1
