"""Runs ``memetik solve`` and parses its output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from memetik.transforms import Array

PANDA, UR5 = mk.Robot.load("panda"), mk.Robot.load("ur5")
HAND = ("panda", "--link", "panda_hand")
TOOL = ("ur5", "--link", "tool0")
REACHABLE = ("--position", "0.5", "0.1", "0.4", "--rpy", "3.14", "0", "0")
TOO_FAR = ("--position", "2", "0", "0")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["solve", *arguments], env={"COLUMNS": "120"})
    assert result.exit_code == code, result.output
    return result.output


def answer(*arguments: str, code: int = 0) -> dict[str, Any]:
    entry = json.loads(run(*arguments, "--json", code=code))
    assert isinstance(entry, dict)
    return entry


def configuration(robot: mk.Robot, entry: dict[str, Any]) -> Array:
    assert tuple(entry["q"]) == robot.variable_names
    return np.array(list(entry["q"].values()))


def error_line(*arguments: str) -> str:
    output = run(*arguments, code=1)
    assert output.startswith("error: ")
    assert output.count("\n") == 1
    return output


def slide_in(directory: Path) -> str:
    """The file of a robot that moves along x from 0 to 2 m."""
    joint = '<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>'
    limit = '<limit lower="0" upper="2" effort="1" velocity="1"/></joint>'
    file = directory / "slide.urdf"
    file.write_text(f'<robot name="slide"><link name="a"/><link name="b"/>{joint}{limit}</robot>')
    return str(file)
