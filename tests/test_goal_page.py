"""docs/goals.md is up to date: it equals its script's output, has all goals, and its code works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik import collision, goals, losses
from memetik.goals.kinds import all_kinds

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "goals.md").read_text()
PICTURES = ROOT / "docs" / "images" / "goals"

# The values of the names in the calls of the tables.
STAND_INS: dict[str, Any] = {
    **{name: name for name in ("link", "frame", "joint", "other_joint")},
    **dict.fromkeys(("links", "joints"), ("first", "second")),
    **dict.fromkeys(("place", "direction", "normal", "axis", "up", "start", "end"), (0.1, 0.2, 0.3)),
    **dict.fromkeys(("least", "most", "angle", "epsilon", "radius", "value", "s", "m", "k"), 0.5),
    "n": 2,
    "target": np.eye(4),
    "rotation": np.eye(3),
    "posture": np.zeros(6),
    "function": lambda poses, q: poses,
    "geometry": {"first": (0, 0, 0, 0.1)},
    "world": collision.HalfSpace(),
    "shapes": {"second": collision.Sphere(0.1)},
    "obstacles": collision.HalfSpace(),
    "terrain": collision.HalfSpace(),
}


def table(name: str) -> list[list[str]]:
    """The cells of a table that the script makes, without the two lines of its head."""
    lines = PAGE.split(f"<!-- {name} -->\n")[1].split(f"\n<!-- /{name} -->")[0].splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def calls(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_it_is_what_its_script_makes(tmp_path: Path) -> None:
    """``python docs/make_goal_page.py`` writes it."""
    fresh = tmp_path / "goals.md"
    fresh.write_text(PAGE)
    command = [sys.executable, str(ROOT / "docs" / "make_goal_page.py"), str(fresh)]
    subprocess.run(command, check=True, timeout=60, capture_output=True)
    assert fresh.read_text() == PAGE


@pytest.mark.parametrize("name", all_kinds())
def test_every_goal_is_on_it(name: str) -> None:
    assert f"\n### {name}\n" in PAGE
    assert f"](#{name.lower()}) |" in PAGE


@pytest.mark.parametrize("name", [path.stem for path in PICTURES.iterdir()])
def test_every_picture_is_on_it(name: str) -> None:
    """``python docs/make_goal_pictures.py`` draws them."""
    assert f"](images/goals/{name}.svg)\n" in PAGE
    assert (PICTURES / f"{name}.svg").read_text().rstrip().endswith("</svg>")


def test_it_has_all_losses() -> None:
    assert [calls(row[0])[0].partition("(")[0] for row in table("losses")] == list(losses.KINDS)
    assert (PICTURES / "losses.svg").exists()


def test_its_code_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    before, _, package = PAGE.partition("\n### Goals of your own package\n")
    after = package[package.index("\n## ") :]  # tests/goals/test_installed.py runs the code of the package
    blocks = re.findall(r"```python\n(.*?)```", before + after, flags=re.DOTALL)
    assert len(blocks) == 1 + len(all_kinds())
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "goals.md", "exec"), names)
        assert "solution" not in names or names["solution"].success
    assert "<Solution solved in " in capsys.readouterr().out


@pytest.mark.parametrize("row", [*table("literature"), *table("thesis")], ids=lambda row: row[0])
def test_every_call_of_its_tables_makes_a_goal(row: list[str]) -> None:
    vocabulary = {**vars(goals), **losses.KINDS, **STAND_INS}
    made = [eval(call, dict(vocabulary)) for cell in row for call in calls(cell) if "(" in call]
    assert made
    assert all(isinstance(goal, mk.Goal) for goal in made)
