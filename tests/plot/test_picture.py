"""Pictures show the robot: its shapes, colours and posture, wherever it is and whatever it is made of."""

from __future__ import annotations

import struct
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import mitsuba
import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Geometry, Mesh, Shape, Sphere
from memetik.plot.picture import BACKGROUND, render, save_picture

Bytes = npt.NDArray[np.uint8]
SMALL: dict[str, Any] = {"size": (96, 72), "samples": 8}

CUBE = """
v -0.5 -0.5 -0.5
v -0.5 -0.5 0.5
v -0.5 0.5 -0.5
v -0.5 0.5 0.5
v 0.5 -0.5 -0.5
v 0.5 -0.5 0.5
v 0.5 0.5 -0.5
v 0.5 0.5 0.5
f 1 2 4 3
f 5 7 8 6
f 1 5 6 2
f 3 4 8 7
f 1 3 7 5
f 2 6 8 4
"""


def body(*shapes: Geometry) -> mk.Robot:
    builder = mk.RobotBuilder("body")
    builder.link("base", shapes=shapes)
    return builder.build()


def arm() -> mk.Robot:
    """A red upper arm and a blue forearm that turns about y."""
    builder = mk.RobotBuilder("arm")
    builder.link("upper", shapes=[Capsule.between((0, 0, 0), (0, 0, 1), 0.1, color="#d01010")])
    builder.link("fore", shapes=[Capsule.between((0, 0, 0), (0, 0, 1), 0.1, color="#1010d0")])
    builder.revolute("elbow", "upper", "fore", xyz=(0, 0, 1), axis=(0, 1, 0), lower=-3, upper=3)
    return builder.build()


def painted(picture: Bytes, channel: int, *, by: int = 60) -> npt.NDArray[np.bool_]:
    """Where red (0), green (1) or blue (2) prevails clearly."""
    values = picture.astype(int)
    others = values[..., [i for i in range(3) if i != channel]].max(axis=2)
    return np.asarray(values[..., channel] - others > by)


def difference(a: Bytes, b: Bytes) -> float:
    return float(np.abs(a.astype(int) - b.astype(int)).mean())


# ------------------------------------------------------------------------------ what is seen


