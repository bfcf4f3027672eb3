"""Solutions: the configuration, status, errors and other fields."""

from __future__ import annotations

import json
import pickle
import re

import numpy as np
import pytest

import memetik as mk
from memetik.solve.batch_solution import FIELDS
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
GOALS = [
    mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND)),
    mk.LookAt("panda_link4", (0, 0, 9), name="look", priority="secondary"),
    mk.Custom(lambda poses, q: q - 0.1, joints="panda_joint1", name="mine", priority="secondary"),
    mk.StayClose(),
]
SOLVED = mk.solve(PANDA, GOALS)
FAILED = mk.solve(PANDA, mk.Position(HAND, (5, 0, 0)), max_evaluations=2000)


class TestSolution:
    def test_is_true_when_solved(self) -> None:
        assert SOLVED
        assert SOLVED.success
        assert SOLVED.status == "solved"
        assert not FAILED
        assert FAILED.success is False
        assert FAILED.status == "unreachable"

    def test_raises_if_asked_to_and_says_what_was_missed(self) -> None:
        assert SOLVED.raise_if_failed() is SOLVED
        with pytest.raises(mk.SolveError, match=r"unreachable.*panda_hand .* mm") as caught:
            FAILED.raise_if_failed()
        assert str(caught.value) == f"{FAILED.explain()}\n{FAILED!r}"
        assert "Out of reach:" in str(caught.value)
        assert isinstance(caught.value, mk.MemetikError)

    @pytest.mark.parametrize("solution", [SOLVED, FAILED, pickle.loads(pickle.dumps(FAILED))])
    def test_in_plain_form_is_the_same_after_json(self, solution: mk.Solution) -> None:
        entry = solution.to_dict()
        assert json.loads(json.dumps(entry, allow_nan=False)) == entry
        assert [entry[f"q.{name}"] for name in PANDA.variable_names] == solution.q.tolist()
        assert {entry[name] for name in ("status", "stage")} == {solution.status, solution.stage}
        for goal, errors in solution.errors.items():
            assert {name: entry[f"errors.{goal}.{name}"] for name in errors} == errors

    def test_q_is_a_configuration_of_its_own(self) -> None:
        assert SOLVED.q.shape == (7,)
        assert SOLVED.q.dtype == np.float64
        solver = mk.Solver(PANDA, mk.Position(HAND, (0.4, 0.1, 0.5)))
        first = solver.solve()
        before = first.q.copy()
        solver.solve(targets=np.array((0.3, -0.2, 0.5)))
        np.testing.assert_array_equal(first.q, before)

    def test_outlives_its_solver(self) -> None:
        solution = mk.Solver(PANDA, mk.Position(HAND, (0.4, 0.1, 0.5))).solve()
        assert solution.errors[HAND]["position"] <= 1e-5
        assert solution.joints["panda_joint1"] == solution.q[0]

    def test_joints_go_by_name(self) -> None:
        assert SOLVED.joints == dict(zip(PANDA.joint_names, SOLVED.q.tolist(), strict=True))
        robot = PANDA.with_floating_base()
        floating = mk.solve(robot, mk.Position(HAND, (5, 5, 5)))
        assert np.shape(floating.joints["root"]) == (6,)
        np.testing.assert_array_equal(robot.pack(floating.joints), floating.q)

    def test_errors_are_those_of_the_problem(self) -> None:
        assert list(SOLVED.errors) == [HAND, "look", "mine", "stay_close"]
        assert SOLVED.errors == mk.Problem(PANDA, GOALS).errors(SOLVED.q)
        assert list(SOLVED.errors[HAND]) == ["position", "rotation"]
        place = naive.forward(PANDA, FAILED.q)[HAND][:3, 3]
        assert FAILED.errors[HAND]["position"] == pytest.approx(np.linalg.norm(place - (5, 0, 0)), rel=1e-9)

    def test_errors_are_those_of_the_targets_of_the_call(self) -> None:
        solver = mk.Solver(PANDA, [mk.Position(HAND, (5, 0, 0)), mk.StayClose()])
        start = PANDA.random(rng=2)
        first = solver.solve(start, targets={HAND: (0.4, 0.1, 0.5)})
        second = solver.solve(targets={HAND: (0.3, 0.1, 0.5)})
        assert first.success
        assert second.success
        assert first.errors[HAND]["position"] <= 1e-5
        assert second.errors[HAND]["position"] <= 1e-5
        distance = np.linalg.norm(PANDA.difference(start, first.q))
        assert first.errors["stay_close"]["distance"] == pytest.approx(distance)

    def test_the_cost_is_that_of_the_primary_goals(self) -> None:
        for goals, solution in (
            (mk.Position(HAND, (5, 0, 0)), FAILED),
            (GOALS[0], SOLVED),
            (GOALS[0], mk.solve(PANDA, GOALS[0])),
            (mk.Position(HAND, (5, 0, 0)), mk.solve(PANDA, mk.Position(HAND, (5, 0, 0)), timeout=0)),
        ):
            expected = mk.Problem(PANDA, goals).cost(solution.q)
            assert solution.cost == pytest.approx(expected, rel=1e-9, abs=1e-22)

    def test_effort_is_counted(self) -> None:
        for solution in (SOLVED, FAILED):
            assert isinstance(solution.evaluations, int)
            assert solution.evaluations > 0
            assert 0 < solution.time < 10

    def test_says_where_it_comes_from(self) -> None:
        assert SOLVED.method == "auto"
        assert SOLVED.stage in ("start", "restarts", "memetic", "settle")
        memetic = mk.solve(PANDA, GOALS[0], method="memetic")
        assert (memetic.method, memetic.stage) == ("memetic", "memetic")


