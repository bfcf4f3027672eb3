"""A forked process has none of the threads of its parent: solvers start new ones there, and nothing hangs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")

PATIENCE = 60  # [s], so that a process that hangs fails
PRELUDE = """
import copy, multiprocessing, os, sys, threading, time
import numpy as np, memetik as mk

PANDA = mk.Robot.load('panda')
POSES = PANDA.fk(PANDA.random(5000, rng=1), 'panda_hand')  # enough for a second thread to join
SOLVER = mk.Solver(PANDA, mk.Pose('panda_hand'), threads=2)

def solve(solver=SOLVER):
    return solver.solve_batch(POSES).q.tobytes()

def threads_exist():
    return not os.path.isdir('/proc/self/task') or len(os.listdir('/proc/self/task')) > 1

def assert_succeeds(child):
    assert os.waitpid(child, 0)[1] == 0
"""


def assert_runs(program: str) -> None:
    """Run the program in a process of its own. It has to end successfully, as have the children it awaits."""
    process = subprocess.Popen(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(program)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # children, too
        raise
    assert process.returncode == 0, errors
    assert "Error" not in errors, errors


@pytest.mark.parametrize("method", ["auto", "memetic", "bioik", "ccd"])
def test_parent_and_child_go_on_with_the_same_solver(method: str) -> None:
    assert_runs(f"""
        goal = mk.Position('panda_hand', (5.0, 0, 0))
        solver = mk.Solver('panda', goal, method={method!r}, threads=2, max_evaluations=3000)
        places = np.full((9, 3), 5.0)
        solve_all = lambda: (solver.solve().q.tolist(), solver.solve_batch(places).q.tolist())
        expected = solve_all()
        child = os.fork()
        same = solve_all() == expected
        del solver
        if child == 0:
            os._exit(0 if same else 1)
        assert_succeeds(child)
        assert same
    """)


def test_a_child_starts_threads_and_ends_as_usual() -> None:
    assert_runs("""
        expected = solve()
        assert threads_exist()
        child = os.fork()
        if child == 0:
            assert len(os.listdir('/proc/self/task')) == 1 if os.path.isdir('/proc') else True
        for _ in range(3):
            assert solve() == expected
        assert threads_exist()
        if child:
            assert_succeeds(child)
    """)


def test_a_child_that_does_not_solve_ends_too() -> None:
    assert_runs("""
        solve()
        child = os.fork()
        if child:
            assert_succeeds(child)
            solve()
        else:
            del solve, SOLVER  # destroys the solver
    """)


def test_a_child_of_a_child_solves() -> None:
    assert_runs("""
        expected, generation = solve(), 0
        child = os.fork()
        while child == 0 and generation < 2:
            generation += 1
            assert solve() == expected
            child = os.fork()
        assert solve() == expected
        if child:
            assert_succeeds(child)
    """)


def test_processes_of_multiprocessing_solve() -> None:
    assert_runs("""
        expected = solve()
        context = multiprocessing.get_context('fork')
        with context.Pool(2) as pool:
            found = pool.starmap_async(solve, [()] * 4).get(30)
            assert found == [expected] * 4
        process = context.Process(target=solve)
        process.start()
        process.join(30)
        assert process.exitcode == 0
        assert solve() == expected
    """)


def test_a_fork_while_other_threads_solve() -> None:
    assert_runs("""
        expected, going = solve(), True
        others = [copy.copy(SOLVER) for _ in range(2)]

        def work(solver):
            while going:
                assert solve(solver) == expected

        workers = [threading.Thread(target=work, args=(other,), daemon=True) for other in others]
        for worker in workers:
            worker.start()
        for _ in range(10):
            time.sleep(0.01)
            child = os.fork()
            if child == 0:
                assert solve() == expected
                assert [solve(copy.copy(other)) for other in others] == [expected] * 2
                sys.exit()
            assert solve() == expected
            assert_succeeds(child)
        going = False
        for worker in workers:
            worker.join(20)
            assert not worker.is_alive()
    """)


def test_in_a_child_a_solver_that_another_thread_used_is_busy() -> None:
    assert_runs("""
        far = mk.Solver('panda', mk.Position('panda_hand', (5.0, 0, 0)), threads=2, max_evaluations=10**9)
        call = dict(thorough=True, timeout=40)
        worker = threading.Thread(target=lambda: far.solve_batch(np.full((9, 3), 5.0), **call), daemon=True)
        worker.start()
        time.sleep(0.3)
        child = os.fork()
        if child == 0:
            try:
                far.solve()
            except mk.SolverBusyError:
                copy.copy(far).solve(max_evaluations=100)
                sys.exit()
            sys.exit(1)
        assert_succeeds(child)
        far.cancel()
        worker.join(20)
        assert not worker.is_alive()
        far.solve(max_evaluations=100)
    """)
