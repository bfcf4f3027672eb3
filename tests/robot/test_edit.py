"""New robots from old ones move as the old ones do: locked, cut out, set free, joined."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import memetik as mk
from memetik.transforms import inverse
from tests.naive_kinematics import Array, joint_value, rotation
from tests.random_trees import random_configurations, random_robot, random_rotation, robots, seeds


def assert_close(actual: object, expected: object, message: str = "") -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-11, err_msg=message)


def gripper() -> mk.Robot:
    """An arm with two fingers that follow a screw inside it, one of them through the other."""
    b = mk.RobotBuilder("gripper")
    b.revolute("wrist", "arm", "palm", lower=-3.0, upper=3.0, xyz=(0.0, 0.0, 0.3))
    b.prismatic("screw", "palm", "nut", lower=0.0, upper=0.1)
    b.revolute(
        "left", "palm", "left_finger", xyz=(0.1, 0, 0), lower=-2, upper=2, mimic=mk.Mimic("screw", 10.0, 0.25)
    )
    b.revolute(
        "right", "palm", "right_finger", xyz=(-0.1, 0, 0), lower=-2, upper=2, mimic=mk.Mimic("left", -1.0)
    )
    b.fixed("nail_joint", "right_finger", "nail", xyz=(0.0, 0.05, 0.0))
    return b.build()


class TestLock:
    @given(robot=robots(), seed=seeds)
    def test_moves_like_the_whole_robot_at_those_values(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        q = robot.random(rng=rng)
        values = {name: value for name, value in robot.unpack(q).items() if rng.random() < 0.5}
        locked = robot.lock(values)
        assert locked.dof == robot.dof - sum(np.size(value) for value in values.values())
        assert locked.joint_names == tuple(name for name in robot.joint_names if name not in values)
        assert locked.link_names == robot.link_names
        free = {name: value for name, value in robot.unpack(q).items() if name not in values}
        expected = robot.fk(q)
        for link, pose in locked.fk(locked.pack(free)).items():
            assert_close(pose, expected[link], link)

    @given(robot=robots(), seed=seeds)
    def test_the_whole_robot_packs_what_the_locked_one_unpacks(self, robot: mk.Robot, seed: int) -> None:
        q = robot.random(rng=seed)
        values = dict(list(robot.unpack(q).items())[::2])
        locked = robot.lock(values)
        assert set(locked.locked) == set(values)
        own = locked.random(rng=seed)
        whole = robot.pack(locked.unpack(own))
        for link, pose in locked.fk(own).items():
            assert_close(robot.fk(whole, link), pose, link)
        assert_close(locked.pack(locked.unpack(own)), own)
        assert mk.Robot.from_dict(locked.to_dict()).unpack(own).keys() == locked.unpack(own).keys()

    def test_the_joints_of_a_solution_are_those_of_the_whole_robot(self) -> None:
        b = mk.RobotBuilder("mobile")
        b.planar("base_move", "floor", "base")
        b.revolute("shoulder", "base", "upper", xyz=(0, 0, 0.5), axis=(0, 1, 0), lower=-2, upper=2)
        b.revolute("elbow", "upper", "tcp", xyz=(0, 0, 0.5), axis=(0, 1, 0), lower=-2, upper=2)
        b.fixed("tool", "tcp", "tip", xyz=(0, 0, 0.4))
        whole = b.build()
        locked = whole.lock({"base_move": (1, 2, 0.5)})
        goal = mk.Position("tip", locked.fk([0.3, 0.4], "tip")[:3, 3])
        solution = mk.solve(locked, goal).raise_if_failed()
        assert_close(whole.fk(whole.pack(solution.joints), "tip"), locked.fk(solution.q, "tip"))
        again = mk.solve(locked, [goal, mk.StayClose(solution.joints)], start=solution.joints)
        assert_close(again.q, solution.q)
        assert locked.lock(solution.joints).dof == 0

    def test_another_value_of_a_locked_joint_is_an_error(self) -> None:
        locked = gripper().lock({"wrist": 1.0})
        with pytest.raises(mk.ConfigurationError, match=r"'wrist' is locked at 1, got 2"):
            locked.pack({"wrist": 2})

    @given(robot=robots(), seed=seeds)
    def test_keeps_masses_and_the_other_limits(self, robot: mk.Robot, seed: int) -> None:
        q = robot.random(rng=seed)
        kept = robot.joint_names[::2]
        locked = robot.lock({name: v for name, v in robot.unpack(q).items() if name not in kept})
        assert locked.mass == pytest.approx(robot.mass, rel=1e-14)
        where = [i for i, name in enumerate(robot.variable_names) if name.partition(".")[0] in kept]
        assert_close([locked.lower, locked.upper], [robot.lower[where], robot.upper[where]])

    def test_everything_leaves_a_statue(self) -> None:
        robot = gripper()
        statue = robot.lock({"wrist": 1.0, "screw": 0.05})
        assert (statue.dof, statue.joint_names) == (0, ())
        assert_close(statue.fk([], "nail"), robot.fk([1.0, 0.05], "nail"))

    @pytest.mark.parametrize(
        ("values", "error", "message"),
        [
            ({"elbow": 1.0}, mk.UnknownNameError, "no joint 'elbow'; joints are: wrist, screw"),
            ({"left": 1.0}, mk.ConfigurationError, "'left' mimics 'screw' and has no value of its own"),
            ({"right": 1.0}, mk.ConfigurationError, "and has no value of its own"),
            ({"nail_joint": 1.0}, mk.ConfigurationError, "joint 'nail_joint' is fixed"),
            (
                {"wrist": 3.1},
                mk.ConfigurationError,
                "joint 'wrist' cannot be locked at 3.1: its limits are -3 and 3",
            ),
            ({"wrist": "up"}, mk.ConfigurationError, "value of 'wrist': expected a finite number, got 'up'"),
            ({"wrist": [1.0, 2.0]}, mk.ConfigurationError, "value of 'wrist': expected a finite number"),
            ({"wrist": np.nan}, mk.ConfigurationError, "value of 'wrist': expected a finite number"),
        ],
    )
    def test_errors(self, values: dict[str, Any], error: type[mk.MemetikError], message: str) -> None:
        with pytest.raises(error, match=re.escape(message)):
            gripper().lock(values)

    def test_says_the_largest_angle_of_a_spherical_joint(self) -> None:
        b = mk.RobotBuilder("hip")
        b.spherical("hip", "pelvis", "leg", max_angle=1.0)
        message = r"cannot be locked at \[0.9, 0.9, 0\]: its largest angle is 1 rad"
        with pytest.raises(mk.ConfigurationError, match=message):
            b.build().lock({"hip": (0.9, 0.9, 0.0)})

    def test_needs_whole_joints(self) -> None:
        with pytest.raises(
            mk.ConfigurationError,
            match=re.escape("'root.x' is one of several variables of a joint: lock the whole"),
        ):
            gripper().with_floating_base().lock({"root.x": 0.0})


class TestSubtree:
    @given(robot=robots(), seed=seeds)
    def test_moves_like_the_whole_robot_seen_from_its_base(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        base = str(rng.choice(robot.link_names))
        part = robot.subtree(base)
        assert part.root == base
        q = random_configurations(robot, rng)
        whole = robot.fk(q)
        seen_from_base = inverse(whole[base])
        for link, pose in part.fk(part_of(q, robot, part)).items():
            assert_close(pose, seen_from_base @ whole[link], link)

    @given(robot=robots(), seed=seeds)
    def test_between_base_and_tip_is_the_path_with_what_is_fixed_to_it(
        self, robot: mk.Robot, seed: int
    ) -> None:
        rng = np.random.default_rng(seed)
        tip = str(rng.choice(robot.link_names))
        part = robot.subtree(robot.root, tip)
        leading = {joint.child: joint for joint in robot.joints.values()}
        path, link = [tip], tip
        while link in leading:
            link = leading[link].parent
            path.append(link)
        assert set(path) <= set(part.link_names)
        for name in set(part.link_names) - set(path):
            while name not in path:
                assert leading[name].type == "fixed"
                name = leading[name].parent
        q = random_configurations(robot, rng)
        assert_close(part.fk(part_of(q, robot, part), tip), robot.fk(q, tip))

    def test_promotes_a_follower_whose_master_is_cut_away(self) -> None:
        robot = gripper()
        fingers = robot.subtree("palm", ["left_finger", "right_finger"])
        assert fingers.joint_names == ("left",)
        assert fingers.joints["right"].mimic == mk.Mimic("left", -1.0, 0.0)
        assert set(fingers.link_names) == {"palm", "left_finger", "right_finger", "nail"}
        for screw in (0.0, 0.03, 0.1):
            q, own = [0.0, screw], [10.0 * screw + 0.25]
            assert_close(fingers.fk(own, "nail"), inverse(robot.fk(q, "palm")) @ robot.fk(q, "nail"))

    def test_a_link_that_follows_nothing_stands_still(self) -> None:
        b = mk.RobotBuilder("stuck")
        b.prismatic("master", "base", "slide", lower=-1.0, upper=1.0)
        b.revolute("hinge", "base", "flag", lower=-1, upper=1, mimic=mk.Mimic("master", 0.0, 0.5))
        part = b.build().subtree("base", "flag")
        assert part.dof == 0
        assert_close(part.fk([], "flag")[:3, :3], rotation([0, 0, 0.5]))

    def test_of_the_root_is_the_robot(self) -> None:
        robot = mk.Robot.load("baxter")
        assert robot.subtree(robot.root) == robot

    def test_errors(self) -> None:
        robot = gripper()
        with pytest.raises(mk.UnknownNameError, match=r"no link 'plam'; did you mean 'palm'\?"):
            robot.subtree("plam")
        with pytest.raises(mk.UnknownNameError, match="no link 'finger'"):
            robot.subtree("palm", ["nut", "finger"])
        with pytest.raises(mk.RobotError, match="link 'arm' is not below 'palm'; it is below: nothing"):
            robot.subtree("palm", "arm")
        with pytest.raises(mk.RobotError, match="'nut' is not below 'left_finger'; it is below: palm, arm"):
            robot.subtree("left_finger", ["nut"])


def part_of(q: Array, robot: mk.Robot, part: mk.Robot) -> Array:
    """The entries of ``q`` for the joints of ``part``; promoted mimics keep their values."""
    values = [joint_value(robot, robot.joints[name], q) for name in part.joint_names]
    return np.concatenate([*values, []])


class TestFloatingBase:
    @given(robot=robots(max_joints=10), seed=seeds)
    def test_puts_the_robot_anywhere(self, robot: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        free = robot.with_floating_base()
        q, base = random_configurations(robot, rng), rng.normal(size=6)
        placed = np.eye(4)
        placed[:3, :3], placed[:3, 3] = rotation(base[3:]), base[:3]
        assert free.root == "world"
        assert free.variable_names[:6] == tuple(f"root.{c}" for c in ("x", "y", "z", "rx", "ry", "rz"))
        for link, pose in robot.fk(q).items():
            assert_close(free.fk([*base, *q], link), placed @ pose, link)

    def test_needs_new_names(self) -> None:
        robot = gripper().with_floating_base(joint="base_joint", world="map")
        assert (robot.root, robot.joint_names[0]) == ("map", "base_joint")
        with pytest.raises(mk.RobotError, match="link names exist already: map"):
            robot.with_floating_base(world="map")
        with pytest.raises(mk.RobotError, match="joint names exist already: base_joint"):
            robot.with_floating_base(joint="base_joint")


class TestAttach:
    @given(robot=robots(max_joints=10), other=robots(max_joints=10), seed=seeds)
    def test_carries_the_other_robot(self, robot: mk.Robot, other: mk.Robot, seed: int) -> None:
        rng = np.random.default_rng(seed)
        pose = np.eye(4)
        pose[:3, :3], pose[:3, 3] = random_rotation(rng), rng.normal(size=3)
        link = str(rng.choice(robot.link_names))
        both = robot.attach(other, link, pose, prefix="tool_")
        assert both.dof == robot.dof + other.dof
        assert both.mass == pytest.approx(robot.mass + other.mass, rel=1e-14)
        q, q_other = random_configurations(robot, rng), random_configurations(other, rng)
        values = robot.unpack(q) | {f"tool_{name}": value for name, value in other.unpack(q_other).items()}
        poses = both.fk(both.pack(values))
        carrier = robot.fk(q)
        for name, expected in carrier.items():
            assert_close(poses[name], expected, name)
        for name, expected in other.fk(q_other).items():
            assert_close(poses[f"tool_{name}"], carrier[link] @ pose @ expected, name)

    def test_without_a_pose_puts_root_on_link(self) -> None:
        both = mk.Robot.load("ur5").attach(gripper(), "tool0")
        assert both.name == "ur5+gripper"
        assert both.joints["tool0_to_arm"].type == "fixed"
        assert both.joints["right"].mimic == gripper().joints["right"].mimic
        assert_close(both.fk(both.neutral, "arm"), both.fk(both.neutral, "tool0"))

    def test_errors(self) -> None:
        robot = gripper()
        with pytest.raises(mk.RobotError, match="link names exist already: arm, left_finger, nail"):
            robot.attach(robot, "nail")
        with pytest.raises(mk.UnknownNameError, match=r"no link 'nial'; did you mean 'nail'\?"):
            robot.attach(random_robot(1), "nial")
        with pytest.raises(mk.TransformError, match="pose: not a rigid transform"):
            robot.attach(random_robot(1), "nail", 2 * np.eye(4))


@given(robot=robots(), seed=seeds)
def test_edits_leave_links_and_joints_as_ordering_them_again_would(robot: mk.Robot, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = {name: v for name, v in robot.unpack(robot.random(rng=rng)).items() if rng.random() < 0.3}
    base = str(rng.choice(robot.link_names))
    edited = [
        robot.lock(values),
        robot.subtree(base),
        robot.subtree(robot.root, base),
        robot.with_floating_base(),
        robot.attach(gripper(), base),
    ]
    for new in edited:
        again = mk.Robot(new.name, new.links.values(), new.joints.values())
        assert list(again.links) == list(new.links)
        assert list(again.joints) == list(new.joints)
        for part in ("links", "joints"):
            assert again.to_dict()[part] == new.to_dict()[part]
