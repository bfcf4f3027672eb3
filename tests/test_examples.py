"""Every example runs in a directory of its own and prints its results."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

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
    "08_moving_obstacle": ["--size", "60", "45"],
    "09_reach_into_box": ["--size", "60", "45"],
    "10_around_an_obstacle": ["--size", "60", "45"],
    "11_inspect_tank": ["--size", "60", "45"],
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
    first = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    run(name, tmp_path, PYTHONPATH=first)
    assert len(list((tmp_path / "out").glob("*.png"))) == 1


def test_the_arm_gives_way_and_says_what_is_in_the_way(tmp_path: Path) -> None:
    output = run("07_obstacles", tmp_path)
    for what in ("reaching:", "with the cup:", "the ball at 100 %:"):
        assert re.search(rf"^{what} +solved, clearance (\d+) mm$", output, re.MULTILINE)
    assert "- clear: panda_hand is " in output and "from 'ball'" in output
    assert (tmp_path / "out" / "obstacles.png").read_bytes()[:4] == b"\x89PNG"


def keeps_its_clearance(output: str) -> bool:
    """Whether every frame has the clearance that was asked for, to the tolerance of 0.01 mm."""
    found = re.search(r"clearance at least (\S+) mm, asked for (\S+) mm", output)
    assert found
    least, asked = map(float, found.groups())
    return asked - 0.0101 <= least < 2 * asked  # it comes as near as it may


def frames_of(file: Path) -> int:
    """The number of pictures of an animation."""
    with Image.open(file) as animation:
        return int(animation.n_frames)


def test_an_elbow_gives_way_while_the_tool_stays(tmp_path: Path) -> None:
    output = run("08_moving_obstacle", tmp_path)
    assert "600 frames of 10 ms, all solved" in output
    assert keeps_its_clearance(output)
    tool, elbow = re.findall(r"at most (\S+) mm from its place, the elbow moves (\S+) m", output)[0]
    assert float(tool) <= 0.0101
    assert float(elbow) > 0.2
    assert int(re.findall(r"at most (\d+) % of their velocity limits", output)[0]) <= 100
    assert frames_of(tmp_path / "out" / "moving_obstacle.gif") > 40


def test_a_hand_reaches_into_a_box_and_stops_at_its_wall(tmp_path: Path) -> None:
    output = run("09_reach_into_box", tmp_path)
    assert keeps_its_clearance(output)
    frames, solved = map(int, re.findall(r"(\d+) frames, (\d+) solved", output)[0])
    in_wall, off = map(int, re.findall(r"(\d+) frames, the hand is at most (\d+) mm", output)[0])
    assert frames == solved + in_wall
    assert 20 <= in_wall <= 40  # of the 40 frames in which the target is near the wall or in it
    assert 20 <= off <= 100
    assert frames_of(tmp_path / "out" / "reach_into_box.gif") > 40


def test_a_hand_goes_around_a_ball_and_the_eyes_follow_it(tmp_path: Path) -> None:
    output = run("10_around_an_obstacle", tmp_path)
    assert keeps_its_clearance(output)
    on, around = map(int, re.findall(r"(\d+) on the line, (\d+) around the ball", output)[0])
    assert on + around == 200
    assert min(on, around) > 50
    assert float(re.findall(r"at most (\S+)° beside the hand", output)[0]) < 1
    assert 50 < int(re.findall(r"leaves the line by at most (\d+) mm", output)[0]) < 150
    assert float(re.findall(r"from frame to frame at most (\S+)°", output)[0]) <= 4.6
    assert frames_of(tmp_path / "out" / "around_an_obstacle.gif") > 30


def test_an_endoscope_looks_at_the_inside_of_a_tank(tmp_path: Path) -> None:
    output = run("11_inspect_tank", tmp_path)
    assert "240 frames, all solved" in output
    assert keeps_its_clearance(output)
    starts, complete = map(int, re.findall(r"(\d+) postures see it, (\d+) of them", output)[0])
    assert 1 <= complete <= starts
    assert float(re.findall(r"from frame to frame at most (\S+)°", output)[0]) <= 3
    assert frames_of(tmp_path / "out" / "inspect_tank.gif") > 40
