"""Smooth: derivatives by time over the last configurations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")
PAST = np.array([[0.1, 0.2, 0.3, 0.4, 0.5, 0.6], [0.2, 0.1, 0.5, 0.4, 0.1, 0.9], [0.4, 0.1, 0.6, 0.3, 0, 1]])
Q1, Q2, Q3 = PAST[2], PAST[1], PAST[0]
EXPECTED = {
    "velocity": Q1,
    "acceleration": 2 * Q1 - Q2,
    "jerk": 3 * Q1 - 3 * Q2 + Q3,
}
every_order = pytest.mark.parametrize("order", EXPECTED)


def settled(robot: mk.Robot, goal: mk.Goal, **options: Any) -> Array:
    """The solution for a Smooth goal alone."""
    solver = mk.Solver(robot, [goal])
    return np.array(solver.solve(**options).q)


@every_order
def test_motion_goes_on_without_its_derivative(order: Any) -> None:
    goal = mk.Smooth(order, priority="primary", tolerance=1e-6)
    q = settled(UR5, goal, start=UR5.random(rng=1), history=PAST, dt=0.1)
    np.testing.assert_allclose(q, EXPECTED[order], atol=1e-5)


@every_order
def test_the_cost_is_the_square_of_the_derivative(order: Any) -> None:
    """In a solve in which no joint may move, q stays at the start."""
    dt, power = 0.1, 1 + list(EXPECTED).index(order)
    start = UR5.random(rng=3)
    goals = [mk.JointValue("elbow_joint", start[2]), mk.Smooth(order, weight=2.0, name="smooth")]
    solver = mk.Solver(UR5, goals, joints=["elbow_joint"])
    solution = solver.solve(start, history=PAST, dt=dt)
    parameters = np.array(solution._native.parameters)
    problem = solver.problem
    cost = np.empty(1)
    problem._native.costs(parameters, np.ascontiguousarray(start[None]), cost)
    expected = 2.0 * np.sum(((start - EXPECTED[order]) / dt**power) ** 2)
    assert cost[0] == pytest.approx(expected, rel=1e-9)
    error = solution.errors["smooth"]["difference"]
    assert error == pytest.approx(np.linalg.norm(solution.q - EXPECTED[order]), rel=1e-9)


@every_order
def test_of_a_point_of_a_link(order: Any) -> None:
    offset = (0.1, 0.0, 0.2)
    goal = mk.Smooth(order, link="tool0", offset=offset, priority="primary", tolerance=1e-6)
    q = settled(UR5, goal, start=Q1, history=PAST)
    places = (UR5.fk(PAST, "tool0") @ [*offset, 1.0])[:, :3]
    p3, p2, p1 = places
    expected = {"velocity": p1, "acceleration": 2 * p1 - p2, "jerk": 3 * p1 - 3 * p2 + p3}[order]
    np.testing.assert_allclose((UR5.fk(q, "tool0") @ [*offset, 1.0])[:3], expected, atol=1e-5)


@pytest.mark.parametrize("count", [1, 2])
def test_before_the_oldest_configuration_the_robot_was_at_rest(count: int) -> None:
    goal = mk.Smooth("jerk", priority="primary", tolerance=1e-6)
    short = PAST[-count:]
    whole = np.concatenate([[short[0]] * (3 - count), short])
    one, two = (settled(UR5, goal, start=Q3, history=history) for history in (short, whole))
    np.testing.assert_allclose(one, two, atol=1e-12)


@every_order
def test_without_history_the_robot_was_at_the_start(order: Any) -> None:
    goal = mk.Smooth(order, priority="primary", tolerance=1e-6)
    start = UR5.random(rng=5)
    np.testing.assert_allclose(settled(UR5, goal, start=start), start, atol=1e-6)


def test_more_history_than_needed_changes_nothing() -> None:
    goal = mk.Smooth("velocity", priority="primary", tolerance=1e-6)
    one, two = (settled(UR5, goal, start=Q3, history=history) for history in (PAST, PAST[-1:]))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize(
    ("loss", "cost"),
    [(None, 25.0), (mk.losses.Huber(0.5), 4.75), (mk.losses.Hinge(-1, 1), 16.0)],
)
@pytest.mark.parametrize("of", [{"joints": ["x"]}, {"link": "tip"}])
def test_a_loss_is_of_the_derivative(loss: mk.losses.Loss | None, cost: float, of: Any) -> None:
    """The loss applies to the velocity: 0.1 in 0.02 s is 5."""
    b = mk.RobotBuilder("slide")
    b.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-5, upper=5)
    solver = mk.Solver(b.build(), mk.Smooth(loss=loss, **of))
    parameters = np.array(solver.solve(history=[[0.0]], dt=0.02)._native.parameters)
    out = np.empty(1)
    solver.problem._native.costs(parameters, np.array([[0.1]]), out)
    assert out[0] == pytest.approx(cost, rel=1e-12)


def test_the_newest_configuration_is_the_start_unless_another_is_given() -> None:
    solver = mk.Solver(UR5, [mk.Position("tool0", (0.4, 0.2, 0.4)), mk.Smooth()])
    one, two = solver.solve(history=PAST), solver.solve(Q1, history=PAST)
    np.testing.assert_array_equal(one.q, two.q)
    assert not np.array_equal(one.q, solver.solve(Q3, history=PAST).q)


def test_wheels_go_the_short_way_and_balls_turn_on() -> None:
    b = mk.RobotBuilder("cart")
    b.continuous("wheel", "base", "hub")
    b.spherical("ball", "hub", "tip")
    robot = b.build()
    turn, step = Rotation.from_rotvec((0.3, -0.2, 0.9)), Rotation.from_rotvec((0.2, 0.1, 0.3))
    past = [[3.1, *turn.as_rotvec()], [-3.0, *(turn * step).as_rotvec()]]
    goal = mk.Smooth("acceleration", priority="primary", tolerance=1e-9)
    q = settled(robot, goal, start=past[-1], history=past)
    assert np.cos(q[0] - (2 * -3.0 - 3.1)) == pytest.approx(1.0, abs=1e-9)
    expected = turn * step * step
    assert (expected.inv() * Rotation.from_rotvec(q[1:])).magnitude() == pytest.approx(0, abs=1e-8)


def test_only_some_joints() -> None:
    goal = mk.Smooth("acceleration", joints=["elbow_joint"], priority="primary", tolerance=1e-6)
    q = settled(UR5, goal, start=Q1, history=PAST)
    assert q[2] == pytest.approx(2 * Q1[2] - Q2[2], abs=1e-6)
    np.testing.assert_array_equal(np.delete(q, 2), np.delete(Q1, 2))


def test_among_the_answers_one_is_taken_that_goes_on_smoothly() -> None:
    """A redundant arm in motion, to places near where it would be next."""
    robot = mk.Robot.load("panda")
    plain, smooth = (
        mk.Solver(robot, [mk.Position("panda_hand", (0, 0, 0), name="hand"), *extra])
        for extra in ((), (mk.Smooth("acceleration"),))
    )
    rng, jumps = np.random.default_rng(1), []
    for q1 in 0.7 * robot.random(20, rng=2):
        past = np.array([q1 - 0.05 * rng.normal(size=robot.dof), q1])
        next_one = robot.clip(2 * past[1] - past[0] + 0.02 * rng.normal(size=robot.dof))
        place = robot.fk(next_one, "panda_hand")[:3, 3]
        answers = [s.solve(q1, targets={"hand": place}, history=past, dt=0.02) for s in (plain, smooth)]
        assert all(answers)
        jumps.append([np.linalg.norm(answer.q - 2 * past[1] + past[0]) for answer in answers])
    without, with_goal = np.mean(jumps, axis=0)
    assert with_goal < 0.5 * without


def test_in_a_batch_the_starts_are_the_past() -> None:
    robot = mk.Robot.load("panda")
    goals = [mk.Position("panda_hand", (0.4, 0, 0.4), name="hand"), mk.Smooth("velocity")]
    solver = mk.Solver(robot, goals)
    starts, targets = robot.random(8, rng=1), np.tile((0.4, 0.1, 0.5), (8, 1))
    batch = solver.solve_batch({"hand": targets}, starts)
    for start, q in zip(starts, batch.q, strict=True):
        np.testing.assert_array_equal(q, solver.solve(start, targets={"hand": targets[0]}).q)


class TestRefused:
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"order": "snap"}, "order: expected 'velocity', 'acceleration' or 'jerk', got 'snap'"),
            ({"joints": []}, "joints: expected at least one"),
            ({"joints": ["elbow_joint"], "link": "tool0"}, "give joints or a link, not both"),
            ({"offset": (1, 2, 3)}, "offset: give the link that it belongs to"),
            ({"link": "tol0"}, "tool0"),
            ({"link": "tool0", "offset": (1, 2)}, "offset: expected 3 numbers"),
        ],
    )
    def test_goals_that_make_no_sense(self, options: Any, message: str) -> None:
        with pytest.raises((mk.GoalError, mk.UnknownNameError, mk.TransformError), match=message):
            mk.Problem(UR5, mk.Smooth(**options))

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"history": np.zeros((3, 5))}, "history: "),
            ({"history": np.zeros((0, 6))}, "history: "),
            ({"history": [[np.nan] * 6]}, "history: "),
            ({"history": "yesterday"}, "history: "),
            ({"history": PAST, "dt": 0.0}, "dt: expected a number from 1e-06 to 1e\\+06"),
            ({"history": PAST, "dt": -1}, "dt: expected a number from 1e-06 to 1e\\+06"),
            ({"history": PAST, "dt": np.nan}, "dt: expected a number from 1e-06 to 1e\\+06"),
            ({"history": PAST, "dt": "fast"}, "dt: expected a number from 1e-06 to 1e\\+06"),
            ({"history": PAST, "dt": True}, "dt: expected a number from 1e-06 to 1e\\+06"),
            ({"dt": -1.0}, "dt: expected a number from 1e-06 to 1e\\+06"),
        ],
    )
    def test_pasts_that_make_no_sense(self, options: Any, message: str) -> None:
        solver = mk.Solver(UR5, [mk.Position("tool0", (0.4, 0.2, 0.4)), mk.Smooth()])
        with pytest.raises(mk.ConfigurationError, match=message):
            solver.solve(**options)

    def test_targets(self) -> None:
        solver = mk.Solver(UR5, mk.Smooth(name="goal"))
        with pytest.raises(mk.GoalError, match="Smooth has no target; give history="):
            solver.solve(targets={"goal": UR5.neutral})

    def test_one_row_of_lists_is_a_history_too(self) -> None:
        solver = mk.Solver(UR5, [mk.Position("tool0", (0.4, 0.2, 0.4)), mk.Smooth()])
        one, two = (solver.solve(history=history).q for history in (PAST[:1], PAST[0].tolist()))
        np.testing.assert_array_equal(one, two)
