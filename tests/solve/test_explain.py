"""Explanations of unsolved solutions: what they list is unmet, in the way, in conflict or out of reach."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.goal_cases import GOALS, rng_of, unmet_goal
from tests.goal_cases.subjects import SUBJECTS, subject
from tests.solve_cases import FAR, HAND, PANDA, PLACE, goals_in_conflict

SEEDS = range(8)


class TestUnmet:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_is_listed_if_and_only_if_its_error_exceeds_its_tolerance(self, seed: int) -> None:
        goals = [*goals_in_conflict(seed), mk.Position(HAND, PLACE, tolerance=0.3, name="loose")]
        solution = mk.solve(PANDA, goals)
        problem = mk.Problem(PANDA, goals)
        exceeded = {
            (name, what)
            for name, goal in problem.goals.items()
            if goal.priority != "secondary"
            for what, tolerance in zip(goal.error_names, np.atleast_1d(goal.tolerance), strict=False)  # type: ignore[attr-defined]
            if solution.errors[name][what] > tolerance
        }
        assert exceeded
        assert {(entry.goal, entry.name) for entry in solution.explain().unmet} == exceeded
        for entry in solution.explain().unmet:
            assert entry.error == solution.errors[entry.goal][entry.name]

    @pytest.mark.parametrize("case", GOALS)
    @pytest.mark.parametrize("name", SUBJECTS)
    def test_goals_of_every_kind_are(self, case: str, name: str) -> None:
        s = subject(name)
        goal, q = unmet_goal(case, s, rng_of("explain", case, name))
        solution = mk.solve(s.robot, goal, start=q, max_change=0.0, timeout=0.0)
        explanation = solution.explain()
        expected = set() if solution else set(solution.errors)  # a secondary goal is never unmet
        assert {entry.goal for entry in explanation.unmet} == expected
        assert all(entry.error > entry.tolerance for entry in explanation.unmet)
        assert all(limit.locked and limit.gain > 0 for limit in explanation.limits)
        assert "nan" not in str(explanation)

    def test_axes_with_their_own_tolerances_are_told_apart(self) -> None:
        goal = mk.Pose(
            HAND, mk.transform((0.85, 0, 0.6)), tolerance=(0.9, 0.01, 0.9, 4, 4, 1e-3), name="hand"
        )
        solution = mk.solve(PANDA.lock({"panda_joint1": 0.3}), goal)
        robot_pose = PANDA.fk(PANDA.pack(solution.joints | {"panda_joint1": 0.3}), HAND)
        unmet = {entry.name: entry for entry in solution.explain().unmet}
        assert set(unmet) <= {"position along y", "rotation about z"}
        assert ("position along y" in unmet) == (abs(robot_pose[1, 3]) > 0.01)
        for entry in unmet.values():
            assert entry.error > entry.tolerance

    def test_required_goals_are_listed_first(self) -> None:
        goals = [
            mk.Position(HAND, FAR, name="a"),
            mk.Position(HAND, (0, 9, 0), name="b", priority="required"),
        ]
        unmet = mk.solve(PANDA, goals).explain().unmet
        assert [(entry.goal, entry.required) for entry in unmet] == [("b", True), ("a", False)]

    def test_goals_of_weight_0_are_off_and_neither_met_nor_unmet(self) -> None:
        goals = [mk.Position(HAND, FAR, name="far"), mk.Position(HAND, PLACE, name="near")]
        solver = mk.Solver(PANDA, goals)
        solved = solver.solve(weights={"far": 0}).explain()
        assert (solved.status, solved.off, solved.unmet) == ("solved", ("far",), ())
        assert "far is switched off" in str(solved)
        unsolved = solver.solve(weights={"near": 0}).explain()
        assert (unsolved.off, [entry.goal for entry in unsolved.unmet]) == (("near",), ["far"])
        assert unsolved.goal_count == 1

    def test_joint_values_have_the_unit_of_their_joint(self) -> None:
        (entry,) = mk.solve(PANDA, mk.JointValue("panda_joint4", 0.5)).explain().unmet
        assert entry.unit == "rad"


class TestOfASolvedSolution:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_there_is_nothing_to_list(self, seed: int) -> None:
        target = PANDA.fk(PANDA.random(rng=seed), HAND)
        explanation = mk.solve(PANDA, [mk.Pose(HAND, target), mk.StayClose()]).explain()
        assert explanation.status == "solved"
        for entries in (
            explanation.unmet,
            explanation.limits,
            explanation.conflicts,
            explanation.beyond_reach,
        ):
            assert entries == ()
        assert str(explanation) == "Solved: all required and primary goals are met."


class TestAdvice:
    UNMET = mk.JointValue("panda_joint4", 0.5, name="elbow")

    @pytest.mark.parametrize(
        ("options", "named"),
        [
            ({"timeout": 0.0}, "timeout"),
            ({"max_evaluations": 3, "thorough": True}, "max_evaluations=3"),
            ({"local": True}, "local=True"),
            ({}, "panda_joint4"),
            ({"max_change": 0.0}, "max_change"),
        ],
    )
    def test_names_what_ended_the_search_or_stands_in_the_way(
        self, options: dict[str, Any], named: str
    ) -> None:
        assert named in mk.solve(PANDA, self.UNMET, **options).explain().advice

    def test_of_an_unreachable_target_is_to_move_it(self) -> None:
        advice = mk.solve(PANDA, mk.Position(HAND, FAR, name="far"), max_evaluations=10).explain().advice
        assert "move the target of far" in advice

    def test_names_valid_if_it_rejects_what_meets_the_goals(self) -> None:
        explanation = mk.solve(PANDA, mk.Position(HAND, PLACE), valid=lambda q: False).explain()
        assert (explanation.status, explanation.unmet) == ("invalid", ())
        assert "valid" in str(explanation).splitlines()[0]
        assert "valid" in explanation.advice


@pytest.mark.parametrize("goal", [mk.Position(HAND, FAR), TestAdvice.UNMET, mk.Position(HAND, PLACE)])
def test_pickled_solutions_explain_the_same(goal: mk.Goal) -> None:
    solution = mk.solve(PANDA, [goal, mk.Position("panda_link4", (0.1, 0.1, 0.6))])
    assert pickle.loads(pickle.dumps(solution)).explain() == solution.explain()


def test_explanations_are_data_for_json() -> None:
    explanation = mk.solve(PANDA, goals_in_conflict(1), max_change=0.2).explain()
    entry = json.loads(json.dumps(explanation.to_dict()))
    assert entry["unmet"][0]["goal"] == explanation.unmet[0].goal
    assert entry["limits"][0]["gain"] == explanation.limits[0].gain


class TestWording:
    def test_a_local_search_within_max_change_names_both(self) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, (0.4, 0.3, 0.5)))
        advice = solver.solve(PANDA.neutral, max_change=0.1, local=True).explain().advice
        assert "loosen max_change" in advice
        assert "without local=True" in advice

    def test_joints_that_may_not_move_are_thought_of(self) -> None:
        goal = mk.Position(HAND, (0.4, 0.3, 0.5))
        assert "joints=" in mk.Solver(PANDA, goal, joints=["panda_joint4"]).solve().explain().advice
        assert "joints=" not in mk.solve(PANDA, mk.Position(HAND, FAR)).explain().advice

    def test_joint_values_have_their_unit_everywhere(self) -> None:
        solution = mk.solve(PANDA, mk.JointValue("panda_joint4", 0.5, name="elbow"))
        assert repr(solution).endswith("elbow 32.6°>")


def test_queries_of_a_batch_are_explained_by_solves_with_their_arguments() -> None:
    goals = [mk.Position(HAND, PLACE, name="hand"), mk.JointValue("panda_joint4", 0.5, name="elbow")]
    solver = mk.Solver(PANDA, goals)
    targets, weights = np.array([PLACE, FAR, FAR]), np.array([0.0, 0.0, 1.0])
    starts = PANDA.random(3, rng=1)
    batch = solver.solve_batch({"hand": targets}, starts, weights={"elbow": weights})
    queries = zip(starts, targets, weights, strict=True)
    solutions = [solver.solve(s, targets={"hand": t}, weights={"elbow": w}) for s, t, w in queries]
    np.testing.assert_array_equal(batch.q, [solution.q for solution in solutions])
    explanations = [solution.explain() for solution in solutions]
    assert [explanation.off for explanation in explanations] == [("elbow",), ("elbow",), ()]
    unmet = [{entry.goal for entry in explanation.unmet} for explanation in explanations]
    assert unmet == [set(), {"hand"}, {"hand", "elbow"}]
    for explanation in explanations[1:]:
        (beyond,) = explanation.beyond_reach
        assert beyond.goal == "hand"


# ------------------------------------------------------------------------------ what consoles show


def test_a_console_shows_the_text() -> None:
    explanation = mk.solve("ur5", mk.Position("tool0", (2, 0, 0))).explain()
    assert repr(explanation) == str(explanation)
    assert "Out of reach:" in repr(explanation)


def test_a_batch_counts_the_reasons() -> None:
    solver = mk.Solver("ur5", mk.Position("tool0", name="tip"))
    batch = solver.solve_batch([(0.4, 0.1, 0.3), (2, 0, 0), (np.nan, 0, 0), (3, 0, 0)], on_bad="mark")
    summary = batch.explain()
    assert summary.count == 4
    assert list(summary.unsolved) == [1, 2, 3]
    assert summary.reasons == {"tip is not met": 2, "tip is out of reach": 2, "the input is invalid": 1}
    assert "1 of 4 solved. Of the 3 others:" in str(summary)
    assert repr(batch[:1].explain()) == "1 of 1 solved."
