"""Traces: the stages and improvements of a solve in their order."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.solve_cases import FAR, HAND, METHODS, PANDA, PLACE, UR5, every_method

HARD: list[list[mk.Goal]] = [
    [mk.Position(HAND, FAR)],
    [mk.Position(HAND, PLACE), mk.Position(HAND, (0.4, 0.2, 0.5), name="other")],
    [mk.Pose(HAND, mk.transform((0.9, 0.3, 0.4), rpy=(1, 2, 3))), mk.LookAt("panda_link4", FAR)],
    [mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND))],
    [mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND)), mk.StayClose()],
    [mk.Position(HAND, FAR, tolerance=0.01)],
]
every_case = pytest.mark.parametrize("case", range(len(HARD)))


def traced(case: int, method: Any, **options: Any) -> mk.Solution:
    solver = mk.Solver(PANDA, HARD[case], method=method, **options)
    return solver.solve(PANDA.random(rng=9), trace=True, thorough=True)


class TestEntries:
    @every_method
    @every_case
    def test_get_better_as_time_goes_by(self, method: Any, case: int) -> None:
        solution = traced(case, method)
        trace = solution.trace
        assert len(trace) >= 1
        assert (np.diff([entry.cost for entry in trace]) <= 0).all()
        assert (np.diff([entry.time for entry in trace]) >= 0).all()
        assert (np.diff([entry.starts for entry in trace]) >= 0).all()
        assert 0 <= trace[0].time <= trace[-1].time <= solution.time + 0.01
        assert trace[-1].starts <= solution.starts + 8  # some run ahead of the answer

    @pytest.mark.parametrize("method", METHODS)
    @every_case
    def test_count_evaluations_up_to_the_end_of_first_restarts(self, method: Any, case: int) -> None:
        entries = [entry for entry in traced(case, method).trace if entry.stage in ("start", "settle")]
        assert (np.diff([entry.evaluations for entry in entries]) >= 0).all()

    @pytest.mark.parametrize("method", ["auto", "restarts"])
    def test_count_evaluations_upwards(self, method: Any) -> None:
        evaluations = [entry.evaluations for entry in traced(1, method).trace]
        assert (np.diff(evaluations) >= 0).all()

    @every_method
    @every_case
    def test_are_of_new_stages_or_lower_costs(self, method: Any, case: int) -> None:
        trace = traced(case, method).trace
        for before, entry in itertools.pairwise(trace):
            assert entry.stage != before.stage or entry.cost < before.cost

    def test_escalate(self) -> None:
        order = list(dict.fromkeys(entry.stage for entry in traced(1, "auto").trace))
        assert set(order[:2]) == {"start", "restarts"}  # others may end before the first
        assert order[2:] == ["settle", "memetic"]
        assert list(dict.fromkeys(e.stage for e in traced(1, "memetic").trace)) == ["start", "memetic"]
        assert "memetic" not in {e.stage for e in traced(1, "restarts").trace}

    @every_method
    def test_end_at_the_cost_of_the_answer(self, method: Any) -> None:
        solution = traced(1, method)
        assert solution.trace[-1].cost == pytest.approx(solution.cost, rel=1e-6)

    def test_count_the_starts_of_evolution(self) -> None:
        solution = traced(1, "memetic")
        assert solution.starts > 0


class TestTraces:
    @every_method
    @every_case
    def test_change_no_answer(self, method: Any, case: int) -> None:
        for prefer in ("first", "best"):
            solver = mk.Solver(PANDA, HARD[case], method=method, prefer=prefer, max_evaluations=5000)
            start = PANDA.random(rng=3)
            without, with_it = (solver.solve(start, trace=flag) for flag in (False, True))
            np.testing.assert_array_equal(without.q, with_it.q)
            assert (without.status, without.stage, without.cost) == (
                with_it.status,
                with_it.stage,
                with_it.cost,
            )
            assert (without.evaluations, without.starts) == (with_it.evaluations, with_it.starts)

    def test_are_kept_only_if_asked_for(self) -> None:
        solver = mk.Solver(UR5, mk.Position("tool0", (0.4, 0.1, 0.3)))
        for solution in (
            solver.solve(),
            solver.solve(trace=False),
            mk.solve("ur5", mk.Position("tool0", FAR)),
        ):
            assert len(solution.trace) == 0
            assert len(solution.trace.gaps) == 0
        assert len(mk.solve("ur5", mk.Position("tool0", FAR), trace=True).trace) > 0

    def test_are_sequences_and_tables(self) -> None:
        trace = traced(1, "auto").trace
        assert isinstance(trace, mk.Trace)
        assert list(trace) == [trace[i] for i in range(len(trace))]
        assert trace[-1] in trace
        assert trace[1:] == tuple(trace)[1:]
        lines = str(trace).splitlines()
        assert len(lines) == len(trace) + 1
        assert "stage" in lines[0]
        for line, entry in zip(lines[1:], trace, strict=True):
            assert entry.stage in line

    def test_tell_the_gaps_between_looks_at_the_clock(self) -> None:
        gaps = traced(2, "auto").trace.gaps
        assert len(gaps) > 10
        assert (gaps >= 0).all()
        assert gaps.max() < 0.1

    def test_can_be_pickled(self) -> None:
        solution = traced(1, "auto")
        for again in (pickle.loads(pickle.dumps(solution)).trace, pickle.loads(pickle.dumps(solution.trace))):
            assert list(again) == list(solution.trace)
            np.testing.assert_array_equal(again.gaps, solution.trace.gaps)

    @pytest.mark.parametrize("flag", [1, 0, "yes", []])
    def test_are_asked_for_by_yes_or_no(self, flag: Any) -> None:
        with pytest.raises(mk.ConfigurationError, match="trace: expected True or False"):
            mk.Solver(UR5, mk.Position("tool0", FAR)).solve(trace=flag)

    def test_are_not_asked_for_by_none(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="trace: expected True or False"):
            mk.Solver(UR5, mk.Position("tool0", FAR)).solve(trace=None)  # type: ignore[arg-type]

    def test_may_be_asked_for_by_numpy(self) -> None:
        assert len(mk.Solver(UR5, mk.Position("tool0", FAR)).solve(trace=np.True_).trace) > 0
