"""TRAC's race: modes choose among solutions, and threads change nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Trac
from tests.solve_cases import HAND, PANDA, assert_pose_reached

TARGETS = PANDA.fk(PANDA.random(6, rng=1), HAND)


def solutions(mode: Any, threads: int = 1) -> list[mk.Solution]:
    solver = mk.Solver(PANDA, mk.Pose(HAND, TARGETS[0]), method=Trac(mode=mode), threads=threads)
    return [solver.solve(targets=target, max_evaluations=3000) for target in TARGETS]


def score(mode: str, q: Any) -> float:
    jacobian = PANDA.jacobian(q, HAND)
    jacobian = jacobian[:, np.abs(jacobian).max(axis=0) > 0]
    sigma = np.linalg.svd(jacobian, compute_uv=False)
    return {
        "distance": float(np.linalg.norm(q - PANDA.neutral)),
        "manip1": -float(np.prod(sigma)),
        "manip2": float(sigma[0] / sigma[-1]),
    }[mode]


@pytest.mark.parametrize("mode", ["distance", "manip1", "manip2"])
def test_modes_return_the_best_of_many_solutions(mode: str) -> None:
    better = 0
    for target, first, best in zip(TARGETS, solutions("speed"), solutions(mode), strict=True):
        assert best.success
        assert_pose_reached(PANDA, HAND, best.q, target)
        assert best.evaluations > first.evaluations
        assert score(mode, best.q) <= score(mode, first.q) + 1e-9
        better += score(mode, best.q) < 0.99 * score(mode, first.q)
    assert better >= 3


@pytest.mark.parametrize("mode", ["speed", "distance"])
def test_answers_do_not_depend_on_threads(mode: str) -> None:
    for one, two in zip(solutions(mode), solutions(mode, threads=2), strict=True):
        assert (one.q == two.q).all()
        assert one.evaluations == two.evaluations


def test_both_begin_at_the_start() -> None:
    q = PANDA.random(rng=4)
    target = PANDA.fk(PANDA.clip(q + 0.02), HAND)
    solution = mk.solve(PANDA, mk.Pose(HAND, target), start=q, method="trac")
    assert solution.success
    assert np.abs(solution.q - q).max() < 0.2


def test_other_modes_are_refused() -> None:
    with pytest.raises(mk.UnknownNameError, match="manip1"):
        Trac(mode="manip")  # type: ignore[arg-type]
