"""``memetik solve``: answers are true, failures say so, nonsense is refused in one line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from memetik.cli.solve_options import moving_tip, target_frames
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


@pytest.fixture
def slide(tmp_path: Path) -> str:
    """The file of a robot that moves along x from 0 to 2 m."""
    joint = '<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/>'
    limit = '<limit lower="0" upper="2" effort="1" velocity="1"/></joint>'
    file = tmp_path / "slide.urdf"
    file.write_text(f'<robot name="slide"><link name="a"/><link name="b"/>{joint}{limit}</robot>')
    return str(file)


# ------------------------------------------------------------------------------ what is wanted


@pytest.mark.parametrize("turned", [("--rpy", "3.14", "0", "0"), ("--quaternion", "0.000796", "1", "0", "0")])
def test_a_pose_is_reached(turned: tuple[str, ...]) -> None:
    entry = answer(*HAND, "--position", "0.5", "0.1", "0.4", *turned)
    q = configuration(PANDA, entry)
    target = mk.transform((0.5, 0.1, 0.4), rpy=(3.14, 0, 0))
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand"), target, rtol=0, atol=3e-5)
    assert PANDA.within_limits(q)
    assert (entry["robot"], entry["success"], entry["status"]) == ("panda", True, "solved")
    assert set(entry["errors"]["pose"]) == {"position", "rotation"}
    assert entry["evaluations"] >= 1
    assert 0 < entry["time"] < 60


def test_a_position_alone_and_an_orientation_alone() -> None:
    q = configuration(PANDA, answer(*HAND, "--position", "-0.3", "0.4", "0.5"))
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand")[:3, 3], (-0.3, 0.4, 0.5), rtol=0, atol=1e-5)
    q = configuration(PANDA, answer(*HAND, "--rpy", "0.1", "-0.2", "2.0"))
    expected = mk.transform(rpy=(0.1, -0.2, 2.0))[:3, :3]
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand")[:3, :3], expected, rtol=0, atol=2e-5)


@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), (0.0, -1.0, 0.0)])
def test_an_axis_looks_at_a_place(axis: tuple[float, float, float]) -> None:
    given = () if axis == (0.0, 0.0, 1.0) else ("--axis", *map(str, axis))
    where = ("--position", "0.4", "0.1", "0.4", "--look-at", "0.7", "0.3", "0")
    q = configuration(UR5, answer(*TOOL, *where, *given))
    pose = UR5.fk(q, "tool0")
    sight = np.array([0.7, 0.3, 0.0]) - pose[:3, 3]
    np.testing.assert_allclose(pose[:3, :3] @ axis, sight / np.linalg.norm(sight), rtol=0, atol=2e-5)
    np.testing.assert_allclose(pose[:3, 3], (0.4, 0.1, 0.4), rtol=0, atol=1e-5)


def test_what_is_free_does_not_matter() -> None:
    """Upside down above the base, no turn about z was asked for; and no height."""
    q = configuration(PANDA, answer(*HAND, *REACHABLE, "--free", "rz", "--free", "z", "--start", "random"))
    pose = PANDA.fk(q, "panda_hand")
    target = mk.transform((0.5, 0.1, 0.4), rpy=(3.14, 0, 0))
    np.testing.assert_allclose(pose[:3, 2], target[:3, 2], rtol=0, atol=2e-5)
    off = target[:3, :3].T @ (pose[:3, 3] - target[:3, 3])
    np.testing.assert_allclose(off[:2], 0, atol=1e-5)
    assert abs(off[2]) > 1e-3
    assert not np.allclose(pose[:3, 0], target[:3, 0], atol=1e-2)


def test_staying_close_stays_closer() -> None:
    start = ("--start", "panda_joint4=-2", "--start", "panda_joint6=1.9", "--start", "panda_joint1=0.8")
    begin = PANDA.pack({"panda_joint4": -2, "panda_joint6": 1.9, "panda_joint1": 0.8})
    far, close = (
        np.linalg.norm(configuration(PANDA, answer(*HAND, *REACHABLE, *start, *more)) - begin)
        for more in ((), ("--stay-close",))
    )
    assert close < far


def test_the_tolerance_is_a_choice() -> None:
    near = ("--position", "0.5", "0.1", "0.4", "--start", "random")
    assert answer(*HAND, *near, "--tolerance", "1e-9")["errors"]["position"]["position"] <= 1e-9
    assert "100 mm" in run(*HAND, *near, "--tolerance", "0.1")


def test_the_link_may_be_left_out_if_there_is_one_tip() -> None:
    """The iiwa's second tip is fixed to its base."""
    robot = mk.Robot.load("iiwa14")
    q = configuration(robot, answer("iiwa14", "--position", "0.5", "0.1", "0.5"))
    np.testing.assert_allclose(robot.fk(q, "tool0")[:3, 3], (0.5, 0.1, 0.5), rtol=0, atol=1e-5)
    assert moving_tip(mk.Robot.load("snake(3)")) == "tip"


