"""Links without a shape that can be drawn are sticks, also beside links with shapes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Mesh, Sphere
from memetik.models import BUNDLED
from memetik.models.postures import presentation
from memetik.plot.picture import render
from memetik.plot.posed_shapes import PosedShape, placed, posed_shapes
from memetik.plot.sketch import sketch

FOREARM = Mesh("package://missing/forearm.stl").at()


def arm(*forearm: Any) -> mk.Robot:
    """A red upper arm with shapes; the forearm has none, nor has the gripper at its end."""
    builder = mk.RobotBuilder("arm")
    builder.link("base", shapes=[Box((0.2, 0.2, 0.1)).at(color="#d01010")])
    builder.link("upper", shapes=[Capsule.between((0, 0, 0), (0, 0, 0.4), 0.05, color="#d01010")])
    builder.link("fore", shapes=forearm)
    builder.revolute("shoulder", "base", "upper", xyz=(0, 0, 0.1), axis=(0, 1, 0), lower=-3, upper=3)
    builder.revolute("elbow", "upper", "fore", xyz=(0, 0, 0.4), axis=(0, 1, 0), lower=-3, upper=3)
    builder.fixed("tool", "fore", "gripper", xyz=(0, 0, 0.4))
    return builder.build()


def sticks(robot: mk.Robot, q: Any) -> list[PosedShape]:
    own = {id(item.shape) for link in robot.links.values() for item in (*link.visuals, *link.collisions)}
    return [item for item in posed_shapes(robot, q) if id(item.shape) not in own]


def test_a_link_without_shapes_is_a_bone_to_its_child() -> None:
    robot, q = arm(), [0.3, 1.0]
    bone = next(item for item in sticks(robot, q) if item.link == "fore" and isinstance(item.shape, Capsule))
    ends = [placed(np.array([[0, 0, side * bone.shape.length / 2]]), bone.pose)[0] for side in (-1, 1)]
    np.testing.assert_allclose(ends, [robot.fk(q, name)[:3, 3] for name in ("fore", "gripper")], atol=1e-9)
    assert any(item.link == "fore" and isinstance(item.shape, Sphere) for item in sticks(robot, q))


@pytest.mark.parametrize("quality", ["draft", "preview"])
@pytest.mark.parametrize("forearm", [(), (FOREARM,)])
@pytest.mark.filterwarnings("ignore::memetik.RobotWarning")
def test_pictures_show_a_forearm_without_shapes(quality: Any, forearm: Any) -> None:
    """At 90 degrees the forearm and the gripper reach to the right of the red links."""
    picture = render(arm(*forearm), [0, np.pi / 2], quality=quality, size=(160, 120), view=(-np.pi / 2, 0.0))
    red, green, blue = np.moveaxis(picture.astype(int), -1, 0)
    upper = np.nonzero((red > green + 60) & (red > blue + 60))[1]
    dark = np.nonzero((picture[:60].max(axis=2) < 150) & (abs(red - blue)[:60] < 40))[1]
    assert dark.max() > upper.max() + 40


def test_sketches_show_a_forearm_without_shapes() -> None:
    """The bent forearm makes the arm as wide as it is high."""
    lines = sketch(arm(), [0, np.pi / 2], rows=20, columns=80, view=(-np.pi / 2, 0.0)).split("\n")
    columns = [index for line in lines for index, dot in enumerate(line) if dot != " "]
    assert np.ptp(columns) > 30


def test_a_tool_without_shapes_is_a_bone_from_the_hand() -> None:
    builder = mk.RobotBuilder("tool")
    builder.link("hand", shapes=[Box((0.1, 0.1, 0.1)).at()])
    builder.revolute("wrist", "base", "hand", xyz=(0, 0, 0.3), lower=-1, upper=1)
    builder.fixed("mount", "hand", "tool", xyz=(0, 0, 0.3))
    assert {item.link for item in sticks(builder.build(), [0.0])} == {"base", "hand"}


def test_frames_near_shapes_and_the_ground_below_the_robot_are_no_sticks() -> None:
    builder = mk.RobotBuilder("camera")
    builder.link("body", shapes=[Box((0.5, 0.5, 0.5)).at()])
    builder.fixed("place", "world", "body", xyz=(2, 0, 0))
    builder.fixed("mount", "body", "camera_frame", xyz=(0.25, 0, 0.2))
    assert sticks(builder.build(), []) == []


@pytest.mark.parametrize("name", BUNDLED)
def test_bundled_robots_need_no_sticks(name: str) -> None:
    robot = mk.Robot.load(name)
    assert sticks(robot, presentation(robot)) == []