def test_is_an_array_of_bytes_with_the_background_in_the_upper_corners() -> None:
    picture = render(mk.Robot.load("panda"), **SMALL)
    assert picture.shape == (72, 96, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 10
    expected = [int(BACKGROUND[i : i + 2], 16) for i in (1, 3, 5)]
    np.testing.assert_allclose(picture[0, [0, -1]], [expected, expected], atol=3)


def test_background_is_a_choice() -> None:
    picture = render(body(Sphere(1).at()), background="#204060", **SMALL)
    np.testing.assert_allclose(picture[0, 0], (0x20, 0x40, 0x60), atol=3)


@pytest.mark.parametrize(
    ("shape", "fraction"),
    [
        (Sphere(0.3), np.pi / 4),
        (Box((0.01, 0.6, 0.6)), 1.0),
        (Cylinder(0.3, 0.6), 0.81),  # its flanks are further away than its front
        (Capsule(0.15, 0.3), 0.5 - (1 - np.pi / 4) / 4),
    ],
)
def test_a_shape_covers_the_area_it_should(shape: Shape, fraction: float) -> None:
    """From the side the shape fills 86 % of the height; ``fraction`` of that square is the shape."""
    picture = render(body(shape.at(color="#e01010")), size=(100, 100), samples=8, view=(0.0, 0.0))
    assert painted(picture, 0).sum() == pytest.approx(fraction * 86**2, rel=0.06)


def test_cylinders_have_caps() -> None:
    lid = render(body(Cylinder(0.3, 0.6).at(color="#e01010")), size=(100, 100), samples=8, view=(0, 1.57))
    assert painted(lid, 0).sum() == pytest.approx(np.pi / 4 * 86**2, rel=0.06)


def test_has_the_colors_of_the_links() -> None:
    picture = render(arm(), **SMALL)
    assert painted(picture, 0).sum() > 50
    assert painted(picture, 2).sum() > 50
    assert painted(picture, 1).sum() == 0


def test_shows_the_configuration() -> None:
    straight, bent = (render(arm(), [angle], view=(-np.pi / 2, 0.1), **SMALL) for angle in (0.0, np.pi / 2))
    assert difference(straight, bent) > 3
    for picture, sideways in ((straight, False), (bent, True)):
        red, blue = (np.argwhere(painted(picture, channel)).mean(axis=0) for channel in (0, 2))
        assert (blue[1] - red[1] > 15) == sideways  # x points right in this view
        assert blue[0] < red[0]


def test_the_same_twice() -> None:
    assert difference(render(arm(), **SMALL), render(arm(), **SMALL)) == 0


def test_shows_the_bundled_robots_in_their_presentation_posture() -> None:
    robot = mk.Robot.load("panda")
    shown = render(robot, **SMALL)
    assert difference(shown, render(robot, robot.neutral, **SMALL)) > 2


def test_there_is_a_shadow_on_the_floor() -> None:
    picture = render(body(Sphere(0.3).at(color="#e01010")), size=(120, 90), samples=16).astype(float)
    floor = np.where(painted(picture.astype(np.uint8), 0), np.nan, picture.mean(axis=2))[60:]
    assert np.nanmin(floor) < 0.7 * np.nanmax(floor)


def test_from_below_there_is_no_floor_in_the_way() -> None:
    picture = render(body(Sphere(0.3).at(color="#e01010")), size=(60, 60), samples=8, view=(0.0, -1.0))
    assert painted(picture, 0).sum() > 1000


def test_frames_are_axes_in_red_green_and_blue() -> None:
    ball = body(Sphere(0.5).at(color="#808080"))
    pose = mk.transform((0, 0, 0.6))
    for frames in ({"goal": pose}, [pose]):
        picture = render(ball, frames=frames, size=(240, 180), samples=8)
        assert all(painted(picture, channel, by=40).sum() > 5 for channel in range(3))
    assert not any(painted(render(ball, **SMALL), channel, by=40).any() for channel in range(3))


def test_focus_comes_close() -> None:
    whole, close = (render(arm(), [0.3], focus=focus, **SMALL) for focus in (None, "fore"))
    assert painted(close, 2).sum() > 1.5 * painted(whole, 2).sum()


def test_focus_on_a_link_without_shapes() -> None:
    tip = mk.Robot.load("panda").subtree("panda_link0", "panda_hand_tcp")
    close = render(tip, focus="panda_hand_tcp", **SMALL)
    assert difference(close, render(tip, **SMALL)) > 5


# ------------------------------------------------------------------------------ meshes and sticks


def bare(robot: mk.Robot) -> mk.Robot:
    links = [replace(link, visuals=(), collisions=()) for link in robot.links.values()]
    return mk.Robot(robot.name, links, robot.joints.values())


def test_a_robot_without_shapes_is_drawn_as_sticks_and_knobs() -> None:
    picture = render(bare(mk.Robot.load("baxter")), size=(160, 120), samples=8).astype(int)
    orange = (picture[..., 0] - picture[..., 2] > 60) & (picture[..., 0] > picture[..., 1])
    grey = picture.max(axis=2) < 160
    assert orange.sum() > 50
    assert grey.sum() > 50


def test_a_mesh_looks_like_the_box_it_is(tmp_path: Path) -> None:
    file = tmp_path / "cube.obj"
    file.write_text(CUBE)
    box = render(body(Box((0.2, 0.4, 0.6)).at(color="#e01010")), **SMALL)
    mesh = Mesh(file.name, file, (0.2, 0.4, 0.6))
    assert difference(box, render(body(mesh.at(color="#e01010")), **SMALL)) < 1
    mirrored = replace(mesh, scale=(0.2, -0.4, 0.6))
    assert difference(box, render(body(mirrored.at(color="#e01010")), **SMALL)) < 1


def test_a_mesh_in_another_format_looks_like_the_box_it_is(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    file = tmp_path / "cube.stl"
    trimesh.creation.box((0.2, 0.4, 0.6)).export(file)
    box = render(body(Box((0.2, 0.4, 0.6)).at(color="#e01010")), **SMALL)
    assert difference(box, render(body(Mesh(file.name, file).at(color="#e01010")), **SMALL)) < 1


@pytest.mark.filterwarnings("ignore::memetik.RobotWarning")
@pytest.mark.parametrize("content", [None, "", "nonsense\nf 1 2 3\n", "v 0 0 nan\nf 1 1 1\n"])
def test_a_mesh_that_cannot_be_read_gives_way_to_collision_shapes_or_sticks(
    content: str | None, tmp_path: Path
) -> None:
    file = tmp_path / "broken.obj"
    if content is not None:
        file.write_text(content)
    mesh = Mesh(file.name, None if content is None else file).at(color="#e01010")
    box = Box((0.2, 0.4, 0.6)).at(color="#e01010")
    link = mk.Link("base", visuals=(mesh,), collisions=(box,))
    assert difference(render(mk.Robot("r", [link], []), **SMALL), render(body(box), **SMALL)) < 1
    alone = render(mk.Robot("r", [replace(link, collisions=())], []), **SMALL)
    assert difference(alone, render(body(), **SMALL)) == 0


def test_shapes_without_extent_do_no_harm() -> None:
    flat = body(
        Box((0.3, 0.3, 0)).at(color="#e01010"), Sphere(0).at(), Cylinder(0.1, 0).at(), Cylinder(0, 0.1).at()
    )
    assert painted(render(flat, **SMALL), 0).sum() > 100


# ------------------------------------------------------------------------------ files and libraries


def test_save_picture_writes_a_png_of_that_size(tmp_path: Path) -> None:
    file = tmp_path / "new" / "directory" / "arm.png"
    save_picture(file, arm(), [0.5], **SMALL)
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (96, 72)
    pixels = np.array(mitsuba.Bitmap(str(file)))
    np.testing.assert_array_equal(pixels, render(arm(), [0.5], **SMALL))


def test_save_picture_refuses_other_formats_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(
        mk.MemetikError, match=r"arm\.gif: unknown suffix .\.gif.; pictures can be saved as \.png or \.jpg"
    ):
        save_picture(tmp_path / "arm.gif", arm())


def test_restores_the_variant_of_the_user() -> None:
    mitsuba.set_variant("scalar_spectral")
    try:
        render(arm(), **SMALL)
        assert mitsuba.variant() == "scalar_spectral"
        with pytest.raises(mk.UnknownNameError):
            render(arm(), focus="nowhere", **SMALL)
        assert mitsuba.variant() == "scalar_spectral"
    finally:
        mitsuba.set_variant("scalar_rgb")


def test_without_mitsuba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    with pytest.raises(mk.MissingDependencyError, match=r"rendering a picture needs .* 'mitsuba"):
        render(arm(), **SMALL)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": (0, 10)}, "picture size"),
        ({"size": (10, 100_000)}, "picture size"),
        ({"size": 10}, "picture size"),
        ({"samples": 0}, "samples: expected at least 1"),
        ({"view": (0.0,)}, "view"),
        ({"view": (0.0, np.nan)}, "view"),
        ({"background": "white"}, "white"),
        ({"frames": {"goal": np.ones((4, 4))}}, "frame goal"),
        ({"focus": "fist"}, "no link 'fist'"),
        ({"q": [0.0, 1.0]}, "configuration"),
        ({"q": [[0.0], [1.0]]}, "one configuration"),
    ],
)
def test_refuses_nonsense(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        render(arm(), **SMALL | options)
