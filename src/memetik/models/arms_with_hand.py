"""Arms with the Shadow hand, from the in-hand manipulation experiments of the Bio IK and BioIK 2 theses."""

from __future__ import annotations

import math

from ..collision.shapes import cylinder_between
from ..robot import Robot, RobotBuilder
from ..transforms import Array, transform
from .kuka import iiwa14, lwr4
from .pr2 import pr2
from .shadow_hand import shadow_hand
from .shadow_hand.parts import ALUMINIUM

_PR2_ADAPTER = 0.118  # from the elbow along the forearm to the face that carries the hand [m]
_PR2_ADAPTER_SIZE = (0.025, 0.0685)  # thickness and radius of the disc between them [m]


def iiwa14_shadow_hand() -> Robot:
    """KUKA LBR iiwa 14 R820 with a Shadow Dexterous Hand on its flange, 7 + 19 DoF.

    Source: the bundled iiwa14 and shadow_hand, as combined in the Bio IK dissertation (2020, figure 5.15).
    The forearm's axes are those of ``tool0``; the pose by the original's adapter is not published.
    """
    return _with_hand("iiwa14_shadow_hand", iiwa14(), "tool0")


def lwr4_shadow_hand() -> Robot:
    """KUKA LWR 4+ with a Shadow Dexterous Hand on its flange, 7 + 19 DoF.

    Source: the bundled lwr4 and shadow_hand, as combined in the BioIK 2 thesis (2017, section 4.6). The
    forearm's axes are those of ``tool0``; the pose by the original's adapter is not published. Only the hand
    has masses.
    """
    return _with_hand("lwr4_shadow_hand", lwr4(), "tool0")


def pr2_arm_shadow_hand() -> Robot:
    """Right arm of the PR2 with a Shadow Dexterous Hand in place of forearm and gripper, 5 + 19 DoF.

    Source: the bundled pr2, from its torso to the roll of the right forearm, and shadow_hand, as combined
    in the Bio IK dissertation (2020, figure 5.14); the hand's pose is from tams_pr2_description by TAMS,
    University of Hamburg: 0.118 m down the forearm, the palm facing the arm's left, the thumb upwards.
    """
    place = transform((_PR2_ADAPTER, 0.0, 0.0))
    arm = _pr2_upper_arm().attach(_pr2_adapter(), "r_forearm_roll_link", place)
    turn = transform(rpy=(0.0, -math.pi / 2, math.pi))
    return _with_hand("pr2_arm_shadow_hand", arm, "rh_adapter_link", turn)


def _pr2_upper_arm() -> Robot:
    """Torso and right arm down to the roll of the forearm, without the forearm's housing and camera."""
    arm = pr2().subtree("torso_lift_link", "r_forearm_roll_link")
    gone = [name for name in arm.link_names if name.startswith(("r_forearm_link", "r_forearm_cam"))]
    links = [link for name, link in arm.links.items() if name not in gone]
    return Robot(arm.name, links, [joint for joint in arm.joints.values() if joint.child not in gone])


def _pr2_adapter() -> Robot:
    thickness, radius = _PR2_ADAPTER_SIZE
    builder = RobotBuilder("adapter")
    disc = cylinder_between((-thickness, 0, 0), (0, 0, 0), radius, color=ALUMINIUM)
    builder.link("rh_adapter_link", shapes=[disc])
    return builder.build()


def _with_hand(name: str, arm: Robot, link: str, pose: Array | None = None) -> Robot:
    both = arm.attach(shadow_hand(), link, pose)
    return Robot._from_topology(name, both._topology)
