"""Loops of MJCF files: the goals of robot.loops close them as MuJoCo's constraints demand."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import memetik as mk

mujoco = pytest.importorskip("mujoco")

pytestmark = pytest.mark.filterwarnings("ignore::memetik.RobotWarning")

FOUR_BAR = """<mujoco><compiler angle="radian"/><worldbody>
<body name="crank"><joint name="a" axis="0 1 0"/><geom size=".01"/>
  <body name="coupler" pos="0 0 .2"><joint name="b" axis="0 1 0"/><geom size=".01"/>
    <site name="s1" pos=".5 0 .1"/></body></body>
<body name="rocker" pos=".5 0 0"><joint name="c" axis="0 1 0" ref=".25"/><geom size=".01"/>
  <site name="s2" pos="0 0 .3"/></body>
<body name="box" pos="1 2 3"><freejoint name="free"/><geom size=".01"/><site name="s3" euler="1 2 3"/></body>
</worldbody><equality>{equality}</equality></mujoco>"""


def closed(equality: str, *goals: mk.Goal) -> tuple[mk.Robot, mk.Solution, float]:
    """The robot, a solution of its loops and ``goals``, and how far it violates MuJoCo's constraints."""
    text = FOUR_BAR.format(equality=equality)
    robot, model = mk.Robot.from_mjcf_string(text), mujoco.MjModel.from_xml_string(text)
    solution = mk.solve(robot, [*goals, *robot.loops])
    data = mujoco.MjData(model)
    data.qpos[:] = robot.to_mujoco(solution.q, model)
    mujoco.mj_forward(model, data)
    assert data.ne
    return robot, solution, float(np.abs(data.efc_pos[: data.ne]).max())


@pytest.mark.parametrize(
    "equality",
    [
        '<connect body1="coupler" body2="rocker" anchor=".5 0 .1"/>',
        '<connect site1="s1" site2="s2"/>',
        '<connect body1="box" anchor="0 0 .5"/>',
        '<weld body1="coupler" body2="box"/>',
        '<weld body1="coupler" body2="box" anchor=".1 .2 .3"/>',
        '<weld body1="coupler" body2="box" anchor=".1 .2 .3" relpose=".3 .2 .1 1 2 3 4"/>',
        '<weld body1="box" body2="coupler" relpose=".3 .2 .1 1 2 3 4"/>',
        '<weld site1="s1" site2="s3"/>',
        '<weld body1="box" relpose=".3 .2 .1 1 0 0 1"/>',
        '<joint joint1="c" joint2="a" polycoef=".1 .5 .3 .2 -.1"/>',
    ],
)
def test_closed_loops_satisfy_the_constraints_of_mujoco(equality: str) -> None:
    robot, solution, violation = closed(equality, mk.JointValue("a", 0.3))
    assert solution.success
    assert violation < 1e-7
    assert len(robot.loops) == 1
    assert all(goal.priority == "required" for goal in robot.loops)


def test_without_the_loops_the_mechanism_is_open() -> None:
    equality = '<connect site1="s1" site2="s2"/>'
    robot = mk.Robot.from_mjcf_string(FOUR_BAR.format(equality=equality))
    open_q = mk.solve(robot, mk.JointValue("a", 0.3)).q
    assert np.linalg.norm((robot.fk(open_q, "s1") - robot.fk(open_q, "s2"))[:3, 3]) > 0.01


def test_close_loops_takes_a_tolerance_and_bundled_robots() -> None:
    robot = mk.Robot.from_mjcf_string(FOUR_BAR.format(equality='<connect site1="s1" site2="s2"/>'))
    (goal,) = mk.close_loops(robot, tolerance=1e-3)
    assert goal.tolerance == (1e-3,)  # type: ignore[attr-defined]
    assert len(mk.close_loops("stewart")) == 6
    assert mk.close_loops("panda") == []


def test_pickles_and_edits_keep_the_loops_whose_parts_are_there() -> None:
    equality = '<connect site1="s1" site2="s2"/><joint joint1="c" joint2="a" polycoef="0 1 1 0 0"/>'
    robot = mk.Robot.from_mjcf_string(FOUR_BAR.format(equality=equality))
    assert len(robot.loops) == 2
    copy = pickle.loads(pickle.dumps(robot))
    assert copy == robot
    assert len(copy.loops) == 2
    assert [goal.name for goal in robot.lock({"c": 0.0}).loops] == ["equality 0"]
    assert not robot.subtree("crank").loops


def test_robots_without_loops_have_none() -> None:
    assert mk.Robot.load("ur5").loops == ()
