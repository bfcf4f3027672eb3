"""The measurement of methods: success, progress, and the number of queries."""

from __future__ import annotations

import pytest

pytest.importorskip("pinocchio")

from memetik_bench.arms import load_arm
from memetik_bench.methods import MethodSettings, measure_method, measured_methods


def test_every_plain_method_is_measured() -> None:
    assert {"auto", "restarts", "memetic", "lbfgsb"} <= set(measured_methods())


def test_all_easy_poses_are_solved_and_progress_is_reported() -> None:
    done: list[int] = []
    row = measure_method("auto", load_arm("ur5"), MethodSettings(count=60), done.append)
    assert row["count"] == 60 == sum(done)
    assert row["solved"] == 1 and row["refused"] == 0
    assert 0 < row["median_us"] <= row["p99_us"]


def test_slow_methods_get_fewer_queries() -> None:
    settings = MethodSettings(count=80, patience=0.0, timeout=1e-4)
    assert measure_method("scipy:Nelder-Mead", load_arm("ur5"), settings)["count"] == 50
