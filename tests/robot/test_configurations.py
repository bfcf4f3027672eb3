"""Configurations: limits, clipping, random ones, differences, and the names of their entries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.robot.joint_types import VARIABLES
from tests.naive_kinematics import Array, rotation
from tests.random_trees import random_configurations, robots, seeds

TINY = 1e-12
BALL = ("rx", "ry", "rz")


def components(robot: mk.Robot) -> list[str]:
    """The component of every entry of q: x, y, z, rx, ry or rz, and the type of its joint."""
    joints = (robot.joints[name] for name in robot.joint_names)
    return [component for joint in joints for component in VARIABLES[joint.type]]


def balls(robot: mk.Robot) -> list[slice]:
    """Where rotation vectors are in q."""
    names = components(robot)
    return [slice(i, i + 3) for i in range(robot.dof) if tuple(names[i : i + 3]) == BALL]


def one_joint(kind: str, **limits: tuple[float, ...]) -> mk.Robot:
    joint = mk.Joint("joint", kind, "base", "tip", **limits)
    return mk.Robot(kind, [mk.Link("base"), mk.Link("tip")], [joint])


def moved(robot: mk.Robot, q: Array, difference: Array) -> Array:
    """``q`` after the motion ``difference``: sums, and for rotations the turn from the turned body."""
    result = q + difference
    for ball in balls(robot):
        turned = Rotation.from_rotvec(q[ball]) * Rotation.from_rotvec(difference[ball])
        result[ball] = turned.as_rotvec()
    return result


def assert_same_poses(robot: mk.Robot, q1: Array, q2: Array, tolerance: float = 1e-11) -> None:
    poses = robot.fk(q2)
    size = max(1.0, *(float(np.abs(pose).max()) for pose in poses.values()))
    for link, pose in robot.fk(q1).items():
        np.testing.assert_allclose(pose, poses[link], rtol=0, atol=tolerance * size, err_msg=link)


class TestClip:
    @given(robot=robots(), seed=seeds)
    def test_ends_within_limits(self, robot: mk.Robot, seed: int) -> None:
        clipped = robot.clip(random_configurations(robot, np.random.default_rng(seed), 20))
        assert robot.within_limits(clipped).all()

    @given(robot=robots(), seed=seeds)
    def test_changes_nothing_twice(self, robot: mk.Robot, seed: int) -> None:
        clipped = robot.clip(random_configurations(robot, np.random.default_rng(seed), 20))
        np.testing.assert_allclose(robot.clip(clipped), clipped, rtol=1e-15, atol=0)

    @given(robot=robots(), seed=seeds)
    def test_moves_nothing_that_is_within_limits(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed), 20)
        inside = q[robot.within_limits(q)]
        for row, clipped in zip(inside, robot.clip(inside), strict=True):
            assert_same_poses(robot, clipped, row)

    def test_stops_at_the_nearest_limit(self) -> None:
        b = mk.RobotBuilder("limits")
        b.revolute("a", "0", "1", lower=-1.0, upper=2.0)
        b.prismatic("b", "1", "2", lower=0.5, upper=np.inf)
        b.continuous("c", "2", "3")
        robot = b.build()
        assert robot.clip([-5.0, 0.0, 100.0]).tolist() == [-1.0, 0.5, 100.0]
        assert robot.clip([[5.0, 7.0, 0.0]]).tolist() == [[2.0, 7.0, 0.0]]

    def test_shortens_a_rotation_beyond_its_largest_angle(self) -> None:
        robot = one_joint("spherical", lower=(-0.5,) * 3, upper=(0.5,) * 3)
        np.testing.assert_allclose(robot.clip([0.0, -3.0, 0.0]), [0.0, -0.5, 0.0], atol=1e-15)
        # 6 rad one way is 0.28 rad the other way
        np.testing.assert_allclose(robot.clip([0.0, 6.0, 0.0]), [0.0, 6.0 - 2 * np.pi, 0.0], atol=1e-15)


class TestWithinLimits:
    def test_includes_the_limits_and_the_tolerance(self) -> None:
        robot = one_joint("revolute", lower=(-1.0,), upper=(2.0,))
        assert robot.within_limits([[-1.0], [2.0], [2.1], [-1.1], [np.nextafter(2.0, 3.0)]]).tolist() == [
            True, True, False, False, False,
        ]  # fmt: skip
        assert robot.within_limits([2.1], tolerance=0.11) is True
        assert robot.within_limits([2.1], tolerance=0.09) is False

    def test_of_a_rotation_is_about_its_angle_whatever_the_length_of_the_vector(self) -> None:
        robot = one_joint("spherical", lower=(-1.0,) * 3, upper=(1.0,) * 3)
        axis = np.array([0.48, -0.6, 0.64])
        lengths = np.array([0.9, 1.1, 2 * np.pi - 0.9, 2 * np.pi - 1.1, 2 * np.pi + 0.9, 4 * np.pi - 1.1])
        expected = [True, False, True, False, True, False]
        assert robot.within_limits(lengths[:, None] * axis).tolist() == expected

    def test_of_a_master_are_those_of_its_followers_too(self) -> None:
        b = mk.RobotBuilder("gripper")
        b.revolute("a", "palm", "finger", lower=-1.0, upper=2.0)
        b.revolute("b", "palm", "thumb", lower=-0.3, upper=1.0, mimic=mk.Mimic("a", -2.0, 0.5))
        b.continuous("c", "palm", "wheel", mimic=mk.Mimic("b", 3.0))
        robot = b.build()
        np.testing.assert_allclose([*robot.lower, *robot.upper], [-0.25, 0.4], atol=1e-15)


class TestRandom:
    @given(robot=robots(), seed=seeds)
    def test_is_within_limits_and_search_intervals(self, robot: mk.Robot, seed: int) -> None:
        q = robot.random(50, rng=seed)
        assert q.shape == (50, robot.dof)
        assert robot.within_limits(q).all()
        for column, component, low, high in zip(
            q.T, components(robot), robot.lower, robot.upper, strict=True
        ):
            if np.isinf(low) and np.isinf(high):
                bound = np.pi if component.startswith("r") else robot.reach
                assert np.abs(column).max() <= bound + TINY

    @given(robot=robots(), seed=seeds)
    def test_repeats_with_its_seed(self, robot: mk.Robot, seed: int) -> None:
        first = robot.random(4, rng=seed)
        np.testing.assert_array_equal(first, robot.random(4, rng=seed))
        np.testing.assert_array_equal(first, robot.random(4, rng=np.random.default_rng(seed)))

    def test_differs_with_another_seed_and_from_call_to_call(self) -> None:
        robot, rng = mk.Robot.load("ur5"), np.random.default_rng(1)
        drawn = [robot.random(rng=1), robot.random(rng=2), robot.random(), robot.random()]
        drawn += [robot.random(rng=rng), robot.random(rng=rng)]
        assert len({tuple(q) for q in drawn}) == 5  # the generator of seed 1 begins like seed 1

    def test_shapes(self) -> None:
        robot = mk.Robot.load("ur5")
        assert [robot.random(n).shape for n in (None, 0, 1, 3)] == [(6,), (0, 6), (1, 6), (3, 6)]

    def test_is_uniform_between_limits(self) -> None:
        robot = one_joint("planar", lower=(-1.0, 2.0, -np.inf), upper=(3.0, 2.5, np.inf))
        q = robot.random(2000, rng=1)
        for column, low, width in zip(q.T, (-1, 2, -np.pi), (4, 0.5, 2 * np.pi), strict=True):
            assert stats.kstest(column, "uniform", args=(low, width)).pvalue > 0.01

    @pytest.mark.parametrize("max_angle", [0.3, 2.0, np.inf])
    @pytest.mark.parametrize("kind", ["spherical", "floating"])
    def test_is_uniform_over_rotations(self, kind: str, max_angle: float) -> None:
        """The Haar measure: angles with density 1 - cos t, axes uniform on the sphere, independent."""
        free = () if kind == "spherical" else (np.inf,) * 3
        limits = (*free, *(max_angle,) * 3)
        w = one_joint(kind, lower=tuple(-a for a in limits), upper=limits).random(4000, rng=2)[:, -3:]
        largest = min(max_angle, np.pi)
        angles = np.linalg.norm(w, axis=1)
        cumulative = (angles - np.sin(angles)) / (largest - np.sin(largest))
        assert stats.kstest(cumulative, "uniform").pvalue > 0.01
        for coordinate in (w / angles[:, None]).T:  # Archimedes: uniform in any direction
            assert stats.kstest(coordinate, "uniform", args=(-1, 2)).pvalue > 0.01
            assert abs(stats.spearmanr(coordinate, angles).statistic) < 0.05

    @pytest.mark.parametrize("limit", [1e9, 1e16, 1e308])
    def test_is_usable_when_limits_are_as_good_as_none(self, limit: float) -> None:
        robot = one_joint("prismatic", lower=(-limit,), upper=(limit,))
        robot.fk(robot.random(5, rng=3), "tip")


class TestNeutral:
    @given(robot=robots())
    def test_is_within_limits_and_zero_where_it_can_be(self, robot: mk.Robot) -> None:
        assert robot.within_limits(robot.neutral)
        zero_allowed = (robot.lower <= 0) & (robot.upper >= 0)
        assert (robot.neutral[zero_allowed] == 0).all()

    def test_is_the_middle_or_the_only_limit_elsewhere(self) -> None:
        inf = np.inf
        robot = one_joint("planar", lower=(1.0, 4.0, -inf), upper=(2.0, inf, -3.0))
        assert robot.neutral.tolist() == [1.5, 4.0, -3.0]


class TestDifference:
    @given(robot=robots(), seed=seeds)
    def test_leads_from_the_first_pose_to_the_second(self, robot: mk.Robot, seed: int) -> None:
        q1, q2 = random_configurations(robot, np.random.default_rng(seed), 2)
        assert_same_poses(robot, moved(robot, q1, robot.difference(q1, q2)), q2)

    def test_of_a_wheel_is_not_shortened_where_a_follower_would_notice(self) -> None:
        """A turn of the master turns the follower by half: that is another pose."""
        b = mk.RobotBuilder("gears")
        b.continuous("master", "base", "wheel")
        b.continuous("follower", "base", "pinion", mimic=mk.Mimic("master", 0.5))
        robot, q1, q2 = b.build(), np.array([0.1]), np.array([0.1 + 2 * np.pi])
        assert_same_poses(robot, moved(robot, q1, robot.difference(q1, q2)), q2)

    @given(robot=robots(), seed=seeds)
    def test_is_antisymmetric_and_short(self, robot: mk.Robot, seed: int) -> None:
        q1, q2 = random_configurations(robot, np.random.default_rng(seed), 2)
        there, back = robot.difference(q1, q2), robot.difference(q2, q1)
        np.testing.assert_allclose(there, -back, rtol=0, atol=1e-10)
        assert all(np.linalg.norm(there[ball]) <= np.pi + TINY for ball in balls(robot))

    @given(robot=robots(), seed=seeds)
    def test_recovers_small_motions(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        q, d = random_configurations(robot, rng), 0.1 * rng.normal(size=robot.dof)
        np.testing.assert_allclose(robot.difference(q, moved(robot, q, d)), d, rtol=0, atol=1e-11)
        np.testing.assert_allclose(robot.difference(q, q), 0, rtol=0, atol=TINY)

    def test_goes_the_short_way_round_only_where_there_is_one(self) -> None:
        b = mk.RobotBuilder("hinges")
        b.continuous("free", "0", "1")
        b.revolute("limited", "1", "2", lower=-4.0, upper=4.0)
        b.cylindrical("screw", "2", "3", lower=(-np.inf, -np.inf))
        actual = b.build().difference([3.0, 3.0, 3.0, 3.0], [-3.0, -3.0, -3.0, -3.0])
        short = 2 * np.pi - 6.0
        np.testing.assert_allclose(actual, [short, -6.0, -6.0, short], atol=1e-15)

    @given(robot=robots(), seed=seeds)
    def test_of_batches_is_that_of_their_rows(self, robot: mk.Robot, seed: int) -> None:
        many = random_configurations(robot, np.random.default_rng(seed), 4)
        one = many[0]
        for i, row in enumerate(robot.difference(many, one)):
            np.testing.assert_array_equal(row, robot.difference(many[i], one))
        np.testing.assert_array_equal(robot.difference(one, many), [robot.difference(one, q) for q in many])


class TestRotationVectors:
    @given(axis=st.integers(0, 10), turns=st.integers(-3, 3), angle=st.floats(0.01, np.pi))
    def test_that_differ_by_whole_turns_are_the_same(self, axis: int, turns: int, angle: float) -> None:
        robot = one_joint("floating")
        direction = np.random.default_rng(axis).normal(size=3)
        direction /= np.linalg.norm(direction)
        q = np.array([1.0, 2.0, 3.0, *(angle + 2 * np.pi * turns) * direction])
        assert_same_poses(robot, q, np.array([1.0, 2.0, 3.0, *angle * direction]))
        wrapped = robot.clip(q)
        assert np.linalg.norm(wrapped[3:]) <= np.pi + TINY
        assert_same_poses(robot, wrapped, q)
        np.testing.assert_allclose(robot.fk(q, "tip")[:3, :3], rotation(angle * direction), atol=1e-13)


class TestNames:
    @given(robot=robots(), seed=seeds)
    def test_pack_undoes_unpack(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        values = robot.unpack(q)
        assert tuple(values) == robot.joint_names
        np.testing.assert_array_equal(robot.pack(values), q)

    @given(robot=robots(), seed=seeds)
    def test_every_variable_can_be_packed_alone(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        by_variable = dict(zip(robot.variable_names, q, strict=True))
        assert len(by_variable) == robot.dof
        np.testing.assert_array_equal(robot.pack(by_variable), q)

    def test_pack_takes_the_rest_from_base_and_copies_it(self) -> None:
        robot = mk.Robot.load("ur5")
        base = np.arange(6.0) / 10
        q = robot.pack({"elbow_joint": -1.0}, base=base)
        assert q.tolist() == [0.0, 0.1, -1.0, 0.3, 0.4, 0.5]
        assert base[2] == 0.2
        assert robot.pack({}).tolist() == robot.neutral.tolist()

    def test_unpack_copies(self) -> None:
        robot = one_joint("floating")
        q = np.zeros(6)
        robot.unpack(q)["joint"][:] = 1.0
        assert q.tolist() == [0.0] * 6

    def test_of_variables(self) -> None:
        assert one_joint("revolute").variable_names == ("joint",)
        assert one_joint("cylindrical").variable_names == ("joint.z", "joint.rz")
        floating = ("x", "y", "z", "rx", "ry", "rz")
        assert one_joint("floating").variable_names == tuple(f"joint.{name}" for name in floating)
        assert one_joint("fixed").variable_names == ()
