"""The search from many starts by particles and L-BFGS."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.generations import OPERATORS
from tests.solve_cases import FAR, HAND, PANDA, UR5, assert_pose_reached, some_targets

Swarm = mk.methods.Swarm


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"starts": 0}, "starts: expected a number from 1 to"),
        ({"particles": 0}, "particles"),
        ({"mppi_iterations": -1}, "mppi_iterations: expected a number from 0 to"),
        ({"lbfgs_iterations": 0}, "lbfgs_iterations"),
        ({"runners": 0}, "runners"),
    ],
)
def test_refuses_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MethodError, match=message):
        Swarm(**options)


@pytest.mark.parametrize("iterations", [0, 1, 4])
def test_solves_poses(iterations: int) -> None:
    method = Swarm(starts=8, mppi_iterations=iterations)
    for robot, tip in ((UR5, "tool0"), (PANDA, HAND)):
        targets = some_targets(robot, tip, 50)
        batch = mk.Solver(robot, mk.Pose(tip, targets[0], name="tip"), method=method).solve_batch(
            targets={"tip": targets}
        )
        assert batch.success.all()
        for q, target in zip(batch.q, targets, strict=True):
            assert_pose_reached(robot, tip, q, target)


def test_particles_come_before_descents() -> None:
    method = Swarm(starts=3, particles=5, mppi_iterations=2, runners=1)
    solver = mk.Solver(PANDA, mk.Position(HAND, FAR), method=method, max_evaluations=400)
    start = PANDA.random(rng=1)
    history = solver.solve(start, trace=True).trace.generations
    names = np.array(OPERATORS)[history.operator]
    first, second, third = (names[history.generation == generation] for generation in range(3))
    assert (first == ["start", *["random"] * 14]).all()  # 3 starts, 5 particles each
    assert (second == "bred").all() and len(second) == 15
    assert (third == "exploited").all() and len(third) == 3
    np.testing.assert_array_equal(history.q[0], start[: history.q.shape[1]])
    # a descent begins at the best particle of its seed, and never ends above it
    descended = history.generation == 2
    origins = history.parents[descended, 0]
    assert (history.fitness[descended] <= history.fitness[origins]).all()
    for origin in origins:
        of_seed = (np.arange(30) % 15) // 5 == origin % 15 // 5
        assert history.fitness[origin] == history.fitness[:30][of_seed].min()


def test_means_move_towards_better_particles() -> None:
    method = Swarm(starts=20, particles=25, mppi_iterations=6, runners=1)
    solver = mk.Solver(PANDA, mk.Position(HAND, FAR), method=method, max_evaluations=5000)
    history = solver.solve(trace=True).trace.generations
    means = history.elite & (history.operator != OPERATORS.index("exploited"))
    costs = [history.fitness[means & (history.generation == k)].mean() for k in range(6)]
    assert (np.diff(costs) < 0).all()
