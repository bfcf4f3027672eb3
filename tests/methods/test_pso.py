"""Particle swarm optimisation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.generations import OPERATORS
from tests.method_cases import recorded_generations

PSO = mk.methods.PSO


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"population": 0}, "population: expected a number from 1 to"),
        ({"inertia": 1.1}, "inertia: expected a number from 0 to 1, got 1.1"),
        ({"cognitive": -1}, "cognitive"),
        ({"social": float("inf")}, "social"),
        ({"fastest": 0}, "fastest"),
        ({"neighbors": 0}, "neighbors: expected a number from 1 to"),
        ({"restarts": "no"}, "restarts"),
        ({"runners": 300}, "runners"),
    ],
)
def test_refuses_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MethodError, match=message):
        PSO(**options)


def evolved(**options: Any) -> mk.Generations:
    return recorded_generations(PSO(population=10, runners=1, restarts=False, **options))


def test_particles_remember_the_best_places_they_have_seen() -> None:
    generations = evolved()
    later = generations.generation > 0
    assert (generations.fitness[later] <= generations.fitness[generations.parents[later, 0]]).all()


def test_particles_that_are_not_attracted_stay_where_they_are() -> None:
    generations = evolved(cognitive=0, social=0)
    assert (generations.operator[generations.generation > 0] == OPERATORS.index("survived")).all()


def test_no_particle_flies_faster_than_it_may() -> None:
    slow = evolved(fastest=1e-3)
    first = slow.q[slow.generation == 0]
    last = slow.q[slow.generation == slow.count - 1]
    width = 2 * np.pi  # at most, of a joint
    assert (abs(last - first) <= slow.count * 1e-3 * width).all()


@pytest.mark.parametrize("neighbors", [1, 3])
def test_neighbors_on_a_ring_lead(neighbors: int) -> None:
    generations = evolved(neighbors=neighbors)
    bred = np.flatnonzero(generations.operator == OPERATORS.index("bred"))
    own, leader = (generations.parents[bred, i] % 10 for i in (0, 1))
    apart = abs(own - leader)
    assert (np.minimum(apart, 10 - apart) <= neighbors).all()


def test_solves_hyperredundant_chains() -> None:
    snake = mk.Robot.load("snake(60)")
    target = snake.fk(snake.random(rng=1), "tip")
    goal = mk.Pose("tip", target, tolerance=(1e-3, 1e-2))
    assert mk.solve(snake, goal, method="pso", max_evaluations=100_000).success
