"""Robots in .json and .yaml files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import memetik as mk
from memetik.io.plain_files import plain_text

ROBOTS = ("ur5", "shadow_hand", "stewart")


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_in_json_is_the_same_robot(name: str, tmp_path: Path) -> None:
    robot = mk.Robot.load(name)
    file = tmp_path / "robot.json"
    file.write_text(json.dumps(robot.to_dict()))
    assert mk.Robot.load(file) == robot
    assert mk.Robot.load(str(file)) == robot


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_a_robot_in_yaml_is_the_same_robot(name: str, suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    robot = mk.Robot.load(name)
    file = tmp_path / f"robot{suffix}"
    file.write_text(plain_text(robot.to_dict(), suffix), encoding="utf-8")
    assert mk.Robot.load(file) == robot


def test_without_pyyaml_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    file = tmp_path / "robot.yaml"
    file.write_text("memetik: robot")
    with pytest.raises(mk.RobotError, match=r"robot\.yaml: YAML needs PyYAML: pip install pyyaml; or use"):
        mk.Robot.load(file)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "robot.json: not valid JSON"),
        (b"{", "robot.json: not valid JSON"),
        (b"[" * 100_000, "robot.json: not valid JSON"),
        (b"\xff\xfe\x00", "robot.json: not a text file"),
        (b"[]", "robot.json: not a robot in plain form"),
        (b'{"memetik": "goal", "version": 1}', "robot.json: not a robot in plain form"),
        (b'{"memetik": "robot", "version": 99}', "robot.json: plain form of version 99"),
        (b'{"memetik": "robot", "version": 1}', "robot.json: not a robot in plain form: KeyError"),
        (b" " * (32 * 1024**2 + 1), "robot.json: larger than 32 MiB"),
    ],
    ids=range(9),
)
def test_other_files_are_refused_by_name(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "robot.json"
    file.write_bytes(content)
    with pytest.raises(mk.RobotError, match=message):
        mk.Robot.load(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(mk.RobotError, match=r"robot\.json: no such file"):
        mk.Robot.load(tmp_path / "robot.json")
