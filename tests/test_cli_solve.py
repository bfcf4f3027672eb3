"""``memetik solve``: solutions are verified, and failures are reported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.cli.default_link import default_link
from tests.solve_command import (
    HAND,
    PANDA,
    REACHABLE,
    TOOL,
    UR5,
    answer,
    configuration,
    run,
    slide_in,
)

# ------------------------------------------------------------------------------ goals


@pytest.mark.parametrize("turned", [("--rpy", "3.14", "0", "0"), ("--quaternion", "0.000796", "1", "0", "0")])
def test_a_pose_is_reached(turned: tuple[str, ...]) -> None:
    entry = answer(*HAND, "--position", "0.5", "0.1", "0.4", *turned)
    q = configuration(PANDA, entry)
    target = mk.transform((0.5, 0.1, 0.4), rpy=(3.14, 0, 0))
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand"), target, rtol=0, atol=3e-5)
    assert PANDA.within_limits(q)
    assert (entry["robot"], entry["success"], entry["status"]) == ("panda", True, "solved")
    assert set(entry["errors"]["panda_hand"]) == {"position", "rotation"}
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
    assert answer(*HAND, *near, "--tolerance", "1e-9")["errors"]["panda_hand"]["position"] <= 1e-9
    assert "100 mm" in run(*HAND, *near, "--tolerance", "0.1")


def test_the_link_may_be_left_out_if_there_is_one_tip() -> None:
    """The iiwa's second tip is fixed to its base."""
    robot = mk.Robot.load("iiwa14")
    q = configuration(robot, answer("iiwa14", "--position", "0.5", "0.1", "0.5"))
    np.testing.assert_allclose(robot.fk(q, "tool0")[:3, 3], (0.5, 0.1, 0.5), rtol=0, atol=1e-5)
    assert default_link(mk.Robot.load("snake(3)")) == "tip"


def test_robots_from_files(tmp_path: Path) -> None:
    slide = slide_in(tmp_path)
    entry = answer(slide, "--position", "1.5", "0", "0")
    assert entry["q"]["j"] == pytest.approx(1.5, abs=1e-5)
    assert "1.50000 m " in run(slide, "--position", "1.5", "0", "0")


# ------------------------------------------------------------------------------ search


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
    entry = answer(*HAND, *REACHABLE, "--timeout", "0", code=3)
    assert entry["stopped_by"] == "deadline"


# ------------------------------------------------------------------------------ random poses


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
    entry = answer(*HAND, "--random", "2000", "--timeout", "0", code=3)
    assert entry["solved"] < 2000
    assert "stopped by" in run(*HAND, "--random", "2000", "--timeout", "0", code=3)
