"""Robot files in degrees or millimetres are read as they are, with a warning that says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import memetik as mk


def arm(limit: float, length: float, kind: str = "revolute") -> str:
    """A URDF of two equal joints."""
    limits = f"<limit lower='{-limit}' upper='{limit}' effort='1' velocity='1'/>"
    return f"""<robot name='arm'><link name='a'/><link name='b'/><link name='c'/>
        <joint name='j' type='{kind}'><parent link='a'/><child link='b'/>{limits}</joint>
        <joint name='k' type='{kind}'><parent link='b'/><child link='c'/><origin xyz='0 0 {length}'/>{limits}
        </joint></robot>"""


def test_limits_in_degrees_and_lengths_in_millimetres_are_one_warning() -> None:
    with pytest.warns(mk.RobotWarning, match="'j' and of 1 more look like degrees: -180 and 180") as caught:
        robot = mk.Robot.from_urdf_string(arm(180, 400))
    assert len(caught) == 1
    degrees, millimetres = robot.warnings
    assert "read as radians" in degrees
    assert millimetres == "the robot is 400 m long, which looks like mm or cm; lengths are read as metres"


@pytest.mark.parametrize(
    ("limit", "length", "kind"),
    [
        (12.5, 0.4, "revolute"),  # nearly two turns
        (1e4, 0.4, "revolute"),  # means that there is no limit
        (100, 0.4, "prismatic"),  # a mobile base on rails
        (3, 20, "revolute"),  # a crane
    ],
)
def test_large_but_usual_numbers_are_silent(limit: float, length: float, kind: str) -> None:
    assert mk.Robot.from_urdf_string(arm(limit, length, kind)).warnings == ()


def test_a_skeleton_in_centimetres_is_told_about_unit(tmp_path: Path) -> None:
    text = "HIERARCHY ROOT hips { OFFSET 0 95 0 CHANNELS 1 Zrotation End Site { OFFSET 0 60 0 } } MOTION"
    path = tmp_path / "walk.bvh"
    path.write_text(f"{text}\nFrames: 1\nFrame Time: 0.04\n0\n".replace("{", "\n{\n").replace("}", "\n}\n"))
    with pytest.warns(mk.RobotWarning, match="walk.bvh: the robot is 155 m long.* unit='cm'") as caught:
        robot = mk.Robot.load(path)
    assert len(caught) == len(robot.warnings) == 1
    with pytest.warns(mk.RobotWarning, match="unit='cm'"):
        mk.io.bvh.read(path)
    assert mk.Robot.from_bvh(path, unit="cm").warnings == ()
