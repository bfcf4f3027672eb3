"""The orientation modes of CollisionIK. Success stays what the goals say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Relaxed
from memetik.methods.relaxed.orientation import FALL, REACH, OrientationWeight, PositionOnly
from memetik.methods.relaxed.relaxed import _RelaxedCost
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")
FINGER = {"tool0": [(0, 0, z, 0.03) for z in (0.05, 0.1, 0.15)]}
ROUGH = (0.01, 2.0)  # [m], [rad]


class _Scene:
    """A pose near a start, and a ball where the pose would put the finger."""

    def __init__(self, number: int, tolerance: Any = ROUGH) -> None:
        rng = np.random.default_rng(number)
        q = 0.5 * UR5.random(rng=rng)
        self.start = UR5.clip(q + rng.uniform(-0.6, 0.6, UR5.dof))
        pose = UR5.fk(q, "tool0")
        ball = mk.collision.Sphere(0.05).at(pose[:3, 3] + 0.13 * pose[:3, 2])
        self.pose = mk.Pose("tool0", pose, tolerance=tolerance, name="pose")
        self.clear = mk.KeepClear(
            FINGER, ball, self_pairs=None, margin=0.02, tolerance=5e-3, weight=10.0, name="clear"
        )
        self.goals = [self.pose, self.clear]

    def solve(self, mode: Any, *goals: mk.Goal, **options: Any) -> mk.Solution:
        method = Relaxed(orientation=mode, restarts=False, **options)
        solver = mk.Solver(UR5, goals or self.goals, method=method, max_evaluations=3000)
        return solver.solve(self.start)


SCENES = range(10)


class TestNearAnObstacle:
    def test_adaptive_and_position_only_solve_what_normal_does_not(self) -> None:
        for number in SCENES:
            scene = _Scene(number)
            assert not scene.solve("normal").success
            for mode in ("adaptive", "position only"):
                solution = scene.solve(mode)
                assert solution.success
                assert mk.Problem(UR5, scene.goals).accepts(solution.q)
                assert solution.errors["pose"]["position"] <= 0.01

    def test_a_descent_comes_nearer_to_the_place_and_keeps_clearer(self) -> None:
        """At the ends of descents, whatever is accepted: a tenth of the position error."""
        for number in SCENES:
            scene = _Scene(number, tolerance=1e-9)
            normal, adaptive, place = (
                _end_of_descent(scene, mode) for mode in ("normal", "adaptive", "position only")
            )
            assert adaptive["pose"]["position"] < 0.1 * normal["pose"]["position"]
            assert adaptive["clear"]["missing clearance"] <= normal["clear"]["missing clearance"]
            assert place["pose"]["position"] < 1e-3
            assert place["clear"]["missing clearance"] < 1e-3

    def test_success_needs_the_rotation(self) -> None:
        for number in SCENES:
            for mode in ("normal", "adaptive", "position only"):
                solution = _Scene(number, tolerance=1e-3).solve(mode)
                assert solution.status == "approximate"
                assert max(solution.errors["pose"].values()) > 1e-3


def _end_of_descent(scene: _Scene, mode: Any) -> dict[str, dict[str, Any]]:
    """The errors where the last descent ends."""
    last: list[Array] = []

    class Spy(_RelaxedCost):
        def __call__(self, x: Array) -> tuple[float, Array]:
            value = super().__call__(x)
            last[:] = [self._search.full(self.best)]
            return value

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("memetik.methods.relaxed.relaxed._RelaxedCost", Spy)
        scene.solve(mode)
    return mk.Problem(UR5, scene.goals).errors(last[0])


class TestWithRoom:
    @pytest.mark.parametrize("where", [None, (5.0, 0, 0)])
    def test_adaptive_is_normal_bit_for_bit(self, where: Any) -> None:
        """Without obstacles, or with one that is more than 20 radii away."""
        for number in SCENES:
            scene = _Scene(number, tolerance=1e-5)
            goals: list[mk.Goal] = [scene.pose, mk.StayClose()]
            if where is not None:
                goals.append(mk.KeepClear(FINGER, mk.collision.Sphere(0.05).at(where), self_pairs=None))
            normal, adaptive = (scene.solve(mode, *goals) for mode in ("normal", "adaptive"))
            np.testing.assert_array_equal(adaptive.q, normal.q)
            assert adaptive.cost == normal.cost

    def test_position_only_meets_positions_like_a_position_goal(self) -> None:
        for number in SCENES:
            scene = _Scene(number, tolerance=(1e-5, np.pi))
            place = mk.Position("tool0", scene.pose.target[:3, 3], tolerance=1e-5)
            with_pose, with_position = scene.solve("position only", scene.pose), scene.solve("normal", place)
            assert with_pose.success
            np.testing.assert_array_equal(with_pose.q, with_position.q)


class TestWeight:
    def test_is_the_formula_of_the_clearance(self) -> None:
        r, goals = 0.04, _Scene(0).goals
        problem = mk.Problem(UR5, goals)
        weight = OrientationWeight(problem, r)
        ball = goals[1].world.snapshot().poses[0, :3, 3]  # type: ignore[attr-defined]
        seen = set()
        for q in UR5.random(100, rng=1):
            tool = UR5.fk(q, "tool0")
            fingers = tool[:3, 3] + np.outer([0.05, 0.1, 0.15], tool[:3, 2])
            clearance = max(np.linalg.norm(fingers - ball, axis=1).min() - 0.08, 0.0)
            near = clearance < REACH * r
            expected = FALL / (FALL + (2 * r / (r + clearance)) ** 2) if near else 1.0
            assert weight.at(problem._parameters, q) == pytest.approx(expected, rel=1e-6)
            seen.add(near)
        assert seen == {True, False}

    def test_falls_towards_an_obstacle_and_into_it(self) -> None:
        robot = mk.Robot.load("ur5")
        tool = robot.fk(robot.neutral, "tool0")[:3, 3]
        weights = []
        for distance in (0.0, 0.1, 0.2, 0.4, 0.8):
            ball = mk.collision.Sphere(0.02).at(tool + np.array([0, 0, distance]))
            problem = mk.Problem(robot, mk.KeepClear({"tool0": (0, 0, 0, 0.02)}, ball))
            weights.append(OrientationWeight(problem, 0.05).at(problem._parameters, robot.neutral))
        assert weights == sorted(weights)
        assert weights[0] == pytest.approx(FALL / (FALL + 4))

    def test_ignores_the_robot_itself_and_goals_that_are_switched_off(self) -> None:
        near = _Scene(0)
        itself = mk.KeepClear({"tool0": (0, 0, 0, 0.1), "forearm_link": (0, 0, 0, 0.1)})
        problem = mk.Problem(UR5, [near.pose, itself, near.clear])
        weight = OrientationWeight(problem, 0.05)
        parameters, q = problem._parameters.copy(), near.start
        assert weight.at(parameters, q) < 1
        parameters[problem._native.target_parameters[2][0] - 1] = 0.0
        assert weight.at(parameters, q) == 1.0


class TestPositionOnly:
    POSES = (
        {},
        {"free": "rz"},
        {"free": "x"},
        {"frame": "forearm_link"},
        {"tolerance": (1e-3, 1e-3, 1e-3, 0.1, 0.1, 0.1)},
        {"offset": mk.transform((0.1, 0, 0.2), rpy=(0.3, 0.2, 0.1))},
        {"loss": (mk.losses.Huber(0.1), mk.losses.Groove())},
    )

    @pytest.mark.parametrize("options", POSES)
    def test_costs_what_the_positions_cost(self, options: dict[str, Any]) -> None:
        target = UR5.fk(UR5.random(rng=1), "tool0")
        if options.get("free") == "x":  # along the target's x; a Position's x is the root's
            target = mk.transform(target[:3, 3])
        look, turn = mk.LookAt("tool0", target=(1, 0, 0)), mk.Orientation("forearm_link", (1, 0, 0, 0))
        whole = mk.Problem(UR5, [mk.Pose("tool0", target, name="tip", **options), turn, look])
        kept = {key: value for key, value in options.items() if key in ("frame", "offset")}
        if "loss" in options:
            kept["loss"] = options["loss"][0]
        if options.get("free") == "x":
            kept["free"] = "x"
        expected = mk.Problem(UR5, [mk.Position("tool0", target[:3, 3], **kept), look])
        only = PositionOnly(whole)
        parameters = only.parameters(whole._parameters)
        for q in UR5.random(10, rng=2):
            cost, gradient = np.empty(1), np.empty((1, UR5.dof))
            only.native.costs(parameters, q[None], cost)
            only.native.gradients(parameters, q[None], gradient)
            assert cost[0] == pytest.approx(expected.cost(q), rel=1e-9)
            np.testing.assert_allclose(gradient[0], expected.gradient(q), rtol=1e-9, atol=1e-9)

    def test_only_rotations_cost_nothing(self) -> None:
        turn = mk.Pose("tool0", np.eye(4), free=("x", "y", "z"))
        problem = mk.Problem(UR5, [turn, mk.Orientation("tool0", (1, 0, 0, 0))])
        only, cost = PositionOnly(problem), np.empty(1)
        only.native.costs(only.parameters(problem._parameters), UR5.random(1, rng=1), cost)
        assert cost[0] == 0


class TestTargetsOfAQuery:
    def test_move_the_obstacle_and_the_place(self) -> None:
        """A pose and an object given for one query count as if they were the goals' own."""
        scene, other = _Scene(1), _Scene(2)
        world = mk.World()
        world.add("ball", mk.collision.Sphere(0.05))
        clear = replace(scene.clear, world=world)
        method = Relaxed(orientation="adaptive", restarts=False)
        solver = mk.Solver(UR5, [scene.pose, clear], method=method)
        ball = other.clear.world.snapshot().poses[0]
        solution = solver.solve(other.start, targets={"pose": other.pose.target, "clear": {"ball": ball}})
        np.testing.assert_allclose(solution.q, other.solve("adaptive").q, atol=1e-9)


def test_a_wrong_mode_is_refused_with_the_right_ones() -> None:
    with pytest.raises(mk.MemetikError, match=r"'normal', 'position only' or 'adaptive'.*mean 'adaptive'"):
        Relaxed(orientation="adaptiv")  # type: ignore[arg-type]
    with pytest.raises(mk.MemetikError, match="link_radius"):
        Relaxed(link_radius=0.0)


def test_the_collision_term_of_collision_ik() -> None:
    """The groove of ε²/d², with ε = 2r and the distance d = r + c from the axis of a link."""
    r, groove = 0.05, mk.losses.Groove(width=2.5, steepness=0.035, power=4)
    ball = mk.collision.Sphere(0.05).at((0.2, 0.3, 0.4))
    goal = mk.KeepClear({"tool0": (0, 0, 0, r)}, ball, form="inverse", scale=r, over="minimum", loss=groove)
    problem = mk.Problem(UR5, goal)
    for q in UR5.random(20, rng=1):
        distance = np.linalg.norm(UR5.fk(q, "tool0")[:3, 3] - (0.2, 0.3, 0.4)) - 0.05
        assert distance > r
        assert problem.cost(q) == pytest.approx(groove((2 * r / distance) ** 2))