def test_robots_from_files(slide: str) -> None:
    entry = answer(slide, "--position", "1.5", "0", "0")
    assert entry["q"]["j"] == pytest.approx(1.5, abs=1e-5)
    assert "1.50000 m " in run(slide, "--position", "1.5", "0", "0")


# ------------------------------------------------------------------------------ how it is searched


def test_an_answer_given_as_the_start_is_the_answer() -> None:
    entry = answer(*HAND, *REACHABLE)
    start = [word for joint, value in entry["q"].items() for word in ("--start", f"{joint}={value!r}")]
    again = answer(*HAND, *REACHABLE, *start)
    assert again["q"] == entry["q"]
    assert (again["stage"], again["evaluations"]) == ("start", 1)


def test_the_random_seed_decides() -> None:
    def search(*more: str) -> dict[str, float]:
        found = answer(*HAND, "--position", "0.5", "0.1", "0.4", "--start", "random", *more)["q"]
        assert isinstance(found, dict)
        return found

    assert search() == search("--random-seed", "0")
    assert search("--random-seed", "5") != search()


@pytest.mark.parametrize("method", ["auto", "restarts", "memetic"])
def test_every_method_answers(method: str) -> None:
    assert answer(*HAND, *REACHABLE, "--method", method)["success"]


def test_a_deadline() -> None:
    entry = answer(*HAND, *TOO_FAR, "--timeout", "0", code=2)
    assert entry["status"] == "timed out"


# ------------------------------------------------------------------------------ what is shown


def test_joint_values_errors_and_verdict() -> None:
    lines = run(*HAND, *REACHABLE, "--stay-close").splitlines()
    q = configuration(PANDA, answer(*HAND, *REACHABLE, "--stay-close"))
    for name, value, lower, upper in zip(PANDA.variable_names, q, PANDA.lower, PANDA.upper, strict=True):
        (row,) = (line.split() for line in lines if name in line)
        assert row == [
            name,
            f"{value:.5f}",
            "rad",
            f"{np.degrees(value):.2f}°",
            f"{lower:.4f}",
            f"{upper:.4f}",
        ]
    (position,) = (line for line in lines if " position " in line)
    assert "mm" in position
    assert position.split()[-1] == "met"
    (stay,) = (line for line in lines if "stay_close" in line)
    assert stay.split()[-1] == "secondary"
    assert lines[-1].startswith("solved in ")


def test_what_is_missed_is_said() -> None:
    output = run(*HAND, *TOO_FAR, code=2)
    assert "missed" in output
    assert "approximate in " in output
    assert "not solved" in output
    entry = answer(*HAND, *TOO_FAR, code=2)
    assert (entry["success"], entry["status"]) == (False, "approximate")
    assert entry["errors"]["position"]["position"] > 1.0


def test_a_joint_at_its_limit_is_marked(slide: str) -> None:
    assert "at its limit" in run(slide, "--position", "3", "0", "0", code=2)
    assert "at its limit" not in run(slide, "--position", "1", "0", "0")


def test_of_a_humanoid_only_what_matters_is_listed() -> None:
    output = run("valkyrie", "--link", "rightPalm", "--position", "0.3", "-0.3", "1.2")
    assert "rightElbowPitch" in output
    assert "leftElbowPitch" not in output
    assert "the other 48 variables" in output
    assert len(answer("valkyrie", "--link", "rightPalm", "--position", "0.3", "-0.3", "1.2")["q"]) == 61


def test_help_explains_every_option() -> None:
    output = run("--help")
    for option in ("--link", "--position", "--rpy", "--quaternion", "--look-at", "--axis", "--stay-close"):
        assert option in output
    for option in ("--start", "--free", "--tolerance", "--method", "--timeout", "--random-seed", "--random "):
        assert option in output
    assert "exit code is 2" in output


# ------------------------------------------------------------------------------ many at random


def test_random_poses_are_all_solved() -> None:
    entry = answer(*TOOL, "--random", "300")
    assert (entry["count"], entry["solved"], entry["statuses"]) == (300, 300, {"solved": 300})
    assert sum(entry["stages"].values()) == 300
    assert entry["mean_evaluations"] >= 1
    assert 0 < entry["time"] < 60
    output = run(*TOOL, "--random", "300")
    assert "300 random poses of tool0 of ur5: 300 solved (100.00 %)" in output
    assert "a second" in output


def test_random_poses_from_random_starts() -> None:
    """A random start is far from the answer; so are those of another random seed."""
    neutral, random = (
        answer(*HAND, "--random", "200", *more)["stages"].get("start", 0)
        for more in ((), ("--start", "random"))
    )
    assert random < neutral


def test_not_all_solved_is_an_exit_code() -> None:
    entry = answer(*HAND, "--random", "2000", "--timeout", "0", code=2)
    assert entry["solved"] < 2000
    assert "timed out" in run(*HAND, "--random", "2000", "--timeout", "0", code=2)


