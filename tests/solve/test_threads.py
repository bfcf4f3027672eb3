"""Threads, cancellation and signals."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
HERE = mk.transform((0.4, 0.0, 0.5))
ELSEWHERE = mk.Position(HAND, (0.3, 0.3, 0.5), name="elsewhere")  # the hand cannot be at both
ENDLESS = 10**9  # evaluations
PATIENCE = 20  # [s], so that a failure is no hang
POSE = PANDA.fk(PANDA.random(rng=1), HAND)
REACHABLE = {HAND: POSE, "elsewhere": POSE[:3, 3]}
METHODS: tuple[Any, ...] = ("auto", "restarts", "memetic")


def endless(method: Any = "auto", threads: int = 1, *more: mk.Goal) -> mk.Solver:
    return mk.Solver(
        PANDA,
        [mk.Pose(HAND, HERE), ELSEWHERE, *more],
        method=method,
        threads=threads,
        max_evaluations=ENDLESS,
    )


def slow_goal(poses: Any, q: Any) -> Any:
    time.sleep(1e-4)
    return q + 100.0


SLOW = mk.Custom(slow_goal, joints="panda_joint1", name="slow")


@contextmanager
def after(seconds: float, action: Callable[[], object]) -> Iterator[None]:
    timer = threading.Timer(seconds, action)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


class TestManySolvers:
    def test_in_many_threads_agree_with_one_after_the_other(self) -> None:
        targets = PANDA.fk(PANDA.random(40, rng=1), HAND)
        targets[::8, 0, 3] += 2.0

        def answers(seed: int) -> Any:
            solver = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), threads=2, max_evaluations=1500)
            alone = [solver.solve(targets=target, random_seed=seed).q for target in targets]
            return np.array([*alone, *solver.solve_batch(targets, random_seed=seed).q])

        expected = [answers(seed) for seed in range(8)]
        with ThreadPoolExecutor(8) as pool:
            for found, wanted in zip(pool.map(answers, range(8)), expected, strict=True):
                np.testing.assert_array_equal(found, wanted)

    def test_with_python_goals_agree_too(self) -> None:
        def answer(height: float) -> Any:
            def function(poses: Any, q: Any) -> Any:
                return poses[:, 0, 2, 3:] - height

            return mk.solve(PANDA, [mk.Custom(function, links=HAND), mk.StayClose()], threads=2).q

        heights = np.linspace(0.1, 0.8, 12)
        expected = [answer(height) for height in heights]
        with ThreadPoolExecutor(6) as pool:
            np.testing.assert_array_equal(list(pool.map(answer, heights)), expected)

    def test_may_share_a_problem(self) -> None:
        problem = mk.Problem(PANDA, mk.Pose(HAND, PANDA.fk(PANDA.random(rng=2), HAND)))
        starts = PANDA.random(64, rng=3)
        expected = [mk.Solver(problem).solve(start).q for start in starts]
        costs = problem.cost(starts)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda start: mk.Solver(problem).solve(start).q, starts))
            assert list(pool.map(problem.cost, starts)) == costs.tolist()
        np.testing.assert_array_equal(answers, expected)

    def test_leave_other_threads_running(self) -> None:
        count, going = 0, True

        def tick() -> None:
            nonlocal count
            while going:
                count += 1
                time.sleep(0.001)

        other = threading.Thread(target=tick)
        other.start()
        before = count
        endless().solve(thorough=True, timeout=0.3)
        after_solve = count
        going = False
        other.join()
        assert after_solve - before > 20


class TestOneSolver:
    def test_in_two_threads_is_busy_in_one_of_them(self) -> None:
        solver = endless()
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(lambda: solver.solve(thorough=True, timeout=5))
            deadline = time.monotonic() + 2
            while time.monotonic() < deadline:
                try:
                    solver.solve(max_evaluations=1)
                    time.sleep(0.01)
                except mk.SolverBusyError:
                    break
            else:
                pytest.fail("never busy")
            for call in (
                lambda: solver.solve([0, 0, 0, -1, 0, 1, 0]),
                lambda: solver.solve(targets={HAND: HERE.tolist()}),
                lambda: solver.solve_batch({HAND: HERE[None]}),
            ):
                with pytest.raises(mk.SolverBusyError, match="one solver per thread"):
                    call()
            solver.cancel()
            assert running.result(timeout=5).stopped_by == "cancelled"
        assert solver.solve(targets=REACHABLE).success

    def test_hammered_from_all_sides_gives_the_right_answer_or_none(self) -> None:
        targets = PANDA.fk(PANDA.random(16, rng=4), HAND)
        solver = mk.Solver(PANDA, mk.Pose(HAND, np.eye(4)), threads=2)
        expected = [solver.solve(targets=target).q for target in targets]

        def hammer(seed: int) -> int:
            answered = 0
            for i in np.random.default_rng(seed).integers(0, 16, 200):
                try:
                    if i % 5:
                        q = solver.solve(targets=targets[i]).q
                    else:
                        q = solver.solve_batch(targets[i : i + 1]).q[0]
                except mk.SolverBusyError:
                    continue
                np.testing.assert_array_equal(q, expected[i])
                answered += 1
            return answered

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(hammer, range(4))) > 0


class TestCancel:
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("threads", [1, 2])
    def test_ends_a_solve_of_another_thread(self, method: Any, threads: int) -> None:
        solver = endless(method, threads)
        begin = time.monotonic()
        with after(0.1, solver.cancel):
            solution = solver.solve(thorough=True, timeout=PATIENCE)
        assert time.monotonic() - begin < 2
        assert solution.stopped_by == "cancelled"
        assert PANDA.within_limits(solution.q)
        assert np.isfinite(solution.cost)

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("count", [3, 1000])
    def test_ends_a_batch_of_another_thread(self, method: Any, threads: int, count: int) -> None:
        solver = endless(method, threads)
        begin = time.monotonic()
        with after(0.1, solver.cancel):
            batch = solver.solve_batch(
                {HAND: np.repeat(HERE[None], count, axis=0)}, thorough=True, timeout=PATIENCE
            )
        assert time.monotonic() - begin < 2
        assert set(batch.stopped_by) == {"cancelled"}
        assert np.all(PANDA.within_limits(batch.q))

    @pytest.mark.parametrize("method", METHODS)
    def test_ends_a_solve_with_a_slow_python_goal(self, method: Any) -> None:
        solver = endless(method, 1, SLOW)
        begin = time.monotonic()
        with after(0.1, solver.cancel):
            solution = solver.solve(thorough=True, timeout=PATIENCE)
        assert time.monotonic() - begin < 2
        assert solution.stopped_by == "cancelled"

    def test_is_for_one_solve_only(self) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND)))
        solver.cancel()
        assert solver.solve().success

    @pytest.mark.parametrize("method", METHODS)
    def test_a_deadline_is_kept_with_a_slow_python_goal(self, method: Any) -> None:
        begin = time.monotonic()
        solution = endless(method, 1, SLOW).solve(thorough=True, timeout=0.1)
        assert time.monotonic() - begin < 2
        assert solution.stopped_by == "deadline"


class TestInterrupt:
    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("threads", [1, 2])
    @pytest.mark.parametrize("batch", [False, True])
    def test_ends_everything_within_moments(self, method: Any, threads: int, batch: bool) -> None:
        solver = endless(method, threads)
        begin = time.monotonic()
        with after(0.1, lambda: signal.raise_signal(signal.SIGINT)), pytest.raises(KeyboardInterrupt):
            if batch:
                solver.solve_batch(
                    {HAND: np.repeat(HERE[None], 1000, axis=0)}, thorough=True, timeout=PATIENCE
                )
            else:
                solver.solve(thorough=True, timeout=PATIENCE)
        assert time.monotonic() - begin < 2
        assert solver.solve(targets=REACHABLE, max_evaluations=20_000).success

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize("batch", [False, True])
    def test_ends_python_goals_too(self, method: Any, batch: bool) -> None:
        solver = endless(method, 1, SLOW)
        begin = time.monotonic()
        with after(0.1, lambda: signal.raise_signal(signal.SIGINT)), pytest.raises(KeyboardInterrupt):
            if batch:
                solver.solve_batch(
                    {HAND: np.repeat(HERE[None], 100, axis=0)}, thorough=True, timeout=PATIENCE
                )
            else:
                solver.solve(thorough=True, timeout=PATIENCE)
        assert time.monotonic() - begin < 2

    def test_ends_quick_python_goals_with_the_interrupt_itself(self) -> None:
        for _ in range(30):  # whether it strikes in the goal or between two calls
            solver = endless("restarts", 1, mk.Custom(lambda poses, q: q + 100.0, joints="panda_joint1"))
            with after(0.03, lambda: signal.raise_signal(signal.SIGINT)), pytest.raises(KeyboardInterrupt):
                solver.solve(thorough=True, timeout=PATIENCE)

    def test_is_noticed_while_other_threads_do_the_work(self) -> None:
        solver = endless("restarts", 4)
        for _ in range(8):  # whichever thread takes the only query
            begin = time.monotonic()
            with after(0.05, lambda: signal.raise_signal(signal.SIGINT)), pytest.raises(KeyboardInterrupt):
                solver.solve_batch({HAND: HERE[None]}, thorough=True, timeout=3)
            assert time.monotonic() - begin < 2

    def test_of_another_kind_runs_its_handler_and_goes_on(self) -> None:
        seen = []
        previous = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
        try:
            with after(0.05, lambda: signal.raise_signal(signal.SIGUSR1)):
                solution = endless().solve(thorough=True, timeout=0.3)
        finally:
            signal.signal(signal.SIGUSR1, previous)
        assert seen == [signal.SIGUSR1]
        assert solution.stopped_by == "deadline"

    def test_from_outside_ends_a_program_with_its_traceback(self) -> None:
        program = (
            "import numpy as np, memetik as mk\n"
            "far = mk.transform((5.0, 0, 0))\n"
            "solver = mk.Solver('panda', mk.Pose('panda_hand', far), method='memetic', threads=2, "
            "max_evaluations=10**9)\n"
            "print('go', flush=True)\n"
            "solver.solve_batch(np.repeat(far[None], 100, axis=0))\n"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "go\n"
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=5)
        finally:
            process.kill()
        assert "KeyboardInterrupt" in errors
        assert process.returncode != 0
