"""Drafts show shapes at their places without any renderer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Ellipsoid, Sphere, SphereRobot
from memetik.plot.picture import BACKGROUND, render, save_picture

RED = "#e01010"


def body(*geometries: Any) -> mk.Robot:
    b = mk.RobotBuilder("body")
    b.link("body", shapes=list(geometries))
    return b.build()


def reds(picture: np.ndarray) -> np.ndarray:
    red, green, blue = np.moveaxis(picture.astype(int), -1, 0)
    return (red > green + 40) & (red > blue + 40)


@pytest.mark.parametrize("shape", [Box((0.4, 0.4, 0.4)), Sphere(0.2), Cylinder(0.2, 0.4), Capsule(0.2, 0.3)])
def test_a_shape_is_in_the_middle_in_its_color(shape: Any) -> None:
    picture = render(body(shape.at(color=RED)), quality="draft", size=(100, 80))
    rows, columns = np.nonzero(reds(picture))
    assert len(rows) > 800
    assert abs(columns.mean() - 50) < 3
    assert abs(rows.mean() - 40) < 6


def test_the_outlines_are_those_of_the_path_tracer() -> None:
    shapes = [
        Box((0.2, 0.3, 0.4)),
        Sphere(0.15),
        Cylinder(0.1, 0.4),
        Capsule(0.08, 0.3),
        Ellipsoid((0.05, 0.1, 0.2)),
    ]
    robot = body(*(shape.at((0.1 * i, 0.5 * i, 0), color=RED) for i, shape in enumerate(shapes)))
    drawn, traced = (
        reds(render(robot, quality=quality, size=(160, 120))) for quality in ("draft", "preview")
    )
    assert drawn.mean() > 0.05
    assert (drawn == traced).mean() > 0.99


def test_what_is_nearer_hides_what_is_behind() -> None:
    wall = Box((0.1, 1.0, 1.0)).at((1.0, 0, 0), color="#1010e0")
    assert not reds(render(body(Sphere(0.2).at(color=RED), wall), quality="draft", view=(0, 0))).any()
    assert reds(render(body(Sphere(0.2).at(color=RED), wall), quality="draft", view=(np.pi, 0))).any()


def test_a_shadow_lies_on_the_floor_and_the_sky_is_the_background() -> None:
    picture = render(body(Sphere(0.2).at(color=RED)), quality="draft", size=(120, 90)).astype(int)
    sky = [int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)]
    assert (picture[0] == sky).all()
    brightness = picture[~reds(picture)].sum(axis=-1)
    assert brightness.min() < 0.75 * sum(sky)


def test_it_is_written_without_mitsuba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    save_picture(tmp_path / "arm.png", mk.Robot.load("ur5"), quality="draft", size=(64, 48))
    assert (tmp_path / "arm.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(mk.MissingDependencyError, match="rendering a picture needs"):
        save_picture(tmp_path / "arm.png", mk.Robot.load("ur5"), quality="preview", size=(64, 48))


def test_an_unknown_quality_is_refused() -> None:
    with pytest.raises(mk.UnknownNameError, match=r"no quality level 'good'.*draft, preview, final"):
        render(mk.Robot.load("ur5"), quality="good")  # type: ignore[arg-type]


def test_spheres_of_a_sphere_robot_are_translucent() -> None:
    robot = body(Box((0.2, 0.2, 0.2)).at(color="#1010e0"))
    geometry = SphereRobot({"body": (0, 0, 0, 0.25)})
    options: dict[str, Any] = {"size": (100, 80), "view": (0, 0)}
    without = render(robot, quality="draft", **options).astype(int)
    still = geometry.plot(robot, **options)
    np.testing.assert_array_equal(still.pixels, robot.plot(spheres=geometry, **options).pixels)
    middle, edge = still.pixels[40, 50].astype(int), still.pixels[40, 28].astype(int)
    assert middle[2] > middle[1]  # the blue box shines through
    assert edge[0] > edge[2]  # the sphere alone
    assert without[40, 28, 0] <= without[40, 28, 2]
