"""Shapes without a formula in the core: their distances and fields, as obstacles and as links."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import (
    CollisionCheck,
    Ellipsoid,
    Geometry,
    HeightField,
    Mesh,
    PointCloud,
    Revolution,
    Shape,
    SphereRobot,
    Tube,
)
from tests.collision.field_shapes import FIELD_SHAPES

IDS = [f"{type(shape).__name__}{k}" for k, shape in enumerate(FIELD_SHAPES)]
every_shape = pytest.mark.parametrize("shape", FIELD_SHAPES, ids=IDS)


def around(shape: Shape, count: int) -> np.ndarray:
    low, high = shape._bounds()
    return np.random.default_rng(3).uniform(low - 0.2, high + 0.2, (count, 3))


@every_shape
def test_distances_agree_with_dense_points_on_the_surface(shape: Shape) -> None:
    """The distance from samples of the surface is at least the true one, and larger by little."""
    if isinstance(shape, HeightField):
        weights = np.random.default_rng(1).dirichlet((1, 1, 1), 3000)
        samples = np.einsum("wk,fkx->fwx", weights, shape._faces()).reshape(-1, 3)
    else:
        samples = shape.surface(150)
    points = around(shape, 150)
    reference = np.array([np.linalg.norm(samples - p, axis=1).min() for p in points])
    distances = shape.at().distance(points)
    outside = distances > 0 if isinstance(shape, (Tube, PointCloud)) else np.ones(len(points), dtype=bool)
    assert (np.abs(distances)[outside] <= reference[outside] + 1e-9).all()
    assert (reference[outside] <= np.abs(distances)[outside] + 0.012).all()


@every_shape
def test_field_is_exact_at_nodes_and_bounded_between_them(shape: Shape) -> None:
    field = shape.as_field(spacing=0.04)
    index = np.stack(np.meshgrid(*map(np.arange, field.values.shape), indexing="ij"), axis=-1).reshape(-1, 3)
    nodes = field.origin + field.spacing * index
    exact = shape.at().distance(nodes)
    np.testing.assert_allclose(field.values.ravel(), exact, rtol=0, atol=1e-6)
    points = around(shape, 5000)
    true, radius = shape.at().distance(points), 0.02
    surely_free = field.distance(points) > radius + field.overestimate(radius)
    assert surely_free.any()
    assert (true[surely_free] > radius).all()


@every_shape
def test_fields_are_kept_and_moderate(shape: Shape) -> None:
    field = shape.as_field()
    assert shape.as_field() is field
    assert pickle.loads(pickle.dumps(shape)).as_field() is field
    assert field.values.size <= 2**18


@every_shape
def test_plain_form(shape: Shape) -> None:
    placed = shape.at((1, 2, 3), rpy=(0.1, 0.2, 0.3))
    again = Geometry.from_dict(json.loads(json.dumps(placed.to_dict())))
    assert again == placed
    assert hash(again.shape) == hash(shape)
    assert repr(again.shape) == repr(shape)


@every_shape
def test_moving_equals_rebuilding(shape: Shape) -> None:
    robot, world, other = mk.Robot.load("panda"), mk.World(), mk.World()
    spheres = {"panda_hand": (0, 0, 0.05, 0.08), "panda_link4": (0, 0, 0, 0.1)}
    pose = mk.transform((0.5, 0.1, 0.3), rpy=(0.3, 0.2, 0.1))
    world.add("thing", shape, at=(3, 3, 3)).move(pose)
    other.add("thing", shape, at=pose)
    q = robot.random(200, rng=1)
    moved = CollisionCheck(robot, spheres, world).clearance(q)
    np.testing.assert_array_equal(moved, CollisionCheck(robot, spheres, other).clearance(q))
    centers = robot.fk(q[0], "panda_hand") @ (0, 0, 0.05, 1)
    assert moved[0] <= shape.at().distance((centers[:3] - pose[:3, 3]) @ pose[:3, :3]) - 0.08 + 0.03
    goal = mk.KeepClear(spheres, world)
    assert mk.Problem(robot, goal).residuals(q[0]).shape[0] > 0


def test_gradient_of_a_field_against_differences() -> None:
    field = FIELD_SHAPES[0].as_field(spacing=0.04)
    cells = np.random.default_rng(2).integers(0, np.array(field.values.shape) - 1, (200, 3))
    points = field.origin + field.spacing * (cells + np.random.default_rng(4).uniform(0.1, 0.9, (200, 3)))
    step = 1e-5 * np.eye(3)
    slopes = [(field.distance(points + s) - field.distance(points - s)) / 2e-5 for s in step]
    np.testing.assert_allclose(field.gradient(points), np.column_stack(slopes), rtol=0, atol=1e-6)


def test_symmetries() -> None:
    points = np.random.default_rng(7).normal(size=(200, 3))
    np.testing.assert_allclose(
        Ellipsoid((0.2, 0.2, 0.2)).at().distance(points), np.linalg.norm(points, axis=1) - 0.2, atol=1e-10
    )
    c, s = np.cos(0.7), np.sin(0.7)
    turned = points @ np.array([(c, s, 0), (-s, c, 0), (0, 0, 1)])
    vessel = FIELD_SHAPES[2].at()
    np.testing.assert_allclose(vessel.distance(points), vessel.distance(turned), atol=1e-12)
    path = FIELD_SHAPES[3].points
    np.testing.assert_allclose(
        Tube(path, 0.05).at().distance(points), Tube(path[::-1], 0.05).at().distance(points), atol=1e-12
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Ellipsoid((1, 0, 1)), "ellipsoid radii: not positive"),
        (lambda: Revolution([(0, 0), (1, 1)]), "profile: expected (N, 2) numbers [m] with N at least 3"),
        (lambda: Revolution([(0, 0), (1, 1), (1, 0), (0, 2)]), "profile: edges 0 and 2 intersect or touch"),
        (lambda: Revolution([(0, 0), (-1, 1), (1, 1)]), "profile: r is negative at corner 1"),
        (lambda: Revolution([(0, 0), (1, 1), (2, 2)]), "profile: its area is zero"),
        (lambda: Revolution([(0, 0), (1, 0), (1, 0), (0, 1)]), "profile: corner 1 is repeated"),
        (lambda: Tube([(0, 0, 0)], 0.1), "tube points: expected (N, 3) numbers [m] with N at least 2"),
        (lambda: Tube([(0, 0, 0), (0, 0, np.nan)], 0.1), "tube points: not all are finite"),
        (lambda: Tube([(0, 0, 0), (0, 0, 1)], -1), "tube radius: expected a positive number"),
        (lambda: PointCloud(np.zeros((0, 3)), 0.1), "cloud points: expected (N, 3)"),
        (lambda: HeightField([[0, 1]], (1, 1)), "heights: expected (X, Y) numbers"),
        (lambda: HeightField([[0, 1], [0, np.inf]], (1, 1)), "heights: not all are finite"),
        (lambda: HeightField(np.zeros((2, 2)), (1, 0)), "height field size: not positive"),
    ],
)
def test_errors(make: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=re.escape(message)):
        make()


def test_a_mesh_file_is_an_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "tetrahedron.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    field = Mesh(str(file)).as_field(spacing=0.05)
    assert field.distance((0.2, 0.2, 0.2)) < 0 < field.distance((0.5, 0.5, 0.5))
    robot, world = mk.Robot.load("panda"), mk.World()
    world.add("gone", Mesh("gone.stl"))
    with pytest.raises(mk.MemetikError, match=r"world: 'gone': mesh gone\.stl: its file is missing"):
        CollisionCheck(robot, {"panda_hand": (0, 0, 0, 0.1)}, world).free(robot.neutral)


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_worlds_are_saved(tmp_path: Path, suffix: str) -> None:
    world = mk.World()
    for name, shape in zip(IDS, FIELD_SHAPES, strict=True):
        world.add(name, shape, at=(1, 2, 3), touch_links=["hand"])
    world.save(tmp_path / f"world{suffix}")
    assert mk.World.load(tmp_path / f"world{suffix}").snapshot().objects == world.snapshot().objects
    with pytest.raises(mk.MemetikError, match="expected the suffix"):
        world.save(tmp_path / "world.txt")


def test_spheres_cover_a_curved_shaft() -> None:
    robot = mk.Robot.load("ur10e_eeloscope").subtree("tool0", "endo_tool")
    spheres = SphereRobot.fit(robot, tolerance=0.02, cache=False).spheres["endo_base_link"]
    (tube,) = [s for s in robot.links["endo_base_link"].visuals if isinstance(s.shape, Tube)]
    points = tube.shape.surface(400)
    gaps = [np.min(np.linalg.norm(spheres[:, :3] - p, axis=1) - spheres[:, 3]) for p in points[::7]]
    assert max(gaps) <= 0


def test_a_curved_shaft_passes_through_a_point() -> None:
    robot = mk.Robot.load("ur10e_eeloscope")
    shaft = next(s.shape for s in robot.links["endo_base_link"].visuals if isinstance(s.shape, Tube))
    q = robot.neutral
    place = (robot.fk(q, "endo_base_link") @ (*shaft.points[6], 1))[:3]
    goal = mk.PassThrough("endo_base_link", place, shapes=True)
    assert abs(mk.Problem(robot, goal).residuals(q)).max() == 0
    far = mk.PassThrough("endo_base_link", place + np.array([0, 0, 3]), shapes=True)
    assert mk.Problem(robot, far).residuals(q)[0] > 1
