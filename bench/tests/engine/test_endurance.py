"""The endurance test counts correctly and detects memory that is not freed."""

from __future__ import annotations

import mmap
from pathlib import Path

import numpy as np
import pytest

from memetik_bench.arms import load_arm
from memetik_bench.engine import EngineSettings, Run, soak
from memetik_bench.engine.soak import check_batch, measure_soak, poses_met, resident_bytes
from memetik_bench.engine.threads import differing_rows, measure_threads
from memetik_bench.targets import random_reachable

ARM = load_arm("panda")
TARGETS = random_reachable(ARM.robot, ARM.link, count=300, random_seed=1)
CLAIMED = np.ones(300, dtype=bool)


def test_true_answers() -> None:
    assert poses_met(ARM.robot, ARM.link, TARGETS.poses, TARGETS.solutions).all()
    assert check_batch(ARM, TARGETS.poses, TARGETS.solutions, CLAIMED) == (300, 0, 0)


def test_false_answers_count_where_they_are_claimed() -> None:
    answers, claimed = TARGETS.solutions.copy(), CLAIMED.copy()
    answers[[7, 8, 9], 3] -= 1e-3
    claimed[9] = False
    assert check_batch(ARM, TARGETS.poses, answers, claimed)[:2] == (297, 2)


def test_a_limit_is_exceeded_by_the_last_bit() -> None:
    answers = TARGETS.solutions.copy()
    answers[5, 0] = ARM.robot.upper[0]
    assert check_batch(ARM, TARGETS.poses, answers, CLAIMED)[2] == 0
    answers[5, 0] = np.nextafter(ARM.robot.upper[0], 9.0)
    assert check_batch(ARM, TARGETS.poses, answers, CLAIMED)[2] == 1


def test_memory_that_stays_is_seen() -> None:
    before = resident_bytes()
    with mmap.mmap(-1, 40_000_000) as kept:  # new pages, where an array may get those that others freed
        kept.write(b"1" * 1000 * 40_000)
        assert 35e6 < resident_bytes() - before < 90e6


def test_a_row_over_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "_BATCH", 400)
    done: list[int] = []
    row = measure_soak("ur5", Run(EngineSettings(most=3_000), Path("unused")), done.append)
    assert done == [400] * 7 + [200]
    assert (row["count"], row["solved"], row["false_success"], row["limit_violations"]) == (3000, 1.0, 0, 0)


def test_threads_agree() -> None:
    row = measure_threads("ur5", Run(EngineSettings(most=100), Path("unused")), lambda done: None)
    assert row == {"count": 100, "threads": 8, "differing": 0, "differing_in_batch": 0}


def test_a_difference_in_the_last_bit_is_one() -> None:
    other = TARGETS.starts.copy()
    other[3, 2] = np.nextafter(other[3, 2], 9.0)
    assert differing_rows(TARGETS.starts, other) == 1
