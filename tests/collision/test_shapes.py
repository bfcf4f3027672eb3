"""Shapes: checks of their sizes, their poses, outlines and surfaces."""

from __future__ import annotations

import copy
import json
import pickle
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import memetik as mk
from memetik.collision import (
    Box,
    Capsule,
    Cylinder,
    Field,
    Geometry,
    HalfSpace,
    Mesh,
    Shape,
    Sphere,
    cylinder_between,
)
from tests.collision.field_shapes import FIELD_SHAPES

coordinates = st.floats(-10, 10)
points = st.tuples(coordinates, coordinates, coordinates)


class TestSizes:
    @pytest.mark.parametrize(
        ("shape", "same"),
        [
            (Box((1, 2, 3)), Box(np.array([1.0, 2.0, 3.0]))),
            (Sphere(1), Sphere(np.float32(1))),
            (Cylinder(1, 2), Cylinder(1.0, 2.0)),
            (Capsule(1, 2), Capsule(1.0, 2.0)),
            (Mesh("a.stl", scale=(1, 1, 1)), Mesh("a.stl")),
        ],
        ids=lambda shape: type(shape).__name__,
    )
    def test_are_floats_and_shapes_are_values(self, shape: Shape, same: Shape) -> None:
        assert shape == same
        assert hash(shape) == hash(same)
        assert repr(shape) == repr(same)

    @pytest.mark.parametrize("shape", [Box((0, 0, 0)), Sphere(0), Cylinder(0, 0), Capsule(0, 0)])
    def test_may_be_zero(self, shape: Shape) -> None:
        assert shape.at().shape is shape

    @pytest.mark.parametrize(
        ("make", "values", "message"),
        [
            (Box, [(1, 2)], "box size: expected 3 numbers"),
            (Box, [(1, 2, -3)], "box size: negative: [1.0, 2.0, -3.0]"),
            (Box, [(1, 2, np.nan)], "box size: not finite"),
            (Sphere, [-1], "sphere radius: negative: -1"),
            (Sphere, ["big"], "sphere radius: expected 1 number"),
            (Cylinder, [1, np.inf], "cylinder length: not finite"),
            (Cylinder, [-1, 1], "cylinder radius: negative"),
            (Capsule, [1, -1], "capsule length: negative"),
            (Mesh, ["a.stl", None, (1, 1)], "mesh scale: expected 3 numbers"),
        ],
    )
    def test_errors(self, make: type[Shape], values: list[Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=re.escape(message)):
            make(*values)


class TestAt:
    def test_places_and_colours(self) -> None:
        geometry = Box((1, 2, 3)).at((1, 2, 3), rpy=(0.1, 0.2, 0.3), color="#ff8000")
        np.testing.assert_array_equal(geometry.origin, mk.transform((1, 2, 3), rpy=(0.1, 0.2, 0.3)))
        assert geometry.color == (1.0, 128 / 255, 0.0, 1.0)
        assert Sphere(1).at().color is None
        np.testing.assert_array_equal(Sphere(1).at().origin, np.eye(4))

    @pytest.mark.parametrize("color", ["red", "#12345", "#1234567", "#gg0000", "", "#", "#+1+1+1", "# 1 1 1"])
    def test_refuses_other_colours(self, color: str) -> None:
        with pytest.raises(mk.RobotError, match=re.escape(f"color {color!r}: expected '#rrggbb'")):
            Sphere(1).at(color=color)

    def test_origins_are_copied_and_frozen(self) -> None:
        origin = np.eye(4)
        geometry = Geometry(Sphere(1), origin)
        origin[0, 3] = 9.0
        assert geometry.origin[0, 3] == 0.0
        with pytest.raises(ValueError, match="read-only"):
            geometry.origin[0, 3] = 1.0

    def test_origins_are_rigid(self) -> None:
        with pytest.raises(mk.TransformError, match="geometry origin: not a rigid transform"):
            Geometry(Sphere(1), 2 * np.eye(4))


class TestBetween:
    @given(start=points, end=points)
    @pytest.mark.parametrize("make", [Capsule.between, cylinder_between], ids=["capsule", "cylinder"])
    def test_runs_from_start_to_end(
        self, make: Any, start: tuple[float, ...], end: tuple[float, ...]
    ) -> None:
        assume(np.linalg.norm(np.subtract(end, start)) > 1e-6)
        geometry = make(start, end, 0.1)
        half = geometry.shape.length / 2
        np.testing.assert_allclose((geometry.origin @ [0, 0, -half, 1])[:3], start, rtol=0, atol=1e-13)
        np.testing.assert_allclose((geometry.origin @ [0, 0, half, 1])[:3], end, rtol=0, atol=1e-13)
        rotation = geometry.origin[:3, :3]
        np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), rtol=0, atol=1e-14)
        assert np.linalg.det(rotation) == pytest.approx(1.0)
        assert geometry.shape.radius == 0.1

    def test_of_one_point_is_a_ball(self) -> None:
        geometry = Capsule.between((1, 2, 3), (1, 2, 3), 0.5, color="#000000")
        assert geometry.shape == Capsule(0.5, 0.0)
        assert geometry.origin[:3, 3].tolist() == [1.0, 2.0, 3.0]
        assert geometry.color == (0.0, 0.0, 0.0, 1.0)

    def test_kinds(self) -> None:
        assert isinstance(Capsule.between((0, 0, 0), (1, 0, 0), 0.1).shape, Capsule)
        assert isinstance(cylinder_between((0, 0, 0), (1, 0, 0), 0.1).shape, Cylinder)

    def test_errors(self) -> None:
        with pytest.raises(mk.TransformError, match="start: not finite"):
            Capsule.between((np.nan, 0, 0), (1, 0, 0), 0.1)
        with pytest.raises(mk.TransformError, match="end: expected 3 numbers"):
            cylinder_between((0, 0, 0), (1, 0), 0.1)
        with pytest.raises(mk.RobotError, match="capsule radius: negative"):
            Capsule.between((0, 0, 0), (1, 0, 0), -0.1)


