"""Counts of branches that are found, missed, false or repeated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.transforms import Array
from memetik_bench.arms import load_arm
from memetik_bench.engine.all_solutions import count_branches, generic_targets
from memetik_bench.engine.analytic_arm import AnalyticArm, distances, distinct, wrapped
from memetik_bench.targets import PoseTargets

ARM = load_arm("ur5")


class ManyStarts:
    """An oracle for tests: the branches that 100 random starts lead to."""

    def __init__(self) -> None:
        self.solver = mk.Solver(ARM.robot, mk.Pose(ARM.link, np.eye(4), tolerance=1e-9, name="tip"))

    def branches(self, pose: Array) -> Array:
        batch = self.solver.solve_batch(np.tile(pose, (100, 1, 1)), ARM.robot.random(100, 1))
        return distinct(wrapped(batch.q[batch.success]))


@dataclass
class FakeSolution:
    q: Array
    success: bool = True


class Knows:
    """Returns the given branches."""

    def __init__(self, answers: list[list[FakeSolution]]) -> None:
        self.left = list(answers)

    def solve_all(self, start: Array, *, targets: dict[str, Array]) -> list[FakeSolution]:
        return self.left.pop(0)


@pytest.fixture(scope="module")
def known() -> tuple[PoseTargets, list[Array]]:
    return generic_targets(ManyStarts(), 5, 1)


def truth(branches: list[Array]) -> list[list[FakeSolution]]:
    return [[FakeSolution(q) for q in rows] for rows in branches]


def count(known: tuple[PoseTargets, list[Array]], answers: list[list[FakeSolution]]) -> dict[str, Any]:
    row = count_branches(Knows(answers), *known)
    return {key: row[key] for key in ("complete", "missed", "false_success", "repeated", "unknown_to_oracle")}


ALL = {"complete": 1.0, "missed": 0, "false_success": 0, "repeated": 0, "unknown_to_oracle": 0}


def test_all_branches(known: tuple[PoseTargets, list[Array]]) -> None:
    assert sum(map(len, known[1])) > 10
    assert count(known, truth(known[1])) == ALL


def test_a_branch_that_is_missing(known: tuple[PoseTargets, list[Array]]) -> None:
    answers = truth(known[1])
    answers[2].pop()
    assert count(known, answers) == ALL | {"complete": 0.8, "missed": 1}


def test_a_branch_that_is_false(known: tuple[PoseTargets, list[Array]]) -> None:
    answers = truth(known[1])
    answers[1][0].q = answers[1][0].q + 1e-3
    assert count(known, answers) == ALL | {"complete": 0.8, "missed": 1, "false_success": 1}


def test_the_same_branch_a_turn_further(known: tuple[PoseTargets, list[Array]]) -> None:
    answers = truth(known[1])
    again = answers[0][0].q.copy()
    again[5] -= 2 * np.pi * np.sign(again[5])
    answers[0].append(FakeSolution(again))
    assert count(known, answers) == ALL | {"repeated": 1}


def test_a_branch_that_the_oracle_does_not_know(known: tuple[PoseTargets, list[Array]]) -> None:
    targets, branches = known
    fewer = [branches[0][1:], *branches[1:]]
    assert count((targets, fewer), truth(branches)) == ALL | {"unknown_to_oracle": 1}


def test_no_answer_at_all(known: tuple[PoseTargets, list[Array]]) -> None:
    assert count(known, [[] for _ in known[1]])["complete"] == 0.0


def test_generic_branches_are_apart(known: tuple[PoseTargets, list[Array]]) -> None:
    for rows in known[1]:
        apart = distances(rows, rows)[~np.eye(len(rows), dtype=bool)]
        assert apart.min(initial=1.0) > 0.1


def test_differences_are_modulo_a_turn() -> None:
    first, second = np.array([[0.1, 3.1]]), np.array([[0.1 + 2 * np.pi, -3.1], [0.2, 3.1]])
    np.testing.assert_allclose(distances(first, second), [[2 * np.pi - 6.2, 0.1]], rtol=1e-9)
    assert len(distinct(np.concatenate([first, first + 2 * np.pi, second]))) == 3


def test_the_closed_form_knows_what_made_the_pose_and_what_starts_lead_to() -> None:
    pytest.importorskip("eaik")
    oracle, searched = AnalyticArm(ARM), ManyStarts()
    q = ARM.robot.random(10, 3)
    for row, pose in zip(q, ARM.robot.fk(q, ARM.link), strict=True):
        branches = oracle.branches(pose)
        assert distances(row[None], branches).min() < 1e-9
        assert distances(searched.branches(pose), branches).min(axis=1).max() < 1e-3
