"""Bio IK: its trace agrees with the dissertation's algorithm."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.methods import BioIK
from memetik.solve.generations import OPERATORS, Generations

FAR = (3.0, 0.0, 0.0)  # out of the UR5's reach: evolution goes on until the budget is used up


def evolve(goals: list[mk.Goal], *, budget: int = 6000, **options: object) -> Generations:
    method = BioIK(**options)  # type: ignore[arg-type]
    solution = mk.solve("ur5", goals, method=method, max_evaluations=budget, random_seed=3, trace=True)
    assert solution.trace is not None
    return solution.trace.generations


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"population": 0}, "population"),
        ({"elites": 2.5}, "elites"),
        ({"population": 5, "elites": 6}, "at most population=5, got 6"),
        ({"adoption": 1}, "adoption"),
        ({"fitness": "median"}, "'rms' or 'mean'"),
    ],
)
def test_options_out_of_range_are_refused_by_name(options: dict[str, object], text: str) -> None:
    with pytest.raises(mk.MemetikError, match=text):
        BioIK(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize("gradients", ["exact", "differences", "incremental differences"])
def test_the_fitness_is_the_root_mean_square_of_all_errors_of_all_goals_or_of_the_primary_ones(
    gradients: str,
) -> None:
    pose = mk.Pose("tool0", position=FAR, rpy=(0, 0, 0), weight=2.0)
    goals = [pose, mk.StayClose(np.full(6, 0.3), weight=0.1)]
    every = evolve(goals, gradients=gradients)
    assert every.fitness == pytest.approx(mk.Problem("ur5", goals).rms(every.q), rel=1e-9)
    primary = evolve(goals, gradients=gradients, objectives="primary")
    assert primary.fitness == pytest.approx(mk.Problem("ur5", pose).rms(primary.q), rel=1e-9)


def test_the_other_fitness_is_the_mean_of_all_weighted_errors() -> None:
    goals = [mk.Position("tool0", FAR, weight=4.0), mk.Position("forearm_link", (0, 0, 1), name="elbow")]
    generations = evolve(goals, fitness="mean")
    q = np.zeros((len(generations), 6))
    q[:, [mk.Robot.load("ur5").variable_names.index(name) for name in generations.names]] = generations.q
    errors = mk.Problem("ur5", goals).errors(q)
    mean = (4 * errors["tool0"]["position"] + errors["elbow"]["position"]) / 2
    assert generations.fitness == pytest.approx(mean, rel=1e-9)


def test_random_weights_are_those_of_a_generation() -> None:
    """Two numbers explain the fitness of all its individuals, and others that of the next one."""
    goals = [mk.Position("tool0", FAR), mk.Position("forearm_link", (0, 0, 1), name="elbow")]
    generations = evolve(goals, random_weights=True, gradients="differences")
    costs = np.stack([mk.Problem("ur5", goal).rms(generations.q) ** 2 for goal in goals], axis=1)
    drawn = []
    for g in range(generations.count - 1):
        own = generations.generation == g
        squares = generations.fitness[own] ** 2
        weights, *_ = np.linalg.lstsq(costs[own], squares, rcond=None)
        assert costs[own] @ weights == pytest.approx(squares, rel=1e-9)
        assert weights.sum() == pytest.approx(1.0)  # halves, on average, of a mean of two
        drawn.append(weights[0])
    assert len(drawn) > 3 and np.ptp(drawn) > 0.1


def test_every_generation_is_elites_and_children_of_the_one_before() -> None:
    generations = evolve([mk.Pose("tool0", position=FAR, rpy=(0, 0, 0))], population=30, elites=4)
    made_by = np.array(OPERATORS)[generations.operator]
    wiped = set(generations.wipe_outs[:, 1])
    assert wiped and generations.count > 5
    for g in range(generations.count - 1):  # the last may be cut short
        own = generations.generation == g
        kinds = {str(kind): int((made_by[own] == kind).sum()) for kind in OPERATORS}
        assert own.sum() == 30
        assert generations.elite[own].sum() == 4
        assert generations.elite[own][np.argmin(generations.fitness[own])]
        if g == 0:
            assert kinds["start"] == 1 and kinds["random"] == 29
        elif g in wiped:
            assert kinds["survived"] == 1 and kinds["random"] == 29
        else:
            assert kinds["exploited"] == 4 and kinds["bred"] + kinds["random"] == 26
    exploited = made_by == "exploited"
    parents = generations.parents[exploited, 0]
    assert generations.elite[parents].all()
    assert (generations.fitness[exploited] <= generations.fitness[parents] * (1 + 1e-9)).all()


def test_the_solution_survives_wipe_outs() -> None:
    best = evolve([mk.Pose("tool0", position=FAR, rpy=(0, 0, 0))]).best
    assert (np.diff(best) <= 1e-12).all()


def test_without_exploitation_elites_stay_as_they_are_and_nobody_is_wiped_out() -> None:
    generations = evolve([mk.Pose("tool0", position=FAR, rpy=(0, 0, 0))], exploitation=False)
    assert len(generations.wipe_outs) == 0
    survived = generations.operator == OPERATORS.index("survived")
    parents = generations.parents[survived, 0]
    assert survived.sum() > 10
    assert (generations.q[survived] == generations.q[parents]).all()


def test_answers_depend_on_the_random_seed_and_not_on_threads() -> None:
    target = mk.Pose("tool0", position=(0.3, 0.3, 0.4), rpy=(0.5, 1.0, 2.0))
    alone, again, together, other = (
        mk.solve("ur5", target, method="bioik", random_seed=seed, threads=threads)
        for seed, threads in ((1, 1), (1, 1), (1, 3), (2, 1))
    )
    assert (alone.q == again.q).all() and (alone.q == together.q).all()
    assert alone.evaluations == together.evaluations and alone.generations == together.generations
    assert (alone.q != other.q).any()