class TestPlacedShapes:
    def test_are_values(self) -> None:
        one, two = (Sphere(0.5).at((1, 2, 3), rpy=(0.1, 0.2, 0.3), color="#102030") for _ in range(2))
        assert one == two
        assert hash(one) == hash(two)
        assert one != Sphere(0.5).at((1, 2, 4), rpy=(0.1, 0.2, 0.3), color="#102030")
        assert one != Sphere(0.4).at((1, 2, 3), rpy=(0.1, 0.2, 0.3), color="#102030")
        assert one != "ball"

    @pytest.mark.parametrize("again", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
    def test_copies_are_equal_and_as_immutable(self, again: Any) -> None:
        geometry = Box((1, 2, 3)).at((1, 2, 3), rpy=(0.1, 0.2, 0.3))
        assert again(geometry) == geometry
        assert not again(geometry).origin.flags.writeable


SOLIDS = (Box((0.2, 0.4, 0.6)), Sphere(0.3), Cylinder(0.2, 0.5), Capsule(0.2, 0.5))
every_solid = pytest.mark.parametrize("shape", SOLIDS, ids=lambda shape: type(shape).__name__)
FIELD = Field(np.arange(24).reshape(2, 3, 4), origin=(1, 2, 3), spacing=0.1)
SHAPES = (*SOLIDS, HalfSpace(), Mesh("a.stl", scale=(1, 2, 3)), FIELD)


class TestDistance:
    @every_solid
    def test_is_zero_on_the_surface_and_negative_inside(self, shape: Shape) -> None:
        placed = shape.at((1, 2, 3), rpy=(0.1, 0.2, 0.3))
        surface = shape.outline() @ placed.origin[:3, :3].T + placed.origin[:3, 3]
        distances = placed.distance(surface)
        assert distances.max() < 1e-12  # the inner half of a capsule's balls is inside
        assert np.abs(distances).min() < 1e-12
        assert placed.distance(placed.origin[:3, 3]) < 0

    def test_has_the_shape_of_the_points(self) -> None:
        assert Sphere(1).at().distance(np.zeros((2, 5, 3))).shape == (2, 5)

    def test_to_a_half_space_is_the_height(self) -> None:
        assert HalfSpace().at((0, 0, 1)).distance((5, 5, 3)) == 2

    def test_a_mesh_has_none(self) -> None:
        with pytest.raises(mk.GoalError, match="distance: a Mesh is not supported"):
            Mesh("a.stl").at().distance((0, 0, 0))


class TestDrawing:
    @every_solid
    def test_dense_points_are_on_the_surface_or_inside(self, shape: Shape) -> None:
        distances = shape.at().distance(shape.surface(100.0))
        assert distances.max() < 1e-12
        assert (np.abs(distances) < 1e-12).mean() > 0.5

    @pytest.mark.parametrize(
        ("shape", "kinds"),
        [
            (Box((1, 2, 3)), {"cube"}),
            (Sphere(1), {"sphere"}),
            (Cylinder(1, 2), {"disk", "cylinder"}),
            (Capsule(1, 2), {"sphere", "cylinder"}),
            (HalfSpace(), set()),
        ],
    )
    def test_parts_are_what_renderers_know(self, shape: Shape, kinds: set[str]) -> None:
        assert {kind for kind, _ in shape.parts()} == kinds

    def test_a_rod_without_length_has_no_side(self) -> None:
        assert [kind for kind, _ in Capsule(1, 0).parts()] == ["sphere", "sphere"]


class TestPlainForm:
    def test_every_kind_is_tested(self) -> None:
        """Here, or in test_obstacle_shapes.py."""
        tested = {type(shape).__name__.lower() for shape in (*SHAPES, *FIELD_SHAPES)}
        assert tested == set(Shape.kinds)

    @pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
    def test_goes_round(self, shape: Shape) -> None:
        placed = shape.at((1, 2, 3), rpy=(0.1, 0.2, 0.3), color="#102030")
        assert Geometry.from_dict(json.loads(json.dumps(placed.to_dict()))) == placed

    def test_unknown_shapes_are_refused(self) -> None:
        with pytest.raises(mk.RobotError, match=r"unknown shape 'cone'; shapes are: box, capsule, cylinder"):
            Geometry.from_dict({"shape": "cone", "origin": np.eye(4).tolist()})


def test_points_of_a_huge_surface_are_refused() -> None:
    with pytest.raises(mk.MemetikError, match="too many for 1000 m"):
        Box((1000, 1, 1)).surface(1000.0)
