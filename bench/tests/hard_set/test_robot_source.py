"""Robot sources build the described robots, and the search box contains all their configurations."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik_bench.hard_set.box import search_box
from memetik_bench.hard_set.robot_source import build_robot

FINGER = {
    "joints": 4,
    "length": 0.2,
    "link": "tool0",
    "prefix": "f_",
    "position": [0, 0, 0],
    "rpy": [0, 0, 0],
}


def test_the_steps_of_a_source() -> None:
    robot = build_robot({"bundled": "ur5", "attach": [FINGER], "limits": {"elbow_joint": [0.5, 1.0]}})
    assert robot.dof == 10
    elbow = robot.variable_names.index("elbow_joint")
    assert (robot.lower[elbow], robot.upper[elbow]) == (0.5, 1.0)
    tip = robot.fk(robot.pack({"elbow_joint": 0.7}), "f_tip")
    tool = robot.fk(robot.pack({"elbow_joint": 0.7}), "tool0")
    np.testing.assert_allclose(tip[:3, 3] - tool[:3, 3], 0.2 * tool[:3, 0], atol=1e-12)


def test_the_floating_base_comes_last_but_for_limits() -> None:
    robot = build_robot({"bundled": "valkyrie", "subtree": ["pelvis", ["leftFoot"]], "floating_base": True})
    assert (robot.dof, robot.root) == (12, "ground")


def test_the_same_source_gives_the_same_robot() -> None:
    assert build_robot({"bundled": "panda"}) is build_robot({"bundled": "panda"})


def test_unknown_entries_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="limit"):
        build_robot({"bundled": "panda", "limit": {}})


def test_the_box_is_the_limits_or_a_turn_or_the_reach_about_the_center() -> None:
    robot = mk.Robot.load("valkyrie")
    center = np.linspace(0, 1, robot.dof)
    low, high = search_box(robot, center)
    limited = np.isfinite(robot.lower)
    np.testing.assert_array_equal(low[limited], robot.lower[limited])
    np.testing.assert_array_equal(high[limited], robot.upper[limited])
    np.testing.assert_allclose((low + high)[~limited] / 2, center[~limited])
    np.testing.assert_allclose((high - low)[~limited], 2 * robot.reach)
    wrist = mk.Robot.load("pr2").variable_names.index("r_wrist_roll_joint")
    low, high = search_box(mk.Robot.load("pr2"), np.full(19, 0.5))
    np.testing.assert_allclose((low[wrist], high[wrist]), (0.5 - np.pi, 0.5 + np.pi))
