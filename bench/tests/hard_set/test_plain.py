"""Goals survive storage, which leaves out default values."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import memetik as mk
from memetik_bench.hard_set.named_custom import NamedCustom
from memetik_bench.hard_set.plain import goal_from_plain, goal_to_plain, rounded

GOALS = [
    mk.Pose("tool0", mk.transform((0.25, 0, 0.5)), tolerance=(1e-3, 1e-2), name="hand"),
    mk.Position("tool0", (0.5, 0, 0.25), offset=(0, 0, 0.5), weight=2.0, loss=mk.losses.Huber(0.5)),
    mk.KeepDistance("tool0", (0, 0, 0), min=0.5),
    mk.KeepClear({"tool0": [(0, 0, 0, 0.5)]}, [mk.collision.Sphere(0.25).at((1, 0, 0))], name="clear"),
    mk.StandOn("tool0", [mk.collision.HalfSpace()], above=1.0, below=2.0),
    mk.PassThrough("tool0", (0.5, 0, 0), offsets=[(0, 0, 0), (0, 0, 0.5)]),
    mk.WithinCone("tool0", (0, 0, 1), angle=0.5),
    mk.Scan("tool0", (0.5, 0, 0), normal=(0, 0, 1), obstacles=[mk.collision.Sphere(0.25).at((1, 0, 0))]),
]


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: type(goal).__name__)
def test_a_goal_comes_back_as_it_was(goal: mk.Goal) -> None:
    stored = json.loads(json.dumps(goal_to_plain(goal)))
    assert goal_from_plain(stored) == goal
    assert len(stored) < len(goal.to_dict())


def test_a_named_function_comes_back_as_a_custom_goal() -> None:
    felt = {"target": (0.5, 0, 0), "width": 0.1, "range": 0.3}
    named = NamedCustom("probe", "whisper", felt, links=("tool0",), tolerance=1e-3, weight=2.0)
    goal = goal_from_plain(json.loads(json.dumps(goal_to_plain(named))))
    assert isinstance(goal, mk.Custom)
    assert (goal.name, goal.links, goal.tolerance, goal.weight) == ("probe", ("tool0",), 1e-3, 2.0)
    assert mk.Problem("ur5", goal).cost(np.zeros(6)) == mk.Problem("ur5", named.goal()).cost(np.zeros(6))


def test_numbers_are_rounded_and_zero_has_no_sign() -> None:
    plain = rounded({"a": [1 / 3, (-1e-12,)], "b": np.array([2.0]), "c": "x", "d": 3})
    assert plain == {"a": [0.333333333, [0.0]], "b": [2.0], "c": "x", "d": 3}
    assert math.copysign(1, plain["a"][1][0]) == 1