# ------------------------------------------------------------------------------ pictures


def test_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "memetik.plot.picture.save_picture",
        lambda path, robot, q, frames: drawn.append((path, robot.name, q, frames)),
    )
    file = tmp_path / "hand.png"
    assert f"wrote {file}" in run(*HAND, *REACHABLE, "--picture", str(file))
    entry = answer(*HAND, *REACHABLE, "--picture", str(file))
    for path, name, q, frames in drawn:
        assert (path, name) == (file, "panda")
        np.testing.assert_array_equal(q, configuration(PANDA, entry))
        np.testing.assert_array_equal(frames["pose"], mk.transform((0.5, 0.1, 0.4), rpy=(3.14, 0, 0)))
    assert len(drawn) == 2


def test_frames_of_what_the_goals_want() -> None:
    goals = [
        mk.Position("tool0", (0.1, 0.2, 0.3), name="position"),
        mk.Orientation("tool0", rpy=(0.1, 0.2, 0.3), name="orientation"),
        mk.LookAt("tool0", (1, 2, 3), name="look_at"),
        mk.StayClose(),
    ]
    q = UR5.random(rng=1)
    pose, frames = UR5.fk(q, "tool0"), target_frames(mk.Problem(UR5, goals), q)
    assert list(frames) == ["position", "orientation", "look_at"]
    np.testing.assert_array_equal(frames["position"], mk.transform((0.1, 0.2, 0.3)) @ without_place(pose))
    np.testing.assert_allclose(
        frames["orientation"][:3, :3], mk.transform(rpy=(0.1, 0.2, 0.3))[:3, :3], rtol=0, atol=1e-12
    )
    np.testing.assert_array_equal(frames["orientation"][:3, 3], pose[:3, 3])
    np.testing.assert_array_equal(frames["look_at"], mk.transform((1, 2, 3)))


def without_place(pose: Array) -> Array:
    turned = pose.copy()
    turned[:3, 3] = 0
    return turned


def test_a_picture_without_mitsuba_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert "pip install 'memetik[plot]'" in error_line(
        *HAND, *REACHABLE, "--picture", str(tmp_path / "a.png")
    )


# ------------------------------------------------------------------------------ nonsense


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pandda", *REACHABLE), "did you mean 'panda'?"),
        (("nothing.urdf", *REACHABLE), "no such file"),
        (("panda", *REACHABLE), "--link one of panda_hand_tcp, panda_leftfinger, panda_rightfinger"),
        (("panda", "--link", "panda_hnd", *REACHABLE), "did you mean 'panda_hand'?"),
        (HAND, "give --position"),
        ((*HAND, "--stay-close"), "give --position"),
        ((*HAND, *REACHABLE, "--quaternion", "1", "0", "0", "0"), "--rpy and --quaternion"),
        ((*HAND, "--quaternion", "0", "0", "0", "0"), "zero length"),
        ((*HAND, "--position", "nan", "0", "0"), "not finite"),
        ((*HAND, *REACHABLE, "--axis", "1", "0", "0"), "needs --look-at"),
        ((*HAND, "--look-at", "1", "0", "0", "--axis", "0", "0", "0"), "zero length"),
        ((*HAND, "--look-at", "1", "0", "0", "--free", "rz"), "--free"),
        ((*HAND, *REACHABLE, "--free", "rw"), "x, y, z, rx, ry, rz"),
        ((*HAND, *REACHABLE, "--tolerance", "-1"), "tolerance"),
        ((*HAND, *REACHABLE, "--method", "magic"), "methods are: auto, restarts, memetic"),
        ((*HAND, *REACHABLE, "--timeout", "-1"), "timeout"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1"), "expected JOINT=VALUE"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1=much"), "expected JOINT=VALUE"),
        ((*HAND, *REACHABLE, "--start", "random", "--start", "panda_joint1=1"), "random alone"),
        ((*HAND, *REACHABLE, "--start", "panda_joint9=1"), "did you mean 'panda_joint"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1=nan"), "finite"),
        ((*HAND, *REACHABLE, "--picture", "hand.gif"), ".png or .jpg"),
        ((*HAND, *REACHABLE, "--random", "5"), "--random makes its own targets"),
        ((*HAND, "--random", "5", "--picture", "hand.png"), "--picture"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in error_line(*arguments)


def test_a_robot_that_cannot_move_has_no_tip() -> None:
    with pytest.raises(mk.GoalError, match="no joint of 'statue' moves any link"):
        moving_tip(mk.Robot("statue", [mk.Link("stone")], []))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("--random", "0"), "'--random'"),
        (("--random-seed", "-1"), "'--random-seed'"),
        (("--position", "1", "2"), "requires 3 arguments"),
    ],
)
def test_wrong_usage(wrong: tuple[str, ...], message: str) -> None:
    assert message in run(*HAND, *wrong, code=2)
