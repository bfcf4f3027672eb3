"""Robots with a thousand joints: problems, solvers and start tables are constructed soon, or interrupted."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import memetik as mk

PROBLEM = """
import memetik as mk
robot = mk.Robot.load("snake(3000)")
goal = mk.Pose("tip", robot.fk(robot.neutral, "tip"))
print("go", flush=True)
while True:
    {construct}
"""


@pytest.mark.parametrize(
    "construct", ["mk.Problem(robot, goal)", "mk.Solver(robot, goal)", "robot.build_start_table('tip')"]
)
def test_an_interrupt_ends_their_construction(construct: str) -> None:
    """A start table of 3000 joints would take hours, and a coupling table of all their pairs minutes."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROBLEM.format(construct=construct)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors
    assert process.returncode != 0


def test_a_chain_of_a_thousand_joints_is_solved() -> None:
    robot = mk.Robot.load("snake(1000)")
    target = robot.fk(robot.random(rng=1), "tip")
    solution = mk.solve(robot, mk.Pose("tip", target))
    assert solution.success
    np.testing.assert_allclose(robot.fk(solution.q, "tip"), target, atol=2e-5 * robot.reach)
