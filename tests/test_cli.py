"""The command line: what each command prints, and how it fails."""

from __future__ import annotations

import importlib.metadata
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from memetik.models import BUNDLED, info

VALID = Path(__file__).parent / "io" / "urdf" / "valid"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == code, result.output
    return result.output


def run_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from memetik.cli import main; main()", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env=os.environ | environment
    )


def error_line(*arguments: str) -> str:
    """The only line printed by a command that fails on purpose."""
    output = run(*arguments, code=1)
    assert output.startswith("error: ")
    assert output.count("\n") == 1
    return output


# ------------------------------------------------------------------------------ in general


def test_version() -> None:
    assert run("--version") == f"memetik {importlib.metadata.version('memetik')}\n"


def test_entry_point() -> None:
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="memetik")
    assert entry.value == "memetik.cli:main"
    finished = run_process("--version")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout.startswith("memetik ")


@pytest.mark.parametrize("arguments", [("--help",), ("-h",)])
def test_help_names_the_commands(arguments: tuple[str, ...]) -> None:
    output = run(*arguments)
    assert "robots" in output
    assert "doctor" in output
    assert "memetik doctor robot.urdf" in " ".join(output.split())


@pytest.mark.parametrize(("command", "words"), [("robots", "--pictures"), ("doctor", "exit code is 1")])
def test_help_of_each_command(command: str, words: str) -> None:
    assert words in run(command, "--help")


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys, memetik.cli; heavy = ('mitsuba', 'lxml', 'rich.table', 'scipy', 'pinocchio', 'mujoco'); "
        "print(*(name for name in heavy if name in sys.modules))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert finished.stdout.strip() == ""


@pytest.mark.parametrize("arguments", [("robot",), ("robots", "--bogus"), ("doctor", "a", "b")])
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert "Usage" in run(*arguments, code=2)


def test_errors_go_to_stderr_without_a_traceback() -> None:
    finished = run_process("robots", "pandda")
    assert finished.returncode == 1
    assert finished.stdout == ""
    assert finished.stderr.startswith("error: no bundled robot 'pandda'; did you mean 'panda'?")
    assert finished.stderr.count("\n") == 1


def test_interruption_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(source: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mk.Robot, "load", interrupted)
    assert run("robots", "panda", code=130) == ""


