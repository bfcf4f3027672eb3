"""The measurements run with the actual solver, and their counts are right."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik_bench.arms import load_arm
from memetik_bench.measures.compiled_goal import compiled_goal
from memetik_bench.measures.external_goals import CountedGoal, measure_numba_goal, measure_python_goal
from memetik_bench.measures.start_honored import measure_start_honored
from memetik_bench.measures.throughput import measure_throughput
from memetik_bench.measures.warm_calls import measure_warm_calls
from memetik_bench.runner import run
from memetik_bench.settings import Settings
from memetik_bench.solvers import MemetikSolver
from memetik_bench.targets import random_reachable

PANDA = load_arm("panda")
SETTINGS = Settings(count=200, rival_count=50)


def test_our_row_has_the_time_in_the_core_and_that_of_the_call() -> None:
    solver = MemetikSolver(PANDA.robot, PANDA.link, tolerance=1e-5, timeout=1.0)
    row = run(
        "panda", solver, random_reachable(PANDA.robot, PANDA.link, count=100, random_seed=1), tolerance=1e-5
    )
    assert (row.solver, row.version) == ("memetik", mk.__version__)
    assert (row.solved, row.refused) == (1.0, 0)
    assert row.mean_core_us is not None
    assert 0 < row.mean_core_us < row.mean_us
    assert row.mean_evaluations is not None
    assert row.mean_evaluations >= 1


def test_the_start_counts_as_much_as_for_the_local_search_alone() -> None:
    """The ladder's first attempt is that same search, so their solutions are equal."""
    row = measure_start_honored(PANDA, SETTINGS)
    assert row["answered_from_start"] == row["alone_answered"]
    assert row["median_distance"] == row["alone_median_distance"]
    assert 0.2 < row["plain_lm_answered"] < 0.8
    assert row["near_on_branch"] > 0.9
    assert row["near_answered_from_start"] > 0.9


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_is_timed_and_verified(threads: int) -> None:
    row = measure_throughput(PANDA, SETTINGS, count=500, threads=threads, with_table=False)
    assert (row["count"], row["solved"], row["table_seconds"]) == (500, 1.0, None)
    assert 0 < row["core_seconds"] < 60
    assert row["solves_per_second"] <= 500 / row["core_seconds"]


def test_a_batch_with_a_start_table() -> None:
    row = measure_throughput(PANDA, SETTINGS, count=500, threads=1, with_table=True)
    assert row["solved"] == 1.0
    assert 0 < row["table_seconds"] < 60
    assert row["table_bytes"] > 0


def test_warm_calls_are_solved_and_split_into_core_and_overhead() -> None:
    row = measure_warm_calls(PANDA, SETTINGS)
    assert row["solved"] == 1.0
    assert row["median_core_us"] > 0
    assert row["median_overhead_us"] > 0


def test_a_python_goal_is_solved_beside_the_pose_alike_on_two_threads() -> None:
    row = measure_python_goal(PANDA, SETTINGS)
    assert (row["count"], row["solved"]) == (50, 1.0)
    assert row["same_answers_on_two_threads"] is True
    assert row["calls_per_query"] >= 1


def test_the_counted_goal_counts() -> None:
    goal = CountedGoal()
    assert goal(np.zeros((3, 1, 4, 4)), np.zeros((3, 0))).tolist() == [[0.0], [0.0], [0.0]]
    assert goal.calls == 1
    assert goal.seconds > 0


def test_a_compiled_goal_is_solved_beside_the_pose() -> None:
    pytest.importorskip("numba")
    row = measure_numba_goal(PANDA, SETTINGS)
    assert (row["count"], row["solved"]) == (200, 1.0)
    assert {"per_evaluation_ns", "with_derivative_ns", "by_differences_ns"} <= set(row)


def test_the_compiled_goal_does_not_change_the_cost() -> None:
    """Neither its value nor its derivatives change the cost."""
    pytest.importorskip("numba")
    pose = mk.Pose(PANDA.link, np.eye(4))
    q = PANDA.robot.random(20, 1)
    alone = mk.Problem(PANDA.robot, pose)
    for known in (True, False):
        goal = mk.Custom(compiled_goal(), links=PANDA.link, derivative=known)
        beside = mk.Problem(PANDA.robot, [pose, goal])
        np.testing.assert_array_equal(beside.cost(q), alone.cost(q))
        np.testing.assert_array_equal(beside.gradient(q), alone.gradient(q))
        assert (beside.residuals(q)[:, 6] == 0).all()
