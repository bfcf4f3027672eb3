"""Solved solutions meet their goals: with every method, for every goal, on every robot, within limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases import rng_of
from tests.goal_cases.met import MET, met_by
from tests.goal_cases.subjects import SUBJECTS, subject
from tests.naive_kinematics import rotation_angle
from tests.random_trees import random_configurations, robots, seeds
from tests.solve_cases import (
    HAND,
    METHODS,
    PANDA,
    PLACE,
    assert_pose_reached,
    every_method,
)


class TestSolved:
    @pytest.mark.parametrize(
        ("name", "link"),
        [
            ("ur5", "tool0"),
            ("panda", HAND),
            ("iiwa14", "tool0"),
            ("snake(30)", "tip"),
            ("pr2", "r_gripper_tool_frame"),
        ],
    )
    def test_means_that_every_pose_is_reached(self, name: str, link: str) -> None:
        robot = mk.Robot.load(name)
        link = link if link in robot.link_names else robot.tips[0]
        goal = mk.Pose(link, np.eye(4), name="tip")
        solver, rng = mk.Solver(robot, goal), np.random.default_rng(1)
        for target in robot.fk(robot.random(20, rng), link):
            solution = solver.solve(robot.random(rng=rng), targets={"tip": target})
            assert solution.success
            assert_pose_reached(robot, link, solution.q, target)

    @pytest.mark.parametrize("name", SUBJECTS)
    @pytest.mark.parametrize("case", MET)
    def test_every_goal_on_every_robot(self, name: str, case: str) -> None:
        s, rng = subject(name), rng_of(name, case)
        q = s.robot.clip(s.robot.random(rng=rng))
        goal = met_by(case, s, q, rng)
        solution = mk.solve(s.robot, goal, start=s.robot.random(rng=rng), max_evaluations=100_000)
        assert solution.success
        assert mk.Problem(s.robot, goal).accepts(solution.q)

    @pytest.mark.parametrize("name", SUBJECTS)
    @pytest.mark.parametrize("kind", [mk.CenterJoints, mk.AvoidJointLimits])
    def test_postures_on_every_robot(self, name: str, kind: Any) -> None:
        robot, goal = subject(name).robot, kind(priority="primary")
        solution = mk.solve(robot, goal, start=robot.random(rng=1), max_evaluations=100_000)
        assert solution.success
        assert mk.Problem(robot, goal).accepts(solution.q)

    @every_method
    def test_by_every_method(self, method: Any) -> None:
        for target in PANDA.fk(PANDA.random(3, 5), HAND):
            solution = mk.solve(PANDA, mk.Pose(HAND, target), method=method)
            assert solution.success
            assert solution.method == method
            assert_pose_reached(PANDA, HAND, solution.q, target)

    def test_two_positions_on_a_tree(self) -> None:
        s = subject("valkyrie")
        poses = naive.forward(s.robot, s.robot.random(rng=1))
        goals = [mk.Position(link, poses[link][:3, 3]) for link in (s.tip, s.frame)]
        solution = mk.solve(s.robot, goals)
        assert solution.success
        reached = naive.forward(s.robot, solution.q)
        for link in (s.tip, s.frame):
            assert np.linalg.norm(reached[link][:3, 3] - poses[link][:3, 3]) <= 1e-5

    def test_a_pose_and_a_look(self) -> None:
        s = subject("valkyrie")
        poses = naive.forward(s.robot, s.robot.random(rng=2))
        hand = poses[s.tip]
        solution = mk.solve(s.robot, [mk.Pose(s.tip, hand), mk.LookAt(s.other, hand[:3, 3], axis=(1, 0, 0))])
        assert solution.success
        assert_pose_reached(s.robot, s.tip, solution.q, hand)
        head = naive.forward(s.robot, solution.q)[s.other]
        way = hand[:3, 3] - head[:3, 3]
        assert np.linalg.norm(np.cross(head[:3, 0], way)) <= 1.01e-5 * np.linalg.norm(way)
        assert head[:3, 0] @ way > 0

    def test_a_position_leaves_the_rotation_alone_and_the_other_way_round(self) -> None:
        target = naive.forward(PANDA, PANDA.random(rng=3))[HAND]
        place = mk.solve(PANDA, mk.Position(HAND, target[:3, 3]))
        turn = mk.solve(PANDA, mk.Orientation(HAND, target[:3, :3]))
        assert place.success
        assert turn.success
        placed, turned = (naive.forward(PANDA, solution.q)[HAND] for solution in (place, turn))
        assert np.linalg.norm(placed[:3, 3] - target[:3, 3]) <= 1e-5 < rotation_angle(placed, target)
        assert rotation_angle(turned, target) <= 1.01e-5 < np.linalg.norm(turned[:3, 3] - target[:3, 3])

    def test_a_free_axis_is_really_free(self) -> None:
        arm = PANDA.lock({"panda_joint3": 0.0, "panda_joint7": 0.3})  # five joints
        pose = naive.forward(arm, arm.clip(np.array((0.3, 0.4, -1.5, 0.4, 1.8))))[HAND]
        target = pose @ mk.transform(rpy=(0, 0, 1.0))
        assert not mk.solve(arm, mk.Pose(HAND, target), max_evaluations=5000).success
        solution = mk.solve(arm, mk.Pose(HAND, target, free="rz"))
        assert solution.success
        reached = naive.forward(arm, solution.q)[HAND]
        np.testing.assert_allclose(reached[:3, 3], target[:3, 3], atol=1e-5)
        np.testing.assert_allclose(reached[:3, 2], target[:3, 2], atol=1e-5)

    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_a_goal_within_its_tolerance_leaves_the_others_alone(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", axis=(1, 0, 0), lower=-5, upper=5)
        goals = [mk.Position("b", (1, 0, 0)), mk.Position("b", (0.9, 0, 0), tolerance=0.2, name="loose")]
        assert mk.solve(b.build(), goals).success
        target = naive.forward(PANDA, PANDA.random(rng=5))[HAND]
        anywhere = mk.Position("panda_link4", (0, 0, 0), tolerance=5.0)  # whatever the arm does
        solution = mk.solve(PANDA, [mk.Pose(HAND, target), anywhere])
        assert solution.success
        assert_pose_reached(PANDA, HAND, solution.q, target)

    def test_an_axis_within_its_tolerance_leaves_the_others_alone(self) -> None:
        arm = PANDA.lock({"panda_joint3": 0.0, "panda_joint7": 0.3})  # five joints
        sizes = (1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 0.5)
        for q in arm.random(5, rng=6):
            target = naive.forward(arm, q)[HAND] @ mk.transform(rpy=(0, 0, 0.2))
            assert mk.solve(arm, mk.Pose(HAND, target, tolerance=sizes)).success

    def test_a_custom_goal_alone(self) -> None:
        goal = mk.Custom(lambda poses, q: poses[:, 0, :3, 3] - PLACE, rows=3, links=HAND)
        for method in METHODS:
            solution = mk.solve(PANDA, goal, method=method)
            assert solution.success
            np.testing.assert_allclose(naive.forward(PANDA, solution.q)[HAND][:3, 3], PLACE, atol=1e-5)

    def test_a_custom_goal_beside_a_pose(self) -> None:
        pose = naive.forward(PANDA, PANDA.random(rng=4))[HAND]
        elbow = naive.forward(PANDA, PANDA.random(rng=4))["panda_link4"][2, 3]
        goals = [
            mk.Pose(HAND, pose),
            mk.Custom(lambda poses, q: poses[:, 0, 2, 3:] - elbow, links="panda_link4", name="elbow"),
        ]
        answers = [mk.solve(PANDA, goals, threads=threads) for threads in (1, 2)]
        assert answers[0].success
        assert_pose_reached(PANDA, HAND, answers[0].q, pose)
        np.testing.assert_array_equal(answers[0].q, answers[1].q)


@pytest.mark.filterwarnings("ignore::memetik.InputWarning")
@settings(max_examples=80)
@given(
    robot=robots(max_joints=10),
    seed=seeds,
    method=st.sampled_from(METHODS),
    options=st.fixed_dictionaries(
        {},
        optional={
            "max_evaluations": st.sampled_from([1, 7, 200, 2000]),
            "timeout": st.sampled_from([0, 1e-5, 1e-3]),
            "random_seed": seeds,
        },
    ),
)
def test_whatever_is_asked_the_answer_is_honest_and_within_limits(
    robot: mk.Robot, seed: int, method: Any, options: dict[str, Any]
) -> None:
    rng = np.random.default_rng(seed)
    link, other = (str(name) for name in rng.choice(robot.link_names, 2))
    poses = naive.forward(robot, robot.random(rng=rng))  # or elsewhere:
    far = mk.transform(rng.normal(size=3)) if rng.random() < 0.4 else np.eye(4)
    goals: list[mk.Goal] = [mk.Pose(link, far @ poses[link], tolerance=10 ** rng.uniform(-9, 0))]
    if rng.random() < 0.5:
        goals.append(mk.Position(other, poses[other][:3, 3], priority=rng.choice(["primary", "secondary"])))
    if rng.random() < 0.5:
        goals.append(mk.StayClose())
    start = random_configurations(robot, rng) if rng.random() < 0.7 else None
    solution = mk.solve(robot, goals, start=start, method=method, **{"max_evaluations": 1000, **options})
    assert np.isfinite(solution.q).all()
    assert robot.within_limits(solution.q)
    assert solution.success == mk.Problem(robot, goals).accepts(solution.q)
    assert solution.success == (solution.status == "solved")
    if "timeout" not in options:
        assert solution.status in ("solved", "approximate", "unreachable")
        again = mk.solve(robot, goals, start=start, method=method, **{"max_evaluations": 1000, **options})
        np.testing.assert_array_equal(again.q, solution.q)
    inactive = ~np.isin(robot.variable_names, mk.Problem(robot, goals).active_variables)
    begin = robot.clip(robot.neutral if start is None else start)
    np.testing.assert_array_equal(solution.q[inactive], begin[inactive])
