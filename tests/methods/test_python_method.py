"""What a method written in Python may know of its query."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

import memetik as mk
from memetik.methods import PythonMethod, Search


@dataclass(frozen=True, kw_only=True)
class Spender(PythonMethod):
    """Spends what it is told to, and notes what is left."""

    name = "spender"
    source = advice = "a test"

    spent: int = 0
    left: list[float] = field(default_factory=list)

    def search(self, search: Search) -> None:
        self.left.extend((search.evaluations_left, search.time_left))
        search.spend(self.spent)
        self.left.append(search.evaluations_left)
        search.cost(search.start)
        self.left.append(search.evaluations_left)


GOAL = mk.Position("tool0", (5, 0, 0))


def test_what_others_evaluate_counts() -> None:
    method = Spender(spent=100)
    answer = mk.solve("ur5", GOAL, method=method, max_evaluations=500)
    assert method.left == [499, math.inf, 399, 398]  # the start is evaluated first
    assert answer.evaluations == 102


def test_a_spent_budget_ends_the_search() -> None:
    method = Spender(spent=1000)
    answer = mk.solve("ur5", GOAL, method=method, max_evaluations=500)
    assert method.left == [499, math.inf, 0]
    assert not answer.success


def test_a_deadline_is_known() -> None:
    method = Spender()
    mk.solve("ur5", GOAL, method=method, timeout=1000.0)
    assert 0 < method.left[1] <= 1000


def test_changes_are_empty_or_those_asked_for() -> None:
    seen = []

    @dataclass(frozen=True, kw_only=True)
    class Looker(PythonMethod):
        name = "looker"
        source = advice = "a test"

        def search(self, search: Search) -> None:
            seen.append(search.max_change.tolist())

    solver = mk.Solver("ur5", GOAL, method=Looker())
    solver.solve()
    solver.solve(max_joint_change=0.5, locked=["elbow_joint"])
    assert seen == [[], pytest.approx([0.5, 0.5, 0, 0.5, 0.5, 0.5])]
