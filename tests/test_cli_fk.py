"""``memetik fk``: the pose of a link, by names of joints or by a list of numbers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from memetik.cli.fk import rpy_of


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["fk", *arguments], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.output


def entry(*arguments: str) -> dict[str, Any]:
    found = json.loads(run(*arguments, "--json"))
    assert isinstance(found, dict)
    return found


def test_position_quaternion_and_rpy_describe_the_pose_of_fk() -> None:
    robot = mk.Robot.load("panda")
    pose = robot.fk(robot.pack({"panda_joint4": -2, "panda_joint6": 1.8}), "panda_link7")
    found = entry("panda", "panda_link7", "--q", "panda_joint4=-2", "--q", "panda_joint6=1.8")
    np.testing.assert_allclose(found["transform"], pose, rtol=0, atol=1e-15)
    for turn in ({"quaternion": found["quaternion"]}, {"rpy": found["rpy"]}):
        np.testing.assert_allclose(mk.transform(found["position"], **turn), pose, rtol=0, atol=1e-12)


def test_numbers_with_commas_are_all_variables_in_order() -> None:
    q = (0.1, -0.5, 1.0, 0.2, -0.3, 0.4)
    found = entry("ur5", "--q", ",".join(map(str, q)))
    assert tuple(found["q"].values()) == q
    assert (found["link"], found["frame"]) == ("tool0", "base_link")
    assert entry("ur5", "--q=-0.1,0,0,0,0,0")["q"]["shoulder_pan_joint"] == -0.1


def test_the_default_is_the_neutral_posture_and_random_depends_on_the_seed() -> None:
    robot = mk.Robot.load("ur5")
    assert list(entry("ur5")["q"].values()) == robot.neutral.tolist()
    assert (
        list(entry("ur5", "--q", "random", "--random-seed", "3")["q"].values())
        == robot.random(rng=3).tolist()
    )


def test_the_table_has_metres_radians_and_degrees() -> None:
    text = run("panda", "--q", "panda_joint4=-2")
    found = entry("panda", "--q", "panda_joint4=-2")
    assert text.startswith("panda_hand of panda, in the frame of panda_link0\n")
    assert all(f"{round(value, 6) + 0.0:.6f}" in text for value in found["position"])
    assert f"{np.degrees(found['rpy'][1]):.6f}" in text
    assert max(map(len, text.splitlines())) <= 80


def test_values_outside_the_limits_are_used_and_named() -> None:
    assert "outside its limits: panda_joint6" in run("panda", "--q", "panda_joint6=9")
    assert not entry("panda", "--q", "panda_joint6=9")["within_limits"]


@pytest.mark.parametrize("pitch", [np.pi / 2, -np.pi / 2, 0.0, 1.2])
def test_rpy_reproduces_the_rotation_also_where_roll_and_yaw_are_one(pitch: float) -> None:
    rotation = mk.transform(rpy=(0.4, pitch, -1.1))[:3, :3]
    np.testing.assert_allclose(mk.transform(rpy=rpy_of(rotation))[:3, :3], rotation, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ur5", "--q", "0,1"), "--q: 'ur5' has 6 variables, got 2 numbers; the variables are: shoulder_pan"),
        (("ur5", "--q", "elbow=1"), "no joint 'elbow'; did you mean 'elbow_joint'?"),
        (("ur5", "--q", "elbow_joint=much"), "--q: expected JOINT=VALUE, 6 numbers with commas"),
        (("ur5", "--q", "elbow_joint=nan"), "expected a finite number, got nan"),
        (("ur5", "--q", "1e400,0,0,0,0,0"), "not a usable value"),
        (("ur5", "toool0"), "no link 'toool0'; did you mean 'tool0'?"),
        (("mannequin",), "'mannequin' has several tips: name one of eyes"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    output = run(*arguments, code=1)
    assert message in output
    assert output.count("\n") == 1
