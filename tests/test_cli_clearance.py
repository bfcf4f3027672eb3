"""``memetik solve`` prints the clearance and the contacts of problems with a KeepClear."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import memetik as mk
from memetik.collision import Sphere
from tests.solve_command import answer, run


def goals_file(directory: Path, **options: Any) -> str:
    """A hand that reaches a place beside a ball, and keeps a margin of 0.5 m from it as well as it can."""
    ball = Sphere(0.1).at((0.4, 0.4, 0.5))
    clear = mk.KeepClear({"panda_hand": (0, 0, 0.05, 0.08)}, ball, margin=0.5, name="clear", **options)
    goals = [mk.Position("panda_hand", (0.5, 0.1, 0.4), name="reach"), clear]
    file = directory / "goals.json"
    file.write_text(json.dumps([goal.to_dict() for goal in goals]))
    return str(file)


def test_they_are_printed_below_the_status(tmp_path: Path) -> None:
    lines = run("panda", "--goals", goals_file(tmp_path, priority="secondary")).splitlines()
    k = next(k for k, line in enumerate(lines) if line.startswith("clearance: "))
    assert lines[k].endswith(" mm")
    assert lines[k + 1].startswith("- panda_hand - obstacle_1: ")


def test_json_has_them(tmp_path: Path) -> None:
    entry = answer("panda", "--goals", goals_file(tmp_path, priority="secondary"))
    (contact,) = entry["contacts"]
    assert (contact["link"], contact["other"], contact["is_link"]) == ("panda_hand", "obstacle_1", False)
    assert contact["clearance"] == entry["clearance"] < 0.5
    assert len(contact["point"]) == len(contact["normal"]) == 3


def test_an_explanation_names_them_once(tmp_path: Path) -> None:
    text = run("panda", "--goals", goals_file(tmp_path), code=3)
    assert text.count("obstacle_1") == 1
    assert "- clear: panda_hand is " in text


def test_without_a_keep_clear_there_are_none() -> None:
    arguments = ("panda", "--link", "panda_hand", "--position", "0.5", "0.1", "0.4")
    assert "clearance" not in run(*arguments)
    assert not {"clearance", "contacts"} & answer(*arguments).keys()
