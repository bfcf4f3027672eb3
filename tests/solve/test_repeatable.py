"""The same query has the same solution, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import (
    FAR,
    HAND,
    PANDA,
    every_method,
)


class TestRepeatable:
    def unreachable(self, **options: Any) -> Array:
        goals = [mk.Pose(HAND, mk.transform((0.9, 0.3, 0.4), rpy=(1, 2, 3))), mk.LookAt("panda_link4", FAR)]
        return mk.solve(PANDA, goals, **{"max_evaluations": 6000, **options}).q

    @every_method
    def test_the_same_seed_gives_the_same_bits(self, method: Any) -> None:
        for seed in (0, 1, 2**63, 2**64 - 1):
            first, second = (self.unreachable(method=method, random_seed=seed) for _ in range(2))
            np.testing.assert_array_equal(first, second)

    @every_method
    def test_any_number_of_threads_gives_the_same_bits(self, method: Any) -> None:
        one, *others = (self.unreachable(method=method, threads=threads) for threads in (1, 2, 3, 4, 16))
        for other in others:
            np.testing.assert_array_equal(other, one)

    def test_a_used_solver_answers_like_a_new_one(self) -> None:
        targets = PANDA.fk(PANDA.random(20, rng=1), HAND)
        targets[::4, 0, 3] += 1.0  # some out of reach
        used = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), max_evaluations=2000)
        for target in targets:
            new = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), max_evaluations=2000)
            np.testing.assert_array_equal(used.solve(targets=target).q, new.solve(targets=target).q)

    @pytest.mark.parametrize("kind", ["integer", "numpy"])
    def test_seeds_may_be_any_integers(self, kind: str) -> None:
        seed = 5 if kind == "integer" else np.int64(5)
        np.testing.assert_array_equal(self.unreachable(random_seed=seed), self.unreachable(random_seed=5))
