"""Goals without a target get it from every query."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk

UR5 = mk.Robot.load("ur5")
TIP = "tool0"
TARGETS = UR5.fk(UR5.random(4, rng=1), TIP)
CASES: dict[str, tuple[mk.Goal, mk.Goal, Any]] = {
    "Pose": (mk.Pose(TIP), mk.Pose(TIP, np.eye(4)), TARGETS),
    "Position": (mk.Position(TIP), mk.Position(TIP, (0, 0, 0)), TARGETS[:, :3, 3]),
    "Orientation": (
        mk.Orientation(TIP),
        mk.Orientation(TIP, np.eye(3)),
        mk.transforms.quaternion_from_rotation(TARGETS[:, :3, :3]),
    ),
    "LookAt": (mk.LookAt(TIP), mk.LookAt(TIP, (0, 0, 0)), TARGETS[:, :3, 3] + 1.0),
}


@pytest.mark.parametrize("case", CASES)
def test_the_solution_is_that_of_a_goal_with_any_target(case: str) -> None:
    without, with_one, targets = CASES[case]
    solver, other = mk.Solver(UR5, without), mk.Solver(UR5, with_one)
    np.testing.assert_array_equal(solver.solve(targets=targets[0]).q, other.solve(targets=targets[0]).q)
    np.testing.assert_array_equal(solver.solve_batch(targets).q, other.solve_batch(targets).q)
    assert len(solver.solve_all(targets=targets[0])) == len(other.solve_all(targets=targets[0]))


@pytest.mark.parametrize("case", CASES)
def test_a_query_without_the_target_is_an_error_that_names_the_goal(case: str) -> None:
    goals = [CASES[case][0], mk.Position("forearm_link", name="elbow")]
    solver, q = mk.Solver(UR5, goals), UR5.neutral
    problem = solver.problem
    for call in (
        lambda: solver.solve(),
        lambda: solver.solve(targets={"elbow": (0, 0, 1)}),
        lambda: solver.solve_all(targets={"elbow": (0, 0, 1)}),
        lambda: solver.solve_batch({"elbow": [(0, 0, 1)]}),
        lambda: mk.solve(UR5, goals),
        lambda: problem.cost(q),
        lambda: problem.gradient(q),
        lambda: problem.residuals(q),
        lambda: problem.jacobian(q),
        lambda: problem.errors(q),
        lambda: problem.accepts(q),
    ):
        with pytest.raises(mk.GoalError, match=f"goal 'tool0' has no target: .* mk.{case}"):
            call()
    with pytest.raises(mk.GoalError, match="targets of 'tool0': expected a target, got None"):
        solver.solve(targets={TIP: None, "elbow": (0, 0, 1)})


def test_a_goal_that_is_off_needs_no_target() -> None:
    solver = mk.Solver(UR5, [mk.Pose(TIP), mk.Position("forearm_link", (0.2, 0.2, 0.3), name="elbow")])
    assert solver.solve(weights={TIP: 0}).off == (TIP,)


@pytest.mark.parametrize("case", CASES)
def test_such_a_goal_has_a_plain_form_and_can_be_drawn(case: str) -> None:
    goal = CASES[case][0]
    assert mk.goals.goal_from_dict(json.loads(json.dumps(goal.to_dict()))) == goal
    assert pickle.loads(pickle.dumps(goal)) == goal
    UR5.plot(goals=goal, size=(32, 24))


def test_other_goals_keep_their_targets() -> None:
    with pytest.raises(TypeError, match="target"):
        mk.OnLine(TIP)  # type: ignore[call-arg]
