"""Explanations say what the joints that may move can do for a goal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")
HAND, PLACE = "panda_hand", (0.4, 0.1, 0.5)
MOBILE = PANDA.with_floating_base()
(BASE, *ARM) = MOBILE.joint_names


def explained(robot: mk.Robot, goals: Any, **options: Any) -> mk.Explanation:
    return mk.solve(robot, goals, **options).explain()


class TestFarTargets:
    def test_in_millimetres_are_compared_with_the_reach(self) -> None:
        explanation = explained(PANDA, mk.Position(HAND, (500, 100, 400)))
        (far,) = explanation.far_targets
        assert far.reaches == pytest.approx(np.linalg.norm((500, 100, 400)) / PANDA.reach)
        text = str(explanation)
        assert "its target is 456 times the robot's reach away (648 m); targets are in metres" in text
        assert "position 647 m," in text
        assert explanation.advice == f"give the target of {HAND} in metres; a longer search does not."

    def test_of_a_query_count(self) -> None:
        solver = mk.Solver(PANDA, mk.Pose(HAND, name="hand"))
        solution = solver.solve(targets={"hand": mk.transform((0, 0, 300))})
        assert [far.goal for far in solution.explain().far_targets] == ["hand"]

    def test_of_a_mobile_base_are_told_with_their_distance(self) -> None:
        explanation = explained(MOBILE, mk.Position(HAND, (1000, 0, 0)), max_evaluations=5)
        assert not explanation.beyond_reach
        assert "(1000 m)" in str(explanation.far_targets[0])

    def test_within_ten_times_the_reach_are_not_mentioned(self) -> None:
        assert explained(PANDA, mk.Position(HAND, (9 * PANDA.reach, 0, 0))).far_targets == ()


class TestTooFewJoints:
    @pytest.mark.parametrize(
        ("link", "options", "what"),
        [
            (HAND, {"joints": []}, f"moves {HAND}"),
            (HAND, {"max_change": 0}, f"moves {HAND}"),
            (HAND, {"joints": ["panda_joint7"]}, f"changes the Position of {HAND}"),
            ("panda_link0", {}, "moves panda_link0"),
        ],
    )
    def test_if_none_moves_the_link(self, link: str, options: Any, what: str) -> None:
        explanation = explained(PANDA, mk.Position(link, PLACE), **options)
        (few,) = explanation.too_few_joints
        assert str(few) == f"{link}: no joint that may move {what}"
        assert not explanation.beyond_reach
        assert "budget" not in explanation.advice
        assert "thorough" not in explanation.advice

    def test_if_an_arm_has_five_for_a_pose(self) -> None:
        robot = mk.Robot.load("so101")
        goal = mk.Pose(robot.tips[0], position=(0.2, 0.1, 0.2), rpy=(0.3, 0.4, 0.5), name="grip")
        explanation = explained(robot, goal)
        (few,) = explanation.too_few_joints
        assert (few.count, few.needed, few.held) == (5, 6, False)
        assert str(few) == f"grip: 5 joints move {robot.tips[0]}, this Pose needs 6"
        assert explanation.advice.startswith("use Position or AlignAxis, or free axes with free= for grip")
        assert explanation.conflicts == ()

    def test_not_if_free_axes_leave_enough(self) -> None:
        robot = mk.Robot.load("so101")
        goal = mk.Pose(robot.tips[0], position=(0.9, 0.1, 0.2), rpy=(0.3, 0.4, 0.5), free="rz")
        explanation = explained(robot, goal)
        assert explanation.unmet
        assert explanation.too_few_joints == ()

    def test_counts_only_directions_that_matter(self) -> None:
        builder = mk.RobotBuilder("planar")
        builder.revolute("shoulder", "base", "upper", lower=-3, upper=3)
        builder.revolute("elbow", "upper", "lower", lower=-3, upper=3, xyz=(1, 0, 0))
        builder.fixed("mount", "lower", "tip", xyz=(1, 0, 0))
        robot = builder.build()
        in_plane = explained(robot, mk.Position("tip", (3, 0, 0), tolerance=(1e-5,) * 3))
        assert in_plane.too_few_joints == ()
        above = explained(robot, mk.Position("tip", (1, 0, 0.5), tolerance=(1e-5,) * 3))
        (few,) = above.too_few_joints
        assert (few.count, few.needed) == (2, 3)

    def test_not_if_the_goal_is_met(self) -> None:
        robot = mk.Robot.load("so101")
        q = robot.random(rng=3)
        solution = mk.solve(robot, mk.Pose(robot.tips[0], robot.fk(q, robot.tips[0])), start=q)
        assert solution.explain().too_few_joints == ()


class TestHeldBase:
    GOAL = mk.Position(HAND, (5, 0, 0))

    def test_is_out_of_reach_by_the_same_distance_however_it_is_held(self) -> None:
        locked = explained(MOBILE.lock({BASE: np.zeros(6)}), self.GOAL)
        chosen = explained(MOBILE, self.GOAL, joints=ARM)
        unchanged = explained(MOBILE, self.GOAL, max_change={BASE: 0})
        for explanation in (chosen, unchanged):
            (entry,) = explanation.beyond_reach
            assert entry.proven
            assert entry.held
            assert entry.distance == pytest.approx(locked.beyond_reach[0].distance)
            assert "for any posture of the joints that may move" in str(entry)
        assert "let more joints move (joints=)" in chosen.advice
        assert "loosen max_change" in unchanged.advice

    def test_uses_the_target_of_the_query(self) -> None:
        solver = mk.Solver(MOBILE, mk.Position(HAND, name="hand"), joints=ARM)
        near, far = (solver.solve(targets=(x, 0, 0.5)).explain() for x in (0.4, 5))
        assert near.beyond_reach == ()
        assert far.beyond_reach[0].distance > 3


def test_advice_on_goals_in_conflict_begins_with_the_goals() -> None:
    def height(value: float, name: str) -> mk.Goal:
        return mk.Custom(lambda poses, q: poses[:, 0, 2, 3:] - value, links=HAND, name=name)

    explanation = explained(PANDA, [height(0.5, "up"), height(0.3, "down")])
    assert explanation.conflicts
    assert explanation.advice.startswith("change the goal up or down, or make one of them secondary")
