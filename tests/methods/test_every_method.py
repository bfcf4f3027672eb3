"""Requirements on every method: limits, budgets, timeouts, verified success."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest

import memetik as mk
from tests.method_cases import NEIGHBOUR, UNRELIABLE, case_of, every_method, method_of
from tests.solve_cases import FAR


def near(q: np.ndarray, robot: mk.Robot) -> np.ndarray:
    return robot.clip(q + np.random.default_rng(3).uniform(-NEIGHBOUR, NEIGHBOUR, q.shape))


def plenty(name: str) -> int:
    return 2_000 if name in UNRELIABLE else 200_000


@every_method
class TestSuccess:
    def test_is_found_near_a_solution_and_true(self, name: str) -> None:
        case = case_of(name)
        q = case.solution()
        solver = case.solver(name, q, max_evaluations=plenty(name))
        solution = solver.solve(near(q, case.robot))
        assert solution.success or name in UNRELIABLE, solution
        assert solver.problem.accepts(solution.q) == solution.success
        assert solution.method == name

    def test_is_not_claimed_where_there_is_none(self, name: str) -> None:
        case = case_of(name)
        q = case.solution()
        solver = case.solver(name, q, max_evaluations=300)
        far = case.target(mk.transform(FAR))
        solution = solver.solve(near(q, case.robot), targets={"tip": far})
        assert not solution.success
        assert solution.status in ("approximate", "unreachable")
        assert case.robot.within_limits(solution.q)
        assert solution.cost == pytest.approx(solution.cost) and np.isfinite(solution.cost)

    def test_is_up_to_the_user(self, name: str) -> None:
        case = case_of(name)
        q = case.solution()
        asked = []

        def valid(found: np.ndarray) -> bool:
            asked.append(found)
            return False

        solution = case.solver(name, q, valid=valid, max_evaluations=5_000).solve(near(q, case.robot))
        assert not solution.success
        assert not asked or solution.status == "invalid"


@every_method
class TestSecondaryGoals:
    def test_are_honoured_without_harm_to_the_others_or_refused(self, name: str) -> None:
        case = case_of(name)
        q = case.solution()
        start = near(q, case.robot)
        wish = mk.StayClose(q)
        there = case.solver(name, q, max_evaluations=plenty(name)).solve(start)
        try:
            solver = case.solver(name, q, wish, max_evaluations=plenty(name))
        except mk.MethodError as error:
            assert "secondary goals" in str(error) or name == "pivot"
            return
        solution = solver.solve(start)
        assert solution.success or name in UNRELIABLE
        if not solution.success:
            return
        assert np.linalg.norm(solution.q - q) <= np.linalg.norm(there.q - q) + 1e-6


@every_method
class TestLimits:
    def test_hold_on_the_way_to_hard_targets(self, name: str) -> None:
        case = case_of(name)
        targets = case.robot.random(6, rng=7)
        for q in targets:
            solution = case.solver(name, q, max_evaluations=400).solve()
            assert case.robot.within_limits(solution.q)

    def test_of_the_query_hold_as_well(self, name: str) -> None:
        case = case_of(name)
        q = case.solution()
        start = near(q, case.robot)
        locked = case.robot.joint_names[2]
        solver = case.solver(name, q, max_evaluations=400)
        solution = solver.solve(start, max_change=dict.fromkeys(case.robot.joint_names, 0.02) | {locked: 0})
        assert np.abs(solution.q - start).max() <= 0.02 + 1e-12
        assert solution.joints[locked] == pytest.approx(start[2], abs=1e-12)


@every_method
class TestEffort:
    def test_is_bounded_by_evaluations(self, name: str) -> None:
        case = case_of(name)
        solution = case.solver(name, case.robot.random(rng=8)).solve(max_evaluations=1_000)
        assert solution.evaluations <= 2_000

    def test_ends_at_the_deadline(self, name: str) -> None:
        case = case_of(name)
        solver = case.solver(name, case.solution(), max_evaluations=10**9)
        far = case.target(mk.transform(FAR))
        begin = time.monotonic()
        solution = solver.solve(targets={"tip": far}, timeout=0.05)
        assert time.monotonic() - begin < 5  # not after all evaluations
        assert not solution.success

    def test_is_the_same_every_time(self, name: str) -> None:
        case = case_of(name)
        goal = case.robot.random(rng=9)
        first, second = (case.solver(name, goal, max_evaluations=2_000).solve() for _ in range(2))
        np.testing.assert_array_equal(first.q, second.q)
        assert first.evaluations == second.evaluations

    def test_depends_on_no_neighbour_in_a_batch(self, name: str) -> None:
        case = case_of(name)
        rows = case.robot.random(3, rng=10)
        solver = case.solver(name, rows[0], max_evaluations=1_000)
        poses = case.robot.fk(rows, case.tip)
        targets = np.array([case.target(pose) for pose in poses])
        batch = solver.solve_batch({"tip": targets})
        for i, target in enumerate(targets):
            np.testing.assert_array_equal(batch.q[i], solver.solve(targets={"tip": target}).q)


@every_method
class TestObjects:
    def test_are_copied_by_pickle(self, name: str) -> None:
        method = mk.methods.find(method_of(name))
        assert pickle.loads(pickle.dumps(method)) == method
        case = case_of(name)
        q = case.robot.random(rng=11)
        solver = case.solver(name, q, max_evaluations=500)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(solver)).solve().q, solver.solve().q)

    def test_say_what_they_are(self, name: str) -> None:
        method = mk.methods.find(name)
        assert method.name == name
        assert method.source and method.goals and method.advice
        assert repr(method).startswith(type(method).__name__)

    def test_are_for_one_solution(self, name: str) -> None:
        case = case_of(name)
        solver = case.solver(name, case.solution(), max_evaluations=500)
        if name in ("auto", "restarts", "memetic"):
            assert solver.solve_all() is not None
        else:
            with pytest.raises(mk.MethodError, match="solve_all: only methods 'auto'"):
                solver.solve_all()


@every_method
class TestTrace:
    def test_tells_the_way_down(self, name: str) -> None:
        case = case_of(name)
        solution = case.solver(name, case.robot.random(rng=12), max_evaluations=2_000).solve(trace=True)
        costs = [entry.cost for entry in solution.trace]
        assert costs == sorted(costs, reverse=True) and len(costs) > 0

    def test_has_generations_where_there_are_some(self, name: str) -> None:
        case = case_of(name)
        solver = case.solver(name, case.robot.random(rng=13), max_evaluations=2_000)
        solution = solver.solve(trace=True)
        generations = solution.trace.generations
        if not mk.methods.find(name).evolves:
            assert len(generations) == 0
            return
        assert solution.generations > 0
        assert generations.names == solver.problem.active_variables
        assert generations.q.shape == (len(generations), len(generations.names))
        born = np.arange(len(generations))
        has_parents = generations.parents >= 0
        assert (generations.parents < born[:, None])[has_parents].all()
        older = generations.generation[generations.parents.clip(0)] <= generations.generation[:, None]
        assert older[has_parents].all()
        same_island = generations.island[generations.parents.clip(0)] == generations.island[:, None]
        assert same_island[has_parents].all()
        lower, upper = case.robot.lower, case.robot.upper
        assert (generations.q >= lower - 1e-9).all() and (generations.q <= upper + 1e-9).all()

    def test_changes_nothing(self, name: str) -> None:
        case = case_of(name)
        solver = case.solver(name, case.robot.random(rng=14), max_evaluations=1_000)
        np.testing.assert_array_equal(solver.solve(trace=True).q, solver.solve().q)
