"""The link that commands use if the user names none."""

from __future__ import annotations

import pytest

import memetik as mk
from memetik.cli.default_link import default_link


@pytest.mark.parametrize(
    ("robot", "link"), [("panda", "panda_hand"), ("ur5", "tool0"), ("iiwa14", "tool0"), ("snake(3)", "tip")]
)
def test_an_arm_has_a_tool_or_a_hand(robot: str, link: str) -> None:
    assert default_link(mk.Robot.load(robot)) == link


@pytest.mark.parametrize("robot", ["baxter", "pr2", "mannequin", "shadow_hand", "stewart"])
def test_robots_with_several_hands_or_fingers_have_none_and_list_their_tips(robot: str) -> None:
    with pytest.raises(mk.GoalError, match="has several tips: name one of"):
        default_link(mk.Robot.load(robot))


def test_fingers_that_slide_belong_to_the_hand() -> None:
    finger = (
        '<link name="{0}"/><joint name="{0}_slide" type="prismatic"><parent link="hand"/><child link="{0}"/>'
    )
    limit = '<axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="1" velocity="1"/></joint>'
    turn = '<joint name="turn" type="continuous"><parent link="base"/><child link="hand"/></joint>'
    fingers = "".join(finger.format(name) + limit for name in ("left", "right"))
    text = f'<robot name="r"><link name="base"/><link name="hand"/>{turn}{fingers}</robot>'
    assert default_link(mk.Robot.from_urdf_string(text)) == "hand"
