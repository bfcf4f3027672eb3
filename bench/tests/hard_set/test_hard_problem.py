"""Every frozen problem loads, matches its record, and is feasible if it has a witness."""

from __future__ import annotations

from collections import Counter

import pytest

import memetik as mk
from memetik_bench.hard_set import SPLITS, load
from memetik_bench.hard_set.classes import CLASSES


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_four_kinds_alike_in_both_halves(name: str) -> None:
    tuning, held_out = (load(name, split) for split in SPLITS)
    assert len(tuning) == len(held_out) == 20
    assert set(tuning).isdisjoint(held_out)
    # "hidden" comes in two forms
    kinds = [Counter(hard.kind.partition(",")[0] for hard in half) for half in (tuning, held_out)]
    assert kinds[0] == kinds[1]
    assert set(kinds[0].values()) == {5}


@pytest.mark.parametrize("name", CLASSES)
def test_witnesses_are_accepted_and_starts_are_not(name: str) -> None:
    for hard in load(name):
        assert hard.problem.robot.within_limits(hard.start, tolerance=1e-8)
        assert not hard.problem.accepts(hard.start)
        assert hard.feasible == (name != "tradeoffs")
        assert hard.witness is None or hard.problem.accepts(hard.witness)


@pytest.mark.parametrize("name", CLASSES)
def test_has_no_secondary_goals_for_the_cost_counts_all(name: str) -> None:
    goals = [goal for hard in load(name) for goal in hard.problem.goals.values()]
    assert {goal.priority for goal in goals} <= {"required", "primary"}


@pytest.mark.parametrize("name", CLASSES)
def test_large_robots_have_the_large_budget(name: str) -> None:
    for hard in load(name):
        assert hard.budget == (50_000 if hard.problem.robot.dof >= 30 else 20_000)


def test_names_and_random_seeds_are_unique() -> None:
    everything = [hard for name in CLASSES for hard in load(name)]
    assert len({hard.name for hard in everything}) == len(everything) == 240
    assert len({hard.random_seed for hard in everything}) == 240


@pytest.mark.parametrize("name", CLASSES)
def test_one_local_search_from_the_start_rarely_suffices(name: str) -> None:
    tried = [
        mk.Solver(hard.problem, method="restarts").solve(hard.start, max_evaluations=1).success
        for hard in load(name)
    ]
    assert sum(tried) <= 0.5 * len(tried)  # a third of that when frozen; local search may get better


def test_unknown_names_are_refused_with_the_alternatives() -> None:
    with pytest.raises(mk.UnknownNameError, match="tradeoffs"):
        load("easy")
    with pytest.raises(mk.UnknownNameError, match="held out"):
        load("mazes", "training")  # type: ignore[arg-type]
