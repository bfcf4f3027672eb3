"""Evolution of any kind solves, repeatably, and stays within its budget."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import FAR, HAND, PANDA, PLACE, UR5, assert_pose_reached, planar_arm

OTHERS = [
    mk.Evolution(islands=1),
    mk.Evolution(islands=3, species=1),
    mk.Evolution(islands=2, species=2, children=1),
    mk.Evolution(islands=7, species=3, children=30, exploitation="lbfgsb"),
    mk.Evolution(islands=2, species=9, children=5, exploitation="none"),
]


def stairs(poses: Any, q: Any) -> Array:
    """Constant nearly everywhere."""
    return np.asarray(np.floor(50 * (poses[:, 0, :3, 3] - np.array(PLACE))) / 50)


class TestExploitation:
    @pytest.mark.parametrize("exploitation", ["lm", "lbfgsb"])
    @pytest.mark.parametrize(("robot", "link"), [(UR5, "tool0"), (PANDA, HAND)])
    def test_solves_what_is_reachable(self, exploitation: Any, robot: mk.Robot, link: str) -> None:
        solver = mk.Solver(
            robot,
            mk.Pose(link, np.eye(4)),
            method="memetic",
            evolution=mk.Evolution(exploitation=exploitation),
            max_evaluations=100_000,
        )
        for target in robot.fk(robot.random(8, rng=1), link):
            solution = solver.solve(targets=target)
            assert solution.success
            assert solution.stage in ("start", "memetic")
            assert_pose_reached(robot, link, solution.q, target)

    def test_of_none_is_plain_evolution(self) -> None:
        solver = mk.Solver(
            PANDA,
            mk.Position(HAND, PLACE, tolerance=0.02),
            method="memetic",
            evolution=mk.Evolution(exploitation="none"),
            max_evaluations=50_000,
        )
        solved = 0
        for target in PANDA.fk(PANDA.random(10, rng=1), HAND)[:, :3, 3]:
            solution = solver.solve(targets=target)
            solved += solution.success
            assert PANDA.within_limits(solution.q)
        assert solved >= 8

    @pytest.mark.parametrize("exploitation", ["lm", "lbfgsb", "none"])
    def test_takes_goals_with_steps(self, exploitation: Any) -> None:
        goal = mk.Custom(stairs, links=HAND, rows=3, tolerance=1e-3)
        solution = mk.Solver(
            PANDA,
            goal,
            method="memetic",
            evolution=mk.Evolution(exploitation=exploitation),
            max_evaluations=20_000,
        ).solve()
        assert np.isfinite(solution.q).all()
        assert PANDA.within_limits(solution.q)
        before = mk.Problem(PANDA, goal).cost(PANDA.neutral)
        assert solution.success or solution.cost < 0.1 * before

    @pytest.mark.parametrize("exploitation", ["lm", "lbfgsb", "none"])
    def test_keeps_the_box(self, exploitation: Any) -> None:
        start = PANDA.random(rng=1)
        solution = mk.Solver(
            PANDA,
            mk.Position(HAND, PLACE),
            method="memetic",
            evolution=mk.Evolution(exploitation=exploitation),
        ).solve(start, max_change=dict.fromkeys(PANDA.joint_names, 0.3) | {"panda_joint1": 0})
        assert solution.q[0] == start[0]
        assert (np.abs(solution.q - start) <= 0.3 + 1e-12).all()

    def test_settles_what_cannot_be_met(self) -> None:
        for exploitation in ("lm", "lbfgsb"):
            solution = mk.Solver(
                planar_arm(),
                mk.Position("tip", (3, 4, 0)),
                method="memetic",
                evolution=mk.Evolution(exploitation=exploitation),
            ).solve()
            assert solution.errors["tip"]["position"] == pytest.approx(3, rel=1e-4)


class TestRepeatable:
    @pytest.mark.parametrize("number", range(len(OTHERS)))
    def test_answers_do_not_depend_on_threads(self, number: int) -> None:
        goals = [mk.Pose(HAND, mk.transform((0.9, 0.3, 0.4), rpy=(1, 2, 3))), mk.LookAt("panda_link4", FAR)]
        answers = [
            mk.Solver(
                PANDA,
                goals,
                method="memetic",
                threads=threads,
                evolution=OTHERS[number],
                max_evaluations=5000,
            ).solve()
            for threads in (1, 1, 2, 3)
        ]
        for answer in answers[1:]:
            np.testing.assert_array_equal(answer.q, answers[0].q)
            assert answer.evaluations == answers[0].evaluations

    def test_solvers_with_it_can_be_pickled(self) -> None:
        solver = mk.Solver(PANDA, mk.Position(HAND, PLACE), method="memetic", evolution=OTHERS[1])
        again = pickle.loads(pickle.dumps(solver))
        np.testing.assert_array_equal(again.solve().q, solver.solve().q)

    @pytest.mark.parametrize("number", range(len(OTHERS)))
    def test_budgets_are_kept_but_for_a_generation_of_all_islands(self, number: int) -> None:
        own = OTHERS[number]
        generation = own.islands * own.species * (own.children + 16 + 24 + 8)
        for budget in (1, 1000, 5000):
            solution = mk.Solver(
                UR5, mk.Position("tool0", FAR), method="memetic", evolution=own, max_evaluations=budget
            ).solve()
            assert solution.evaluations <= budget + 2 * generation

    def test_budgets_are_kept_by_large_populations(self) -> None:
        solver = mk.Solver(
            UR5,
            mk.Position("tool0", FAR),
            method="memetic",
            evolution=mk.Evolution(islands=16, species=32, children=200),
            max_evaluations=1000,
        )
        assert solver.solve().evaluations <= 1000 + 32 * (200 + 24 + 16)  # what is begun is finished


class TestArguments:
    @pytest.mark.parametrize("name", ["islands", "species", "children"])
    @pytest.mark.parametrize("value", [0, -1, 1.5, True, "4", None, 10**6, np.nan])
    def test_are_numbers_from_one_on(self, name: str, value: Any) -> None:
        with pytest.raises(mk.ConfigurationError, match=f"{name}: expected a number from 1 to"):
            mk.Evolution(**{name: value})

    @pytest.mark.parametrize("name", ["islands", "species", "children"])
    def test_may_be_numpy_integers(self, name: str) -> None:
        evolution = mk.Evolution(**{name: np.int32(2)})
        assert mk.Solver(PANDA, mk.Position(HAND, PLACE), method="memetic", evolution=evolution).solve()

    @pytest.mark.parametrize("value", ["LM", "", None, 0])
    def test_name_a_local_search(self, value: Any) -> None:
        with pytest.raises(mk.UnknownNameError, match="lbfgsb"):
            mk.Evolution(exploitation=value)

    @pytest.mark.parametrize("value", [4, "lm", {"islands": 2}, mk.Evolution])
    def test_are_an_evolution(self, value: Any) -> None:
        with pytest.raises(mk.ConfigurationError, match=r"expected an mk\.Evolution"):
            mk.Solver(PANDA, mk.Position(HAND, PLACE), evolution=value)

    def test_are_equal_if_their_numbers_are(self) -> None:
        assert mk.Evolution(islands=2) == mk.Evolution(islands=2) != mk.Evolution()
        with pytest.raises(TypeError):
            mk.Evolution(2)  # type: ignore[misc]
