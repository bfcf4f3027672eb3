"""All commands that accept a robot file also accept a BVH file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app

pytestmark = pytest.mark.filterwarnings(
    "ignore:(?s).*lengths are read as metres"
)  # the unit does not matter here

FILES = Path(__file__).parent / "io" / "bvh"
CHARACTER = str(FILES / "valid" / "colons_tabs_crlf.bvh")
HAND = "mixamorig:LeftHand"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "120"})
    assert result.exit_code == code, result.output
    return result.stdout if "--json" in arguments else result.output


def test_solve_places_a_link_of_a_character() -> None:
    robot = mk.Robot.load(CHARACTER)
    output = run("solve", CHARACTER, "--link", HAND, "--position", "30", "20", "120", "--json")
    q = np.array(list(json.loads(output)["q"].values()))
    np.testing.assert_allclose(robot.fk(q, HAND)[:3, 3], (30, 20, 120), atol=1e-5)


def test_solve_draws_a_character(tmp_path: Path) -> None:
    picture = tmp_path / "character.png"
    run("solve", CHARACTER, "--position", "30", "20", "120", "--picture", str(picture))
    assert picture.read_bytes()[:4] == b"\x89PNG"


def test_robots_shows_a_character() -> None:
    output = run("robots", CHARACTER)
    for words in ("Robot 'colons_tabs_crlf': 15 DoF", "mixamorig:Hips.x", "mixamorig:LeftHand_end"):
        assert words in output
    assert json.loads(run("robots", CHARACTER, "--json"))["tips"] == ["mixamorig:LeftHand_end"]


def test_doctor_examines_a_character_and_tells_what_is_broken() -> None:
    output = run("doctor", CHARACTER, code=1)  # it is in centimetres
    assert "unit='cm'" in output
    assert "12 continuous, 3 prismatic, 1 fixed" in output
    broken = run("doctor", str(FILES / "malformed" / "missing_offset.bvh"), code=2)
    assert "error: missing_offset.bvh: JOINT 'Arm' (line 6): OFFSET is missing" in broken


def test_the_unit_of_a_character_is_an_option_of_every_command() -> None:
    for command in ("fk", "solve"):
        words = (command, CHARACTER, *((HAND,) if command == "fk" else ("--link", HAND)))
        goal = () if command == "fk" else ("--position", "0.3,0.2,1.2")
        entry = json.loads(run(*words, *goal, "--unit", "cm", "--json"))
        robot = mk.Robot.from_bvh(CHARACTER, unit="cm")
        place = robot.fk(np.array(list(entry["q"].values())), HAND)[:3, 3]
        expected = entry["position"] if command == "fk" else (0.3, 0.2, 1.2)
        np.testing.assert_allclose(place, expected, atol=1e-5)
    assert "15 DoF" in run("doctor", CHARACTER, "--unit", "cm")
    assert "--unit is for .bvh files" in run("fk", "panda", "--unit", "cm", code=1)
