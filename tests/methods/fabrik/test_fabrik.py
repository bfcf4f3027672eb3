"""FABRIK: points keep their distances, joints follow in closed form and within limits."""

from __future__ import annotations

import math

import numpy as np
import pytest

import memetik as mk
from memetik.methods.fabrik import FABRIK
from memetik.methods.fabrik.skeleton import Skeleton, best_slide, best_turn, nearest_allowed, turned


def _skeleton(robot: mk.Robot, *links: str) -> Skeleton:
    return Skeleton(robot, robot.variable_names, [(link, np.zeros(3)) for link in links])


def _two_arms() -> mk.Robot:
    b = mk.RobotBuilder("y")
    b.revolute("waist", "base", "body", lower=-2, upper=2)
    b.prismatic("lift", "body", "chest", lower=0.0, upper=0.3, xyz=(0, 0, 0.4))
    for side, y in (("left", 0.2), ("right", -0.2)):
        b.revolute(f"{side}_a", "chest", f"{side}_upper", lower=-2, upper=2, xyz=(0, y, 0), axis=(0, 1, 0))
        b.revolute(f"{side}_b", f"{side}_upper", f"{side}_lower", lower=-2, upper=2, xyz=(0.3, 0, 0))
        b.fixed(f"{side}_c", f"{side}_lower", f"{side}_hand", xyz=(0.3, 0, 0))
    return b.build()


def test_points_are_where_joints_and_tips_are() -> None:
    robot = _two_arms()
    skeleton = _skeleton(robot, "left_hand", "right_hand")
    q = robot.random(rng=1)
    points, axes = skeleton.place(q)
    poses = robot.fk(q)
    for joint, point, axis in zip(skeleton.joints, points, axes, strict=False):
        at = poses[joint.parent] @ joint.origin
        assert point == pytest.approx(at[:3, 3], abs=1e-12)
        assert axis == pytest.approx(at[:3, :3] @ joint.axis, abs=1e-12)
    assert points[-1] == pytest.approx(poses["right_hand"][:3, 3])
    assert skeleton.parent == [-1, 0, 1, 2, 1, 4, 3, 5]


def test_reaching_keeps_lengths_and_roots() -> None:
    robot = _two_arms()
    skeleton = _skeleton(robot, "left_hand", "right_hand")
    points, _ = skeleton.place(robot.random(rng=2))
    new = skeleton.reach(points, np.array([[0.4, 0.3, 0.5], [0.4, -0.3, 0.6]]))
    for i, k in enumerate(skeleton.parent):
        if k < 0:
            assert (new[i] == points[i]).all()
        else:
            assert math.dist(new[i], new[k]) == pytest.approx(math.dist(points[i], points[k]), abs=1e-12)


def test_reaching_changes_nothing_where_targets_are_met() -> None:
    robot = mk.Robot.load("snake(6)")
    skeleton = _skeleton(robot, robot.tips[0])
    points, _ = skeleton.place(robot.random(rng=3))
    assert skeleton.reach(points, points[-1:]) == pytest.approx(points, abs=1e-12)


def test_reaching_alone_solves_a_chain_of_balls() -> None:
    """As published: without axes and limits the tip converges to a target within reach."""
    robot = mk.Robot.load("snake(10)")
    skeleton = _skeleton(robot, robot.tips[0])
    points, _ = skeleton.place(robot.random(rng=4))
    target = skeleton.place(robot.random(rng=5))[0][-1:]
    for _ in range(200):
        points = skeleton.reach(points, target)
    assert points[-1] == pytest.approx(target[0], abs=1e-6)


def test_the_best_turn_and_slide_are_the_best() -> None:
    rng = np.random.default_rng(6)
    axis, weights = np.array([0.36, 0.48, 0.8]), rng.random(5)
    arms, wanted = rng.standard_normal((2, 5, 3))

    def squares(moved: np.ndarray) -> float:
        return float(weights @ ((moved - wanted) ** 2).sum(1))

    angle, way = best_turn(axis, arms, wanted, weights), best_slide(axis, arms, wanted, weights)
    for other in np.linspace(-math.pi, math.pi, 101):
        assert squares(turned(axis, angle, arms)) <= squares(turned(axis, other, arms)) + 1e-12
        assert squares(arms + way * axis) <= squares(arms + other * axis) + 1e-12


def test_what_lies_on_the_axis_is_not_turned() -> None:
    axis = np.array([0.0, 0.6, 0.8])
    assert best_turn(axis, np.outer([1.0, 2.0], axis), np.eye(3)[:2], np.ones(2)) == 0.0