def test_interruption_of_the_process() -> None:
    """Ctrl-C while it waits for a robot that never comes."""
    program = (
        "import time, memetik as mk; from memetik.cli import main; "
        "mk.Robot.load = lambda source, **options: (print('waiting', flush=True), time.sleep(60)); main()"
    )
    command = [sys.executable, "-c", program, "doctor", "panda"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (130, "", "")


# ------------------------------------------------------------------------------ robots


def test_robots_lists_all_with_a_drawing() -> None:
    output = run("robots")
    for name in BUNDLED:
        robot = mk.Robot.load(name)
        (row,) = (
            line for line in output.splitlines() if f" {name} " in line and f"{robot.reach:.2f} m" in line
        )
        assert f" {robot.dof} " in row
        assert f" {len(robot.links)} " in row
        assert f"{robot.mass:.3g} kg" in row or not robot.mass
    braille = sum(0x2800 < ord(character) < 0x2900 for character in output)
    assert braille > 40 * len(BUNDLED)
    assert "Franka Emika Panda" in output


def test_robots_shows_one_closely() -> None:
    output = run("robots", "panda")
    assert repr(mk.Robot.load("panda")) in output
    (row,) = (line.split() for line in output.splitlines() if "q[3]" in line)
    assert " ".join(row) == "q[3] panda_joint4 -3.072 rad -0.0698 rad 2.175 rad/s"
    assert info("panda").source[:40] in " ".join(output.split())
    assert any(0x2800 < ord(character) < 0x2900 for character in output)


@pytest.mark.filterwarnings("ignore:1 mesh is not drawn:memetik.RobotWarning")
def test_robots_of_any_size_and_from_files() -> None:
    assert "joint_12" in run("robots", "snake(12)")
    crane = run("robots", str(VALID / "crane.urdf"))
    assert repr(mk.Robot.load(VALID / "crane.urdf")) in crane
    assert "source:" not in crane


def test_unlimited_variables_say_so() -> None:
    rows = [line.split() for line in run("robots", "pr2").splitlines() if "l_wrist_roll_joint" in line]
    assert rows[-1][2:4] == ["none", "none"]


def test_json_of_all() -> None:
    entries = json.loads(run("robots", "--json"))
    assert [entry["name"] for entry in entries] == list(BUNDLED)
    for entry in entries:
        robot = mk.Robot.load(entry["name"])
        assert (entry["dof"], entry["links"], entry["reach"]) == (robot.dof, len(robot.links), robot.reach)
        assert entry["mass"] == (robot.mass or None)
        assert entry["summary"] == info(entry["name"]).summary


def test_json_of_one() -> None:
    entry = json.loads(run("robots", "valkyrie", "--json"))
    robot = mk.Robot.load("valkyrie")
    assert [variable["name"] for variable in entry["variables"]] == list(robot.variable_names)
    assert entry["tips"] == list(robot.tips)
    lower = [-np.inf if v["lower"] is None else v["lower"] for v in entry["variables"]]
    np.testing.assert_array_equal(lower, robot.lower)
    assert entry["variables"][0] == {
        "name": "pelvis_x",
        "joint": "pelvis_x",
        "type": "prismatic",
        "unit": "m",
        "lower": None,
        "upper": None,
        "velocity": None,
    }
    assert {v["unit"] for v in entry["variables"][3:]} == {"rad"}


def test_json_of_a_floating_base(tmp_path: Path) -> None:
    joint = '<joint name="j" type="floating"><parent link="a"/><child link="b"/></joint>'
    urdf = f'<robot name="r"><link name="a"/><link name="b"/>{joint}</robot>'
    file = tmp_path / "free.urdf"
    file.write_text(urdf)
    variables = json.loads(run("robots", str(file), "--json"))["variables"]
    assert [v["name"] for v in variables] == ["j.x", "j.y", "j.z", "j.rx", "j.ry", "j.rz"]
    assert [v["unit"] for v in variables] == ["m", "m", "m", "rad", "rad", "rad"]
    assert {v["joint"] for v in variables} == {"j"}


def test_pictures(tmp_path: Path) -> None:
    output = run("robots", "snake(2)", "--pictures", str(tmp_path / "new"), "--json")
    file = tmp_path / "new" / "snake(2).png"
    assert file.read_bytes()[16:24] == bytes([0, 0, 320 >> 8, 320 & 255, 0, 0, 0, 240])
    assert json.loads(output)["picture"] == str(file)


def test_pictures_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str, Any]] = []
    monkeypatch.setattr(
        "memetik.plot.picture.save_picture",
        lambda path, robot, **options: drawn.append((path.name, robot.name, options["size"])),
    )
    output = run("robots", "--pictures", str(tmp_path))
    assert drawn == [(f"{name}.png", name, (320, 240)) for name in BUNDLED]
    assert output.count("wrote ") == len(BUNDLED)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("robots", "nothing.urdf"), "no such file"),
        (("robots", "robot.step"), "unknown suffix '.step' of a robot file"),
        (("robots", "snake(0)"), "at least one joint"),
    ],
)
def test_errors(arguments: tuple[str, ...], message: str) -> None:
    assert message in error_line(*arguments)


def test_a_broken_file(tmp_path: Path) -> None:
    file = tmp_path / "broken.urdf"
    file.write_text('<robot name="r"><link name="a"/><link name="a"/></robot>')
    assert "'a'" in error_line("robots", str(file))


def test_pictures_where_none_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "file" in error_line("robots", "snake(1)", "--pictures", str(tmp_path / "file" / "below"))


def test_pictures_without_mitsuba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert "pip install 'mitsuba" in error_line("robots", "snake(1)", "--pictures", str(tmp_path))


class TestGoals:
    def test_lists_every_goal_with_what_it_asks_for(self) -> None:
        lines = run("goals").splitlines()
        for kind in set(mk.goals.__all__) - {"Goal", "PythonGoal", "goal_from_dict"}:
            assert any(line.startswith(f"{kind} ") for line in lines), kind
        assert "less than angle [rad] away" in " ".join(" ".join(lines).split())

    def test_explains_one(self) -> None:
        text = run("goals", "LookAt")
        assert text.startswith("memetik.LookAt(")
        assert "2 sin(angle / 2)" in text

    def test_names_the_nearest_of_an_unknown_one(self) -> None:
        assert "did you mean 'LookAt'?" in error_line("goals", "Lookat")
