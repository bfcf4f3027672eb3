"""A configuration that meets the goals is a solution only if ``valid`` accepts it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import (
    FAR,
    HAND,
    PANDA,
    UR5,
    assert_pose_reached,
    assert_same_as_single,
    every_method,
    some_targets,
)

TARGETS = PANDA.fk(PANDA.random(6, rng=1), HAND)
POSE = mk.Pose(HAND, TARGETS[0])
SIGNATURE = numba.types.void(
    numba.types.int64,
    numba.types.CPointer(numba.types.float64),
    numba.types.CPointer(numba.types.uint8),
    numba.types.voidptr,
)


def left(q: Array) -> bool:
    return bool(q[0] > 0.3)


def never(q: Array) -> bool:
    return False


class Recorder:
    """Calls another check and records the configurations."""

    def __init__(self, verdict: Callable[[Array], Any] = never) -> None:
        self.verdict = verdict
        self.seen: list[Array] = []

    def __call__(self, q: Array) -> Any:
        self.seen.append(q.copy())
        return self.verdict(q)

    def saw(self, q: Array) -> bool:
        return any(np.array_equal(q, other) for other in self.seen)


class TestAsked:
    @every_method
    @pytest.mark.parametrize("prefer", ["first", "best"])
    def test_of_what_meets_all_goals_within_limits(self, method: Any, prefer: Any) -> None:
        asked = Recorder()
        solver = mk.Solver(PANDA, POSE, method=method, prefer=prefer, valid=asked, max_evaluations=3000)
        solver.solve()
        assert asked.seen
        # in the end of the best approximation, which may be the start, too
        assert np.count_nonzero(~solver.problem.accepts(np.array(asked.seen))) <= 2
        assert all(PANDA.within_limits(q) for q in asked.seen)

    def test_once_if_the_first_answer_is_good(self) -> None:
        asked = Recorder(lambda q: True)
        solver = mk.Solver(PANDA, POSE, valid=asked)
        without = mk.Solver(PANDA, POSE)
        for seed, target in enumerate(TARGETS):
            asked.seen.clear()
            start = PANDA.random(rng=seed)
            solution = solver.solve(start, targets=target)
            assert len(asked.seen) == 1
            np.testing.assert_array_equal(asked.seen[0], solution.q)
            np.testing.assert_array_equal(without.solve(start, targets=target).q, solution.q)

    def test_of_the_best_approximation_and_then_of_the_start(self) -> None:
        for accepts, seen in ((never, 2), (lambda q: True, 1)):
            asked = Recorder(accepts)
            solution = mk.solve(UR5, mk.Position("tool0", FAR), valid=asked)
            assert solution.stopped_by == "unreachable"
            assert solution.status == ("unreachable" if accepts is not never else "invalid")
            assert len(asked.seen) == seen
            np.testing.assert_array_equal(asked.seen[0], solution.q)
        np.testing.assert_array_equal(asked.seen[-1], solution.q)

    def test_a_valid_start_is_better_than_a_rejected_approximation(self) -> None:
        start = UR5.random(rng=1)
        far = mk.Position("tool0", FAR)
        solution = mk.solve(UR5, far, start=start, valid=lambda q: np.array_equal(q, start))
        assert solution.status == "unreachable"
        np.testing.assert_array_equal(solution.q, start)

    def test_again_of_what_secondary_goals_descend_to(self) -> None:
        asked = Recorder(lambda q: True)
        solution = mk.solve(PANDA, [POSE, mk.StayClose(target=np.zeros(7))], valid=asked)
        assert len(asked.seen) == 2
        assert asked.saw(solution.q)

    def test_in_the_same_order_every_time(self) -> None:
        seen = []
        for threads in (1, 1, 2):
            asked = Recorder()
            mk.solve(PANDA, POSE, valid=asked, threads=threads, max_evaluations=5000)
            seen.append(np.array(asked.seen))
        np.testing.assert_array_equal(seen[1], seen[0])
        np.testing.assert_array_equal(seen[2], seen[0])

    def test_may_spoil_its_argument(self) -> None:
        def spoils(q: Array) -> bool:
            good = left(q)
            q[:] = np.nan
            return good

        expected = mk.solve(PANDA, POSE, valid=left)
        np.testing.assert_array_equal(mk.solve(PANDA, POSE, valid=spoils).q, expected.q)

    def test_never_twice_of_the_same(self) -> None:
        asked = Recorder()
        mk.solve(PANDA, POSE, valid=asked)
        assert len(np.unique(asked.seen, axis=0)) == len(asked.seen)

    @every_method
    def test_of_the_very_answer(self, method: Any) -> None:
        def wound(q: Array) -> bool:
            return bool(abs(q[0]) > np.pi)

        for q in UR5.random(5, rng=1):
            solution = mk.solve(UR5, mk.Pose("tool0", UR5.fk(q, "tool0")), method=method, valid=wound)
            assert not solution or wound(solution.q)


class TestAnswers:
    @every_method
    @pytest.mark.parametrize("prefer", ["first", "best"])
    def test_are_valid(self, method: Any, prefer: Any) -> None:
        solver = mk.Solver(PANDA, POSE, method=method, prefer=prefer, valid=left)
        for target in TARGETS:
            solution = solver.solve([-1, 0, 0, -1, 0, 1, 0], targets=target)
            assert solution.success
            assert left(solution.q)
            assert_pose_reached(PANDA, HAND, solution.q, target)

    @every_method
    def test_are_valid_after_secondary_goals(self, method: Any) -> None:
        goals = [POSE, mk.StayClose(target=[-2.5, 0, 0, 0, 0, 0, 0])]
        solver = mk.Solver(PANDA, goals, method=method, valid=left)
        for target in TARGETS:
            solution = solver.solve(targets={HAND: target})
            assert solution.success
            assert left(solution.q)

    def test_are_valid_after_secondary_goals_also_if_they_are_the_best(self) -> None:
        goals = [POSE, mk.StayClose(target=[-2.5, 0, 0, 0, 0, 0, 0])]
        solver = mk.Solver(PANDA, goals, prefer="best", valid=left, max_evaluations=5000)
        for target in TARGETS:
            assert left(solver.solve(targets={HAND: target}).q)

    @every_method
    @pytest.mark.parametrize("prefer", ["first", "best"])
    def test_are_invalid_if_nothing_is_valid(self, method: Any, prefer: Any) -> None:
        for goals in ([POSE], [POSE, mk.StayClose()]):
            solution = mk.solve(PANDA, goals, method=method, prefer=prefer, valid=never, max_evaluations=3000)
            assert solution.status == "invalid"
            assert not solution.success
            assert not solution
            assert_pose_reached(PANDA, HAND, solution.q, TARGETS[0])
            assert solution.evaluations <= 3000 + 1100
            with pytest.raises(mk.SolveError, match="invalid"):
                solution.raise_if_failed()

    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_are_found_within_the_budget_where_all_meets_the_goals(self) -> None:
        asked = Recorder()
        anywhere = mk.Position(HAND, (0, 0, 0), tolerance=10)
        mk.solve(PANDA, anywhere, method="memetic", valid=asked, max_evaluations=1000, timeout=1.0)
        assert len(asked.seen) <= 1000 + 1100

    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("prefer", ["first", "best"])
    def test_of_a_batch_are_those_of_single_queries(self, threads: int, prefer: Any) -> None:
        targets, starts = some_targets(PANDA, HAND, 8, unreachable=2), PANDA.random(8, rng=3)
        solver = mk.Solver(PANDA, POSE, valid=left, prefer=prefer, threads=threads, max_evaluations=3000)
        batch = solver.solve_batch(targets, starts)
        assert_same_as_single(batch, solver, targets, starts)
        assert all(left(q) for q in batch.q[batch.success])
        assert batch.success.sum() >= 5

    @every_method
    def test_do_not_depend_on_threads(self, method: Any) -> None:
        answers = [mk.solve(PANDA, POSE, valid=left, method=method, threads=n).q for n in (1, 2, 4)]
        np.testing.assert_array_equal(answers[1], answers[0])
        np.testing.assert_array_equal(answers[2], answers[0])

    def test_near_the_start_are_nearer(self) -> None:
        near, anywhere = (
            mk.Solver(
                PANDA,
                POSE,
                valid=lambda q: q[6] > 0,
                after_rejection=where,
            )
            for where in ("near start", "anywhere")
        )
        distances = []
        for seed in range(40):
            q, start = PANDA.random(2, rng=seed)
            q[6], start[6] = 0.2, -0.2
            start = PANDA.clip(q + 0.2 * (start - q))
            target = PANDA.fk(q, HAND)
            pair = [solver.solve(start, targets=target) for solver in (near, anywhere)]
            if all(pair):
                distances.append([np.linalg.norm(solution.q - start) for solution in pair])
        assert len(distances) >= 20
        mean = np.mean(distances, axis=0)
        assert mean[0] < 0.9 * mean[1]


class TestVerdicts:
    @pytest.mark.parametrize("yes", [True, 1, np.True_, np.ones(1), "yes", [0]])
    def test_may_be_anything_true(self, yes: Any) -> None:
        assert mk.solve(PANDA, POSE, valid=lambda q: yes).success

    @pytest.mark.parametrize("no", [False, 0, np.False_, np.zeros(1), "", []])
    def test_may_be_anything_false(self, no: Any) -> None:
        assert mk.solve(PANDA, POSE, valid=lambda q: no, max_evaluations=500).status == "invalid"

    @pytest.mark.parametrize("valid", [1, "valid", np.zeros(3), True])
    def test_come_from_functions(self, valid: Any) -> None:
        with pytest.raises(mk.GoalError, match="valid: expected a function"):
            mk.Solver(PANDA, POSE, valid=valid)

    @pytest.mark.parametrize("after_rejection", ["nowhere", None, 1])
    def test_after_which_the_search_goes_on_at_known_places(self, after_rejection: Any) -> None:
        with pytest.raises(mk.UnknownNameError, match="near start"):
            mk.Solver(PANDA, POSE, after_rejection=after_rejection)


class TestExceptions:
    @every_method
    @pytest.mark.parametrize("call", [0, 3])
    def test_are_the_users_own_and_the_solver_goes_on(self, method: Any, call: int) -> None:
        broken = True

        def valid(q: Array) -> bool:
            nonlocal count
            count += 1
            if broken and count > call:
                raise KeyError("mine")
            return not broken

        for prefer in ("first", "best"):
            count, broken = 0, True
            solver = mk.Solver(PANDA, POSE, method=method, valid=valid, prefer=prefer, threads=2)
            for run in (solver.solve, solver.solve_all, lambda s=solver: s.solve_batch(TARGETS)):
                count, broken = 0, True
                with pytest.raises(KeyError, match="mine"):
                    run()
                broken = False
                assert solver.solve().success

    def test_of_strange_verdicts_are_raised(self) -> None:
        with pytest.raises(mk.GoalError, match=r"valid: expected .* True or False, got array"):
            mk.solve(PANDA, POSE, valid=lambda q: q > 0)
        for nan in (np.nan, np.float32("nan"), np.array([np.nan])[0]):
            with pytest.raises(mk.GoalError, match=r"valid: expected .* True or False, got .*nan"):
                mk.solve(PANDA, POSE, valid=lambda q, nan=nan: nan)
        with pytest.raises(TypeError, match="argument"):
            mk.solve(PANDA, POSE, valid=lambda: True)

    def test_of_a_solver_in_its_own_verdict_say_that_it_is_busy(self) -> None:
        solver = mk.Solver(PANDA, POSE, valid=lambda q: bool(solver.solve()))
        with pytest.raises(mk.SolverBusyError):
            solver.solve()


class TestCounts:
    @every_method
    @pytest.mark.parametrize("prefer", ["first", "best"])
    def test_are_of_all_calls(self, method: Any, prefer: Any) -> None:
        asked = Recorder(left)
        solver = mk.Solver(PANDA, POSE, method=method, prefer=prefer, valid=asked, max_evaluations=3000)
        assert solver.solve().validity_checks == len(asked.seen) > 0

    def test_of_a_batch_are_those_of_single_queries(self) -> None:
        asked = Recorder(left)
        solver = mk.Solver(PANDA, POSE, valid=asked, max_evaluations=3000)
        batch = solver.solve_batch(TARGETS)
        calls = len(asked.seen)
        assert batch.validity_checks.sum() == calls
        singles = [solver.solve(targets=target).validity_checks for target in TARGETS]
        assert batch.validity_checks.tolist() == singles

    def test_are_zero_without_valid(self) -> None:
        assert mk.solve(PANDA, POSE).validity_checks == 0


class TestCompiled:
    """``valid`` may be the address of a compiled function of n rows of q."""

    @staticmethod
    def compiled() -> Any:
        @numba.cfunc(SIGNATURE)
        def left_half(n: int, q: Any, valid: Any, user: Any) -> None:
            rows = numba.carray(q, (n, 7))
            for i in range(n):
                valid[i] = rows[i, 0] > 0.3

        return left_half

    @pytest.mark.parametrize("threads", [1, 2])
    def test_functions_give_the_answers_of_python_functions(self, threads: int) -> None:
        compiled = mk.Solver(PANDA, POSE, valid=self.compiled(), threads=threads, max_evaluations=3000)
        python = mk.Solver(PANDA, POSE, valid=left, max_evaluations=3000)
        batches = [solver.solve_batch(TARGETS) for solver in (compiled, python)]
        np.testing.assert_array_equal(batches[0].q, batches[1].q)
        np.testing.assert_array_equal(batches[0].validity_checks, batches[1].validity_checks)
        assert batches[0].success.any()

    def test_functions_are_addresses_or_have_one(self) -> None:
        function = self.compiled()
        q = [mk.solve(PANDA, POSE, valid=valid).q for valid in (function, function.address)]
        np.testing.assert_array_equal(*q)

    def test_functions_cannot_be_pickled(self) -> None:
        with pytest.raises(TypeError, match="compiled valid"):
            pickle.dumps(mk.Solver(PANDA, POSE, valid=self.compiled()))


class TestPickles:
    def test_keep_functions_of_modules(self) -> None:
        solver = mk.Solver(PANDA, POSE, valid=left, after_rejection="near start", prefer="best")
        again = pickle.loads(pickle.dumps(solver))
        np.testing.assert_array_equal(again.solve().q, solver.solve().q)

    def test_of_invalid_solutions_are_invalid(self) -> None:
        solution = mk.solve(PANDA, POSE, valid=never, max_evaluations=500)
        again = pickle.loads(pickle.dumps(solution))
        assert (again.status, again.success, again.starts) == ("invalid", False, solution.starts)
