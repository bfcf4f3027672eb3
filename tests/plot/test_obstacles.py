"""Worlds in pictures: obstacles at their places, colours of clearances, marks of contacts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Mesh,
    PointCloud,
    Revolution,
    Shape,
    Sphere,
    Tube,
)
from memetik.plot.picture import render

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
RED = "#e01010"
SIZE = (160, 120)
SHAPES: list[Shape] = [
    Box((0.4, 0.4, 0.4)),
    Sphere(0.2),
    Cylinder(0.2, 0.4),
    Capsule(0.15, 0.2),
    HalfSpace(),
    Ellipsoid((0.3, 0.2, 0.2)),
    Revolution([(0.1, -0.2), (0.25, -0.2), (0.25, 0.2), (0.1, 0.2)]),
    Tube([(-0.2, 0, -0.2), (0, 0, 0.2), (0.2, 0, -0.2)], 0.08),
    HeightField([[0, 0.1], [0.1, 0.3]], (0.5, 0.5)),
    PointCloud(np.random.default_rng(1).uniform(-0.2, 0.2, (300, 3)), 0.03),
    Ellipsoid((0.3, 0.2, 0.2)).as_field(spacing=0.05),
]


def dot() -> mk.Robot:
    """A robot that is a ball at the origin."""
    b = mk.RobotBuilder("dot")
    b.link("dot", shapes=[Sphere(0.2).at(color="#3050d0")])
    return b.build()


def slide() -> mk.Robot:
    """A ball of 0.1 that moves along x."""
    b = mk.RobotBuilder("slide")
    b.link("base", shapes=[Box((1, 0.02, 0.02)).at(color="#3050d0")])
    b.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-1, upper=1)
    return b.build()


def reds(picture: Any) -> np.ndarray:
    red, green, blue = np.moveaxis(np.asarray(picture).astype(int), -1, 0)
    return (red > green + 40) & (red > blue + 40) & (green < 120)


def ambers(picture: Any) -> np.ndarray:
    red, green, blue = np.moveaxis(np.asarray(picture).astype(int), -1, 0)
    return (red > blue + 50) & (green > blue + 20) & (green > 120)


def blues(picture: Any) -> np.ndarray:
    red, _, blue = np.moveaxis(np.asarray(picture).astype(int), -1, 0)
    return blue > red + 40


def tetrahedron(directory: Path) -> Mesh:
    file = directory / "tetrahedron.obj"
    file.write_text("v 0 0 0\nv 0.4 0 0\nv 0 0.4 0\nv 0 0 0.4\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    return Mesh(str(file))


@pytest.mark.parametrize("quality", ["draft", "preview"])
@pytest.mark.parametrize("shape", [*SHAPES, None], ids=lambda shape: type(shape).__name__)
def test_every_shape_is_drawn_in_its_colour(shape: Shape | None, quality: Any, tmp_path: Path) -> None:
    if quality == "preview":
        pytest.importorskip("mitsuba")
    world = mk.World()
    item = tetrahedron(tmp_path) if shape is None else shape
    assert not reds(render(dot(), world=world, quality=quality, size=SIZE)).any()
    world.add("it", item.at((0, 0.6, -0.1), color=RED))
    picture = render(dot(), world=world, quality=quality, size=SIZE)
    assert reds(picture).sum() > 200


def test_without_a_colour_it_is_neutral_and_moves() -> None:
    robot, world = dot(), mk.World()
    world.add("box", Box((0.2, 0.2, 0.2)), at=(0, 0.5, 0))
    first = robot.plot(world=world, size=SIZE, view=(0, 0))
    world["box"].move((0, -0.5, 0))
    second = robot.plot(world=world, size=SIZE, view=(0, 0))
    assert not reds(first).any()
    columns = [np.nonzero(blues(picture))[1].mean() for picture in (first, second)]
    assert columns[0] < 0.45 * SIZE[0] < 0.55 * SIZE[0] < columns[1]  # both are in the picture


def test_a_held_object_is_at_its_link() -> None:
    robot, world = slide(), mk.World()
    world.attach("tip", Box((0.1, 0.1, 0.1)).at(color=RED), name="box", at=(0, 0, 0.1))
    left, right = (
        np.nonzero(reds(robot.plot([x], world=world, size=SIZE, view=(-np.pi / 2, 0))))[1].mean()
        for x in (-0.4, 0.4)
    )
    assert left < right - 20


def test_a_large_obstacle_does_not_make_the_robot_small() -> None:
    robot, world = dot(), mk.World()
    world.add("ground", Box((200, 200, 1)), at=(0, 0, -0.55))
    assert blues(robot.plot(world=world, size=SIZE)).sum() > 0.03 * blues(robot.plot(size=SIZE)).sum()
    world.add("far", Sphere(1), at=(0, 300, 0))
    assert blues(robot.plot(world=world, size=SIZE)).sum() > 0.03 * blues(robot.plot(size=SIZE)).sum()


def test_a_wall_between_camera_and_robot_is_translucent() -> None:
    robot, world = dot(), mk.World()
    world.add("wall", HalfSpace(), at=mk.transform((0.2, 0, 0), rpy=(0, -np.pi / 2, 0)))
    front, back = (blues(robot.plot(world=world, size=SIZE, view=(side, 0))).sum() for side in (0, np.pi))
    assert front > 20 and back > 20


def test_goals_have_their_worlds() -> None:
    goal = mk.KeepClear({"dot": (0, 0, 0, 0.2)}, Box((0.4, 0.4, 0.4)).at((0, 0.6, 0), color=RED))
    assert reds(dot().plot(goals=goal, size=SIZE)).sum() > 200


class TestClearances:
    def picture(self, x: float, **options: Any) -> np.ndarray:
        world = mk.World()
        world.add("wall", Box((0.1, 0.4, 0.4)), at=(0.55, 0, 0))
        spheres = mk.collision.SphereRobot({"tip": (0, 0, 0, 0.1)})
        options = {"world": world, "size": SIZE, "view": (-np.pi / 2, 0.2), **options}
        return np.asarray(slide().plot([x], spheres=spheres, **options))

    def test_spheres_have_the_colour_of_theirs(self) -> None:
        free, near, touching = (self.picture(x) for x in (0.0, 0.39, 0.43))
        assert not reds(free).any() and not ambers(free).any()
        assert ambers(near).sum() > 100 and not reds(near).any()
        assert reds(touching).sum() > 100

    def test_the_margin_is_an_option(self) -> None:
        assert not ambers(self.picture(0.3)).any()
        assert ambers(self.picture(0.3, margin=0.2)).sum() > 100
        assert not ambers(self.picture(0.39, margin=0.0)).any()

    def test_contacts_are_marked_in_front_of_everything(self) -> None:
        """The point is inside the wall, where nothing else would be seen."""
        clear, deep = self.picture(0.4 - 1e-6, margin=0.0), self.picture(0.4 + 1e-6, margin=0.0)
        changed = (clear != deep).any(axis=-1)
        rows, _columns = np.nonzero(changed & reds(deep))
        assert len(rows) > 3


class TestSolutions:
    def scene(self) -> tuple[mk.World, mk.Solver]:
        world = mk.World()
        world.add("ball", Sphere(0.1).at(color=RED), at=(0.4, 0.5, 0.5))
        clear = mk.KeepClear({HAND: (0, 0, 0.05, 0.08)}, world, name="clear")
        return world, mk.Solver(PANDA, [mk.Position(HAND, (0.5, 0.1, 0.4)), clear])

    def test_objects_are_where_the_query_had_them(self) -> None:
        (world, solver), (other, _) = self.scene(), self.scene()
        place = mk.transform((0.4, -0.6, 0.6))
        solution = solver.solve(targets={"clear": {"ball": place}})
        world["ball"].remove()
        solver.solve()
        other["ball"].move(place)
        expected = PANDA.plot(
            solution.q, goals=mk.Position(HAND, (0.5, 0.1, 0.4)), world=other, size=SIZE, quality="draft"
        )
        np.testing.assert_array_equal(np.asarray(solution.plot(size=SIZE)), np.asarray(expected))

    def test_contacts_are_marked(self) -> None:
        world, solver = self.scene()
        world["ball"].move((0.5, 0.1, 0.4))
        solution = solver.solve(max_evaluations=2000)
        assert solution.contacts
        plain = np.asarray(solution.plot(size=SIZE, contacts=()))
        assert (np.asarray(solution.plot(size=SIZE)) != plain).any()


def test_a_mesh_without_a_file_is_left_out_with_a_warning() -> None:
    world = mk.World()
    world.add("tank", Mesh("tank.stl"))
    with pytest.warns(mk.RobotWarning, match="'tank' is not drawn: its mesh is missing"):
        dot().plot(world=world, size=SIZE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"world": 3}, "world: expected shapes"),
        ({"margin": np.nan}, "margin: expected a number"),
        ({"contacts": [3]}, "contacts: expected contacts"),
        ({"contacts": 3}, "contacts: expected contacts"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        dot().plot(size=SIZE, **options)
