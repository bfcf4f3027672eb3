"""Single poses of six-joint arms: solve_all knows every branch, and solve proves that there is none."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import assert_pose_reached

UR5, IIWA, PANDA = (mk.Robot.load(name) for name in ("ur5", "iiwa14", "panda"))
ARMS = ("ur5", "ur10", "ur10e", "kr120", "m10ia")
SAME = 0.01  # [rad]: solve_all lists one of two branches that are nearer to each other
every_arm = pytest.mark.parametrize("name", ARMS)


def apart(a: Array, b: Array) -> Array:
    """The largest difference of a joint, whole turns aside, between the rows of a and of b."""
    difference = a[:, None] - b[None]
    return np.abs(np.remainder(difference + np.pi, 2 * np.pi) - np.pi).max(-1, initial=0)


def rows(solutions: Sequence[mk.Solution]) -> Array:
    return np.reshape([solution.q for solution in solutions], (len(solutions), -1))


def searched(robot: mk.Robot, link: str, target: Array, starts: int = 150) -> Array:
    """What searches from random starts find for a pose, whole turns aside."""
    solver = mk.Solver(robot, mk.Pose(link, target, tolerance=1e-8), method="restarts")
    batch = solver.solve_batch(np.tile(target, (starts, 1, 1)), robot.random(starts, rng=1))
    found = batch.q[batch.success]
    return found[[not (apart(found[i : i + 1], found[:i]) < 1e-3).any() for i in range(len(found))]]


def is_singular(robot: mk.Robot, link: str, q: Array) -> bool:
    return bool(np.linalg.svd(robot.jacobian(q, link), compute_uv=False)[-1] < 5e-3)


class TestBranches:
    @every_arm
    def test_reach_the_pose_exactly_within_limits(self, name: str) -> None:
        robot = mk.Robot.load(name)
        solver = mk.Solver(robot, mk.Pose("tool0", np.eye(4), name="tip"))
        for q, target in zip(robot.random(50, 1), robot.fk(robot.random(50, 1), "tool0"), strict=True):
            solutions = solver.solve_all(targets={"tip": target})
            assert solutions.complete
            assert apart(q[None], rows(solutions)).min() < SAME
            for solution in solutions:
                assert (solution.status, solution.stage) == ("solved", "closed form")
                assert robot.within_limits(solution.q)
                reached = robot.fk(solution.q, "tool0")
                assert np.abs(reached - target).max() < 1e-9

    @every_arm
    def test_are_those_that_searches_find(self, name: str) -> None:
        robot = mk.Robot.load(name)
        for q in robot.random(4, rng=2):
            target = robot.fk(q, "tool0")
            solutions = mk.Solver(robot, mk.Pose("tool0", target)).solve_all()
            known = rows(solutions)
            found = searched(robot, "tool0", target)
            regular = [not is_singular(robot, "tool0", row) for row in found]
            assert apart(found[regular], known).min(axis=1).max(initial=0) < 1e-3
            assert len(found) >= len(known) - 1

    def test_within_narrow_limits_are_those_of_wide_ones(self) -> None:
        wide = mk.Robot.load("kr120")
        narrow = wide.with_limits(position=(-1.2, 1.0))
        free = wide.with_limits(position=(-np.pi, np.pi))
        kept = 0
        for q in narrow.random(50, rng=3):
            target = wide.fk(q, "tool0")
            everything = rows(mk.Solver(free, mk.Pose("tool0", target)).solve_all())
            some = rows(mk.Solver(narrow, mk.Pose("tool0", target)).solve_all())
            inside = [bool(narrow.within_limits(row)) for row in everything]
            assert apart(everything[inside], some).min(axis=1).max(initial=0) < SAME
            assert apart(some, everything[inside]).min(axis=1).max(initial=0) < SAME
            kept += len(some)
        assert kept < 8 * 50

    def test_are_at_the_turn_nearest_to_the_start(self) -> None:
        target = UR5.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
        solver = mk.Solver(UR5, mk.Pose("tool0", target))
        for start in UR5.random(20, rng=4):
            q = rows(solver.solve_all(start))
            wide = UR5.upper - UR5.lower > 7
            turned = q[:, wide] + 2 * np.pi * np.sign(start - q)[:, wide]
            legal = (turned >= UR5.lower[wide]) & (turned <= UR5.upper[wide])
            nearer = np.abs(turned - start[wide]) < np.abs(q[:, wide] - start[wide]) - 1e-9
            assert not (legal & nearer).any()
            distances = np.linalg.norm(q - start, axis=1)
            assert (np.diff(distances) >= -1e-9).all()

    def test_at_a_limit_are_found_within_the_tolerance(self) -> None:
        robot = mk.Robot.load("kr120")
        for seed, side in [(s, side) for s in range(10) for side in (-1.0, 1.0)]:
            q = robot.random(rng=seed)
            joint = seed % 6
            q[joint] = robot.upper[joint] if side > 0 else robot.lower[joint]
            for beyond in (0.0, 1e-6, -1e-6):
                moved = q.copy()
                moved[joint] += side * beyond
                target = robot.fk(moved, "tool0")
                solutions = mk.Solver(robot, mk.Pose("tool0", target, tolerance=1e-5)).solve_all()
                if is_singular(robot, "tool0", q):
                    continue
                assert apart(q[None], rows(solutions)).min() < 1e-3
                assert all(robot.within_limits(row) for row in rows(solutions))


class TestArms:
    """What counts as an arm of six joints."""

    @pytest.mark.parametrize(
        ("robot", "link", "joint"), [(IIWA, "tool0", 0), (IIWA, "tool0", 2), (PANDA, "panda_hand", 6)]
    )
    def test_may_have_locked_joints(self, robot: mk.Robot, link: str, joint: int) -> None:
        name = robot.joint_names[joint]
        others = [other for other in robot.joint_names[:7] if other != name]
        for start in robot.random(5, rng=5):
            q = robot.random(rng=6)
            q[joint] = start[joint]
            goal = mk.Pose(link, robot.fk(q, link))
            by_change = mk.Solver(robot, goal).solve_all(start, max_change={name: 0})
            by_joints = mk.Solver(robot, goal, joints=others).solve_all(start)
            for solutions in (by_change, by_joints):
                assert solutions.complete
                assert (rows(solutions)[:, joint] == start[joint]).all()
                assert apart(q[None, :7], rows(solutions)[:, :7]).min() < SAME
            np.testing.assert_array_equal(rows(by_change), rows(by_joints))

    def test_with_a_seventh_joint_is_not_complete(self) -> None:
        target = IIWA.fk(IIWA.random(rng=1), "tool0")
        solver = mk.Solver(IIWA, mk.Pose("tool0", target), max_evaluations=3000)
        assert not solver.solve_all().complete

    def test_may_stand_on_another_robot_and_carry_a_tool(self) -> None:
        offset = mk.transform((0.1, 0.2, 0.3), rpy=(0.3, 0.2, 0.1))
        pose = mk.Pose("tool0", np.eye(4), offset=offset, name="tip")
        for q in UR5.random(20, rng=7):
            target = UR5.fk(q, "tool0") @ offset
            solutions = mk.Solver(UR5, pose).solve_all(targets={"tip": target})
            assert solutions.complete
            assert apart(q[None], rows(solutions)).min() < SAME

    def test_that_is_calibrated_has_no_closed_form(self) -> None:
        robot = _ur_like(bend=1e-3)
        q = robot.random(rng=1)
        solver = mk.Solver(robot, mk.Pose("tip", robot.fk(q, "tip")), max_evaluations=5000)
        solutions = solver.solve_all()
        assert not solutions.complete
        assert len(solutions)

    def test_with_rounded_angles_is_solved_exactly(self) -> None:
        robot = _ur_like(bend=3.7e-6)
        for q in robot.random(30, rng=2):
            target = robot.fk(q, "tip")
            solutions = mk.Solver(robot, mk.Pose("tip", target)).solve_all()
            assert solutions.complete
            if is_singular(robot, "tip", q):
                continue
            assert apart(q[None], rows(solutions)).min() < SAME
            for solution in solutions:
                assert_pose_reached(robot, "tip", solution.q, target)


def _ur_like(bend: float) -> mk.Robot:
    """An arm as a ur5, whose second and third axes are not quite parallel."""
    builder = mk.RobotBuilder("bent")
    half = np.pi / 2
    places = [(0, 0, 0.1), (0, 0.13, 0), (0.4, -0.1, 0), (0.39, 0, 0), (0, 0.09, 0), (0, 0, 0.1)]
    turns = [(0, 0, 0), (-half, 0, 0), (bend, 0, 0), (0, bend, 0), (half, 0, 0), (-half, 0, 0)]
    for i, (xyz, rpy) in enumerate(zip(places, turns, strict=True)):
        builder.revolute(f"j{i}", f"l{i}", f"l{i + 1}", xyz=xyz, rpy=rpy, axis=(0, 0, 1), lower=-3, upper=3)
    builder.fixed("end", "l6", "tip", xyz=(0, 0.05, 0.08))
    return builder.build()


class TestWithOtherArguments:
    TARGET = UR5.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")

    def test_a_list_that_is_cut_is_not_complete(self) -> None:
        solver = mk.Solver(UR5, mk.Pose("tool0", self.TARGET))
        everything, some = solver.solve_all(), solver.solve_all(max_solutions=3)
        assert (len(everything), everything.complete) == (8, True)
        assert (len(some), some.complete) == (3, False)
        np.testing.assert_array_equal(rows(some), rows(everything)[:3])

    def test_a_list_is_restored_with_what_it_says(self) -> None:
        solutions = mk.Solver(UR5, mk.Pose("tool0", self.TARGET)).solve_all()
        restored = pickle.loads(pickle.dumps(solutions))
        assert restored.complete
        np.testing.assert_array_equal(rows(restored), rows(solutions))

    def test_valid_filters_branches(self) -> None:
        calls = []

        def valid(q: Array) -> bool:
            calls.append(q)
            return bool(q[2] > 0)

        everything = rows(mk.Solver(UR5, mk.Pose("tool0", self.TARGET)).solve_all())
        some = mk.Solver(UR5, mk.Pose("tool0", self.TARGET), valid=valid).solve_all()
        assert some.complete
        assert len(some) == np.count_nonzero(everything[:, 2] > 0)
        assert len(calls) <= 3 * len(everything)

    def test_secondary_goals_order_branches(self) -> None:
        wanted = UR5.random(rng=9)
        stay = mk.StayClose(target=wanted)
        solutions = mk.Solver(UR5, [mk.Pose("tool0", self.TARGET), stay]).solve_all()
        costs = mk.Problem(UR5, stay).cost(rows(solutions))
        assert solutions.complete
        assert len(solutions) == 8
        assert (np.diff(costs) >= -1e-9).all()

    def test_the_best_is_the_first(self) -> None:
        for start in UR5.random(20, rng=10):
            goal = mk.Pose("tool0", self.TARGET)
            best = mk.Solver(UR5, goal, prefer="best").solve(start)
            np.testing.assert_array_equal(best.q, mk.Solver(UR5, goal).solve_all(start)[0].q)

    @pytest.mark.parametrize(
        "goals",
        [
            mk.Position("tool0", (0.4, 0.1, 0.4)),
            mk.Pose("tool0", TARGET, free="rz"),
            mk.Pose("tool0", TARGET, loss=mk.losses.Huber(0.1)),
            [mk.Pose("tool0", TARGET), mk.Position("forearm_link", (0.4, 0.1, 0.4), tolerance=0.09)],
        ],
        ids=["position", "free axis", "loss", "two goals"],
    )
    def test_other_goals_are_searched_for(self, goals: Any) -> None:
        assert not mk.Solver(UR5, goals, max_evaluations=2000).solve_all().complete


class TestSingularities:
    def test_isolated_branches_come_before_a_continuum(self) -> None:
        """With a straight wrist, a continuum; the other posture of the elbow has isolated branches."""
        for name in ("kr120", "m10ia"):
            robot = mk.Robot.load(name)
            for q in robot.random(10, rng=1):
                q[4] = 0.0
                target = robot.fk(q, "tool0")
                solver = mk.Solver(robot, mk.Pose("tool0", target))
                solutions = solver.solve_all(max_solutions=40)
                assert not solutions.complete
                assert solver.problem.accepts(rows(solutions)).all()
                exact = [s for s in solutions if s.stage == "closed form"]
                assert exact
                near = robot.fk(q + 1e-4 * np.eye(6)[4], "tool0")  # all of its branches are isolated
                regular = rows(solver.solve_all(targets=near))
                far = regular[np.abs(np.sin(regular[:, 4])) > 0.1]
                assert apart(far, rows(exact)).min(axis=1, initial=9).max(initial=0) < 0.01
                assert len(solutions) > len(exact) + 3

    @pytest.mark.parametrize("distance", [0.0, 1e-8, 1e-6, 1e-4, 1e-3])
    @pytest.mark.parametrize("joint", [2, 4])
    def test_what_made_the_pose_is_found(self, distance: float, joint: int) -> None:
        for q in UR5.random(20, rng=11):
            q[joint] = distance
            target = UR5.fk(q, "tool0")
            solutions = mk.Solver(UR5, mk.Pose("tool0", target)).solve_all(q)
            assert apart(q[None], rows(solutions)).min() < 0.01


class TestProofs:
    def test_of_poses_in_the_hole_of_a_ur5(self) -> None:
        """The axis of the last but one joint cannot come nearer to that of the first than the shoulder's
        offset."""
        q = UR5.random(200, rng=12)
        targets = UR5.fk(q, "tool0")
        solver = mk.Solver(UR5, mk.Pose("tool0", np.eye(4), name="tip"))
        proven = 0
        for target in targets:
            wrist = (target @ mk.transform((0, 0, -0.0823)))[:3, 3]
            target[:2, 3] -= wrist[:2] * (1 - 0.05 / np.hypot(*wrist[:2]))
            solution = solver.solve(targets={"tip": target})
            proven += solution.status == "unreachable"
            assert not solution.success
            assert solver.solve_all(targets={"tip": target}) == []
        assert proven > 150

    def test_hold_near_the_boundary_and_near_limits(self) -> None:
        rng = np.random.default_rng(13)
        for name in ("ur5", "kr120"):
            robot = mk.Robot.load(name)
            for tolerance in (1e-5, 1e-3):
                solver = mk.Solver(robot, mk.Pose("tool0", np.eye(4), tolerance=tolerance, name="tip"))
                for _ in range(100):
                    q = robot.random(rng=rng)
                    joint = rng.integers(6)
                    q[joint] = rng.choice([robot.lower[joint], robot.upper[joint], 0.0])
                    by = tolerance * rng.uniform(-0.99, 0.99) * _direction(rng)
                    target = robot.fk(q, "tool0")
                    target[:3, 3] += by
                    solution = solver.solve(
                        robot.random(rng=rng), targets={"tip": target}, max_evaluations=30
                    )
                    assert solution.status != "unreachable"


def _direction(rng: np.random.Generator) -> Array:
    v = rng.normal(size=3)
    return np.asarray(v / np.linalg.norm(v))
