"""Goals are values: immutable, and compared by their fields."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.goal_cases import GOALS, PLAIN_GOALS, make_goal
from tests.goal_cases.subjects import subject

every_goal = pytest.mark.parametrize("case", GOALS)
every_plain_goal = pytest.mark.parametrize("case", PLAIN_GOALS)


def on_panda(case: str, seed: int = 2) -> mk.Goal:
    return make_goal(case, subject("panda"), np.random.default_rng(seed))


def arrays_of(goal: mk.Goal) -> list[Any]:
    """All arrays in the fields of a goal, also those in mappings."""
    values = [getattr(goal, field.name) for field in dataclasses.fields(goal)]
    values += [item for value in values if isinstance(value, Mapping) for item in value.values()]
    return [value for value in values if isinstance(value, np.ndarray)]


class TestValues:
    @every_goal
    def test_fields_cannot_be_set(self, case: str) -> None:
        goal = on_panda(case)
        with pytest.raises(dataclasses.FrozenInstanceError):
            goal.weight = 2.0  # type: ignore[misc]

    @every_goal
    def test_arrays_are_read_only(self, case: str) -> None:
        goal = on_panda(case)
        for array in arrays_of(goal):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0

    def test_mappings_are_read_only(self) -> None:
        goal = mk.StayClose({"root": np.zeros(6)}, joint_weights={"root": 1.0})
        for mapping in (goal.target, goal.joint_weights):
            with pytest.raises(TypeError, match="does not support item assignment"):
                mapping["root"] = 2.0  # type: ignore[index]

    def test_arrays_are_copied(self) -> None:
        pose, place, q = np.eye(4), np.zeros(3), np.zeros(7)
        goals = (
            mk.Pose("panda_hand", pose, offset=pose),
            mk.Position("panda_hand", place, offset=place),
            mk.LookAt("panda_hand", place + 1, axis=(0, 0, 1), offset=place),
            mk.StayClose(target=q),
        )
        before = [goal.to_dict() for goal in goals]
        pose[0, 3] = place[0] = q[0] = 1
        assert [goal.to_dict() for goal in goals] == before

    def test_mappings_are_copied(self) -> None:
        root = np.zeros(6)
        target, weights = {"root": root}, {"root": 1.0}
        goal = mk.StayClose(target=target, joint_weights=weights)
        same = mk.StayClose(target=target, joint_weights=weights)
        target["root"], weights["root"] = np.ones(6), 9.0
        root[0] = 5
        assert goal == same
        assert goal.to_dict()["target"] == {"root": [0.0] * 6}
        assert goal.joint_weights == {"root": 1.0}

    @every_goal
    def test_equal_goals_are_equal_and_hash_alike(self, case: str) -> None:
        one, two = (on_panda(case) for _ in range(2))
        assert one == two
        assert hash(one) == hash(two)
        assert len({one, two}) == 1

    @every_plain_goal
    def test_other_numbers_make_another_goal(self, case: str) -> None:
        one, two = (on_panda(case, seed) for seed in (2, 3))
        assert one != two
        assert one != "goal"

    def test_kinds_are_told_apart(self) -> None:
        assert mk.Position("a", (0, 0, 1)) != mk.LookAt("a", (0, 0, 1))

    @every_plain_goal
    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
    def test_copies_are_equal_and_as_immutable(self, case: str, again: Any) -> None:
        goal = on_panda(case)
        assert again(goal) == goal
        assert hash(again(goal)) == hash(goal)
        assert not any(array.flags.writeable for array in arrays_of(again(goal)))

    @every_plain_goal
    def test_one_with_another_weight_is_made_by_replace(self, case: str) -> None:
        goal = on_panda(case)
        heavier = dataclasses.replace(goal, weight=9.0)
        assert heavier.weight == 9.0
        assert dataclasses.replace(heavier, weight=goal.weight) == goal

    @every_goal
    def test_the_repr_is_one_line_that_names_the_kind(self, case: str) -> None:
        goal = on_panda(case)
        assert repr(goal).startswith(type(goal).__name__ + "(")
