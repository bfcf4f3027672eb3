"""Pickling: objects that can be sent to another process, and their values there."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.goal_cases.users_functions import at_target

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
GOALS = [
    mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND), name="grasp"),
    mk.LookAt("panda_link4", (0, 0, 9), priority="secondary"),
    mk.StayClose({"panda_joint1": 0.2}, joint_weights={"panda_joint1": 2.0}),
]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


again = pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
Again = Callable[[Any], Any]


@again
@pytest.mark.parametrize("success", [True, False])
def test_a_solution_says_the_same(again: Again, success: bool) -> None:
    goals = [*GOALS, mk.Custom(lambda poses, q: q - 0.1, joints="panda_joint1", priority="secondary")]
    if not success:
        goals.append(mk.Position("panda_link3", (0, 0, 1e3)))
    robot = PANDA.with_floating_base()
    solution = mk.solve(robot, goals, method="restarts", max_evaluations=500)
    for other in (again(solution), again(again(solution))):
        np.testing.assert_array_equal(other.q, solution.q)
        np.testing.assert_array_equal(robot.pack(other.joints), solution.q)
        assert list(other.joints) == list(solution.joints)
        for name in ("success", "status", "stage", "method", "cost", "evaluations", "time", "errors"):
            assert getattr(other, name) == getattr(solution, name)
        assert repr(other) == repr(solution)
        assert bool(other) is success


def test_a_solution_is_small_whatever_the_robot() -> None:
    robot = mk.Robot.load("valkyrie")
    assert len(pickle.dumps(robot)) > 50_000
    assert len(pickle.dumps(mk.solve(robot, mk.Position("head", (0, 0, 1))))) < 5_000


def test_a_failure_still_raises() -> None:
    failed = pickled(mk.solve(PANDA, mk.Position(HAND, (5, 0, 0)), max_evaluations=100))
    with pytest.raises(mk.SolveError, match=r"unreachable.*panda_hand .* mm"):
        failed.raise_if_failed()


@again
def test_a_batch_says_the_same(again: Again) -> None:
    targets = PANDA.fk(PANDA.random(5, rng=1), HAND)
    batch = mk.Solver(PANDA, GOALS[0]).solve_batch(targets)
    other = again(batch)
    for name in ("q", "cost", "success", "status", "stage", "evaluations", "time"):
        np.testing.assert_array_equal(getattr(other, name), getattr(batch, name))
    assert repr(other) == repr(batch)


@again
def test_a_problem_has_the_same_cost(again: Again) -> None:
    problem = mk.Problem(PANDA, GOALS, joints=("panda_joint2", "panda_joint4"))
    other, q = again(problem), PANDA.random(rng=2)
    assert other.goals == problem.goals
    assert other.robot == problem.robot
    assert other.active_variables == problem.active_variables
    assert other.cost(q) == problem.cost(q)
    np.testing.assert_array_equal(other.jacobian(q), problem.jacobian(q))


@again
def test_a_solver_gives_the_same_answer(again: Again) -> None:
    far = mk.transform((2, 0, 0))
    solver = mk.Solver(PANDA, GOALS, method="restarts", threads=2, max_evaluations=300)
    other = again(solver)
    assert repr(other) == repr(solver)
    for targets in (None, {"grasp": far}):
        here, there = (s.solve(targets=targets) for s in (solver, other))
        np.testing.assert_array_equal(there.q, here.q)
        assert (there.method, there.evaluations) == (here.method, here.evaluations)


def test_a_solver_with_a_start_table_says_what_to_do_instead() -> None:
    ur5 = mk.Robot.load("ur5")
    solver = mk.Solver(ur5, mk.Pose("tool0", np.eye(4)), start_table=ur5.build_start_table("tool0"))
    with pytest.raises(TypeError, match="start table cannot be pickled: pickle the robot and the goals"):
        pickle.dumps(solver)


def solve_elsewhere(solver: mk.Solver) -> mk.Solution:
    return solver.solve(random_seed=1)


def test_another_process_gives_the_same_answer() -> None:
    solver = mk.Solver(
        "ur5", [mk.Custom(at_target, rows=3, links="tool0"), mk.StayClose()], max_evaluations=500
    )
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(solve_elsewhere, solver).result(timeout=60)
    np.testing.assert_array_equal(there.q, solve_elsewhere(solver).q)
