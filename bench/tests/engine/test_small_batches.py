"""Both numbers of threads solve the same batches, and the ratio of their times decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik_bench.arms import load_arm
from memetik_bench.engine import EngineSettings, Run
from memetik_bench.engine.small_batches import SIZES, SMALL_BATCHES, batch_times, measure_small_batches
from memetik_bench.targets import random_reachable

RUN = Run(EngineSettings(most=3), Path("unused"))


def test_a_row() -> None:
    done: list[int] = []
    row = measure_small_batches(5, RUN, done.append)
    assert (row["count"], row["size"], sum(done)) == (3, 5, 3)
    assert row["ratio"] == row["two_us"] / row["one_us"] > 0
    assert SMALL_BATCHES.outcome(row).endswith(" µs")


def test_batches_may_be_as_large_as_all_targets() -> None:
    arm = load_arm("panda")
    targets = random_reachable(arm.robot, arm.link, count=4, random_seed=1)
    one, two = batch_times(targets, 4, 2, lambda done: None)
    assert len(one) == len(two) == 2


def test_there_is_a_row_for_every_size() -> None:
    measurements = list(SMALL_BATCHES.measurements(RUN))
    assert len(measurements) == len(SIZES)
    assert measurements[-1].key == {"case": "100 000 poses"}
    assert {one.total for one in measurements} == {3}


@pytest.mark.parametrize(("ratio", "met"), [(0.6, True), (1.1, True), (1.101, False)])
def test_the_limit(ratio: float, met: bool) -> None:
    assert SMALL_BATCHES.met({"ratio": ratio}, []) is met
