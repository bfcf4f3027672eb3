"""Sketches are drawings of the right size that look like the robot."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Geometry, Mesh, Sphere
from memetik.models import BUNDLED
from memetik.models.postures import POSTURES, presentation
from memetik.plot.sketch import sketch


def body(*shapes: Geometry) -> mk.Robot:
    builder = mk.RobotBuilder("body")
    builder.link("base", shapes=shapes)
    return builder.build()


def dots(text: str) -> npt.NDArray[np.bool_]:
    """The dots of a Braille drawing, 4 x 2 per character; Unicode numbers them column by column."""
    places = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]
    lines = text.split("\n")
    picture = np.zeros((4 * len(lines), 2 * len(lines[0])), dtype=bool)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            code = 0 if character == " " else ord(character) - 0x2800
            assert 0 <= code < 256
            for bit, (dy, dx) in enumerate(places):
                picture[4 * row + dy, 2 * column + dx] = code >> bit & 1
    return picture


@pytest.mark.parametrize("name", BUNDLED)
@pytest.mark.parametrize(("columns", "rows"), [(32, 12), (12, 20), (1, 1)])
def test_fills_the_paper(name: str, columns: int, rows: int) -> None:
    text = sketch(mk.Robot.load(name), columns=columns, rows=rows)
    assert [len(line) for line in text.split("\n")] == [columns] * rows
    drawn = np.argwhere(dots(text))
    margin = np.minimum(drawn.min(axis=0), (4 * rows - 1, 2 * columns - 1) - drawn.max(axis=0))
    assert margin.min() <= 1  # as large as it can be
    assert np.ptp(drawn, axis=0).max() >= min(2 * columns, 4 * rows) - 3


def test_a_ball_is_a_circle() -> None:
    drawing = dots(sketch(body(Sphere(0.3).at((5, 6, 7))), columns=20, rows=10))
    y, x = np.argwhere(drawing).T - 19.5
    radii = np.hypot(x, y)
    assert radii.min() > 18
    assert radii.max() < 20.5
    assert {round(a, 1) for a in np.arctan2(y, x)} >= {round(a, 1) for a in np.linspace(-3, 3, 13)}


@pytest.mark.parametrize("shape", [Box((0.2, 0.79, 0.39)), Cylinder(0.395, 0.39)])
def test_from_the_side_a_box_is_a_rectangle(shape: Box | Cylinder) -> None:
    drawing = dots(sketch(body(shape.at()), columns=40, rows=10, view=(0.0, 0.0)))
    expected = np.zeros((40, 80), dtype=bool)
    expected[[0, -1]] = True
    expected[:, [0, -1]] = True
    np.testing.assert_array_equal(drawing, expected)


def test_lines_show_what_lies_in_front() -> None:
    behind, front = Box((0.1, 1.0, 1.0)).at((-1, 0, 0)), Box((0.1, 0.5, 0.5)).at()
    drawing = dots(sketch(body(behind, front), columns=20, rows=10, view=(0.0, 0.0)))
    assert drawing[10:30, 10:30].sum() > 60
    assert not drawing[13:27, 13:27].any()
    flush = dots(
        sketch(body(behind, Box((0.1, 0.5, 0.5)).at((-0.99, 0, 0))), columns=20, rows=10, view=(0.0, 0.0))
    )
    assert not flush[3:37, 3:37].any()


def test_sees_nothing_in_a_slope_but_its_outline() -> None:
    plate = body(Box((3.0, 1.0, 0.01)).at())
    drawing = dots(sketch(plate, columns=40, rows=20, view=(0.0, 0.3)))
    rows = np.flatnonzero(drawing.any(axis=1))
    assert not drawing[rows[3] : rows[-3], 5:-5].any()


def test_shows_the_configuration() -> None:
    robot = mk.Robot.load("panda")
    assert sketch(robot) == sketch(robot, presentation(robot))
    assert sketch(robot) != sketch(robot, robot.neutral)


def test_the_humanoid_looks_like_one() -> None:
    """From the front: symmetric, a head alone on top, arms beside the trunk, two separate feet."""
    robot = mk.Robot.load("valkyrie")
    drawing = dots(sketch(robot, columns=48, rows=24, view=(0.0, 0.0)))
    middle = 47.5
    assert (drawing ^ drawing[:, ::-1]).sum() < 0.35 * drawing.sum()
    width = [np.ptp(np.flatnonzero(row)) for row in drawing]
    assert max(width[:8]) < 0.5 * max(width)
    columns = np.flatnonzero(drawing[-6:].any(axis=0))
    assert np.diff(columns).max() >= 3
    assert columns.min() < middle < columns.max()


def test_sticks_stand_for_links_without_shapes_and_for_meshes() -> None:
    robot = mk.Robot.load("ur5")
    mesh = (Mesh("forearm.stl").at(),)
    bare, meshes = (
        mk.Robot(
            robot.name,
            [replace(link, visuals=v, collisions=()) for link in robot.links.values()],
            robot.joints.values(),
        )
        for v in ((), mesh)
    )
    with pytest.warns(mk.RobotWarning, match="10 meshes are not drawn: no file was found"):
        assert sketch(bare) == sketch(meshes) != sketch(robot)
    assert dots(sketch(bare)).sum() > 60


def test_a_free_robot_does_not_hang_on_a_stick() -> None:
    builder = mk.RobotBuilder("drone")
    builder.link("hull", shapes=[Capsule(0.1, 0.3).at()])
    drone = builder.build().with_floating_base()
    here, there = drone.neutral, drone.pack({"root": (50, 0, 0, 0, 0, 0)})
    assert sketch(drone, here) == sketch(drone, there)
    bare = mk.Robot("drone", [mk.Link(name) for name in drone.link_names], drone.joints.values())
    assert sketch(bare, here, columns=8, rows=4) == sketch(bare, there, columns=8, rows=4)


def test_nor_does_a_character_that_walks_away() -> None:
    builder = mk.RobotBuilder("character")
    for axis, parent in zip("xyz", ("world", "x", "y"), strict=True):
        builder.prismatic(
            f"hips.{axis}", parent, axis, lower=-np.inf, upper=np.inf, axis=np.eye(3)["xyz".index(axis)]
        )
    builder.continuous("hips", "z", "hips")
    for side in (-1, 1):
        builder.fixed(f"leg_{side}", "hips", f"foot_{side}", xyz=(0.0, 0.2 * side, -1.0))
    character = builder.build()
    there = character.pack({"hips.x": 50.0, "hips.y": -20.0, "hips.z": 1.0})
    assert sketch(character) == sketch(character, there)
    slide = mk.RobotBuilder("slide")  # a machine's slide has limits, and is drawn
    slide.prismatic("slide", "base", "cart", lower=-1, upper=1)
    assert sketch(slide.build(), [1.0]) != sketch(slide.build(), [0.0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": 0}, "columns, rows: expected at least 1"),
        ({"rows": -1}, "columns, rows: expected at least 1"),
        ({"view": (1.0, 2.0, 3.0)}, "view"),
        ({"q": [0.0]}, "configuration"),
        ({"q": np.zeros((2, 6))}, "one configuration"),
    ],
)
def test_refuses_nonsense(options: dict[str, object], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        sketch(mk.Robot.load("ur5"), **options)  # type: ignore[arg-type]


def test_needs_no_other_package() -> None:
    program = (
        "import sys, memetik as mk; from memetik.plot.sketch import sketch; sketch(mk.Robot.load('ur5')); "
        "sys.exit(any(name in sys.modules for name in ('mitsuba', 'rich', 'scipy', 'PIL', 'lxml')))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 0


# ------------------------------------------------------------------------------ presentation postures


@pytest.mark.parametrize("name", [*BUNDLED, "snake(1)", "snake(2)", "snake(7)", "snake(100)"])
def test_presentation_postures_are_legal(name: str) -> None:
    robot = mk.Robot.load(name)
    assert robot.within_limits(presentation(robot), tolerance=1e-12)


@pytest.mark.parametrize("name", POSTURES)
def test_presentation_postures_name_joints_of_the_robot_and_are_not_clipped(name: str) -> None:
    robot = mk.Robot.load(name)
    np.testing.assert_array_equal(presentation(robot), robot.pack(POSTURES[name]))


def test_another_robot_of_the_same_name_is_shown_neutral() -> None:
    builder = mk.RobotBuilder("panda")
    builder.revolute("only", "a", "b", lower=-1, upper=1)
    robot = builder.build()
    np.testing.assert_array_equal(presentation(robot), robot.neutral)


def test_the_snake_rises() -> None:
    for name in ("snake(12)", "snake", "snake(80)"):
        robot = mk.Robot.load(name)
        heights = [pose[2, 3] for pose in robot.fk(presentation(robot)).values()]
        assert max(heights) > 0.15 * robot.reach
        assert min(heights) == pytest.approx(0.0)
        assert heights[len(heights) // 2] == pytest.approx(0.0)
