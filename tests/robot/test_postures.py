"""Postures that a robot's file names are configurations, and accepted wherever a configuration is."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import memetik as mk

URDF = """<robot name="arm"><link name="base"/><link name="upper"/><link name="hand"/><link name="finger"/>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="hand"/><origin xyz="0 0 1"/>
  <limit lower="1" upper="2"/></joint>
<joint name="grip" type="prismatic"><parent link="hand"/><child link="finger"/><limit lower="0" upper="1"/>
</joint></robot>"""

SRDF = """<robot name="arm">
<group name="arm"><joint name="shoulder"/><joint name="elbow"/></group>
<group name="gripper"><joint name="grip"/></group>
<group_state name="home" group="arm"><joint name="shoulder" value="0.5"/></group_state>
<group_state name="home" group="gripper"><joint name="grip" value="0.25"/></group_state>
<group_state name="up" group="arm"><joint name="elbow" value="1.25"/></group_state>{more}</robot>"""


def arm(folder: Path, name: str = "arm.urdf", more: str = "") -> mk.Robot:
    (folder / name).write_text(URDF)
    (folder / "arm.srdf").write_text(SRDF.format(more=more))
    return mk.Robot.load(folder / name)


def test_the_srdf_beside_a_urdf_is_found_and_other_joints_are_neutral(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    assert set(robot.postures) == {"home", "up"}
    np.testing.assert_array_equal(robot.postures["home"], [0.5, 1.5, 0.25])
    np.testing.assert_array_equal(robot.postures["up"], [0.0, 1.25, 0.0])
    assert robot.neutral[1] == 1.5


def test_the_srdf_in_a_folder_beside_the_urdf_s_folder_is_found(tmp_path: Path) -> None:
    for name, text in (("robots/arm.urdf", URDF), ("srdf/arm.srdf", SRDF.format(more=""))):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    assert set(mk.Robot.load(tmp_path / "robots" / "arm.urdf").postures) == {"home", "up"}


def test_joints_stay_close_to_a_posture_of_that_name(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    solution = mk.solve(robot, mk.StayClose("home", priority="primary"), start="up")
    np.testing.assert_allclose(solution.q, robot.postures["home"], atol=1e-5)
    again = mk.Solver(robot, mk.StayClose("home")).solve(targets={"stay_close": "up"})
    np.testing.assert_allclose(again.q, robot.postures["up"], atol=1e-5)
    goal = mk.goals.goal_from_dict(mk.StayClose("home").to_dict())
    assert goal == mk.StayClose("home")
    with pytest.raises(mk.ConfigurationError, match="no posture 'hom'; did you mean 'home'"):
        mk.solve(robot, mk.StayClose("hom"))


def test_without_an_srdf_of_its_name_there_are_none(tmp_path: Path) -> None:
    assert not arm(tmp_path, "other.urdf").postures
    assert not mk.Robot.load("panda").postures


def test_contradicting_states_have_the_name_of_their_group(tmp_path: Path) -> None:
    whole = '<group name="all"><group name="arm"/></group>'
    other = '<group_state name="home" group="all"><joint name="shoulder" value="0.75"/></group_state>'
    robot = arm(tmp_path, more=whole + other)
    assert set(robot.postures) == {"arm/home", "gripper/home", "all/home", "up"}
    assert robot.postures["all/home"][0] == 0.75


def test_a_broken_srdf_is_a_warning(tmp_path: Path) -> None:
    with pytest.warns(mk.RobotWarning, match=r"arm\.urdf: arm\.srdf: .* its postures are ignored"):
        robot = arm(tmp_path, more='<group_state name="far" group="leg"/>')
    assert not robot.postures
    assert len(robot.warnings) == 1


def test_names_of_postures_are_starts_and_configurations(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    home = robot.postures["home"]
    goal = mk.Position("finger", robot.fk("home", "finger")[:3, 3])
    np.testing.assert_array_equal(robot.fk("home", "finger"), robot.fk(home, "finger"))
    solution = mk.solve(robot, goal, start="home")
    assert (solution.stage, solution.q.tolist()) == ("start", mk.solve(robot, goal, start=home).q.tolist())
    solver = mk.Solver(robot, goal)
    assert solver.solve("home", max_change=0.1).success
    assert len(solver.solve_all("home", max_solutions=1)) == 1
    assert solver.solve_batch(np.array([goal.target]), "home").success.all()


def test_unknown_postures_list_the_known(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    with pytest.raises(mk.ConfigurationError, match=r"no posture 'hom'; did you mean 'home'\? .*: home, up"):
        mk.solve(robot, mk.Position("hand", (0, 0, 1)), start="hom")


def test_postures_cannot_be_changed(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    with pytest.raises(TypeError):
        robot.postures["new"] = robot.neutral  # type: ignore[index]
    with pytest.raises(ValueError, match="read-only"):
        robot.postures["home"][0] = 1.0


def test_edited_robots_keep_the_joints_they_have(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    np.testing.assert_array_equal(robot.lock({"elbow": 1.0}).postures["home"], [0.5, 0.25])
    np.testing.assert_array_equal(robot.with_floating_base().postures["home"], [*[0] * 6, 0.5, 1.5, 0.25])
    np.testing.assert_array_equal(robot.subtree("hand").postures["home"], [0.25])


def test_pickles_and_plain_forms_keep_postures(tmp_path: Path) -> None:
    robot = arm(tmp_path)
    for copy in (pickle.loads(pickle.dumps(robot)), mk.Robot.from_dict(robot.to_dict())):
        assert copy == robot
        np.testing.assert_array_equal(copy.postures["home"], robot.postures["home"])


def test_keyframes_are_postures() -> None:
    pytest.importorskip("mujoco")
    text = """<mujoco><compiler angle="radian"/><worldbody><body name="base"><freejoint name="root"/>
      <geom size=".1"/><body name="leg"><joint name="knee" ref="0.5"/><geom size=".1"/></body></body>
      </worldbody><keyframe><key name="stand" qpos="1 2 3 1 0 0 0 0.75"/>
      <key qpos="0 0 0 1 0 0 0 0"/></keyframe>
      </mujoco>"""
    robot = mk.Robot.from_mjcf_string(text)
    np.testing.assert_allclose(robot.postures["stand"], [1, 2, 3, 0, 0, 0, 0.25], atol=1e-15)
    np.testing.assert_allclose(robot.postures["key1"], [0, 0, 0, 0, 0, 0, -0.5], atol=1e-15)
