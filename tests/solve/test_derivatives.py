"""``Problem.check_derivatives``: derivatives that users write are compared with differences of residuals."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.goal_cases import GOALS, make_goal
from tests.goal_cases.subjects import subject

UR5 = mk.Robot.load("ur5")
PLACE = (0.4, 0.1, 0.3)


def height(poses: Any, q: Any) -> Any:
    return poses[:, 0, 2, 3:] - 0.5


def slope(factor: float) -> Any:
    return lambda poses, q: np.tile([0, 0, factor, 0, 0, 0], (len(poses), 1, 1))


def goal(factor: float, **options: Any) -> mk.Custom:
    return mk.Custom(height, links="tool0", derivative=slope(factor), name="height", **options)


def test_right_derivatives_are_an_empty_report() -> None:
    assert mk.Problem(UR5, goal(1)).check_derivatives() == ()
    assert mk.Problem(UR5, goal(1, weight=7, loss=mk.losses.Absolute())).check_derivatives() == ()
    assert mk.Problem(UR5, mk.Custom(height, links="tool0")).check_derivatives() == ()


@pytest.mark.parametrize("case", GOALS)
def test_those_of_all_goals_are_right(case: str) -> None:
    rng = np.random.default_rng(5)
    panda = subject("panda")
    problem = mk.Problem(panda.robot, make_goal(case, panda, rng))
    assert problem.check_derivatives(panda.robot.random(3, rng=rng)) == ()


@pytest.mark.parametrize("factor", [1000, -1, 0.5, 1.01])
def test_wrong_ones_have_both_values(factor: float) -> None:
    q = UR5.random(rng=2)
    problem = mk.Problem(UR5, [mk.Position("tool0", PLACE), goal(factor, weight=4)])
    wrong = problem.check_derivatives(q)
    jacobian = mk.Problem(UR5, goal(1, weight=4)).jacobian(q)
    assert {entry.goal for entry in wrong} == {"height"}
    for entry in wrong:
        assert entry.row == 0
        assert entry.numeric == pytest.approx(jacobian[0, UR5.variable_names.index(entry.variable)], rel=1e-5)
        assert entry.analytic == pytest.approx(factor * entry.numeric, rel=1e-5)
    number = f"{factor:.0f}" if factor == 1000 else f"{factor:.2g}"
    assert f"height: its derivative is wrong by a factor of about {number} in row 0" in str(wrong[0])


def test_of_not_a_number_is_wrong() -> None:
    wrong = mk.Problem(UR5, goal(np.nan)).check_derivatives(UR5.neutral)
    assert wrong
    assert "its derivative is wrong in row 0" in str(wrong[0])


@dataclass(frozen=True, eq=False)
class Height(mk.PythonGoal):
    factor: float = 1.0

    def as_custom(self) -> mk.Custom:
        return goal(self.factor)


@pytest.mark.parametrize("wrong", [goal(-1), Height(-1.0, name="height")])
def test_explanations_name_a_wrong_derivative(wrong: mk.Goal) -> None:
    explanation = mk.solve(UR5, [wrong, mk.Position("tool0", PLACE)], max_evaluations=300).explain()
    (entry,) = explanation.wrong_derivatives
    assert "height: its derivative is wrong by a factor of about -1 in row 0" in str(explanation)
    assert explanation.advice.startswith("correct the derivative of height")
    assert json.loads(json.dumps(explanation.to_dict()))["wrong_derivatives"][0]["row"] == entry.row


def test_explanations_of_right_derivatives_have_none() -> None:
    explanation = mk.solve(UR5, [goal(1), mk.Position("tool0", PLACE)], max_evaluations=300).explain()
    assert explanation.unmet
    assert explanation.wrong_derivatives == ()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_residuals_that_are_not_finite_are_named(value: float) -> None:
    odd = mk.Custom(
        lambda poses, q: np.full((len(poses), 2), value), rows=2, links="tool0", weight=3, name="odd"
    )
    explanation = mk.solve(UR5, odd, max_evaluations=300).explain()
    assert not explanation.unmet[0].finite
    assert "- odd: residual is not finite at this q" in str(explanation)
    assert explanation.advice == "return finite residuals from odd."


def test_where_residuals_are_not_finite_nothing_is_compared() -> None:
    odd = mk.Custom(
        lambda poses, q: np.full((len(poses), 1), np.nan), links="tool0", derivative=slope(1), weight=0.01
    )
    assert mk.Problem(UR5, odd).check_derivatives() == ()
