"""Kinematics of any robot against their definitions, single and in batches."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import memetik as mk
from tests import naive_kinematics as naive
from tests.random_trees import random_configurations, random_robot, robots, seeds

ROUNDING = 1e-12
DIFFERENCES = 1e-8
"""How well the Jacobian of a robot of size 1 is known from difference quotients."""


def assert_close(actual: object, expected: object, tolerance: float) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def size_of(poses: dict[str, naive.Array]) -> float:
    """Largest distance from the root [m], at least 1: the scale of rounding errors."""
    return max(1.0, *(float(np.linalg.norm(pose[:3, 3])) for pose in poses.values()))


def geared(kind: str, follower: str, mimic: mk.Mimic) -> mk.Robot:
    """``tip`` is moved by the joint ``master``, and ``hand`` on it by the joint ``follower``."""
    joints = [
        mk.Joint("master", kind, "base", "tip"),
        mk.Joint("follower", follower, "tip", "hand", mimic=mimic),
    ]
    return mk.Robot("geared", [mk.Link(name) for name in ("base", "tip", "hand")], joints)


class TestForwardKinematics:
    @given(robot=robots(), seed=seeds)
    def test_is_the_product_of_origins_and_joint_motions(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        expected = naive.forward(robot, q)
        actual = robot.fk(q)
        assert list(actual) == list(robot.link_names)
        for link, pose in actual.items():
            assert_close(pose, expected[link], ROUNDING * size_of(expected))

    @given(robot=robots(), seed=seeds)
    def test_of_one_link_is_that_of_all(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed), 5)
        for link, poses in robot.fk(q).items():
            np.testing.assert_array_equal(robot.fk(q, link), poses)

    @pytest.mark.parametrize(
        "kind", ["revolute", "continuous", "cylindrical", "planar", "spherical", "floating"]
    )
    @pytest.mark.parametrize("angle", [0.0, 1e-9, 0.0999, 0.1001, np.pi, 2 * np.pi, 1e3, 1e5])
    def test_holds_for_tiny_and_huge_angles(self, kind: str, angle: float) -> None:
        axis = np.array([0.36, 0.48, 0.8])
        joint = mk.Joint("joint", kind, "base", "tip", axis=axis)
        robot = mk.Robot("one joint", [mk.Link("base"), mk.Link("tip")], [joint])
        q = np.zeros(robot.dof)
        q[-3:] = angle * axis if kind in ("spherical", "floating") else [0.0, 0.0, angle][-robot.dof :]
        assert_close(robot.fk(q, "tip"), naive.forward(robot, q)["tip"], 1e-15 + 1e-15 * angle)

    @pytest.mark.parametrize("parent", ["fixed", "prismatic", "revolute", "planar", "spherical"])
    def test_holds_for_origins_with_short_cuts(self, parent: str) -> None:
        """Rotations about x alone, and quarter turns whose cosine is 6e-17, have special code."""
        about_x = Rotation.from_euler("x", np.linspace(-3.2, 3.2, 65)[:, None]).as_matrix()
        quarters = Rotation.from_euler("xyz", np.pi / 2 * np.array(list(np.ndindex(4, 4, 4)))).as_matrix()
        for turn in (*about_x, *quarters):
            origin = np.eye(4)
            origin[:3, :3] = turn
            joints = [
                mk.Joint("first", parent, "base", "link", axis=(0.0, 1.0, 0.0)),
                mk.Joint("second", "revolute", "link", "tip", origin),
            ]
            robot = mk.Robot("shortcut", [mk.Link(name) for name in ("base", "link", "tip")], joints)
            q = np.arange(1.0, robot.dof + 1)
            assert_close(robot.fk(q, "tip"), naive.forward(robot, q)["tip"], ROUNDING)

    @pytest.mark.parametrize("factor", [1.0, 1e3, 1e6])
    def test_poses_stay_rigid_however_far_a_follower_turns(self, factor: float) -> None:
        robot = geared("continuous", "continuous", mk.Mimic("master", factor, -1e6))
        pose = robot.fk([1e6], "hand")
        assert_close(pose[:3, :3] @ pose[:3, :3].T, np.eye(3), ROUNDING)

    def test_of_a_robot_without_joints(self) -> None:
        rock = mk.Robot("rock", [mk.Link("rock")], [])
        assert (rock.dof, rock.tips, rock.reach) == (0, ("rock",), 0.0)
        np.testing.assert_array_equal(rock.fk([], "rock"), np.eye(4))
        assert rock.jacobian(np.empty((3, 0)), "rock").shape == (3, 6, 0)


class TestReach:
    @given(robot=robots(limited=True), seed=seeds)
    def test_bounds_the_distance_of_every_link(self, robot: mk.Robot, seed: int) -> None:
        for poses in robot.fk(robot.random(20, rng=seed)).values():
            assert np.linalg.norm(poses[:, :3, 3], axis=1).max() <= robot.reach + ROUNDING

    def test_counts_the_travel_of_a_slide_that_a_hinge_follows(self) -> None:
        b = mk.RobotBuilder("rack and pinion")
        b.prismatic("rack", "base", "carriage", lower=-1.0, upper=2.0)
        b.continuous("pinion", "carriage", "wheel", mimic=mk.Mimic("rack", 10.0))
        assert b.build().reach == 2.0

    def test_counts_where_a_follower_stands_that_never_moves(self) -> None:
        b = mk.RobotBuilder("stuck slide")
        b.continuous("wheel", "base", "tyre")
        b.prismatic("slide", "base", "carriage", lower=0.0, upper=2.0, mimic=mk.Mimic("wheel", 0.0, 1.5))
        assert b.build().reach >= 1.5

    def test_does_not_count_unlimited_travel(self) -> None:
        b = mk.RobotBuilder("rail")
        b.prismatic("rail", "base", "carriage", lower=0.0, upper=np.inf)
        b.fixed("mount", "carriage", "hand", xyz=(0.0, 3.0, 4.0))
        assert b.build().reach == 5.0


class TestJacobian:
    @given(robot=robots(), seed=seeds)
    def test_is_the_derivative_of_the_pose(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        q = random_configurations(robot, rng)
        size = size_of(naive.forward(robot, q))
        for link in rng.permutation(robot.link_names)[:5]:
            expected = naive.jacobian(robot, q, str(link))
            assert_close(robot.jacobian(q, str(link)), expected, DIFFERENCES * size)

    @pytest.mark.parametrize("angle", [0.0, 1e-8, 0.0999, 0.1001, 3.0, np.pi, 6.0])
    def test_of_rotation_vectors_of_any_length(self, angle: float) -> None:
        b = mk.RobotBuilder("ball")
        b.spherical("ball", "base", "tip")
        b.fixed("arm", "tip", "hand", xyz=(0.3, -0.2, 0.9))
        robot, q = b.build(), angle * np.array([0.48, -0.6, 0.64])
        assert_close(robot.jacobian(q, "hand"), naive.jacobian(robot, q, "hand"), DIFFERENCES)

    def test_of_a_follower_adds_to_its_master(self) -> None:
        robot = geared("revolute", "revolute", mk.Mimic("master", -0.25))
        assert robot.jacobian([0.3], "hand")[:, 0].tolist() == [0, 0, 0, 0, 0, 0.75]


class TestCenterOfMass:
    @given(robot=robots(), seed=seeds)
    def test_is_the_mean_of_the_links(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        size = size_of(naive.forward(robot, q))
        assert_close(robot.center_of_mass(q), naive.center_of_mass(robot, q), ROUNDING * size)

    @given(robot=robots(), seed=seeds)
    def test_jacobian_is_its_derivative(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        expected = naive.derivative(robot.center_of_mass, q)
        size = size_of(naive.forward(robot, q))
        assert_close(robot.center_of_mass_jacobian(q), expected, DIFFERENCES * size)

    def test_needs_a_mass(self) -> None:
        robot = mk.Robot("ghost", [mk.Link("ghost")], [])
        for function in (robot.center_of_mass, robot.center_of_mass_jacobian):
            with pytest.raises(mk.RobotError, match="'ghost' has no masses"):
                function([])


class TestBatches:
    METHODS = ("fk", "jacobian", "center_of_mass", "center_of_mass_jacobian", "manipulability", "condition")

    @given(robot=robots(), seed=seeds, n=st.integers(1, 9))
    def test_are_their_rows_bit_for_bit(self, robot: mk.Robot, seed: int, n: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed), n)
        for name in self.METHODS:
            arguments = () if name.startswith("center") else (robot.tips[-1],)
            method = getattr(robot, name)
            rows = method(q, *arguments)
            assert len(rows) == n
            for i in range(n):
                np.testing.assert_array_equal(rows[i], method(q[i], *arguments), err_msg=name)

    def test_may_be_empty(self) -> None:
        robot = mk.Robot.load("ur5")
        q = robot.random(0)
        assert robot.fk(q, "tool0").shape == (0, 4, 4)
        assert robot.jacobian(q, "tool0").shape == (0, 6, 6)
        assert robot.center_of_mass(q).shape == (0, 3)
        assert robot.manipulability(q, "tool0").shape == (0,)

    def test_take_any_memory_layout(self) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(7, rng=1)
        expected = robot.fk(q, "panda_hand")
        backwards = q[::-1].copy()[::-1]
        strided = np.repeat(q, 2, axis=1)[:, ::2]
        swapped, derived = q.astype(">f8"), q.view(np.recarray)
        layouts = np.asfortranarray(q), backwards, strided, misaligned(q), swapped, derived
        for layout in (*layouts, q.tolist(), tuple(map(tuple, q))):
            np.testing.assert_array_equal(robot.fk(layout, "panda_hand"), expected)
            np.testing.assert_array_equal(robot.fk(layout[2], "panda_hand"), expected[2])
            np.testing.assert_array_equal(
                robot.jacobian(layout, "panda_hand")[2], robot.jacobian(q[2], "panda_hand")
            )
            assert type(robot.fk(layout, "panda_hand")) is np.ndarray

    def test_out_is_written_and_returned(self) -> None:
        robot = mk.Robot.load("ur5")
        q = robot.random(5, rng=2)
        batch, single = np.full((5, 4, 4), np.nan), np.full((4, 4), np.nan)
        assert robot.fk(q, "tool0", out=batch) is batch
        assert robot.fk(q[3], "tool0", out=single) is single
        np.testing.assert_array_equal(batch, robot.fk(q, "tool0"))
        np.testing.assert_array_equal(single, batch[3])

    def test_belong_to_the_caller(self) -> None:
        robot = mk.Robot.load("ur5")
        for q in (robot.random(rng=1), robot.random(3, rng=1)):
            first = (
                robot.fk(q, "tool0"),
                robot.jacobian(q, "tool0"),
                *robot.fk(q, ["tool0", "base_link"]).values(),
            )
            kept = [result.copy() for result in first]
            for result in first:
                assert result.flags.owndata and result.flags.writeable
            robot.fk(q + 0.1, "tool0"), robot.jacobian(q + 0.1, "tool0")
            for result, copy in zip(first, kept, strict=True):
                np.testing.assert_array_equal(result, copy)
                result[:] = np.nan
            np.testing.assert_array_equal(robot.fk(q, "tool0"), kept[0])


class TestDexterity:
    @given(robot=robots(), seed=seeds)
    def test_is_that_of_the_columns_that_move_the_link(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        q, link = random_configurations(robot, rng), str(rng.choice(robot.link_names))
        jacobian = robot.jacobian(q, link)[:, moving_variables(robot, link)]
        if jacobian.size == 0:
            assert robot.manipulability(q, link) == 0.0
            return
        singular_values = np.linalg.svd(jacobian, compute_uv=False)
        scale = max(1.0, singular_values[0]) ** len(singular_values)
        assert_close(robot.manipulability(q, link), np.prod(singular_values), ROUNDING * scale)

    @pytest.mark.parametrize(
        ("name", "link"), [("ur5", "tool0"), ("panda", "panda_hand"), ("baxter", "left_gripper")]
    )
    def test_agrees_with_numpy_on_arms(self, name: str, link: str) -> None:
        robot = mk.Robot.load(name)
        for q in robot.random(20, rng=3):
            jacobian = robot.jacobian(q, link)[:, moving_variables(robot, link)]
            gramian = np.sqrt(np.linalg.det(jacobian @ jacobian.T))
            assert robot.manipulability(q, link) == pytest.approx(gramian, rel=1e-9)
            assert robot.condition(q, link) == pytest.approx(np.linalg.cond(jacobian), rel=1e-9)

    def test_of_a_link_that_never_moves(self) -> None:
        robot = mk.Robot.load("ur5")
        assert robot.manipulability(robot.neutral, robot.root) == 0.0
        assert robot.condition(robot.neutral, robot.root) == np.inf


def moving_variables(robot: mk.Robot, link: str) -> list[int]:
    """The entries of q that move ``link``, by themselves or through followers."""
    leading = {joint.child: joint for joint in robot.joints.values()}
    names: set[str] = set()
    while link in leading:
        joint = leading[link]
        link = joint.parent
        while joint.mimic is not None:
            joint = robot.joints[joint.mimic.joint]
        names.update(joint.variable_names)
    return [i for i, name in enumerate(robot.variable_names) if name in names]


def test_one_robot_serves_many_threads() -> None:
    robot = random_robot(7)
    q = random_configurations(robot, np.random.default_rng(8), 64)
    expected = robot.fk(q)

    def ask(thread: int) -> bool:
        order = np.random.default_rng(thread).permutation(len(q))
        return all(
            np.array_equal(pose, expected[link][i])
            for _ in range(5)
            for i in order
            for link, pose in robot.fk(q[i]).items()
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(8)))


def test_batches_of_several_robots_are_computed_by_many_threads() -> None:
    """Batches this long release the GIL; each thread computes those of all robots in one workspace."""
    robots = [random_robot(seed) for seed in range(5)]
    batches = [random_configurations(robot, np.random.default_rng(9), 300) for robot in robots]
    expected = [robot.fk(q) for robot, q in zip(robots, batches, strict=True)]

    def ask(thread: int) -> bool:
        order = np.random.default_rng(thread).permutation(len(robots))
        return all(
            np.array_equal(robots[i].fk(batches[i], link), poses)
            for i in order
            for link, poses in expected[i].items()
        )

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(8)))


def misaligned(q: naive.Array) -> naive.Array:
    """The same numbers at addresses that are no multiple of 8."""
    memory = np.zeros(q.nbytes + 1, dtype=np.uint8)
    shifted = memory[1:].view(np.float64).reshape(q.shape)
    shifted[:] = q
    assert not shifted.flags.aligned
    return shifted


def test_fk_of_several_links_maps_their_names_to_their_poses() -> None:
    robot = mk.Robot.load("panda")
    links = ["panda_hand", "panda_link3"]
    for q in (robot.random(rng=1), robot.random(4, rng=2)):
        poses = robot.fk(q, links)
        assert list(poses) == links
        for link in links:
            np.testing.assert_array_equal(poses[link], robot.fk(q, link))
    assert robot.fk(robot.neutral, []) == {}
    with pytest.raises(mk.UnknownNameError, match="no link 'panda_hnd'; did you mean 'panda_hand'"):
        robot.fk(robot.neutral, ("panda_link1", "panda_hnd"))
    with pytest.raises(mk.ConfigurationError, match="give one link"):
        robot.fk(robot.neutral, links, out=np.empty((4, 4)))  # type: ignore[call-overload]
