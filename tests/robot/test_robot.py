"""Robots as values: loaded, saved, compared, edited into new ones, never changed."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import memetik as mk
from tests.naive_kinematics import Array
from tests.random_trees import random_configurations, robots, seeds

URDF = """
<robot name="two">
  <link name="base"/><link name="arm"/><link name="hand"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
  <joint name="roll" type="continuous"><parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/></joint>
</robot>
"""


def assert_same_fk(actual: mk.Robot, q1: Array, expected: mk.Robot, q2: Array) -> None:
    poses = expected.fk(q2)
    for link, pose in actual.fk(q1).items():
        np.testing.assert_allclose(pose, poses[link], rtol=0, atol=1e-11, err_msg=link)


class TestLoad:
    def test_a_bundled_name(self) -> None:
        assert mk.Robot.load("panda").name == "panda"
        assert mk.Robot.load("snake(17)").dof == 17

    @pytest.mark.parametrize("make", [str, Path])
    def test_a_file(self, tmp_path: Path, make: type) -> None:
        file = tmp_path / "two.URDF"
        file.write_text(URDF)
        robot = mk.Robot.load(make(file))
        assert robot == mk.Robot.from_urdf(file) == mk.Robot.from_urdf_string(URDF)
        assert robot.joint_names == ("shoulder", "roll")

    def test_bytes_of_a_file(self) -> None:
        assert mk.Robot.from_urdf_string(URDF.encode()) == mk.Robot.from_urdf_string(URDF)

    def test_a_robot_is_itself(self) -> None:
        robot = mk.Robot.load("ur5")
        assert mk.Robot.load(robot) is robot

    def test_a_plain_form(self) -> None:
        robot = mk.Robot.load("ur5")
        assert mk.Robot.load(robot.to_dict()) == robot

    def test_a_yourdfpy_object(self, tmp_path: Path) -> None:
        yourdfpy = pytest.importorskip("yourdfpy")
        file = tmp_path / "two.urdf"
        file.write_text(URDF)
        loaded = mk.Robot.load(yourdfpy.URDF.load(str(file), load_meshes=False, build_scene_graph=False))
        robot, q = mk.Robot.from_urdf_string(URDF), np.array([0.3, -2.0])
        assert loaded.variable_names == robot.variable_names
        assert_same_fk(loaded, q, robot, q)

    @pytest.mark.parametrize("source", [None, 3, b"panda", ["panda"], mk.Robot], ids=repr)
    def test_nonsense(self, source: object) -> None:
        message = f"cannot load a robot from {type(source).__name__}; expected a bundled name, a path, "
        with pytest.raises(mk.RobotError, match=message):
            mk.Robot.load(source)

    def test_an_unknown_name(self) -> None:
        with pytest.raises(mk.UnknownNameError, match=r"no bundled robot 'pandaa'; did you mean 'panda'\?"):
            mk.Robot.load("pandaa")

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("nowhere.urdf", f"nowhere.urdf: no such file: 'nowhere.urdf' in {Path.cwd()}"),
            ("folder/nothing", "nothing: no such file"),
            ("robot.step", "unknown suffix '.step' of a robot file; supported are: .urdf"),
        ],
    )
    def test_a_file_that_is_not_there_or_not_readable(self, path: str, message: str) -> None:
        with pytest.raises(mk.RobotError, match=re.escape(message)):
            mk.Robot.load(path)


class TestAsValue:
    @given(robot=robots(), seed=seeds)
    def test_survives_json_pickle_and_copies(self, robot: mk.Robot, seed: int) -> None:
        q = random_configurations(robot, np.random.default_rng(seed))
        text = json.dumps(robot.to_dict(), allow_nan=False)
        for other in (
            mk.Robot.from_dict(json.loads(text)),
            pickle.loads(pickle.dumps(robot)),
            copy.copy(robot),
            copy.deepcopy(robot),
        ):
            assert other == robot
            assert hash(other) == hash(robot)
            assert other.variable_names == robot.variable_names
            np.testing.assert_array_equal([other.lower, other.upper], [robot.lower, robot.upper])
            np.testing.assert_array_equal(list(other.fk(q).values()), list(robot.fk(q).values()))

    def test_differs_from_others(self) -> None:
        b = mk.RobotBuilder("two")
        b.continuous("roll", "arm", "hand")
        robot = b.build()
        assert robot != mk.Robot.from_urdf_string(URDF)
        assert robot != "two"
        assert len({robot, copy.copy(robot), mk.Robot.load("ur5")}) == 2

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ({"axis": (0.0, 0.0, 1.0)}, {"axis": (0.0, -0.0, 1.0)}),
            ({"velocity": 1}, {"velocity": 1.0}),
            ({"mimic": mk.Mimic("master", 2)}, {"mimic": mk.Mimic("master", 2.0)}),
        ],
        ids=["negative zero", "integer limit", "integer multiplier"],
    )
    def test_equal_robots_have_equal_hashes(self, first: dict[str, Any], second: dict[str, Any]) -> None:
        def robot(**values: Any) -> mk.Robot:
            joints = [
                mk.Joint("master", "continuous", "a", "b"),
                mk.Joint("joint", "continuous", "b", "c", **values),
            ]
            return mk.Robot("r", [mk.Link("a"), mk.Link("b"), mk.Link("c")], joints)

        assert robot(**first) == robot(**second)
        assert hash(robot(**first)) == hash(robot(**second))

    def test_shows_its_tree(self) -> None:
        assert repr(mk.Robot.from_urdf_string(URDF)) == (
            "Robot 'two': 2 DoF, 3 links, reach 0.5 m\n"
            "base\n"
            "arm  ← shoulder, revolute -1 … 1 rad\n"
            "hand  ← roll, continuous"
        )
        assert repr(mk.Robot.load("pr2")).startswith("Robot 'pr2': 19 DoF, ")
        assert repr(mk.Robot.load("snake(300)")).endswith("... and 102 more")


class TestImmutability:
    def test_limits_are_read_only(self) -> None:
        robot = mk.Robot.load("ur5")
        for array in (robot.lower, robot.upper, robot.joints["elbow_joint"].origin):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0

    def test_neutral_and_velocity_limits_are_new_every_time(self) -> None:
        robot = mk.Robot.load("ur5")
        robot.neutral[:] = 9.0
        robot.velocity_limits[:] = 9.0
        assert robot.neutral.tolist() == [0.0] * 6
        assert (robot.velocity_limits < 9.0).all()

    def test_the_plain_form_is_a_copy(self) -> None:
        robot = mk.Robot.load("ur5")
        data = robot.to_dict()
        data["joints"][0]["origin"][0][3] = 9.0
        data["links"].clear()
        assert robot.to_dict() != data
        assert robot == mk.Robot.from_dict(robot.to_dict())

    def test_results_do_not_share_memory(self) -> None:
        robot = mk.Robot.load("ur5")
        q = robot.random(3, rng=1)
        before = q.copy()
        for result in (
            robot.clip(q),
            robot.difference(q, q),
            robot.fk(q, "tool0"),
            robot.pack({}, base=q[0]),
        ):
            result[:] = 9.0
        np.testing.assert_array_equal(q, before)
        assert not np.array_equal(robot.fk(q, "tool0"), np.full((3, 4, 4), 9.0))

    @pytest.mark.parametrize("name", ["name", "dof", "root", "lower", "joints", "link_names", "mass"])
    def test_attributes_cannot_be_set(self, name: str) -> None:
        robot = copy.copy(mk.Robot.load("ur5"))
        with pytest.raises(AttributeError):
            setattr(robot, name, "other")

    def test_mappings_cannot_be_changed(self) -> None:
        robot = mk.Robot.load("ur5")
        for mapping in (robot.links, robot.joints):
            with pytest.raises(TypeError):
                mapping["new"] = None  # type: ignore[index]


class TestDescription:
    @given(robot=robots())
    def test_names_agree_with_each_other(self, robot: mk.Robot) -> None:
        assert robot.link_names[0] == robot.root
        assert tuple(robot.links) == robot.link_names
        assert len(set(robot.variable_names)) == robot.dof
        own = [joint for joint in robot.joints.values() if joint.type != "fixed" and joint.mimic is None]
        assert robot.joint_names == tuple(joint.name for joint in own)
        assert robot.variable_names == tuple(name for joint in own for name in joint.variable_names)
        parents = {joint.parent for joint in robot.joints.values()}
        assert set(robot.tips) == set(robot.link_names) - parents
        limits = dict(zip(robot.variable_names, robot.velocity_limits, strict=True))
        followed = {joint.mimic.joint for joint in robot.joints.values() if joint.mimic is not None}
        for joint in own:
            for name in joint.variable_names:
                same = limits[name] == joint.velocity
                assert same or (joint.name in followed and limits[name] < joint.velocity)

    @given(robot=robots())
    def test_mass_is_the_sum_of_the_links(self, robot: mk.Robot) -> None:
        masses = [link.inertial.mass for link in robot.links.values() if link.inertial]
        assert robot.mass == pytest.approx(sum(masses), rel=1e-14)


class TestVelocityLimits:
    def test_of_a_master_let_its_followers_keep_theirs(self) -> None:
        b = mk.RobotBuilder("gear")
        b.revolute("slow", "0", "1", lower=-1, upper=1, velocity=2.0)
        b.revolute("fast", "1", "2", lower=-9, upper=9, velocity=3.0, mimic=mk.Mimic("slow", -4.0))
        np.testing.assert_allclose(b.build().velocity_limits, [0.75])