class TestRepr:
    def test_is_one_line_with_every_goal_in_human_units(self) -> None:
        text = repr(SOLVED)
        assert "\n" not in text
        number = r"[-+.e\d]+"
        assert re.fullmatch(
            rf"<Solution solved in {number} (µs|ms|s), \d+ evaluations, by \w+: "
            rf"{HAND} {number} mm {number}°, look {number}°, mine {number}, stay_close {number}>",
            text,
        )

    def test_has_the_right_numbers(self) -> None:
        distance = FAILED.errors[HAND]["position"]
        assert float(repr(FAILED).split()[-2]) == pytest.approx(1000 * distance, rel=5e-3)
        turn = mk.solve(PANDA, mk.Orientation(PANDA.root, rpy=(0, 0, np.pi / 2)), max_evaluations=10)
        assert repr(turn).endswith("90°>")

    def test_of_a_failure_says_so(self) -> None:
        assert repr(FAILED).startswith("<Solution unreachable in ")
        late = mk.solve(PANDA, GOALS, timeout=0, max_evaluations=10**9)
        assert repr(late).startswith("<Solution approximate, stopped by deadline, in ")

    def test_of_many_goals_stays_one_line(self) -> None:
        s = subject("valkyrie")
        goals = [mk.Position(link, (0, 0, 1)) for link in s.robot.link_names[:30]]
        assert "\n" not in repr(mk.solve(s.robot, goals, max_evaluations=100))


class TestFields:
    """The fields of the core's solution."""

    NAMES = FIELDS.names or ()

    def test_are_properties_that_say_what_they_mean(self) -> None:
        assert {"status", "stage", "cost", "evaluations", "starts", "generations"} <= set(self.NAMES)
        for kind in (mk.Solution, mk.BatchSolution):
            for name in self.NAMES:
                assert isinstance(vars(kind)[name], property)
                assert vars(kind)[name].__doc__

    def test_survive_a_pickle(self) -> None:
        for solution in (SOLVED, FAILED):
            copy = pickle.loads(pickle.dumps(solution))
            for name in self.NAMES:
                assert getattr(copy, name) == getattr(solution, name)
                assert type(getattr(copy, name)) in (str, int, float)

    def test_are_written_by_the_core_alone(self) -> None:
        for name in self.NAMES:
            with pytest.raises(AttributeError):
                setattr(SOLVED, name, 0)


class TestBatchSolution:
    SOLVER = mk.Solver(PANDA, mk.Position(HAND, (0, 0, 0)))
    PLACES = np.concatenate([PANDA.fk(PANDA.random(9, rng=1), HAND)[:, :3, 3], [(5.0, 0, 0)]])
    BATCH = SOLVER.solve_batch(PLACES, max_evaluations=2000)

    def test_is_arrays_over_the_queries(self) -> None:
        batch = self.BATCH
        assert len(batch) == 10
        expected = {
            "q": (10, 7),
            "cost": (10,),
            "success": (10,),
            "status": (10,),
            "stage": (10,),
            "evaluations": (10,),
        }
        assert {name: getattr(batch, name).shape for name in expected} == expected
        kinds = {name: getattr(batch, name).dtype.kind for name in expected}
        assert kinds == {
            "q": "f",
            "cost": "f",
            "success": "b",
            "status": "U",
            "stage": "U",
            "evaluations": "i",
        }

    def test_tells_the_solved_from_the_others(self) -> None:
        assert self.BATCH.success.tolist() == [True] * 9 + [False]
        assert self.BATCH.status.tolist() == ["solved"] * 9 + ["unreachable"]
        assert set(self.BATCH.stage) <= {"start", "restarts", "memetic", "settle"}
        assert (self.BATCH.evaluations > 0).all()
        assert 0 < self.BATCH.time < 10

    def test_costs_are_those_of_the_problem(self) -> None:
        for place, q, cost in zip(self.PLACES, self.BATCH.q, self.BATCH.cost, strict=True):
            expected = mk.Problem(PANDA, mk.Position(HAND, place)).cost(q)
            assert cost == pytest.approx(expected, rel=1e-9, abs=1e-22)

    def test_the_repr_is_one_line(self) -> None:
        assert re.fullmatch(r"<BatchSolution 9 of 10 solved in .+, .+ each>", repr(self.BATCH))


def test_plot_shows_the_robot_with_the_targets_of_the_query() -> None:
    solver = mk.Solver("ur5", mk.Position("tool0", name="tip"))
    solution = solver.solve(targets={"tip": (0.4, 0.1, 0.3)})
    goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    expected = solver.robot.plot(solution.q, goals=goal, size=(60, 40))
    np.testing.assert_array_equal(np.asarray(solution.plot(size=(60, 40))), np.asarray(expected))
    plain = solver.robot.plot(solution.q, size=(60, 40))
    np.testing.assert_array_equal(np.asarray(solution.plot(size=(60, 40), goals=())), np.asarray(plain))


def test_a_pickled_solution_cannot_be_plotted() -> None:
    solution = pickle.loads(pickle.dumps(mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)))))
    with pytest.raises(mk.SolveError, match=r"robot\.plot\(solution\.q, goals=goals\)"):
        solution.plot()
