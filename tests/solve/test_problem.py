"""Problems: goals on a robot as functions of q, for any optimiser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.optimize
from hypothesis import given, settings

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import GOALS, make_goal
from tests.goal_cases.subjects import SUBJECTS, subject
from tests.random_trees import random_configurations, robots, seeds

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
PLACE = (0.4, 0.1, 0.5)

two_goals = mk.Problem(PANDA, [mk.StayClose(), mk.Position(HAND, PLACE), mk.LookAt("panda_link6", PLACE)])
METHODS = ("cost", "gradient", "residuals", "jacobian", "errors", "accepts")


class TestManyGoals:
    @pytest.mark.parametrize("name", SUBJECTS)
    def test_stack_their_rows_and_add_their_costs(self, name: str) -> None:
        s, rng = subject(name), np.random.default_rng(1)
        goals = [make_goal(case, s, rng) for case in GOALS]
        together, alone = mk.Problem(s.robot, goals), [mk.Problem(s.robot, goal) for goal in goals]
        q = s.robot.random(rng=rng)
        for rows, own in zip(together.rows.values(), alone, strict=True):
            if isinstance(next(iter(own.goals.values())), mk.KeepClear):
                continue  # its number of rows depends on the other goals
            np.testing.assert_array_equal(together.residuals(q)[rows], own.residuals(q))
            np.testing.assert_array_equal(together.jacobian(q)[rows], own.jacobian(q))
        assert together.cost(q) == pytest.approx(sum(p.cost(q) for p in alone), rel=1e-12)
        gradient = sum(p.gradient(q) for p in alone)
        np.testing.assert_allclose(together.gradient(q), gradient, atol=1e-12 * np.abs(gradient).max())

    def test_rows_are_sorted_by_priority(self) -> None:
        priorities = ("secondary", "primary", "required", "primary")
        goals = [mk.Position(HAND, PLACE, name=f"{i}", priority=p) for i, p in enumerate(priorities)]
        rows = mk.Problem(PANDA, goals).rows
        assert {name: own.start for name, own in rows.items()} == {"0": 9, "1": 3, "2": 0, "3": 6}

    def test_primary_rows_come_first(self) -> None:
        assert two_goals.rows == {"stay_close": slice(6, 13), HAND: slice(0, 3), "panda_link6": slice(3, 6)}
        q = PANDA.random(rng=1)
        residuals = two_goals.residuals(q)
        for name, rows in two_goals.rows.items():
            alone = mk.Problem(PANDA, two_goals.goals[name]).residuals(q)
            np.testing.assert_array_equal(residuals[rows], alone)

    def test_are_accepted_when_every_primary_one_is(self) -> None:
        q = PANDA.clip(PANDA.random(rng=1))
        hand, elbow = (naive.forward(PANDA, q)[link][:3, 3] for link in (HAND, "panda_link4"))
        met, also, missed = (
            mk.Position(HAND, hand),
            mk.Position("panda_link4", elbow),
            mk.Position(HAND, PLACE),
        )
        assert mk.Problem(PANDA, [met, also]).accepts(q) is True
        assert mk.Problem(PANDA, [met, missed]).accepts(q) is False
        assert mk.Problem(PANDA, [missed, met]).accepts(q) is False
        assert mk.Problem(PANDA, [met, mk.StayClose(target=np.zeros(7))]).accepts(q) is True

    def test_outside_the_limits_nothing_is_accepted(self) -> None:
        q = PANDA.random(rng=1)
        q[0] = PANDA.upper[0] + 1e-9
        problem = mk.Problem(PANDA, mk.Pose(HAND, naive.forward(PANDA, q)[HAND]))
        assert problem.errors(q)[HAND]["position"] < 1e-12
        assert problem.accepts(q) is False
        np.testing.assert_array_equal(problem.accepts([q, q]), [False, False])


class TestNames:
    def test_are_those_given_or_the_links_or_kinds(self) -> None:
        goals = [
            mk.Position(HAND, PLACE),
            mk.Position(HAND, PLACE, name="tip"),
            mk.StayClose(),
            mk.LookAt(HAND, PLACE),
        ]
        assert list(mk.Problem(PANDA, goals).goals) == [HAND, "tip", "stay_close", f"{HAND}_2"]

    def test_a_default_gives_way_to_a_given_name(self) -> None:
        goals = [
            mk.StayClose(),
            mk.StayClose(),
            mk.StayClose(name="stay_close"),
            mk.StayClose(name="stay_close_3"),
        ]
        names = list(mk.Problem(PANDA, goals).goals)
        assert names == ["stay_close_2", "stay_close_4", "stay_close", "stay_close_3"]

    def test_twice_are_refused(self) -> None:
        with pytest.raises(mk.GoalError, match="two goals are called 'tip'"):
            mk.Problem(PANDA, [mk.Position(HAND, PLACE, name="tip"), mk.LookAt(HAND, PLACE, name="tip")])

    def test_goals_are_a_mapping_of_its_own(self) -> None:
        goals = two_goals.goals
        goals.clear()  # type: ignore[attr-defined]
        assert list(two_goals.goals) == ["stay_close", HAND, "panda_link6"]

    def test_the_repr_names_robot_and_goals(self) -> None:
        assert repr(two_goals) == "Problem('panda', stay_close, panda_hand, panda_link6)"


class TestActiveVariables:
    def test_are_those_some_goal_depends_on(self) -> None:
        problem = mk.Problem(PANDA, mk.Position("panda_link3", PLACE))
        assert problem.active_variables == ("panda_joint1", "panda_joint2", "panda_joint3")
        assert not problem.jacobian(PANDA.random(rng=1))[:, 3:].any()

    def test_are_only_the_joints_that_may_move(self) -> None:
        problem = mk.Problem(PANDA, mk.Position(HAND, PLACE), joints=("panda_joint4", "panda_joint2"))
        assert problem.active_variables == ("panda_joint2", "panda_joint4")
        q = PANDA.random(rng=1)
        everything = mk.Problem(PANDA, mk.Position(HAND, PLACE))
        chosen = np.isin(np.arange(7), (1, 3))
        np.testing.assert_array_equal(problem.jacobian(q), np.where(chosen, everything.jacobian(q), 0))
        np.testing.assert_array_equal(problem.gradient(q), np.where(chosen, everything.gradient(q), 0))

    def test_one_joint_needs_no_list(self) -> None:
        assert mk.Problem(PANDA, mk.Position(HAND, PLACE), joints="panda_joint4").active_variables == (
            "panda_joint4",
        )

    def test_of_a_base_may_be_named_one_by_one(self) -> None:
        robot = PANDA.with_floating_base()
        problem = mk.Problem(robot, mk.Position(HAND, PLACE), joints=("root.x", "root.y"))
        assert problem.active_variables == ("root.x", "root.y")

    @pytest.mark.parametrize("part", ["root.rx", "root.ry", "root.rz"])
    def test_a_rotation_moves_as_a_whole_or_not_at_all(self, part: str) -> None:
        with pytest.raises(mk.ConfigurationError, match="root"):
            mk.Problem(PANDA.with_floating_base(), mk.Position(HAND, PLACE), joints=("root.x", part))

    def test_may_be_none(self) -> None:
        for problem in (
            mk.Problem(PANDA, mk.Position(PANDA.root, PLACE)),
            mk.Problem(PANDA, mk.Position(HAND, PLACE), joints=()),
        ):
            assert problem.active_variables == ()
            assert not problem.gradient(PANDA.neutral).any()
            assert problem.jacobian(PANDA.neutral).shape == (3, 7)

    def test_of_mimics_is_the_master(self) -> None:
        s = subject("tree")
        follower = next(joint for joint in s.robot.joints.values() if joint.mimic and joint.mimic.multiplier)
        assert follower.mimic is not None
        problem = mk.Problem(s.robot, mk.Position(follower.child, PLACE))
        assert follower.mimic.joint in problem.active_variables
        assert follower.name not in problem.active_variables


class TestConfigurations:
    Q = PANDA.random(2, rng=3)

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize(
        "make",
        [
            lambda q: q.tolist(),
            lambda q: tuple(map(tuple, q)),
            lambda q: np.asfortranarray(q),
            lambda q: np.repeat(q, 2, axis=0)[::2],
            lambda q: np.repeat(q, 2, axis=1)[:, ::2],
            lambda q: q.astype(">f8"),
        ],
        ids=["list", "tuple", "fortran", "rows apart", "columns apart", "big endian"],
    )
    def test_of_any_layout_are_taken(self, method: str, make: Callable[[Any], Any]) -> None:
        call = getattr(two_goals, method)
        np.testing.assert_equal(call(make(self.Q)), call(self.Q))

    @pytest.mark.parametrize("method", METHODS)
    def test_of_single_precision_are_taken(self, method: str) -> None:
        call, single = getattr(two_goals, method), self.Q.astype(np.float32)
        np.testing.assert_equal(call(single), call(single.astype(np.float64)))

    @pytest.mark.parametrize("method", METHODS)
    @pytest.mark.parametrize(
        ("q", "message"),
        [
            (np.zeros(6), r"has shape \(7,\), a batch \(N, 7\); got \(6,\)"),
            (np.zeros((7, 1)), r"got \(7, 1\)"),
            (np.zeros((1, 1, 7)), r"got \(1, 1, 7\)"),
            (0.5, r"got \(\)"),
            (np.full(7, np.nan), "panda_joint1 = nan: not a usable value"),
            (np.full((3, 7), np.inf), "panda_joint1 = inf in row 0"),
            ([[0.0] * 7, [0.0] * 6 + [1e7]], "panda_joint7 = 10000000.0 in row 1"),
            ("home", "a configuration is 7 numbers"),
            (None, "panda"),
            ([[0.0] * 7, [0.0]], "a configuration is 7 numbers"),
        ],
        ids=lambda value: str(value)[:12],
    )
    def test_that_are_none_are_refused(self, method: str, q: Any, message: str) -> None:
        with pytest.raises(mk.ConfigurationError, match=message):
            getattr(two_goals, method)(q)

    @pytest.mark.parametrize("method", METHODS)
    def test_none_at_all_are_a_batch_too(self, method: str) -> None:
        result = getattr(two_goals, method)(np.empty((0, 7)))
        values = (
            [v for by_name in result.values() for v in by_name.values()] if method == "errors" else [result]
        )
        assert all(len(value) == 0 for value in values)

    def test_results_have_shapes_and_types(self) -> None:
        q = self.Q
        assert type(two_goals.cost(q[0])) is float
        assert type(two_goals.accepts(q[0])) is bool
        assert type(two_goals.errors(q[0])[HAND]["position"]) is float
        shapes = {
            "cost": (2,),
            "gradient": (2, 7),
            "residuals": (2, 13),
            "jacobian": (2, 13, 7),
            "accepts": (2,),
        }
        for method, shape in shapes.items():
            assert getattr(two_goals, method)(q).shape == shape
            assert getattr(two_goals, method)(q[0]) is not None


@settings(max_examples=50)
@given(robot=robots(max_joints=10), seed=seeds)
def test_derivatives_on_any_robot_even_outside_its_limits(robot: mk.Robot, seed: int) -> None:
    rng = np.random.default_rng(seed)
    links = rng.choice(robot.link_names, 4)
    goals = [
        mk.Pose(links[0], mk.transform(rng.normal(size=3), rpy=rng.normal(size=3)), frame=links[1]),
        mk.LookAt(links[2], rng.normal(size=3) + 5, frame=links[3]),
        mk.Position(links[1], rng.normal(size=3), free="y"),
        mk.StayClose(target=random_configurations(robot, rng)),
    ]
    problem, q = mk.Problem(robot, goals), random_configurations(robot, rng)
    jacobian = problem.jacobian(q)
    expected = naive.derivative(problem.residuals, q)
    jump = np.abs(expected) > 100  # a step across the far side of a rotation
    moves = np.isin(robot.variable_names, problem.active_variables)
    scale = max(1.0, np.abs(jacobian).max(initial=0))
    close = np.isclose(jacobian, expected, rtol=1e-6, atol=1e-6 * scale)
    assert (close | jump | ~moves).all()


def test_an_optimiser_of_scipys_solves_a_problem() -> None:
    target = naive.forward(PANDA, PANDA.clip(np.array((0.3, 0.4, -0.2, -1.5, 0.1, 1.8, 0.5))))[HAND]
    problem = mk.Problem(PANDA, mk.Pose(HAND, target))
    found = scipy.optimize.least_squares(
        problem.residuals,
        PANDA.pack({"panda_joint4": -1.2, "panda_joint6": 1.5}),
        problem.jacobian,
        bounds=(PANDA.lower, PANDA.upper),
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-15,
    )
    assert problem.accepts(PANDA.clip(found.x))


def test_a_bundled_name_will_do_for_a_robot() -> None:
    assert mk.Problem("panda", mk.Position(HAND, PLACE)).robot == PANDA
