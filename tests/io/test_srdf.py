"""SRDF: groups, postures and disabled pairs have the meaning that MoveIt documents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.io import srdf

PANDA = mk.Robot.load("panda")
ARM = tuple(f"panda_joint{number}" for number in range(1, 8))


def parsed(inner: str, robot: mk.Robot = PANDA) -> srdf.Semantics:
    return srdf.parse(f'<robot name="{robot.name}">{inner}</robot>', robot)


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ('<chain base_link="panda_link0" tip_link="panda_link8"/>', ARM),
        ('<chain base_link="panda_link2" tip_link="panda_link4"/>', ARM[2:4]),
        ('<chain base_link="panda_link4" tip_link="panda_link4"/>', ()),
        ('<joint name="panda_joint3"/><joint name="panda_joint1"/>', (ARM[0], ARM[2])),
        ('<link name="panda_link2"/><link name="panda_link0"/>', ARM[1:2]),
        ('<joint name="panda_joint8"/>', ()),  # fixed
        ('<group name="wrist"/><joint name="panda_joint1"/>', (ARM[0], *ARM[4:])),
    ],
)
def test_groups(members: str, expected: tuple[str, ...]) -> None:
    wrist = '<group name="wrist"><chain base_link="panda_link4" tip_link="panda_link7"/></group>'
    assert parsed(f'{wrist}<group name="arm">{members}</group>').groups["arm"] == expected


def test_postures_make_configurations(tmp_path: Path) -> None:
    joints = "".join(f'<joint name="{name}" value="{0.1 * i}"/>' for i, name in enumerate(ARM))
    state = f'<group_state name="ready" group="arm">{joints}</group_state>'
    (tmp_path / "panda.srdf").write_text(f'<robot name="panda"><group name="arm"/>{state}</robot>')
    posture = srdf.read(tmp_path / "panda.srdf", PANDA).postures["arm"]["ready"]
    np.testing.assert_allclose(PANDA.pack(posture), 0.1 * np.arange(7))


def test_joints_of_several_variables_have_several_values() -> None:
    robot = PANDA.with_floating_base()
    state = '<group_state name="s" group="g"><joint name="root" value="1 2 3 0 0 0.5"/></group_state>'
    posture = parsed(f'<group name="g"/>{state}', robot).postures["g"]["s"]
    np.testing.assert_array_equal(posture["root"], [1, 2, 3, 0, 0, 0.5])


def test_virtual_joints_belong_to_the_planner() -> None:
    virtual = '<virtual_joint name="v" type="fixed" parent_frame="world" child_link="panda_link0"/>'
    group = '<group name="g"><joint name="v"/><joint name="panda_joint1"/></group>'
    state = '<group_state name="s" group="g"><joint name="v" value="0"/></group_state>'
    semantics = parsed(virtual + group + state)
    assert semantics.groups["g"] == ARM[:1]
    assert not semantics.postures["g"]["s"]


def test_disabled_pairs_have_no_order() -> None:
    pairs = '<disable_collisions link1="panda_link1" link2="panda_link0" reason="Adjacent"/>' * 2
    assert parsed(pairs).disabled_pairs == {("panda_link0", "panda_link1")}


def test_disabled_pairs_of_unknown_links_are_left_out_with_a_warning() -> None:
    with pytest.warns(mk.RobotWarning, match="that the robot does not have: camera"):
        semantics = parsed('<disable_collisions link1="camera" link2="panda_link0"/>')
    assert semantics.disabled_pairs == frozenset()


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ("<group/>", r"the attribute 'name' is missing"),
        ('<group name="a"><group name="b"/></group>', r"group 'a' \(line 1\): no group 'b'"),
        ('<group name="a"><group name="a"/></group>', "group 'a' is part of itself: a > a"),
        (
            '<group name="a"><group name="b"/></group><group name="b"><group name="a"/></group>',
            "part of itself: a > b > a",
        ),
        ('<group name="a"><joint name="j"/></group>', "no joint 'j'"),
        ('<group name="a"><link name="l"/></group>', "no link 'l'"),
        (
            '<group name="a"><chain base_link="panda_link4" tip_link="panda_link2"/></group>',
            "link 'panda_link2' is not below 'panda_link4'",
        ),
        ('<group_state name="s" group="a"/>', "no group 'a'"),
        (
            '<group name="a"/><group_state name="s" group="a"><joint name="panda_joint1" value="x"/>'
            "</group_state>",
            "joint 'panda_joint1' .*: value: 'x' is not a number",
        ),
        (
            '<group name="a"/><group_state name="s" group="a"><joint name="panda_joint1" value="1 2"/>'
            "</group_state>",
            "expected 1 number, got 2",
        ),
        ('<disable_collisions link1="panda_link1"/>', "the attribute 'link2' is missing"),
    ],
)
def test_nonsense_is_refused(inner: str, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        parsed(inner)


def chain_of_groups(count: int, last: str) -> str:
    links = "".join(f'<group name="g{i}"><group name="g{i + 1}"/></group>' for i in range(count))
    return f'{links}<group name="g{count}">{last}</group>'


def test_groups_may_contain_each_other_thousands_deep() -> None:
    groups = parsed(chain_of_groups(5000, '<joint name="panda_joint3"/>')).groups
    assert len(groups) == 5001
    assert groups["g0"] == ("panda_joint3",)


def test_groups_that_name_the_same_groups_repeatedly_are_resolved_once() -> None:
    levels = "".join(
        f'<group name="g{i}">' + f'<group name="g{i + 1}"/>' * 3 + "</group>" for i in range(60)
    )  # 3^60 ways from the first to the last
    assert parsed(f'{levels}<group name="g60"><joint name="panda_joint1"/></group>').groups["g0"] == ARM[:1]


def test_a_long_cycle_of_groups_is_a_short_error() -> None:
    with pytest.raises(mk.RobotError, match=r"part of itself: g\d+ > ") as caught:
        parsed(chain_of_groups(5000, '<group name="g0"/>'))
    assert len(str(caught.value)) < 300


def test_other_files_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="the root element is <mujoco>; an SRDF has <robot>"):
        srdf.parse("<mujoco/>", PANDA)
