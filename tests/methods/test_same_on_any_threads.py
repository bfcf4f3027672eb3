"""The number of threads changes no solution of any method: not its configuration, effort or status."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import PythonMethod
from tests.method_cases import NAMES, case_of, method_of
from tests.naive_kinematics import Array
from tests.solve_cases import FAR

BUDGET = 20_000  # evaluations: many turns of a race, enough for most methods to solve what can be solved
BODY = mk.Robot.load("mannequin")
HANDS = ("left_hand", "right_hand")
CORE = [name for name in NAMES if not isinstance(mk.methods.find(method_of(name)), PythonMethod)]
ON_TREES = [name for name in CORE if name != "decoupled"]  # which needs one pose
RACES = [
    name
    for name in CORE
    if {"runners", "islands"} & {f.name for f in dataclasses.fields(mk.methods.find(name))}
]
every_method_of_the_core = pytest.mark.parametrize("name", CORE)


def facts(solution: mk.Solution) -> tuple[Any, ...]:
    """Return everything that must not depend on the number of threads; ``q`` is compared bit for bit."""
    effort = (solution.evaluations, solution.starts, solution.generations)
    return (solution.q.tobytes(), *effort, solution.status, solution.stopped_by, solution.cost)


def arm_answers(name: str, method: Any, threads: int) -> list[tuple[Any, ...]]:
    """Solutions for random targets, of which the last is out of reach."""
    case, rng = case_of(name), np.random.default_rng(5)
    solver = mk.Solver(case.robot, case.goals(case.solution()), method=method, threads=threads)
    poses = [*case.robot.fk(case.robot.random(3, rng), case.tip), mk.transform(FAR)]
    queries = zip(case.robot.random(len(poses), rng), poses, strict=True)
    return [
        facts(solver.solve(start, targets={"tip": case.target(pose)}, max_evaluations=BUDGET))
        for start, pose in queries
    ]


def hand_goals(q: Array, shift: float) -> list[mk.Goal]:
    places = [BODY.fk(q, hand)[:3, 3] + (shift, 0, 0) for hand in HANDS]
    return [mk.Position(hand, place) for hand, place in zip(HANDS, places, strict=True)]


def tree_answers(name: str, threads: int) -> list[tuple[Any, ...]]:
    """Solutions for both hands of a body: within reach, and out of reach."""
    rng = np.random.default_rng(6)
    answers = []
    for shift in (0.0, 3.0):
        goals, start = hand_goals(BODY.random(rng=rng), shift), BODY.random(rng=rng)
        solver = mk.Solver(BODY, goals, method=method_of(name), threads=threads)
        answers.append(facts(solver.solve(start, max_evaluations=BUDGET)))
    return answers


@every_method_of_the_core
def test_every_method_at_its_defaults_on_an_arm(name: str) -> None:
    alone = arm_answers(name, method_of(name), 1)
    assert "solved" not in alone[-1]
    for threads in (2, 3):
        assert arm_answers(name, method_of(name), threads) == alone


@pytest.mark.parametrize("name", ON_TREES)
def test_every_method_at_its_defaults_on_a_tree(name: str) -> None:
    alone = tree_answers(name, 1)
    for threads in (2, 3):
        assert tree_answers(name, threads) == alone


@pytest.mark.parametrize("name", RACES)
def test_races_of_several_searchers(name: str) -> None:
    method = mk.methods.find(name)
    number = "islands" if hasattr(method, "islands") else "runners"
    assert getattr(method, number) == 1
    method = dataclasses.replace(method, **{number: 3})
    alone = arm_answers(name, method, 1)
    for threads in (2, 3):
        assert arm_answers(name, method, threads) == alone


def test_methods_in_python_refuse_more_than_one_thread() -> None:
    for name in set(NAMES) - set(CORE):
        with pytest.raises(mk.MethodError, match="one thread"):
            arm_answers(name, method_of(name), 2)
