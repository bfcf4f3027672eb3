"""Descents end at stationary points within the limits, and the best of them is the best."""

from __future__ import annotations

import numpy as np

import memetik as mk
from memetik_bench.engine.best_secondary import best_secondary
from memetik_bench.engine.descents import best_of_descents, descend, polish
from memetik_bench.engine.failing_problems import failing_problem, with_start
from memetik_bench.engine.goal_levels import LevelProblem
from memetik_bench.engine.irrelevant import irrelevant_variables, largest_motion

PROBLEM = failing_problem("panda", 0, 1)
PRIMARY = mk.Problem(PROBLEM.robot, [goal for goal in PROBLEM.goals if goal.priority == "primary"])
ROBOT = PROBLEM.robot


def test_no_sampled_posture_is_better() -> None:
    best = best_of_descents(PRIMARY, ROBOT.random(40, 1))
    assert ROBOT.within_limits(best)
    assert PRIMARY.cost(best) < PRIMARY.cost(ROBOT.random(20_000, 2)).min()


def test_a_descent_ends_where_the_projected_gradient_vanishes() -> None:
    for end in descend(PRIMARY, ROBOT.random(5, 3)):
        q = polish(PRIMARY, end)
        gradient = PRIMARY.gradient(q)
        held = ((q <= ROBOT.lower) & (gradient > 0)) | ((q >= ROBOT.upper) & (gradient < 0))
        assert np.abs(gradient[~held]).max() < 1e-4
        assert PRIMARY.cost(q) <= PRIMARY.cost(end)


def test_a_target_that_can_be_reached_is() -> None:
    goal = mk.Pose("panda_hand", ROBOT.fk(ROBOT.random(rng=5), "panda_hand"))
    problem = mk.Problem(ROBOT, goal)
    assert problem.cost(best_of_descents(problem, ROBOT.random(40, 1))) < 1e-12


def test_a_secondary_cost_cannot_be_lowered_where_nothing_is_free() -> None:
    """Two links at given places leave no freedom to the planar arm, one link leaves some."""
    b = mk.RobotBuilder("planar")
    for i, (parent, child) in enumerate((("base", "a"), ("a", "b"), ("b", "c"))):
        b.revolute(f"j{i}", parent, child, xyz=(0.5 if i else 0, 0, 0), lower=-3, upper=3)
    b.fixed("tip_joint", "c", "tip", xyz=(0.5, 0, 0))
    robot = b.build()
    q = np.array([0.3, 0.8, 0.9])
    tip = mk.Position("tip", robot.fk(q, "tip")[:3, 3])
    elbow = mk.Position("b", robot.fk(q, "b")[:3, 3])
    stay = mk.StayClose(np.zeros(3))
    free = LevelProblem(robot, [tip, stay], q)
    assert best_secondary(free, q) < 0.99 * free.at(q).secondary
    wrist = mk.Position("c", robot.fk(q, "c")[:3, 3])
    fixed = LevelProblem(robot, [tip, elbow, wrist, stay], q)
    assert best_secondary(fixed, q) > 0.999 * fixed.at(q).secondary


def test_the_secondary_reference_starts_from_the_answer() -> None:
    problem = failing_problem("pr2", 1, 1)
    level = LevelProblem(problem.robot, with_start(problem.goals, problem.start), problem.start)
    answer = mk.Solver(problem.robot, problem.goals).solve(problem.start).q
    assert best_secondary(level, answer) <= level.at(answer).secondary


def test_joints_beside_and_behind_a_link_are_irrelevant() -> None:
    pr2 = mk.Robot.load("pr2")
    found = {pr2.variable_names[i] for i in irrelevant_variables(pr2, ["r_gripper_tool_frame"])}
    assert {"head_pan_joint", "l_elbow_flex_joint", "r_gripper_l_finger_joint"} <= found
    assert not {"torso_lift_joint", "r_wrist_roll_joint"} & found
    active = mk.Problem(pr2, mk.Pose("r_gripper_tool_frame", np.eye(4))).active_variables
    assert found == set(pr2.variable_names) - set(active)


def test_largest_motion() -> None:
    start, answer = np.zeros(4), np.array([0.5, -0.2, 0.0, 0.1])
    assert largest_motion(start, answer, [1, 3]) == 0.2
    assert largest_motion(start, answer, [2]) == 0.0
    assert largest_motion(start, answer, []) == 0.0
