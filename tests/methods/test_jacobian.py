"""Jacobian methods: all inverses solve, limits stop them or not, secondary goals pull in the null space."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Jacobian
from memetik.methods.jacobian import Inverse
from tests.solve_cases import HAND, PANDA, PLACE, UR5, assert_pose_reached, ball, follower

TARGETS = PANDA.fk(PANDA.random(20, rng=1), HAND)
STARTS = PANDA.random(20, rng=3)


def solutions(method: Jacobian, *others: mk.Goal, **options: Any) -> list[mk.Solution]:
    solver = mk.Solver(PANDA, [mk.Pose(HAND, TARGETS[0], name="hand"), *others], method=method, **options)
    return [solver.solve(targets={"hand": target}, random_seed=i) for i, target in enumerate(TARGETS)]


class TestInverses:
    @pytest.mark.parametrize("inverse", ["dls", "pinv", "svd-dls"])
    def test_solve_with_restarts(self, inverse: Any) -> None:
        for target, solution in zip(TARGETS, solutions(Jacobian(inverse=inverse)), strict=True):
            assert solution.success
            assert_pose_reached(PANDA, HAND, solution.q, target)

    def test_transpose_is_slow(self) -> None:
        slow = solutions(Jacobian(inverse="transpose"))
        assert sum(s.success for s in slow) >= 15
        assert np.median([s.evaluations for s in slow]) > 100

    @pytest.mark.parametrize("inverse", get_args(Inverse))
    def test_take_any_joints(self, inverse: Any) -> None:
        for robot in (ball(2.0), follower()):
            target = robot.fk(robot.random(rng=2), "tip")[:3, 3]
            assert mk.solve(robot, mk.Position("tip", target), method=Jacobian(inverse=inverse)).success

    def test_damping_that_is_too_high_slows_down(self) -> None:
        light, heavy = (solutions(Jacobian(damping=damping)) for damping in (0.005, 0.05))
        assert sum(s.evaluations for s in light) < sum(s.evaluations for s in heavy)


class TestAttempts:
    def test_without_restarts_there_is_one(self) -> None:
        once = solutions(Jacobian(inverse="pinv", restarts=False))
        assert {s.starts for s in once} == {1}
        assert 0 < sum(s.success for s in once) < len(once)

    def test_more_runners_find_more(self) -> None:
        one, four = (solutions(Jacobian(inverse="pinv", restarts=False, runners=n)) for n in (1, 4))
        assert sum(s.success for s in four) > sum(s.success for s in one)

    def test_limits_stop_what_they_would_clip(self) -> None:
        stopped = solutions(Jacobian(restarts=False, stop_at_limits=True))
        clipped = solutions(Jacobian(restarts=False))
        assert sum(s.success for s in stopped) < sum(s.success for s in clipped)
        assert all(PANDA.within_limits(s.q) for s in stopped)


class TestLimits:
    def test_do_not_end_joints_that_can_turn_back(self) -> None:
        """A UR5 with limits of ±1 turn is as free as one without any."""
        targets = UR5.fk(UR5.random(40, rng=1), "tool0")
        starts = UR5.random(40, rng=2)
        solver = mk.Solver(UR5, mk.Pose("tool0", targets[0]), method=Jacobian(inverse="pinv", restarts=False))
        found = [solver.solve(q, targets=target) for q, target in zip(starts, targets, strict=True)]
        assert sum(s.success for s in found) > 0.75 * len(found)
        assert all(UR5.within_limits(s.q) for s in found)


class TestSecondaryGoals:
    @pytest.mark.parametrize("inverse", ["dls", "pinv", "svd-dls"])
    def test_pull_on_the_way_without_keeping_primary_ones_from_being_met(self, inverse: Any) -> None:
        goals = [mk.Position(HAND, PLACE, name="hand"), mk.StayClose(PANDA.neutral)]
        distances = []
        for gain in (0.0, 0.4):
            solver = mk.Solver(PANDA, goals, method=Jacobian(inverse=inverse, nullspace_gain=gain))
            found = [
                solver.solve(q, targets={"hand": t[:3, 3]}) for q, t in zip(STARTS, TARGETS, strict=True)
            ]
            assert all(s.success for s in found)
            distances.append(np.mean([np.linalg.norm(s.q - PANDA.neutral) for s in found]))
        assert distances[1] <= distances[0] + 1e-6  # what is found descends in any case


@pytest.mark.parametrize(
    "options",
    [
        {"inverse": "inverse"},
        {"damping": -1.0},
        {"damping": "much"},
        {"nullspace_gain": np.nan},
        {"max_step": 0.0},
        {"restarts": 1},
        {"stop_at_limits": "no"},
        {"runners": 0},
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(mk.MemetikError, match=next(iter(options))):
        Jacobian(**options)