@pytest.mark.parametrize(
    ("value", "expected"), [(0.5, 0.5), (2 * math.pi - 0.5, -0.5), (1.5, 1.0), (-1.5, -1.0), (3.2, -1.0)]
)
def test_hinges_take_another_turn_or_the_nearer_end(value: float, expected: float) -> None:
    joint = mk.Joint("j", "revolute", "a", "b", lower=(-1.0,), upper=(1.0,))
    assert nearest_allowed(joint, value, -1.0, 1.0) == pytest.approx(expected)


def test_a_hinge_with_one_end_always_has_another_turn() -> None:
    joint = mk.Joint("j", "revolute", "a", "b")
    assert nearest_allowed(joint, 4.0, -math.inf, 1.0) == pytest.approx(4.0 - 2 * math.pi)
    assert nearest_allowed(joint, -4.0, -1.0, math.inf) == pytest.approx(2 * math.pi - 4.0)


@pytest.mark.parametrize(("name", "link"), [("ur5", "tool0"), ("panda", "panda_hand"), ("snake(30)", None)])
def test_it_solves_positions_of_arms(name: str, link: str | None) -> None:
    robot = mk.Robot.load(name)
    link = link or robot.tips[0]
    solver = mk.Solver(robot, mk.Position(link, (0, 0, 0), offset=(0, 0.01, 0.02)), method="fabrik")
    targets = robot.fk(robot.random(5, rng=7), link) @ mk.transform((0, 0.01, 0.02))
    assert solver.solve_batch(targets[:, :3, 3], robot.random(5, rng=8)).success.mean() >= 0.8


def test_two_tips_on_a_tree() -> None:
    robot = mk.Robot.load("pr2")
    poses = robot.fk(robot.random(rng=9))
    goals = [
        mk.Position(f"{side}_gripper_tool_frame", poses[f"{side}_gripper_tool_frame"][:3, 3]) for side in "lr"
    ]
    assert mk.solve(robot, goals, method="fabrik", max_evaluations=1000).success


def test_limits_and_locked_joints_hold() -> None:
    robot = mk.Robot.load("panda")
    start = robot.random(rng=10)
    goal = mk.Position("panda_hand", (5.0, 0, 0))  # out of reach: everything is tried
    answer = mk.solve(
        robot,
        goal,
        start=start,
        method="fabrik",
        max_evaluations=60,
        max_change=dict.fromkeys(robot.joint_names, 0.3) | {"panda_joint2": 0},
    )
    assert not answer.success
    assert robot.within_limits(answer.q)
    assert answer.q[1] == start[1]
    assert abs(answer.q - start).max() <= 0.3


def test_without_restarts_it_gives_up() -> None:
    robot = mk.Robot.load("ur5")
    answer = mk.solve(robot, mk.Position("tool0", (5, 0, 0)), method=FABRIK(restarts=False, patience=3))
    assert answer.starts == 1
    assert answer.evaluations < 2000


def test_nothing_to_move_is_no_error() -> None:
    robot = mk.Robot.load("ur5")
    answer = mk.solve(robot, mk.Position("base_link", (1, 0, 0)), method="fabrik")
    assert not answer.success


def test_it_refuses_what_it_cannot_do() -> None:
    robot = mk.Robot.load("ur5")
    position = mk.Position("tool0", (0.4, 0.1, 0.3))
    refused = {
        "only goals of type Position": mk.Pose("tool0", np.eye(4)),
        "root's frame": mk.Position("tool0", (0, 0, 0), frame="forearm_link"),
        "without free axes": mk.Position("tool0", (0, 0, 0), free="x"),
        "secondary": [position, mk.StayClose()],
    }
    for match, goals in refused.items():
        with pytest.raises(mk.MethodError, match=match):
            mk.Solver(robot, goals, method="fabrik")
    with pytest.raises(mk.MethodError, match="one thread"):
        mk.Solver(robot, position, method="fabrik", threads=2)
    ball = mk.Robot("ball", [mk.Link("a"), mk.Link("b")], [mk.Joint("shoulder", "spherical", "a", "b")])
    with pytest.raises(mk.MethodError, match="'shoulder' is spherical"):
        mk.Solver(ball, mk.Position("b", (0, 0, 0), offset=(1, 0, 0)), method="fabrik")
    finger = mk.Robot.load("pr2")
    with pytest.raises(mk.MethodError, match="is a mimic"):
        mk.Solver(finger, mk.Position("r_gripper_l_finger_tip_link", (0, 0, 0)), method="fabrik")


@pytest.mark.parametrize("options", [{"patience": 0}, {"patience": 1.5}, {"restarts": 1}])
def test_options_are_checked(options: dict[str, float]) -> None:
    with pytest.raises(mk.MethodError, match=next(iter(options))):
        FABRIK(**options)  # type: ignore[arg-type]
