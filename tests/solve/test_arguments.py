"""Arguments of a solver: accepted forms, and errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.solve_cases import (
    HAND,
    PANDA,
    PLACE,
)


class TestRefused:
    """Wrong arguments raise errors before the search begins."""

    SOLVER = mk.Solver(PANDA, [mk.Pose(HAND, np.eye(4)), mk.Position("panda_link4", PLACE), mk.StayClose()])

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"start": np.zeros(6)}, r"has shape \(7,\).*got \(6,\)"),
            ({"start": np.zeros((1, 7))}, r"expected one configuration \(7,\), got \(1, 7\)"),
            ({"start": np.full(7, np.nan)}, "panda_joint1 = nan: not a usable value"),
            ({"start": [0, 0, 0, 0, 0, 0, np.inf]}, "panda_joint7 = inf"),
            ({"start": "home"}, "a configuration is 7 numbers"),
            ({"start": {"elbow": 1}}, "no joint 'elbow'"),
            (
                {"targets": np.eye(4)},
                "targets: several goals have one; give a mapping from goal to target: panda_hand, ",
            ),
            (
                {"targets": {"hand": np.eye(4)}},
                r"no goal 'hand'; .*goals are: panda_hand, panda_link4, stay_close",
            ),
            ({"targets": {3: np.eye(4)}}, "no goal 3"),
            ({"targets": {HAND: 2 * np.eye(4)}}, "targets of 'panda_hand': target: not a rigid transform"),
            ({"targets": {HAND: np.full((4, 4), np.nan)}}, "targets of 'panda_hand': target: not finite"),
            ({"targets": {HAND: np.eye(3)}}, "target: expected 4 x 4 numbers"),
            ({"targets": {HAND: None}}, "expected a target, got None"),
            ({"targets": {"panda_link4": (0, 0)}}, "targets of 'panda_link4': target: expected 3 numbers"),
            ({"targets": {"panda_link4": (0, 0, np.inf)}}, "target: not finite"),
            ({"targets": {"panda_link4": (0, 0, 1e9)}}, "target: farther than"),
            ({"targets": {"panda_link4": "there"}}, "target: expected 3 numbers"),
            ({"targets": {"stay_close": np.zeros(3)}}, "target: expected a configuration"),
            ({"targets": {"stay_close": {"panda_joint1": 0.1}}}, "target: no value for panda_joint2, panda"),
            ({"targets": {"stay_close": {"elbow": 0.1}}}, "no joint 'elbow'"),
            ({"targets": {"stay_close": dict.fromkeys(PANDA.joint_names, 1e9)}}, "not a usable value"),
            ({"weights": {"hand": 1}}, "no goal 'hand'"),
            ({"weights": {HAND: -1}}, f"weight of '{HAND}': expected a number from 0 to 1e"),
            ({"weights": {HAND: np.nan}}, "weight of"),
            ({"weights": {HAND: "big"}}, "weight of"),
            ({"weights": {HAND: None}}, "weight of"),
            ({"weights": {HAND: np.complex128(1)}}, "weight of"),
            ({"weights": {HAND: 10**400}}, "weight of"),
            ({"weights": 2.0}, "weights: expected a mapping from goal names"),
            ({"timeout": -1}, "timeout: expected a number of at least 0, or None, got -1"),
            ({"timeout": np.nan}, "timeout"),
            ({"timeout": "soon"}, "timeout"),
            ({"timeout": 1j}, "timeout"),
            ({"timeout": 10**400}, "timeout"),
            ({"max_evaluations": 0}, "max_evaluations: expected an integer of at least 1, or None, got 0"),
            ({"max_evaluations": -5}, "max_evaluations"),
            ({"max_evaluations": 1e6}, r"got 1000000\.0; write 1_000_000 or int\(1000000\.0\)$"),
            ({"max_evaluations": 1.5}, r"max_evaluations: expected an integer .* got 1\.5$"),
            ({"max_evaluations": "all"}, "max_evaluations"),
            (
                {"max_evaluations": 2**70},
                "max_evaluations: expected an integer from 1 to 4611686018427387904",
            ),
            ({"random_seed": -1}, "random_seed"),
            ({"random_seed": 1.5}, "random_seed"),
            ({"random_seed": "x"}, "random_seed"),
            ({"random_seed": None}, "random_seed"),
            ({"random_seed": 2**64}, "random_seed"),
        ],
        ids=lambda value: str(value)[:40],
    )
    def test_by_a_solver(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            self.SOLVER.solve(**options)
        self.SOLVER.solve(max_evaluations=1)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"method": "magic"}, "no method 'magic'; methods are: auto, memetic, restarts"),
            ({"method": "restart"}, r"did you mean 'restarts'\?"),
            ({"method": None}, "no method None"),
            ({"method": ["auto"]}, "no method"),
            ({"threads": 0}, "threads: expected an integer from 1 to 256, got 0"),
            ({"threads": 1000}, "threads"),
            ({"threads": 1.5}, "threads"),
            ({"threads": "two"}, "threads"),
            ({"threads": True}, "threads"),
            ({"max_evaluations": 0}, "max_evaluations: expected an integer of at least 1"),
            ({"max_evaluations": np.nan}, "max_evaluations"),
            ({"joints": ("elbow",)}, "no joint 'elbow'"),
            ({"goals": ()}, "goals: expected at least one"),
            ({"goals": None}, "goals: expected"),
            ({"goals": 5}, "expected goals"),
            ({"robot": "pandaa"}, r"did you mean 'panda'\?"),
        ],
        ids=repr,
    )
    def test_when_a_solver_is_made(self, options: dict[str, Any], message: str) -> None:
        arguments = {"robot": PANDA, "goals": mk.Position(HAND, PLACE), **options}
        for make in (mk.Solver, mk.solve):
            with pytest.raises(mk.MemetikError, match=message):
                make(
                    arguments["robot"],
                    arguments["goals"],
                    **{k: v for k, v in options.items() if k not in ("robot", "goals")},
                )

    @pytest.mark.parametrize("table", ["table", True, np.zeros(3)], ids=repr)
    def test_start_tables_that_are_none(self, table: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"start_table: expected the result of Robot\.build_start"):
            mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), start_table=table)

    def test_a_target_where_no_goal_has_one(self) -> None:
        solver = mk.Solver(PANDA, mk.Custom(lambda poses, q: q, joints="panda_joint1"))
        for call in (solver.solve_batch, lambda targets: solver.solve(targets=targets)):
            with pytest.raises(mk.GoalError, match="targets: none of the goals has a target"):
                call(np.zeros((1, 3)))

    def test_a_problem_with_goals_of_others(self) -> None:
        problem = mk.Problem(PANDA, mk.Position(HAND, PLACE))
        for more in ({"goals": mk.Position(HAND, PLACE)}, {"joints": ("panda_joint1",)}):
            with pytest.raises(mk.GoalError, match="a Problem already has goals and joints"):
                mk.Solver(problem, **more)
        assert mk.Solver(problem).problem is problem

    def test_unknown_options(self) -> None:
        with pytest.raises(TypeError, match="seed"):
            mk.solve(PANDA, mk.Position(HAND, PLACE), seed=3)  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            mk.Solver(PANDA, mk.Position(HAND, PLACE), "auto")  # type: ignore[call-arg]

    @pytest.mark.parametrize("place", [(1e9, 0, 0), (1e200, 0, 0), (1e308, 1e308, 0)])
    def test_places_beyond_all_reach_are_refused_or_survived(self, place: Any) -> None:
        try:
            solution = mk.solve(PANDA, mk.Position(HAND, place), max_evaluations=500)
        except mk.MemetikError:
            return
        assert solution.status == "approximate"
        assert PANDA.within_limits(solution.q)


def test_integers_will_do_for_numbers() -> None:
    solver = mk.Solver(PANDA, mk.Position(HAND, (0, 0, 1)), threads=np.int64(2))
    solution = solver.solve(
        [0, 0, 0, -1, 0, 1, 0],
        targets={HAND: (0, 0, 1)},
        weights={HAND: 2},
        timeout=5,
        max_evaluations=np.int64(1000),
        random_seed=np.uint8(3),
    )
    assert solution.success


def test_a_solver_says_what_it_is() -> None:
    solver = mk.Solver(PANDA, [mk.Position(HAND, PLACE), mk.StayClose()], method="restarts")
    assert repr(solver) == "Solver('panda', panda_hand, stay_close, method='restarts')"
    assert solver.robot is PANDA
