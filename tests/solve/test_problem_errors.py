"""Errors of the construction of a problem."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
PLACE = (0.4, 0.1, 0.5)


@pytest.mark.parametrize(
    ("goals", "message"),
    [
        (5, "got 5"),
        ("panda_hand", "got 'panda_hand'"),
        (b"hand", "got b'hand'"),
        (np.eye(4), r"got an array of shape \(4, 4\)"),
        ([np.eye(4)], r"got an array of shape \(4, 4\)"),
        (np.eye(4).tolist(), r"got \[1.0, 0.0, 0.0, 0.0\]"),
        (mk.Pose, r"got the class itself: write Pose\(...\)"),
        ([mk.StayClose(), mk.StayClose], r"got the class itself: write StayClose\(...\)"),
        ([mk.Position(HAND, PLACE), None], "got None"),
        ([[mk.Position(HAND, PLACE)]], r"got \[Position\("),
        ({"tip": mk.Position(HAND, PLACE)}, "got {'tip'"),
        (PANDA, "got Robot 'panda'"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_goals_that_are_none(goals: Any, message: str) -> None:
    """The error says what a goal looks like, and what was given instead."""
    for make in (mk.Problem, mk.Solver, mk.solve):
        with pytest.raises(mk.GoalError, match=rf"mk\.Pose\(link, target\).*{message}") as caught:
            make(PANDA, goals)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        (
            ("panda_joint9",),
            r"no joint 'panda_joint9'; did you mean 'panda_joint\d'\? joints are: panda_joint1",
        ),
        ("elbow", "no joint 'elbow'"),
        (("panda_finger_joint1",), "fixed|follows|no joint"),
        (5, "joints"),
        ((None,), "joints: expected a name"),
        (([],), "joint"),
    ],
    ids=repr,
)
def test_joints_that_are_none(joints: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.Problem(PANDA, mk.Position(HAND, PLACE), joints=joints)


def test_no_goals_at_all() -> None:
    for make in (mk.Problem, mk.Solver, mk.solve):
        for goals in ((), [], iter(()), None):
            with pytest.raises(mk.GoalError, match=r"goals.*, such as mk\.Pose\(link, target\)"):
                make(PANDA, goals)  # type: ignore[arg-type]


def test_a_robot_that_is_none() -> None:
    with pytest.raises(mk.UnknownNameError, match=r"no bundled robot 'pandaa'; did you mean 'panda'\?"):
        mk.Problem("pandaa", mk.Position(HAND, PLACE))
    with pytest.raises(mk.RobotError, match="cannot load a robot from int"):
        mk.Problem(5, mk.Position(HAND, PLACE))


def test_options_are_keywords() -> None:
    with pytest.raises(TypeError):
        mk.Problem(PANDA, mk.Position(HAND, PLACE), ("panda_joint1",))  # type: ignore[call-arg]


class TestContests:
    """A primary goal with a cost but an infinite tolerance may keep other goals from their tolerances."""

    @pytest.mark.parametrize(
        "careless",
        [
            mk.Manipulability(HAND, priority="primary"),
            mk.Smooth(priority="primary"),
            mk.StayClose(priority="primary", tolerance=np.inf),
            mk.Scan(HAND, PLACE, normal=(0, 0, 1), tolerance=np.inf),
        ],
        ids=lambda goal: type(goal).__name__,
    )
    def test_a_warning_names_both_goals(self, careless: mk.Goal) -> None:
        position = mk.Position(HAND, PLACE, name="place")
        goal = dataclasses.replace(careless, name="careless")
        with pytest.warns(
            mk.GoalWarning, match="'careless' has an infinite tolerance but a cost, which may keep 'place'"
        ):
            mk.Problem(PANDA, [position, goal])

    def test_the_warning_is_at_the_callers_line(self) -> None:
        goals = [mk.Position(HAND, PLACE), mk.Smooth(priority="primary")]
        for make in (mk.Problem, mk.Solver, mk.solve):
            with pytest.warns(mk.GoalWarning) as caught:
                make(PANDA, goals)
            assert caught[0].filename == __file__

    @pytest.mark.parametrize(
        "goals",
        [
            [mk.Position(HAND, PLACE), mk.Smooth()],
            [mk.Position(HAND, PLACE, priority="secondary"), mk.Smooth(priority="primary")],
            [mk.Position(HAND, PLACE), mk.Smooth(priority="primary", tolerance=0.1)],
            [mk.Smooth(priority="primary"), mk.Manipulability(HAND, priority="primary")],
            [mk.Pose(HAND, np.eye(4), tolerance=(1e-3, np.inf)), mk.StayClose()],
        ],
    )
    def test_nothing_is_said_otherwise(self, goals: list[mk.Goal]) -> None:
        mk.Problem(PANDA, goals)  # warnings are errors here
