"""Timeouts, cancellation and interrupts of searches that continue after the first solution."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import HAND, PANDA

TARGET = PANDA.fk(PANDA.random(rng=1), HAND)
ENDLESS = 10**9  # evaluations
LATE = 1.0  # [s] generously: a slow machine, not a slow solver


def slowly(q: Array) -> bool:
    time.sleep(0.005)
    return bool(q[0] > 0.3)


def never(q: Array) -> bool:
    return False


def solver(prefer: Any = "first", method: Any = "auto", valid: Any = None, *more: mk.Goal) -> mk.Solver:
    return mk.Solver(
        PANDA,
        [mk.Pose(HAND, TARGET), *more],
        prefer=prefer,
        method=method,
        valid=valid,
        max_evaluations=ENDLESS,
    )


RUNS: dict[str, tuple[Callable[[], mk.Solver], Callable[..., Any]]] = {
    "all": (
        lambda: solver("first", "auto", None, mk.Position(HAND, TARGET[:3, 3])),
        mk.Solver.solve_all,
    ),
    "all, in closed form": (lambda: solver(valid=slowly), mk.Solver.solve_all),
    "all, with secondary": (
        lambda: solver("first", "auto", None, mk.StayClose()),
        mk.Solver.solve_all,
    ),
    "best": (lambda: solver("best"), mk.Solver.solve),
    "best, slowly": (lambda: solver("best", valid=slowly), mk.Solver.solve),
    "never valid": (lambda: solver(valid=never), mk.Solver.solve),
    "never valid, by evolution": (lambda: solver(method="memetic", valid=never), mk.Solver.solve),
    "never valid, slowly": (lambda: solver(valid=lambda q: slowly(q) and False), mk.Solver.solve),
    "batch of the best": (
        lambda: solver("best"),
        lambda s, **options: s.solve_batch(np.array([TARGET] * 8), **options),
    ),
    "batch, slowly": (
        lambda: solver(valid=lambda q: slowly(q) and False),
        lambda s, **options: s.solve_batch(np.array([TARGET] * 8), **options),
    ),
}
every_run = pytest.mark.parametrize("name", RUNS)


class TestStopping:
    @every_run
    def test_by_another_thread_is_noticed_soon(self, name: str) -> None:
        make, run = RUNS[name]
        own, asked = make(), 0.0

        def cancel() -> None:
            nonlocal asked
            asked = time.monotonic()
            own.cancel()

        timer = threading.Timer(0.06, cancel)
        timer.start()
        answer = run(own)
        late = time.monotonic() - asked
        timer.join()
        assert asked > 0
        assert late < LATE
        if isinstance(answer, mk.Solution):
            assert answer.stopped_by == "cancelled"
        if isinstance(answer, list):
            assert answer  # what was found by then

    @every_run
    def test_at_the_deadline(self, name: str) -> None:
        make, run = RUNS[name]
        own = make()
        begin = time.monotonic()
        answer = run(own, timeout=0.06)
        assert 0.05 <= time.monotonic() - begin < 0.06 + LATE
        if isinstance(answer, mk.Solution):
            assert answer.stopped_by == "deadline"
            assert PANDA.within_limits(answer.q)
        if name == "batch of the best":
            assert answer.stopped_by[-1] == "deadline"  # never begun

    @pytest.mark.parametrize("timeout", [0, 1e-9])
    @every_run
    def test_at_once(self, name: str, timeout: float) -> None:
        make, run = RUNS[name]
        begin = time.monotonic()
        run(make(), timeout=timeout)
        assert time.monotonic() - begin < LATE

    def test_by_the_users_own_verdict(self) -> None:
        def valid(q: Array) -> bool:
            own.cancel()
            return False

        own = solver(valid=valid)
        assert own.solve().stopped_by == "cancelled"
        assert own.solve_all() == []

    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_by_an_interrupt_is_a_keyboard_interrupt(self) -> None:
        no = [].count  # of another language: Python itself would notice the signal within its functions
        anywhere = mk.Position(HAND, (0, 0, 0), tolerance=10)
        own = mk.Solver(PANDA, anywhere, method="memetic", valid=no, max_evaluations=ENDLESS)
        raised = []
        for _ in range(12):
            timer = threading.Timer(0.01, lambda: os.kill(os.getpid(), signal.SIGINT))
            timer.start()
            try:
                own.solve(timeout=5.0)
            except BaseException as error:  # SystemError: "returned a result with an exception set"
                raised.append(type(error))
            timer.join()
        assert raised == [KeyboardInterrupt] * 12
