"""The reference LM converges near solutions, stays within the limits, and reports no false success."""

from __future__ import annotations

import numpy as np

from memetik_bench.arms import load_arm
from memetik_bench.lm_from_start import lm_from_start
from memetik_bench.targets import random_reachable, warm_starts
from memetik_bench.verify import verify

ARM = load_arm("panda")


def test_answers_from_next_to_a_solution() -> None:
    targets = warm_starts(ARM.robot, ARM.link, count=100, random_seed=1)
    _, solved = lm_from_start(targets, tolerance=1e-5)
    assert solved.mean() > 0.97  # the others start clipped at a limit


def test_what_it_claims_is_true() -> None:
    targets = random_reachable(ARM.robot, ARM.link, count=100, random_seed=1)
    q, solved = lm_from_start(targets, tolerance=1e-5)
    checked = verify(ARM.robot, ARM.link, targets.poses, q, tolerance=1e-5)
    np.testing.assert_array_equal(checked.solved, solved)
    assert checked.within_limits.all()
    assert 0.2 < solved.mean() < 0.8


def test_starts_are_left_alone() -> None:
    targets = random_reachable(ARM.robot, ARM.link, count=10, random_seed=1)
    before = targets.starts.copy()
    lm_from_start(targets, tolerance=1e-5)
    np.testing.assert_array_equal(targets.starts, before)
