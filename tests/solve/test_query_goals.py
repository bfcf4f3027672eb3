"""The goals of a solution have the targets of its query."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.solve.query_goals import query_goals
from tests.goal_cases import GOALS, make_goal, rng_of
from tests.goal_cases.subjects import subject


@pytest.mark.parametrize(
    "case",
    [case for case in GOALS if case.startswith(("Pose", "Position", "Orientation", "LookAt", "OnPlane"))],
)
def test_another_target_is_that_of_the_goal(case: str) -> None:
    panda, rng = subject("panda"), rng_of(case)
    goal, other = make_goal(case, panda, rng), make_goal(case, panda, rng)
    problem = mk.Problem(panda.robot, goal)
    (name,) = problem.goals
    solution = mk.Solver(problem).solve(targets={name: other.target}, max_evaluations=1)
    (found,) = query_goals(problem, solution._native.parameters)
    np.testing.assert_allclose(
        np.abs(found.target), np.abs(other.target), atol=1e-9
    )  # q and -q are one rotation
    assert type(found) is type(goal)
    assert query_goals(problem, problem._own_parameters) == [goal]


def test_goals_that_await_a_target_get_it_and_those_that_are_off_are_left_out() -> None:
    solver = mk.Solver("ur5", [mk.Position("tool0", name="tip"), mk.LookAt("tool0", (1, 0, 0), name="gaze")])
    solution = solver.solve(targets={"tip": (0.4, 0.1, 0.3)}, weights={"gaze": 0})
    (goal,) = query_goals(solver.problem, solution._native.parameters)
    np.testing.assert_allclose(goal.target, (0.4, 0.1, 0.3))  # type: ignore[attr-defined]
