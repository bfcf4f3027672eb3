"""Every example runs in a directory of its own and prints its results."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DIRECTORY = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(DIRECTORY.glob("*.py"))
SMALL = {
    "00_quickstart": ["--size", "80", "60", "--poses", "500"],
    "01_forward_kinematics": ["--size", "80", "60"],
    "02_inverse_kinematics": ["--size", "80", "60", "--poses", "2000"],
    "03_goals": ["--size", "60", "80"],
    "04_branches": ["--size", "80", "60"],
    "05_parallel_robot": ["--size", "80", "60"],
    "06_edit_motion": ["--size", "80", "60"],
    "07_obstacles": ["--size", "80", "60"],
}


def run(name: str, directory: Path, *arguments: str, **environment: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-W", "error", str(DIRECTORY / f"{name}.py"), *SMALL.get(name, []), *arguments],
        cwd=directory,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr == ""
    return finished.stdout


@pytest.mark.parametrize("name", [file.stem for file in EXAMPLES])
def test_runs(name: str, tmp_path: Path) -> None:
    assert run(name, tmp_path).strip()


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_explains_itself(file: Path) -> None:
    assert file.stem[:2].isdigit()
    docstring = ast.get_docstring(ast.parse(file.read_text())) or ""
    assert len(docstring.split()) > 30


def test_the_quick_start_solves_again_and_again_and_draws(tmp_path: Path) -> None:
    output = run("00_quickstart", tmp_path)
    assert output.count("<Solution solved in ") == 4
    assert "<BatchSolution 500 of 500 solved in " in output
    assert (tmp_path / "out" / "quickstart.png").read_bytes()[:4] == b"\x89PNG"


def test_forward_kinematics_prints_and_draws(tmp_path: Path) -> None:
    output = run("01_forward_kinematics", tmp_path)
    for words in ("Robot 'panda': 7 DoF", "panda_hand_tcp", "(6, 7)", "manipulability", "out/panda.png"):
        assert words in output
    assert (tmp_path / "out" / "panda.png").read_bytes()[:4] == b"\x89PNG"
    assert "other.png" in run("01_forward_kinematics", tmp_path, "--picture", "other.png")
    assert (tmp_path / "other.png").stat().st_size > 1000


def test_inverse_kinematics_solves_and_draws(tmp_path: Path) -> None:
    output = run("02_inverse_kinematics", tmp_path)
    lines = dict(line.split(":", 1) for line in output.splitlines() if ":" in line)
    for what in ("a pose", "a line", "any way", "looking there", "a low elbow"):
        assert "<Solution solved in " in lines[what]
    assert "<BatchSolution 2000 of 2000 solved in " in lines["many"]
    assert "<Solution unreachable in " in lines["out of reach"]
    assert "success: False" in lines["out of reach"]
    assert (tmp_path / "out" / "panda_ik.png").read_bytes()[:4] == b"\x89PNG"


def test_goals_of_a_whole_body_are_met_and_drawn(tmp_path: Path) -> None:
    output = run("03_goals", tmp_path)
    assert "a whole body:   solved in " in output
    assert "near 0.200 m, far 0.400 m, with squares" in output
    assert (tmp_path / "out" / "goals.png").read_bytes()[:4] == b"\x89PNG"


def test_branches_are_found_and_drawn(tmp_path: Path) -> None:
    output = run("04_branches", tmp_path)
    assert "all of them:    8 in " in output
    assert "a spread:       16, " in output
    costs = {}
    for line in output.splitlines():
        what, _, rest = line.partition(":")
        if what in ("first", "best", "elbow up", "near"):
            assert "<Solution solved in " in rest
        if what in ("first", "best"):
            costs[what] = float(rest.rstrip(">").split()[-1])
    assert costs["best"] < 0.9 * costs["first"]
    assert "never:          <Solution invalid, stopped by budget, in " in output
    assert "too far:        <Solution unreachable in " in output
    assert (tmp_path / "out" / "branches.png").read_bytes()[:4] == b"\x89PNG"


def test_loops_are_closed_and_drawn(tmp_path: Path) -> None:
    output = run("05_parallel_robot", tmp_path)
    for words in ("a pose:         solved in ", "back again:     solved in ", "a four-bar:     solved, "):
        assert words in output
    assert output.count("a way: ") == 4
    assert "<BatchSolution 500 of 500 solved in " in output
    gaps = re.findall("loops closed to (.*) m", output)
    assert len(gaps) == 2
    assert all(float(gap) <= 1e-8 for gap in gaps)
    assert (tmp_path / "out" / "parallel_robot.png").read_bytes()[:4] == b"\x89PNG"


def test_a_motion_is_edited_written_and_drawn(tmp_path: Path) -> None:
    output = run("06_edit_motion", tmp_path)
    assert "<Clip 'walk': 60 frames of 0.033333 s, 48 DoF>, named Hips.x, " in output
    assert "<Clip 'edited': 60 frames of 0.033333 s, 48 DoF>, " in output
    words = output.split()
    assert float(words[words.index("mm") - 1]) <= 0.0101
    step = next(word for word in words if word.endswith("°"))
    assert float(step.rstrip("°")) < 4
    assert int(words[words.index("%") - 1]) > 80
    assert (tmp_path / "out" / "edit_motion.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.parametrize("name", [file.stem for file in EXAMPLES])
def test_drafts_need_no_renderer(name: str, tmp_path: Path) -> None:
    (tmp_path / "mitsuba.py").write_text("raise ImportError")
    run(name, tmp_path, PYTHONPATH=str(tmp_path))
    assert len(list((tmp_path / "out").glob("*.png"))) == 1


def test_the_arm_gives_way_and_says_what_is_in_the_way(tmp_path: Path) -> None:
    output = run("07_obstacles", tmp_path)
    for what in ("reaching:", "with the cup:", "the ball at 100 %:"):
        assert re.search(rf"^{what} +solved, clearance (\d+) mm$", output, re.MULTILINE)
    assert "- clear: panda_hand is " in output and "from 'ball'" in output
    assert (tmp_path / "out" / "obstacles.png").read_bytes()[:4] == b"\x89PNG"
