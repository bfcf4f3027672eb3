"""A weight of 0 switches a goal off: it neither attracts nor decides, and every output shows it as off."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

import memetik as mk
from memetik.cli import solve_report
from tests.solve_cases import FAR, HAND, PANDA, PLACE, some_targets

NEAR_GOAL, FAR_GOAL = mk.Position(HAND, PLACE, name="near"), mk.Position("panda_link5", FAR, name="far")
BOTH = mk.Solver(PANDA, [NEAR_GOAL, FAR_GOAL])


class TestOneSolve:
    @pytest.mark.parametrize("priority", ["required", "primary", "secondary"])
    def test_has_the_same_solution_as_without_the_goal(self, priority: str) -> None:
        solver = mk.Solver(PANDA, [NEAR_GOAL, replace(FAR_GOAL, priority=priority)])
        solution = solver.solve(weights={"far": 0})
        assert solution.status == "solved"
        assert solution.off == ("far",)
        np.testing.assert_allclose(solution.q, mk.solve(PANDA, NEAR_GOAL).q, atol=1e-6)

    def test_does_not_affect_the_next(self) -> None:
        before = BOTH.solve()
        BOTH.solve(weights={"far": 0})
        after = BOTH.solve()
        assert after.off == ()
        np.testing.assert_array_equal(after.q, before.q)

    @pytest.mark.parametrize("method", ["restarts", "memetic", "bioik2", "trac", "ccd", "hqp"])
    def test_of_every_kind_of_method_ignores_the_goal(self, method: str) -> None:
        solver = mk.Solver(PANDA, [NEAR_GOAL, FAR_GOAL], method=method)
        assert solver.solve(weights={"far": 0}).status == "solved"
        assert solver.solve(weights={"far": 0, "near": 0}).status == "solved"

    def test_of_all_solutions_ignores_the_goal(self) -> None:
        solutions = BOTH.solve_all(weights={"far": 0}, max_evaluations=500)
        assert solutions
        assert all(solution.off == ("far",) for solution in solutions)

    @pytest.mark.parametrize("weight", [-1.0, -0.1, float("nan"), float("inf"), "0", None])
    def test_refuses_what_is_no_weight(self, weight: object) -> None:
        with pytest.raises(mk.GoalError, match="weight of 'far'"):
            BOTH.solve(weights={"far": weight})  # type: ignore[dict-item]


class TestTheSolution:
    def test_keeps_the_errors_and_shows_them_as_off(self) -> None:
        solution = BOTH.solve(weights={"far": 0})
        assert solution.errors["far"]["position"] > 1
        assert repr(solution.errors["far"]).endswith("} (off)")
        assert "(off)" not in repr(solution.errors["near"])
        assert repr(solution).endswith(", far off>")
        assert str(solution) == repr(solution)
        assert "no goal decides" not in repr(solution)

    def test_keeps_this_when_pickled(self) -> None:
        solution = BOTH.solve(weights={"far": 0, "near": 0})
        restored = pickle.loads(pickle.dumps(solution))
        assert restored.off == ("near", "far")
        assert repr(restored) == repr(solution)
        assert repr(restored.errors) == repr(solution.errors)

    def test_on_the_command_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        solution = BOTH.solve(weights={"far": 0})
        solve_report.print_solution(BOTH.problem, solution)
        (line,) = [line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("far")]
        assert line.split()[-1] == "off"
        assert json.loads(json.dumps(solve_report.solution_entry(BOTH.problem, solution)))["off"] == ["far"]


class TestWithoutADecidingGoal:
    SOLUTION = BOTH.solve(PANDA.lower, weights={"far": 0, "near": 0})

    def test_the_start_is_the_solution(self) -> None:
        assert self.SOLUTION.status == "solved"
        np.testing.assert_array_equal(self.SOLUTION.q, PANDA.lower)

    def test_the_solution_says_so(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "no goal decides success" in repr(self.SOLUTION)
        assert str(self.SOLUTION.explain()).splitlines() == [
            "Solved: no goal decides success.",
            "- near and far are switched off (weight 0)",
        ]
        solve_report.print_solution(BOTH.problem, self.SOLUTION)
        assert capsys.readouterr().out.rstrip().endswith("no goal decides success")

    def test_secondary_goals_are_minimised(self) -> None:
        solver = mk.Solver(PANDA, [NEAR_GOAL, mk.StayClose(np.zeros(7) + PANDA.neutral)])
        solution = solver.solve(PANDA.random(rng=1), weights={"near": 0})
        np.testing.assert_allclose(solution.q, PANDA.neutral, atol=1e-3)

    def test_valid_still_decides(self) -> None:
        solver = mk.Solver(PANDA, NEAR_GOAL, valid=lambda q: False, max_evaluations=100)
        solution = solver.solve(weights={"near": 0})
        assert solution.status == "invalid"
        assert "no goal decides success, but valid rejects" in str(solution.explain())


class TestBatches:
    TARGETS = some_targets(PANDA, HAND, 9)[:, :3, 3]

    @pytest.mark.parametrize("threads", [1, 3])
    @pytest.mark.parametrize("with_valid", [False, True])
    def test_have_a_weight_per_query(self, threads: int, with_valid: bool) -> None:
        valid = (lambda q: True) if with_valid else None
        solver = mk.Solver(PANDA, [NEAR_GOAL, FAR_GOAL], threads=threads, valid=valid, max_evaluations=500)
        weights = np.resize([0.0, 1.0, 0.25], 9)
        batch = solver.solve_batch({"near": self.TARGETS}, weights={"far": weights, "near": 2})
        assert batch.success.tolist() == (weights == 0).tolist()
        for i, weight in enumerate(weights):
            one = solver.solve(targets={"near": self.TARGETS[i]}, weights={"far": weight, "near": 2})
            np.testing.assert_array_equal(batch.q[i], one.q)

    def test_accept_one_weight_for_all(self) -> None:
        batch = BOTH.solve_batch({"near": self.TARGETS}, weights={"far": 0})
        assert batch.success.all()

    def test_refuse_other_arrays(self) -> None:
        with pytest.raises(
            mk.GoalError, match=r"weights of 'far': .* array \(9,\) of one per query; got \(2,"
        ):
            BOTH.solve_batch({"near": self.TARGETS}, weights={"far": [1, 2]})
        for bad in (-1.0, np.nan, np.inf):
            with pytest.raises(mk.GoalError, match="weight of 'far', row 3"):
                BOTH.solve_batch({"near": self.TARGETS}, weights={"far": [1.0] * 3 + [bad] + [1.0] * 5})


def test_a_goal_constructed_with_weight_0_warns_at_the_line_of_the_user() -> None:
    for make in (lambda: mk.Position(HAND, PLACE, weight=0), lambda: mk.StayClose(weight=0.0)):
        with pytest.warns(mk.GoalWarning, match=r"weight 0.*solve\(weights=") as caught:
            make()
        assert caught[0].filename == __file__
