"""Input that is accepted but probably a mistake gives one warning per call, with the value."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")
HAND, PLACE = "panda_hand", (0.4, 0.1, 0.5)
DEGREES = np.array([0, -45, 0, -135, 0, 90, 45])
FAR = r"panda_joint4 = -135 is far outside its limit -3\.07\d*; the start is clipped"


def solver() -> mk.Solver:
    return mk.Solver(PANDA, mk.Position(HAND, PLACE))


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: mk.solve(PANDA, mk.Position(HAND, PLACE), start=DEGREES), "start: "),
        (lambda: solver().solve(DEGREES), "start: "),
        (lambda: solver().solve(DEGREES.tolist()), "start: "),
        (lambda: solver().solve({"panda_joint4": -135}), "start: "),
        (lambda: solver().solve_all(DEGREES), "start: "),
        (lambda: solver().solve_batch([PLACE], DEGREES), "start: "),
        (lambda: solver().solve_batch([PLACE] * 3, [PANDA.neutral, DEGREES, DEGREES]), "starts, row 1: "),
    ],
)
def test_a_start_in_degrees_warns_once(call: Callable[[], Any], where: str) -> None:
    with pytest.warns(mk.InputWarning, match=where + FAR) as caught:
        call()
    assert len(caught) == 1


def test_a_start_in_degrees_warns_whenever_the_solve_fails() -> None:
    arm = mk.Solver(PANDA, mk.Position(HAND, (5, 0, 0)), max_evaluations=100)
    arm.solve(PANDA.neutral)
    with pytest.warns(mk.InputWarning, match=FAR):
        arm.solve(DEGREES)


HALF_TURN = np.array([0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize("targets", [HALF_TURN, {HAND: HALF_TURN}, HALF_TURN.tolist(), {HAND: (0, 0, 0, 1)}])
def test_the_first_target_of_a_solver_warns_of_the_order_of_quaternions(targets: Any) -> None:
    turn = mk.Solver(PANDA, mk.Orientation(HAND))
    with pytest.warns(mk.InputWarning, match=r"the quaternion \(0, 0, 0, 1\) is a half turn") as caught:
        turn.solve(targets=targets)
    assert len(caught) == 1


def test_a_start_slightly_outside_is_silent() -> None:
    measured = PANDA.upper + 0.05
    solver().solve(measured)
    solver().solve_batch([PLACE], measured[None])


@pytest.mark.parametrize(
    "make",
    [
        lambda: mk.Pose(HAND, tolerance=0),
        lambda: mk.Pose(HAND, tolerance=(1e-3, 0)),
        lambda: mk.Position(HAND, tolerance=0.0),
        lambda: mk.Orientation(HAND, tolerance=0),
        lambda: mk.LookAt(HAND, PLACE, tolerance=0),
        lambda: mk.AlignAxis(HAND, (0, 0, 1), tolerance=0),
        lambda: mk.JointValue("panda_joint1", 0.5, tolerance=0),
    ],
)
def test_an_exact_goal_with_tolerance_zero_warns_once(make: Callable[[], mk.Goal]) -> None:
    with pytest.warns(mk.InputWarning, match="tolerance 0, which rounding errors exceed") as caught:
        goal = make()
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for again in (pickle.loads(pickle.dumps(goal)), copy.deepcopy(goal)):
            assert again == goal
        assert mk.goals.goal_from_dict(goal.to_dict()) == goal


def test_a_goal_that_has_an_inside_or_does_not_decide_may_have_tolerance_zero() -> None:
    mk.WithinCone(HAND, (0, 0, 1), angle=0.5, tolerance=0)
    mk.Pose(HAND, tolerance=0, priority="secondary")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PANDA.with_limits(position={"panda_joint1": (-90, 90)}), "-90 to 90 looks like degrees"),
        (lambda: mk.Problem(PANDA, mk.JointValue("panda_joint1", 45)), "panda_joint1 = 45 is far outside"),
        (
            lambda: mk.Problem(PANDA, mk.StayClose(DEGREES)),
            "panda_joint2 = -45 is far outside its limit -1.7",
        ),
        (lambda: mk.Pose(HAND, tolerance=(1, 5)), "tolerance: 1 m accepts almost anything"),
        (lambda: mk.Pose(HAND, tolerance=(1e-3, 5)), "tolerance: 5 rad .* radians"),
        (lambda: mk.Pose(HAND, tolerance=[1e-3] * 3 + [1e-3, 1e-3, 90]), "tolerance: 90 rad"),
        (lambda: mk.AlignAxis(HAND, (0, 0, 1), tolerance=5), "tolerance: 5 rad"),
        (lambda: solver().solve(max_change=20), "max_change: 20 is more than the whole range"),
        (lambda: solver().solve_all(max_change=20), "max_change: 20"),
        (lambda: solver().solve_batch([PLACE], max_change={"panda_joint3": 20}), "'panda_joint3': 20"),
    ],
)
def test_degrees_and_millimetres_warn_once(make: Callable[[], Any], message: str) -> None:
    with pytest.warns(mk.InputWarning, match=message) as caught:
        make()
    assert len(caught) == 1


@pytest.mark.parametrize(
    "make",
    [
        lambda: PANDA.with_limits(position=(-2 * np.pi, 2 * np.pi)),
        lambda: PANDA.with_limits(position={"panda_joint1": (-np.inf, np.inf)}),
        lambda: mk.Problem(PANDA, mk.JointValue("panda_joint1", 4)),  # beyond the limit on purpose
        lambda: mk.Problem(
            mk.Robot.load("pr2"), mk.JointValue("r_forearm_roll_joint", 20)
        ),  # it has no limit
        lambda: mk.Pose(HAND, tolerance=(0.5, np.pi)),
        lambda: mk.Pose(HAND, tolerance=(np.inf, 1e-3)),
        lambda: mk.KeepDistance(HAND, (0, 0, 0), max=2, tolerance=1),
        lambda: mk.Position(HAND, tolerance=5, priority="secondary"),  # its tolerance decides nothing
        lambda: solver().solve(max_change=np.pi),
        lambda: solver().solve(max_change=np.inf),
        lambda: solver().solve(max_change=PANDA.velocity_limits * 10),
        lambda: mk.solve(PANDA.with_floating_base(), mk.Position(HAND, PLACE), max_change=20),
    ],
)
def test_unusual_but_meaningful_values_are_silent(make: Callable[[], Any]) -> None:
    make()


@pytest.mark.parametrize("goal", [mk.Position(HAND), mk.Pose(HAND)])
def test_a_batch_of_targets_in_millimetres_warns_once(goal: mk.Goal) -> None:
    poses = PANDA.fk(PANDA.random(20, rng=1), HAND)
    poses[5:, :3, 3] *= 1000
    targets = poses if isinstance(goal, mk.Pose) else poses[:, :3, 3]
    arm = mk.Solver(PANDA, goal, max_evaluations=50)
    with pytest.warns(
        mk.InputWarning, match=r"15 of 20 are more than 10 times .* reach \(1.42 m\)"
    ) as caught:
        arm.solve_batch(targets)
    assert len(caught) == 1


def test_far_targets_of_a_mobile_base_and_unusable_rows_are_silent() -> None:
    base = mk.Solver(PANDA.with_floating_base(), mk.Position(HAND), max_evaluations=50)
    base.solve_batch([(500.0, 100.0, 0.0)])
    solver().solve_batch([PLACE, (np.nan, 0.0, 0.0)], on_bad="mark")
    solver().solve_batch(np.zeros((0, 3)))
