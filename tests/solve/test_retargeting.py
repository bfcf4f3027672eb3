"""Other targets and weights give the same bits as a new solver with them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import GOALS, GOALS_WITH_TARGET, make_goal
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import rotation_angle
from tests.random_trees import seeds
from tests.solve_cases import (
    HAND,
    PANDA,
    PLACE,
    assert_pose_reached,
)


def with_target(goal: mk.Goal, target: Any) -> mk.Goal:
    values = {f.name: getattr(goal, f.name) for f in dataclasses.fields(goal)}
    return type(goal)(**{**values, "target": target})


class TestRetargeting:
    @pytest.mark.parametrize("name", ["panda", "tree"])
    @pytest.mark.parametrize("case", GOALS_WITH_TARGET)
    def test_is_as_good_as_a_new_solver_bit_for_bit(self, name: str, case: str) -> None:
        s, rng = subject(name), np.random.default_rng(1)
        first, second = (make_goal(case, s, rng) for _ in range(2))
        target = second.target  # type: ignore[attr-defined]
        retargeted = mk.Solver(s.robot, first, max_evaluations=1000)
        fresh = mk.Solver(s.robot, with_target(first, target), max_evaluations=1000)
        start = s.robot.random(rng=rng)
        goal_name = next(iter(retargeted.problem.goals))
        for targets in ({goal_name: target}, target):
            if isinstance(target, Mapping) and targets is target:
                continue  # a mapping is one of goal names
            again, new = retargeted.solve(start, targets=targets), fresh.solve(start)
            np.testing.assert_array_equal(again.q, new.q)
            assert (again.status, again.cost, again.errors) == (new.status, new.cost, new.errors)
            assert again.errors == fresh.problem.errors(again.q)
        forgotten, old = retargeted.solve(start), mk.Solver(s.robot, first, max_evaluations=1000).solve(start)
        np.testing.assert_array_equal(forgotten.q, old.q)

    @pytest.mark.parametrize("case", GOALS)
    def test_other_weights_are_as_good_as_a_new_solver_bit_for_bit(self, case: str) -> None:
        s, rng = subject("panda"), np.random.default_rng(2)
        first, position = make_goal(case, s, rng), mk.Position("panda_link4", PLACE, name="elbow")
        values = {f.name: getattr(first, f.name) for f in dataclasses.fields(first)}
        heavier = type(first)(**{**values, "weight": 2.5})
        reweighted = mk.Solver(s.robot, [first, position], max_evaluations=1000)
        fresh = mk.Solver(s.robot, [heavier, position], max_evaluations=1000)
        name = next(iter(reweighted.problem.goals))
        again, new = reweighted.solve(weights={name: 2.5}), fresh.solve()
        np.testing.assert_array_equal(again.q, new.q)
        assert again.cost == new.cost

    @given(size=st.floats(-16, -8).map(lambda exponent: 10**exponent), seed=seeds)
    def test_takes_what_is_off_by_rounding(self, size: float, seed: int) -> None:
        pose = PANDA.fk(PANDA.random(rng=1), HAND)
        off = pose.copy()
        off[:3, :3] += size * np.random.default_rng(seed).normal(size=(3, 3))
        solver, fresh = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4))), mk.solve(PANDA, mk.Pose(HAND, off))
        for targets in (off, {HAND: off}):
            solution = solver.solve(targets=targets)
            assert_pose_reached(PANDA, HAND, solution.q, pose, 1.1e-5)
            np.testing.assert_array_equal(solution.q, fresh.q)

    @pytest.mark.parametrize(
        "make", [lambda t: t.tolist(), np.asfortranarray, lambda t: np.repeat(t, 2, 0)[::2]]
    )
    def test_takes_arrays_of_any_layout(self, make: Any) -> None:
        target = PANDA.fk(PANDA.random(rng=1), HAND)
        solver = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)))
        expected = solver.solve(targets=target).q
        np.testing.assert_array_equal(solver.solve(targets=make(target)).q, expected)
        np.testing.assert_array_equal(solver.solve(targets={HAND: make(target)}).q, expected)

    def test_of_one_primary_goal_needs_no_name(self) -> None:
        target = PANDA.fk(PANDA.random(rng=1), HAND)
        solver = mk.Solver(PANDA, [mk.StayClose(), mk.Pose(HAND, np.eye(4))])
        np.testing.assert_array_equal(solver.solve(targets=target).q, solver.solve(targets={HAND: target}).q)

    def test_an_orientation_may_be_a_matrix_or_a_long_quaternion(self) -> None:
        rotation = PANDA.fk(PANDA.random(rng=1), HAND)[:3, :3]
        quaternion = mk.transforms.quaternion_from_rotation(rotation)
        solver = mk.Solver(PANDA, mk.Orientation(HAND, np.eye(3)))
        for target in (rotation, 3 * quaternion, -quaternion):
            solution = solver.solve(targets=target)
            assert solution.success
            assert (
                rotation_angle(naive.forward(PANDA, solution.q)[HAND], mk.transform(quaternion=quaternion))
                <= 1.01e-5
            )
