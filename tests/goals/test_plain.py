"""The plain form of goals: numbers, names and lists, there and back."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.goals import goal_from_dict
from memetik.plain import VERSION, head
from tests.goal_cases import PLAIN_GOALS, make_goal
from tests.goal_cases.subjects import subject


@pytest.mark.parametrize("name", ["panda", "valkyrie"])
@pytest.mark.parametrize("case", PLAIN_GOALS)
def test_a_goal_survives_json(name: str, case: str) -> None:
    s = subject(name)
    goal = make_goal(case, s, np.random.default_rng(1))
    again = goal_from_dict(json.loads(json.dumps(goal.to_dict())))
    assert again == goal
    q = s.robot.random(rng=1)
    np.testing.assert_array_equal(
        mk.Problem(s.robot, again).residuals(q), mk.Problem(s.robot, goal).residuals(q)
    )


def test_all_options_survive() -> None:
    goals = [
        mk.Pose(
            "a", np.eye(4), name="x", weight=3, priority="secondary", free=("x", "ry"), tolerance=np.arange(6)
        ),
        mk.Position("a", (1, 2, 3), frame="b", offset=(4, 5, 6), tolerance=np.float32(0.5)),
        mk.LookAt("a", (1, 2, 3), axis=(0, 1, 0), offset=(1, 1, 1), frame="b", tolerance=np.float64(1e-3)),
        mk.StayClose(joints=("a", "b"), joint_weights={"a": np.float32(2)}, priority="primary"),
    ]
    for goal in goals:
        assert goal_from_dict(json.loads(json.dumps(goal.to_dict()))) == goal


def test_a_custom_goal_is_refused_by_name() -> None:
    goal = mk.Custom(lambda poses, q: q, joints="a")
    with pytest.raises(mk.GoalError, match=r"Custom.*function"):
        goal.to_dict()
    with pytest.raises(mk.UnknownNameError, match="no goal 'Custom'; goals are: AlignAxis, ") as caught:
        goal_from_dict({**head("goal"), "goal": "Custom", "function": 12345, "joints": ["a"]})
    assert {*caught.value.valid, "Custom", "Goal", "PythonGoal", "goal_from_dict"} == set(mk.goals.__all__)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "no goal None"),
        ({"goal": "Pos", "link": "a"}, r"no goal 'Pos'; did you mean 'Pose'\?"),
        ({"goal": ["Pose"]}, "no goal"),
        ({"goal": "Pose"}, "not a Pose in plain form: there is no entry 'link'"),
        (
            {"goal": "Position", "link": "a", "target": [0, 0, 0], "wieght": 1},
            r"no option 'wieght' of Position; did you mean 'weight'\? options of Position are: ",
        ),
        ({"goal": "Position", "link": "a", "target": [0, 0]}, "target: expected 3 numbers"),
        ({"goal": "Position", "link": "a", "target": [0, 0, 0], "weight": -1}, "weight"),
        ({"goal": "Position", "link": "a", "target": [0, 0, 0], "free": 5}, "free"),
        ({"goal": "StayClose", "joints": 5}, "joints"),
        ({"goal": "StayClose", 5: 6}, "no option 5 of StayClose"),
    ],
    ids=repr,
)
def test_what_is_no_goal_is_refused(data: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        goal_from_dict({**head("goal"), **data})


def test_it_says_what_it_is_and_in_which_version() -> None:
    data = mk.Position("a", (1, 2, 3)).to_dict()
    assert (data["memetik"], data["version"], data["goal"]) == ("goal", VERSION, "Position")


@pytest.mark.parametrize("data", [[1], {}, {"goal": "Pose"}, mk.Robot.load("ur5").to_dict()], ids=type)
def test_what_is_no_plain_form_is_refused(data: Any) -> None:
    with pytest.raises(mk.GoalError, match="there is no entry 'memetik': 'goal'"):
        goal_from_dict(data)


@pytest.mark.parametrize("version", [VERSION + 1, 0, None, "1"], ids=repr)
def test_unknown_versions_are_refused(version: Any) -> None:
    data = {**mk.Position("a", (1, 2, 3)).to_dict(), "version": version}
    with pytest.raises(
        mk.GoalError, match=f"plain form of version {version!r}; this memetik reads {VERSION}"
    ):
        goal_from_dict(data)
