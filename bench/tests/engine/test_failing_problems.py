"""The goals of failing problems cannot all be met, by bounds that hold in every configuration."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik_bench.arms import load_arm
from memetik_bench.engine.failing_problems import (
    FAMILIES,
    FailingProblem,
    failing_problem,
    humanoid,
    with_start,
)
from memetik_bench.engine.reach import longest_distance
from memetik_bench.engine.unreachable_targets import wrist_in_tip

FIRST = range(24)


def problems(family: str) -> list[FailingProblem]:
    return [failing_problem(family, index, 1) for index in FIRST]


def place(goal: mk.Goal) -> np.ndarray:
    assert isinstance(goal, mk.Pose | mk.Position)
    return np.asarray(goal.target[:3, 3] if isinstance(goal, mk.Pose) else goal.target)


def deciding(problem: FailingProblem) -> list[mk.Goal]:
    return [goal for goal in problem.goals if goal.priority == "primary"]


def too_far_apart(problem: FailingProblem) -> bool:
    """Whether two targets are farther apart than their links can be."""
    goals = deciding(problem)
    links = [goal.link for goal in goals]  # type: ignore[attr-defined]
    return any(
        np.linalg.norm(place(goals[i]) - place(goals[j]))
        > longest_distance(problem.robot, links[i], links[j])
        for i in range(len(goals))
        for j in range(i)
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_starts_are_within_limits_and_problems_do_not_depend_on_each_other(family: str) -> None:
    for index in (0, 7):
        first, again = (failing_problem(family, index, 1) for _ in range(2))
        assert first.robot.within_limits(first.start)
        np.testing.assert_array_equal(first.start, again.start)
        np.testing.assert_array_equal(place(first.goals[0]), place(again.goals[0]))
        other = failing_problem(family, index, 2)
        assert not np.array_equal(first.start, other.start)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_sampled_posture_meets_the_goals(family: str) -> None:
    for problem in problems(family)[:8]:
        level = mk.Problem(problem.robot, deciding(problem))
        assert not level.accepts(problem.robot.random(2_000, 1)).any()


@pytest.mark.parametrize("family", FAMILIES)
def test_every_second_problem_has_a_posture_goal(family: str) -> None:
    secondary = [len(problem.goals) - len(deciding(problem)) for problem in problems(family)]
    assert secondary[1::2] == [1] * 12
    assert secondary[::2] == [1 if FAMILIES[family].always else 0] * 12


def test_the_wrist_of_the_ur5_is_in_the_hole() -> None:
    """The wrist keeps at least 0.10915 m, the offset d4 of the UR5, from the first axis."""
    q = load_arm("ur5").robot.random(5_000, 1)
    wrists = load_arm("ur5").robot.fk(q, "wrist_3_link")[:, :3, 3]
    assert np.hypot(*wrists[:, :2].T).min() > 0.109
    for problem in problems("ur5"):
        (goal,) = deciding(problem)
        assert isinstance(goal, mk.Pose)
        wrist = goal.target[:3, :3] @ wrist_in_tip("ur5") + goal.target[:3, 3]
        assert np.hypot(*wrist[:2]) <= 0.08 + 1e-9


def test_limbs_of_bodies_are_too_far_apart() -> None:
    assert all(too_far_apart(problem) for problem in problems("mannequin"))
    for problem in problems("humanoid"):
        if len(deciding(problem)) > 1:
            assert too_far_apart(problem)
        else:
            base = problem.robot.fk(problem.robot.neutral, "pelvis")[:3, 3]
            reach = longest_distance(problem.robot, "pelvis", "leftPalm")
            assert np.linalg.norm(place(problem.goals[0]) - base) > reach


def test_arms_are_out_of_reach_or_contradict_their_elbow() -> None:
    """Both kinds occur, and a pose alone is out of the arm's reach."""
    for family, base, link in (
        ("panda", None, "panda_hand"),
        ("pr2", "r_shoulder_pan_link", "r_gripper_tool_frame"),
    ):
        kinds = {len(deciding(problem)) for problem in problems(family)}
        assert kinds == {1, 2}
        for problem in problems(family):
            if len(deciding(problem)) == 2 or base is None:
                continue
            robot = problem.robot
            bases = robot.fk(robot.random(200, 1), base)[:, :3, 3]
            distances = np.linalg.norm(bases - place(problem.goals[0]), axis=1)
            assert distances.min() > longest_distance(robot, base, link)


def test_the_humanoid_has_29_joints() -> None:
    assert humanoid().dof == 29
    assert not any("Finger" in name or "Neck" in name for name in humanoid().variable_names)


def test_a_stay_close_without_target_gets_the_start() -> None:
    problem = failing_problem("pr2", 0, 1)
    goals = with_start(problem.goals, problem.start)
    assert mk.Problem(problem.robot, goals[-1]).cost(problem.start) == 0.0
    assert mk.Problem(problem.robot, goals[-1]).cost(problem.robot.neutral) > 0.1


class TestLongestDistance:
    def test_holds_in_every_sampled_posture(self) -> None:
        for name, first, second in (
            ("mannequin", "left_hand", "right_foot"),
            ("pr2", "r_shoulder_pan_link", "r_gripper_tool_frame"),
            ("pr2", "base_footprint", "l_gripper_tool_frame"),
        ):
            robot = mk.Robot.load(name)
            q = robot.random(3_000, 1)
            apart = np.linalg.norm(robot.fk(q, first)[:, :3, 3] - robot.fk(q, second)[:, :3, 3], axis=1)
            bound = longest_distance(robot, first, second)
            assert apart.max() <= bound
            assert apart.max() > 0.4 * bound

    def test_is_exact_for_a_straight_chain(self) -> None:
        b = mk.RobotBuilder("two")
        b.revolute("first", "base", "upper", xyz=(0, 0, 0.5), lower=-1, upper=1)
        b.prismatic("second", "upper", "lower", xyz=(0.3, 0, 0), lower=-0.2, upper=0.1)
        robot = b.build()
        assert longest_distance(robot, "base", "lower") == pytest.approx(0.5 + 0.3 + 0.2)
        assert longest_distance(robot, "upper", "upper") == 0.0

    def test_is_infinite_without_limits(self) -> None:
        assert longest_distance(mk.Robot.load("mannequin"), "ground", "left_hand") == np.inf
