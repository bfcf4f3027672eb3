"""solve_all of arms with seven joints: samples of the motion that keeps the pose, in closed form."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array

ARMS = {
    "iiwa14": (mk.Robot.load("iiwa14"), "tool0"),
    "lwr4": (mk.Robot.load("lwr4"), "tool0"),
    "panda": (mk.Robot.load("panda").subtree("panda_link0", "panda_hand"), "panda_hand"),
    "xarm7": (mk.Robot.load("xarm7"), "link_eef"),
    "pr2": (mk.Robot.load("pr2").subtree("torso_lift_link", "r_gripper_tool_frame"), "r_gripper_tool_frame"),
}
every_arm = pytest.mark.parametrize(("robot", "link"), ARMS.values(), ids=ARMS)
IIWA, TOOL = ARMS["iiwa14"]
FEW, ALL = 32, 2000
SPREAD = 0.1  # [rad] between samples


def turned(difference: Array) -> Array:
    """Angles without whole turns."""
    return np.remainder(difference + np.pi, 2 * np.pi) - np.pi


def apart(a: Array, b: Array) -> Array:
    """The largest difference of a joint, whole turns aside, between the rows of a and of b."""
    return np.abs(turned(a[:, None] - b[None])).max(-1)


def samples(robot: mk.Robot, link: str, target: Array, count: int = FEW) -> mk.Solutions:
    solutions = mk.Solver(robot, mk.Pose(link, target)).solve_all(max_solutions=count)
    assert {solution.stage for solution in solutions} == {"closed form"}
    return solutions


@every_arm
def test_every_sample_has_the_pose_within_limits(robot: mk.Robot, link: str) -> None:
    for target in robot.fk(robot.random(10, rng=1), link):
        found = samples(robot, link, target).q
        np.testing.assert_allclose(robot.fk(found, link), np.tile(target, (len(found), 1, 1)), atol=1e-9)
        assert np.all(robot.within_limits(found))


@every_arm
@pytest.mark.parametrize("count", [1, 5, FEW, ALL])
def test_samples_are_distinct_and_not_more_than_asked_for(robot: mk.Robot, link: str, count: int) -> None:
    solutions = samples(robot, link, robot.fk(robot.random(rng=2), link), count)
    assert 1 <= len(solutions) <= count
    assert not solutions.complete
    assert (apart(solutions.q, solutions.q) + 9 * np.eye(len(solutions))).min() >= SPREAD - 1e-9


@every_arm
def test_samples_are_everywhere_on_the_motion(robot: mk.Robot, link: str) -> None:
    """A configuration that has the pose is near some sample, but for narrow arcs near stretched elbows."""
    q = robot.random(40, rng=3)
    solver = mk.Solver(robot, mk.Pose(link, robot.fk(q[0], link), name="tip"))
    found = [solver.solve_all(targets={"tip": target}, max_solutions=ALL).q for target in robot.fk(q, link)]
    nearest = np.array([apart(own[None], rows).min() for own, rows in zip(q, found, strict=True)])
    assert np.count_nonzero(nearest > 2 * SPREAD) <= 1


def test_the_swivel_angles_of_samples_cover_those_that_there_are() -> None:
    for q in IIWA.random(30, rng=4):
        found = samples(IIWA, TOOL, IIWA.fk(q, TOOL), ALL).q
        gaps = np.abs(turned(IIWA.swivel(found, TOOL) - IIWA.swivel(q, TOOL)))
        assert gaps.min() < SPREAD


def test_few_samples_are_far_apart() -> None:
    q = np.array([0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2])
    four, many = (samples(IIWA, TOOL, IIWA.fk(q, TOOL), count).q for count in (4, 64))
    assert (apart(four, four) + 9 * np.eye(4)).min() > (apart(many, many) + 9 * np.eye(64)).min()


def test_samples_are_in_the_order_of_their_distance_from_the_start() -> None:
    start = IIWA.random(rng=5)
    solver = mk.Solver(IIWA, mk.Pose(TOOL, IIWA.fk(IIWA.random(rng=6), TOOL)))
    found = solver.solve_all(start, max_solutions=ALL).q
    distances = np.linalg.norm(found - start, axis=1)
    assert (np.diff(distances) >= 0).all()
    few = solver.solve_all(start, max_solutions=3).q
    assert distances[0] - 0.1 < np.linalg.norm(few[0] - start) < distances[0] + 0.5


@every_arm
def test_samples_are_the_same_each_time(robot: mk.Robot, link: str) -> None:
    target, other = robot.fk(robot.random(2, rng=7), link)
    solver = mk.Solver(robot, mk.Pose(link, target, name="tip"))
    first = solver.solve_all().q
    solver.solve_all(targets={"tip": other})
    np.testing.assert_array_equal(solver.solve_all(random_seed=5).q, first)


def test_locked_joints_of_a_longer_arm_do_not_matter() -> None:
    robot, link = mk.Robot.load("pr2"), "r_gripper_tool_frame"
    arm = [name for name in robot.joint_names if name.startswith("r_") and "gripper" not in name]
    q, target = robot.neutral.copy(), robot.neutral.copy()
    for name, value in zip(arm, (-0.5, 0.3, -0.8, -1.1, 0.4, -0.7, 0.2), strict=True):
        target[robot.variable_names.index(name)] = value
    by_joints = mk.Solver(robot, mk.Pose(link, robot.fk(target, link)), joints=arm).solve_all(q)
    assert {solution.stage for solution in by_joints} == {"closed form"}
    locked = {"torso_lift_joint": 0}
    by_change = mk.Solver(robot, mk.Pose(link, robot.fk(target, link))).solve_all(q, max_change=locked)
    np.testing.assert_allclose(by_change.q, by_joints.q, rtol=0, atol=1e-9)


def test_valid_selects_samples() -> None:
    goal = mk.Pose(TOOL, IIWA.fk([0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2], TOOL))
    solutions = mk.Solver(IIWA, goal, valid=lambda q: bool(q[3] > 0)).solve_all()
    assert len(solutions) == FEW
    assert (solutions.q[:, 3] > 0).all()


def test_max_change_limits_the_motion() -> None:
    q = IIWA.random(rng=8)
    solutions = mk.Solver(IIWA, mk.Pose(TOOL, IIWA.fk(q, TOOL))).solve_all(q, max_change=0.5)
    assert len(solutions)
    assert np.abs(solutions.q - q).max() <= 0.5 + 1e-9


def test_secondary_goals_are_descended_by_a_search() -> None:
    q = IIWA.random(rng=9)
    goals = [mk.Pose(TOOL, IIWA.fk(q, TOOL)), mk.StayClose(target=q)]
    solutions = mk.Solver(IIWA, goals, max_evaluations=3000).solve_all(max_solutions=4)
    assert {solution.stage for solution in solutions} != {"closed form"}


def test_nothing_is_claimed_where_no_sample_is_within_limits() -> None:
    robot = IIWA.with_limits(position={"joint_a4": (0.1, 0.11)})
    target = IIWA.fk([0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2], TOOL)
    solutions = mk.Solver(robot, mk.Pose(TOOL, target), max_evaluations=2000).solve_all()
    assert len(solutions) == 0
    assert not solutions.complete
