"""PythonGoal: a goal class of one's own behaves like the Custom goal that it returns."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.goals.fields import LinkName, Point, Priority
from tests.goal_cases.users_functions import compiled_curved, curved
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")


@dataclass(frozen=True, eq=False)
class At(mk.PythonGoal):
    """A link is at a point."""

    link: LinkName
    target: Point

    def as_custom(self) -> mk.Custom:
        return mk.Custom(self.residuals, links=self.link, rows=3)

    def residuals(self, poses: Array, q: Array) -> Array:
        return poses[:, 0, :3, 3] - self.target


@dataclass(frozen=True, eq=False)
class Straight(mk.PythonGoal):
    """A joint is zero."""

    joint: str
    _: KW_ONLY
    priority: Priority = "secondary"

    error_units = ("rad",)

    def as_custom(self) -> mk.Custom:
        return mk.Custom(lambda poses, q: q, joints=self.joint)


@dataclass(frozen=True, eq=False)
class Compiled(mk.PythonGoal):
    """Residuals by the address of a compiled function."""

    def as_custom(self) -> mk.Custom:
        address = compiled_curved(1, with_derivative=True)
        return mk.Custom(address, links="tool0", joints="elbow_joint", rows=4, derivative=True)


@dataclass(frozen=True, eq=False)
class Wrong(mk.PythonGoal):
    """Returns whatever it is given."""

    custom: Any

    def as_custom(self) -> mk.Custom:
        return self.custom  # type: ignore[no-any-return]


OPTIONS: list[dict[str, Any]] = [
    {},
    {"weight": 3.0},
    {"priority": "required", "tolerance": 1e-3},
    {"loss": mk.losses.Absolute(), "name": "hand"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_it_solves_like_its_custom_goal_with_the_same_options(options: dict[str, Any]) -> None:
    goal, options = At("tool0", (0.4, 0.1, 0.3), **options), {"name": "at", **options}
    custom = mk.Custom(goal.residuals, links="tool0", rows=3, **options)
    ours, theirs = (mk.solve(UR5, [each, mk.StayClose()], random_seed=1) for each in (goal, custom))
    assert ours.success
    np.testing.assert_array_equal(ours.q, theirs.q)
    assert ours.errors == theirs.errors
    assert next(iter(ours.errors)) == options["name"]


def test_a_field_may_have_another_default() -> None:
    goal = Straight("elbow_joint")
    assert goal.priority == "secondary"
    solution = mk.solve(UR5, [mk.Position("tool0", (0.4, 0.1, 0.3)), goal], start=UR5.random(rng=1))
    assert solution.errors["straight"]["residual"] == pytest.approx(abs(solution.joints["elbow_joint"]))


def test_it_may_be_compiled_and_is_still_pickled() -> None:
    q = UR5.random(rng=1)
    goal = pickle.loads(pickle.dumps(Compiled(name="c")))
    custom = mk.Custom(curved, links="tool0", joints="elbow_joint", rows=4)
    ours, theirs = mk.Problem(UR5, goal), mk.Problem(UR5, custom)
    np.testing.assert_allclose(ours.residuals(q), theirs.residuals(q), atol=1e-12)
    np.testing.assert_allclose(ours.jacobian(q), theirs.jacobian(q), atol=1e-6)


def test_its_fields_are_checked_by_their_types() -> None:
    with pytest.raises(mk.GoalError, match="link: expected the name of a link, got 5"):
        At(5, (0, 0, 0))  # type: ignore[arg-type]
    with pytest.raises(mk.TransformError, match="target: expected 3 numbers"):
        At("tool0", (0, 0))
    with pytest.raises(mk.GoalError, match="joints: expected a name or a list of names, got 5"):
        Straight(5)  # type: ignore[arg-type]


def test_what_is_no_custom_goal_is_refused_at_construction() -> None:
    with pytest.raises(mk.GoalError, match=r"Wrong\.as_custom: expected a memetik\.Custom, got None"):
        Wrong(None)


def test_a_class_without_as_custom_cannot_be_constructed() -> None:
    class Empty(mk.PythonGoal):
        pass

    with pytest.raises(TypeError, match="as_custom"):
        Empty()  # type: ignore[abstract]


def test_targets_of_queries_are_refused() -> None:
    with pytest.raises(mk.MemetikError, match="target"):
        mk.solve(UR5, At("tool0", (0.4, 0.1, 0.3), name="hand"), targets={"hand": (0.1, 0.1, 0.1)})
    with pytest.raises(mk.MemetikError, match="target"):
        mk.Solver(UR5, At("tool0", (0.4, 0.1, 0.3))).solve_batch(np.zeros((5, 3)))


def test_it_warns_once() -> None:
    with pytest.warns(mk.GoalWarning, match="this Straight has weight 0"):
        goal = Straight("elbow_joint", weight=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mk.Problem(UR5, [goal, mk.Position("tool0", (0.4, 0.1, 0.3))])
