"""Pose, Position and Orientation: residuals, errors, axes, frames and tolerances."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.spatial.transform import Rotation

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import Array, rotation_angle
from tests.random_trees import random_pose, robots, seeds

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"


def chord(relative: Array) -> Array:
    """The vector along the axis of a rotation with length 2 sin(angle / 2)."""
    vector = Rotation.from_matrix(relative).as_rotvec()
    angle = np.linalg.norm(vector)
    return np.asarray(vector * (2 * np.sin(angle / 2) / angle if angle > 0 else 1.0))


def moved(
    pose: Array, *, along: tuple[float, ...] = (0, 0, 0), about: tuple[float, ...] = (0, 0, 0)
) -> Array:
    """The pose displaced along, and turned about, its own axes."""
    motion = mk.transform(along)
    motion[:3, :3] = naive.rotation(about)
    return pose @ motion


class TestResiduals:
    def test_of_a_pose_are_distance_and_scaled_chord_in_the_roots_axes(self) -> None:
        rng = np.random.default_rng(1)
        q, target = PANDA.random(rng=rng), random_pose(rng)
        pose = naive.forward(PANDA, q)[HAND]
        residuals = mk.Problem(PANDA, mk.Pose(HAND, target, rotation_scale=0.5)).residuals(q)
        np.testing.assert_allclose(residuals[:3], pose[:3, 3] - target[:3, 3], atol=1e-12)
        turn = chord(pose[:3, :3] @ target[:3, :3].T)  # from the target to the link
        np.testing.assert_allclose(residuals[3:], 0.5 * turn, atol=1e-12)

    def test_of_a_position_and_an_orientation_are_the_two_halves_of_a_pose(self) -> None:
        rng = np.random.default_rng(2)
        q, target = PANDA.random(rng=rng), random_pose(rng)
        both = mk.Problem(PANDA, mk.Pose(HAND, target, rotation_scale=1.0)).residuals(q)
        position = mk.Problem(PANDA, mk.Position(HAND, target[:3, 3])).residuals(q)
        orientation = mk.Problem(PANDA, mk.Orientation(HAND, target[:3, :3])).residuals(q)
        np.testing.assert_allclose(np.concatenate([position, orientation]), both, atol=1e-14)

    def test_the_rotation_scale_is_a_fifth_of_the_reach(self) -> None:
        q, target = PANDA.random(rng=3), random_pose(np.random.default_rng(3))
        default, given = (
            mk.Problem(PANDA, mk.Pose(HAND, target, rotation_scale=scale)).residuals(q)
            for scale in (None, 0.2 * PANDA.reach)
        )
        np.testing.assert_allclose(default, given, rtol=1e-14)

    def test_are_finite_and_as_long_as_ever_at_a_half_turn(self) -> None:
        pose = naive.forward(PANDA, PANDA.neutral)[HAND]
        for axis in (*np.eye(3), (0.6, 0.0, 0.8), (-0.6, 0.64, 0.48)):
            for turn in (np.pi, np.pi - 1e-9, np.pi - 1e-4, np.pi + 1e-6):
                target = moved(pose, about=tuple(turn * np.asarray(axis)))
                problem = mk.Problem(PANDA, mk.Orientation(HAND, target[:3, :3]))
                assert np.linalg.norm(problem.residuals(PANDA.neutral)) == pytest.approx(2, abs=1e-7)
                assert np.isfinite(problem.jacobian(PANDA.neutral)).all()


class TestErrors:
    @settings(max_examples=50)
    @given(robot=robots(max_joints=8), seed=seeds)
    def test_of_a_pose_are_its_distance_and_angle(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        q, target, link = robot.random(rng=rng), random_pose(rng), str(rng.choice(robot.link_names))
        pose = naive.forward(robot, q)[link]
        errors = mk.Problem(robot, mk.Pose(link, target, name="x")).errors(q)["x"]
        assert errors["position"] == pytest.approx(np.linalg.norm(pose[:3, 3] - target[:3, 3]), abs=1e-10)
        assert errors["rotation"] == pytest.approx(rotation_angle(pose, target), abs=1e-6)
        assert list(errors) == ["position", "rotation"]

    def test_take_the_offset_into_account(self) -> None:
        rng = np.random.default_rng(4)
        q, target, offset = PANDA.random(rng=rng), random_pose(rng), random_pose(rng)
        pose = naive.forward(PANDA, q)[HAND] @ offset
        errors = mk.Problem(PANDA, mk.Pose(HAND, target, offset=offset)).errors(q)[HAND]
        assert errors["position"] == pytest.approx(np.linalg.norm(pose[:3, 3] - target[:3, 3]), rel=1e-12)
        assert errors["rotation"] == pytest.approx(rotation_angle(pose, target), rel=1e-9)

    def test_are_relative_to_the_frame(self) -> None:
        rng, s = np.random.default_rng(5), subject("valkyrie")
        q, target = s.robot.random(rng=rng), random_pose(rng)
        poses = naive.forward(s.robot, q)
        pose = mk.transforms.inverse(poses[s.frame]) @ poses[s.tip]
        errors = mk.Problem(s.robot, mk.Pose(s.tip, target, frame=s.frame, name="x")).errors(q)["x"]
        assert errors["position"] == pytest.approx(np.linalg.norm(pose[:3, 3] - target[:3, 3]), rel=1e-10)
        assert errors["rotation"] == pytest.approx(rotation_angle(pose, target), rel=1e-8)

    def test_the_root_as_frame_is_no_frame(self) -> None:
        q, target = PANDA.random(rng=6), random_pose(np.random.default_rng(6))
        plain, framed = (
            mk.Problem(PANDA, mk.Pose(HAND, target, frame=frame)).errors(q)[HAND]
            for frame in (None, PANDA.root)
        )
        assert plain == pytest.approx(framed, rel=1e-12)

    def test_of_free_axes_count_only_the_others(self) -> None:
        rng = np.random.default_rng(7)
        q, target = PANDA.random(rng=rng), random_pose(rng)
        pose = naive.forward(PANDA, q)[HAND]
        distance = target[:3, :3].T @ (pose[:3, 3] - target[:3, 3])
        turn = chord(target[:3, :3].T @ pose[:3, :3])
        errors = mk.Problem(PANDA, mk.Pose(HAND, target, free=("x", "rz"))).errors(q)[HAND]
        assert errors["position"] == pytest.approx(np.hypot(distance[1], distance[2]), rel=1e-10)
        assert errors["rotation"] == pytest.approx(2 * np.arcsin(np.hypot(turn[0], turn[1]) / 2), rel=1e-8)

    @pytest.mark.parametrize("axis", ["x", "y", "z", "rx", "ry", "rz"])
    def test_a_motion_along_a_free_axis_makes_no_error(self, axis: str) -> None:
        q = PANDA.random(rng=8)
        pose = naive.forward(PANDA, q)[HAND]
        amount = tuple(0.7 * (np.array(["x", "y", "z"]) == axis[-1]))
        target = moved(pose, **{"about" if axis[0] == "r" else "along": amount})
        bound, free = (mk.Problem(PANDA, mk.Pose(HAND, target, free=f)) for f in ((), axis))
        assert bound.accepts(q) is False
        assert free.accepts(q) is True
        np.testing.assert_allclose(free.residuals(q), 0, atol=1e-12)


class TestTolerance:
    """``accepts`` agrees with ``errors``, just inside and just outside."""

    Q = PANDA.clip(PANDA.random(rng=9))
    POSE = naive.forward(PANDA, Q)[HAND]

    @pytest.mark.parametrize("size", [1e-9, 1e-5, 0.3])
    @pytest.mark.parametrize("inside", [True, False])
    def test_in_norm_of_the_distance(self, size: float, inside: bool) -> None:
        way = size * (0.9999 if inside else 1.0001) * np.array((0.48, -0.6, 0.64))
        goal = mk.Pose(HAND, moved(self.POSE, along=tuple(way)), tolerance=(size, 1e-12 + size / 9))
        assert mk.Problem(PANDA, goal).accepts(self.Q) is inside
        position = mk.Position(HAND, goal.target[:3, 3], tolerance=size)
        assert mk.Problem(PANDA, position).accepts(self.Q) is inside

    @pytest.mark.parametrize("size", [1e-7, 1e-5, 0.3, 3.1])
    @pytest.mark.parametrize("inside", [True, False])
    def test_in_angle_of_the_rotation(self, size: float, inside: bool) -> None:
        turn = size * (0.9999 if inside else 1.0001) * np.array((0.48, -0.6, 0.64))
        goal = mk.Pose(HAND, moved(self.POSE, about=tuple(turn)), tolerance=(1e-9, size))
        assert mk.Problem(PANDA, goal).accepts(self.Q) is inside
        orientation = mk.Orientation(HAND, goal.target[:3, :3], tolerance=size)
        assert mk.Problem(PANDA, orientation).accepts(self.Q) is inside

    @pytest.mark.parametrize("axis", range(6))
    @pytest.mark.parametrize("inside", [True, False])
    def test_by_axis(self, axis: int, inside: bool) -> None:
        sizes = np.array((1e-3, 2e-3, 3e-3, 0.01, 0.02, 0.03))
        amount = sizes * 0.5 * (np.arange(6) % 3 == axis % 3) * (np.arange(6) // 3 == axis // 3)
        amount *= 1.9999 if inside else 2.0001
        target = moved(self.POSE, along=tuple(-amount[:3]))
        target[:3, :3] = self.POSE[:3, :3] @ naive.rotation(-amount[3:])
        # the target's axes are those that count: bring the displacement into them
        target[:3, 3] = self.POSE[:3, 3] - target[:3, :3] @ amount[:3]
        problem = mk.Problem(PANDA, mk.Pose(HAND, target, tolerance=sizes))
        assert problem.accepts(self.Q) is inside
        halves = (
            mk.Position(HAND, target[:3, 3], tolerance=sizes[:3]),
            mk.Orientation(HAND, target[:3, :3], tolerance=sizes[3:]),
        )
        if axis < 3:  # a Position's axes are the root's
            return
        assert mk.Problem(PANDA, halves[1]).accepts(self.Q) is inside

    @pytest.mark.parametrize("axis", range(3))
    @pytest.mark.parametrize("inside", [True, False])
    def test_by_axis_of_a_position_is_by_the_roots_axes(self, axis: int, inside: bool) -> None:
        sizes = np.array((1e-3, 2e-3, 3e-3))
        place = self.POSE[:3, 3] + sizes * (np.arange(3) == axis) * (0.9999 if inside else 1.0001)
        assert mk.Problem(PANDA, mk.Position(HAND, place, tolerance=sizes)).accepts(self.Q) is inside

    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_one_number_is_for_both_and_a_pair_for_each(self) -> None:
        assert mk.Pose(HAND, np.eye(4), tolerance=1e-3).tolerance == (1e-3, 1e-3)
        assert mk.Pose(HAND, np.eye(4), tolerance=(1e-3, 1e-2)).tolerance == (1e-3, 1e-2)
        assert mk.Pose(HAND, np.eye(4), tolerance=np.arange(1.0, 7.0)).tolerance == (1, 2, 3, 4, 5, 6)
        assert mk.Position(HAND, (0, 0, 0), tolerance=[1, 2, 3]).tolerance == (1, 2, 3)

    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_of_half_a_turn_and_more_accepts_every_rotation(self) -> None:
        target = moved(self.POSE, about=(np.pi, 0, 0))
        for size in (np.pi, 4.0, np.inf):
            assert mk.Problem(PANDA, mk.Pose(HAND, target, tolerance=(1e-6, size))).accepts(self.Q) is True

    @given(seed=seeds)
    @pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
    def test_acceptance_is_what_the_errors_say(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        size = 10 ** rng.uniform(-6, 0)
        target = moved(
            self.POSE, along=tuple(size * rng.normal(size=3)), about=tuple(size * rng.normal(size=3))
        )
        tolerance = tuple(size * rng.uniform(0.5, 3, 2))
        problem = mk.Problem(PANDA, mk.Pose(HAND, target, tolerance=tolerance))
        errors = problem.errors(self.Q)[HAND]
        met = bool(errors["position"] <= tolerance[0] and errors["rotation"] <= tolerance[1])
        assert problem.accepts(self.Q) is met
