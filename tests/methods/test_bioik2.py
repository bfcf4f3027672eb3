"""BioIK 2: the improvements that the thesis measured, and the effect of every option."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import BioIK2
from memetik.solve.generations import OPERATORS
from tests.method_cases import ARM, count_solved
from tests.solve_cases import HAND, UR5


def _solved(method: str | mk.methods.Method, count: int = 40, *, budget: int = 20_000) -> int:
    """The number of solved random reachable poses of a UR5."""
    return count_solved(method, UR5, "tool0", count=count, budget=budget)


@pytest.mark.parametrize(
    "wrong",
    [
        {"islands": 0},
        {"species": 0},
        {"population": 0},
        {"children": -1},
        {"elites": 1.5},
        {"evolution_generations": -1},
        {"memetics": "cubic"},
        {"mutation": "species"},
        {"momentum": 1},
        {"extrapolate": None},
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises((mk.MethodError, mk.UnknownNameError), match=next(iter(wrong))):
        BioIK2(**wrong)


def test_poses_are_found() -> None:
    assert count_solved("bioik2", ARM, HAND, count=40, budget=200_000) == 40


@pytest.mark.parametrize(
    "without",
    [
        {"mutation": "gene", "memetics": "none"},
        {"wipe_outs": False},
        {"momentum": False},
        {"memetics": "none"},
    ],
)
def test_what_the_thesis_found_to_help_helps(without: dict[str, Any]) -> None:
    assert _solved(BioIK2(**without)) < _solved("bioik2")


@pytest.mark.parametrize(
    "options",
    [
        {"memetics": "linear"},
        {"memetics": "lbfgs"},
        {"extrapolate": False},
        {"population": 1},
        {"population": 4, "elites": 2, "species": 3},
        {"evolution_generations": 0, "optimization_generations": 16},
        {"children": 5},
    ],
)
def test_all_modes_solve_most(options: dict[str, Any]) -> None:
    assert _solved(BioIK2(**options), count=20, budget=100_000) >= 16


def test_a_child_costs_an_evaluation_and_steps_are_counted_in_generations() -> None:
    method = BioIK2(islands=1, memetics="none", wipe_outs=False)
    far = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", far, method=method, max_evaluations=5000)
    steps = solution.generations / 8
    assert solution.evaluations == 1 + steps * 2 * (1 + 8 * 16)


def test_several_ends_are_reached_together() -> None:
    robot = mk.Robot.load("valkyrie")
    links = ("rightPalm", "leftPalm", "rightFoot")
    q = robot.random(1, np.random.default_rng(3))[0]
    goals = [mk.Position(link, robot.fk(q, link)[:3, 3], tolerance=1e-4) for link in links]
    assert mk.solve(robot, goals, method="bioik2").success


def test_secondary_goals_are_heeded_and_do_not_keep_primary_ones_from_success() -> None:
    rng = np.random.default_rng(1)
    goal = mk.Position(HAND, ARM.fk(ARM.random(1, rng)[0], HAND)[:3, 3])
    centred = [goal, mk.CenterJoints()]
    start = ARM.random(1, rng)[0]
    alone = [mk.solve(ARM, goal, start=start, method="bioik2", random_seed=i) for i in range(8)]
    both = [mk.solve(ARM, centred, start=start, method="bioik2", random_seed=i) for i in range(8)]
    assert all(solution.success for solution in alone + both)
    off_center = mk.Problem(ARM, mk.CenterJoints()).cost
    assert np.mean([off_center(s.q) for s in both]) < np.mean([off_center(s.q) for s in alone])


def test_islands_beside_the_first_may_begin_anywhere() -> None:
    far = mk.Position("tool0", (9, 0, 0))
    for random_start in (False, True):
        method = BioIK2(islands=2, random_start=random_start)
        solution = mk.solve("ur5", far, method=method, max_evaluations=600, trace=True)
        generations = solution.trace.generations
        first = generations.generation == 0
        start, other = (np.unique(generations.q[first & (generations.island == i)], axis=0) for i in (0, 1))
        assert len(start) == 1
        assert len(other) == (2 if random_start else 1)  # a place of its own for each species
        assert (start[0] in other) != random_start


def test_a_trace_tells_of_children_survivors_and_the_exploited() -> None:
    far = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", far, method=BioIK2(islands=1), max_evaluations=3000, trace=True)
    generations = solution.trace.generations
    names = np.array(OPERATORS)[generations.operator]
    assert set(names) >= {"start", "survived", "bred", "exploited"}
    assert generations.count == solution.generations + 1
    older = generations.parents < np.arange(len(generations))[:, None]
    assert older.all()
    bred = generations.parents[names == "bred"]
    assert (generations.generation[bred[:, 0]] < generations.generation[names == "bred"]).all()
    # of two species, one elite each
    last = generations.generation == generations.generation[names == "bred"].max()
    assert generations.elite[last].sum() == 2


def test_goals_with_hinges_lose_no_more_by_extrapolation_than_others() -> None:
    """Residuals are extrapolated, not poses. Exact kinematics is the most that poses could gain."""
    rng = np.random.default_rng(4)
    panda, hand, link, count = mk.Robot.load("panda"), "panda_hand", "panda_link4", 60
    solutions, starts = panda.random(count, rng), panda.random(count, rng)

    def hinged(q: np.ndarray) -> list[mk.Goal]:
        pose, elbow = panda.fk(q, hand), panda.fk(q, link)[:3, 3]
        away = elbow - pose[:3, 3]
        place = elbow - 0.1 * away / np.linalg.norm(away)
        return [mk.Pose(hand, pose), mk.KeepDistance(link, place, min=0.099)]

    def solved(hinges: bool, extrapolate: bool) -> int:
        method = BioIK2(extrapolate=extrapolate)
        goals = [hinged(q)[: 1 + hinges] for q in solutions]
        pairs = zip(goals, starts, strict=True)
        return sum(
            mk.solve(panda, own, start=q, method=method, max_evaluations=10_000).success for own, q in pairs
        )

    lost = {hinges: solved(hinges, False) - solved(hinges, True) for hinges in (False, True)}
    assert lost[True] <= lost[False] + 0.1 * count  # two standard deviations
