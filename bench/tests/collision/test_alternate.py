"""Calls take turns, and the smallest time of each counts."""

from __future__ import annotations

import time

from memetik_bench.collision.alternate import alternate, cpu_us


def test_calls_take_turns() -> None:
    made: list[str] = []
    times = {"a": iter((3.0, 1.0, 2.0)), "b": iter((5.0, 6.0, 4.0))}

    def call(name: str) -> float:
        made.append(name)
        return next(times[name])

    done: list[int] = []
    best = alternate({name: lambda name=name: call(name) for name in times}, 3, done.append)
    assert best == {"a": 1.0, "b": 4.0}
    assert made == ["a", "b"] * 3
    assert done == [1, 1, 1]


def test_waiting_is_no_cpu_time() -> None:
    waiting = cpu_us(lambda: time.sleep(0.05), 1)()
    assert 0 < waiting < 0.05e6
