"""Baxter, Rethink Robotics' two-armed robot."""

from __future__ import annotations

from math import pi
from typing import Literal, NamedTuple, TypeAlias

from ...robot import Robot, RobotBuilder
from ..shared.body import Vector
from ..shared.serial import Hinge, add_hinges
from .parts import BODIES, SHAPES

Side: TypeAlias = Literal["left", "right"]

Z: Vector = (0.0, 0.0, 1.0)
TWIST_AFTER_BEND: Vector = (pi / 2, 0.0, pi / 2)
BEND_AFTER_TWIST: Vector = (-pi / 2, -pi / 2, 0.0)
"""Rotations between consecutive joint frames [rad]: along the arm, twists about it and bends alternate."""
FACING: Vector = (1.75057, 0.0, pi / 2)
"""Rotation of screen and head camera, rpy [rad]: z points forward and slightly down, y up."""

ARM = (
    Hinge("s0", "upper_shoulder", (0.055695, 0, 0.011038), Z, -1.70167993878, 1.70167993878, 1.5, 50),
    Hinge("s1", "lower_shoulder", (0.069, 0, 0.27035), Z, -2.147, 1.047, 1.5, 50, (-pi / 2, 0, 0)),
    Hinge("e0", "upper_elbow", (0.102, 0, 0), Z, -3.05417993878, 3.05417993878, 1.5, 50, TWIST_AFTER_BEND),
    Hinge("e1", "lower_elbow", (0.069, 0, 0.26242), Z, -0.05, 2.618, 1.5, 50, BEND_AFTER_TWIST),
    Hinge("w0", "upper_forearm", (0.10359, 0, 0), Z, -3.059, 3.059, 4, 15, TWIST_AFTER_BEND),
    Hinge("w1", "lower_forearm", (0.01, 0, 0.2707), Z, -pi / 2, 2.094, 4, 15, BEND_AFTER_TWIST),
    Hinge("w2", "wrist", (0.115975, 0, 0), Z, -3.059, 3.059, 4, 15, TWIST_AFTER_BEND),
)
"""The joints from shoulder to wrist, without the side in their names."""


class Mount(NamedTuple):
    """A link rigidly attached to ``parent`` at ``xyz`` [m] and ``rpy`` [rad]."""

    joint: str
    parent: str
    link: str
    xyz: Vector = (0.0, 0.0, 0.0)
    rpy: Vector = (0.0, 0.0, 0.0)


TRUNK = (
    Mount("torso_t0", "base", "torso"),
    Mount("pedestal_fixed", "torso", "pedestal"),
    Mount("sonar_s0", "torso", "sonar_ring", (0.0947, 0.0, 0.817)),
)
HEAD = (
    Mount("head_nod", "head", "screen", (0.1227, 0.0, 0.0), FACING),
    Mount("display_joint", "screen", "display", (0.0, -0.016, 0.0)),
    Mount("head_camera_joint", "head", "head_camera_link", (0.12839, 0.0, 0.06368), FACING),
)
HAND_CAMERA: Vector = (0.03825, 0.012, 0.015355)
HAND = (
    Mount("hand_joint", "wrist", "hand_link", (0.0, 0.0, 0.11355)),
    Mount("hand_camera_joint", "hand_link", "hand_camera_link", HAND_CAMERA, (0.0, 0.0, -pi / 2)),
    Mount("hand_camera_axis_joint", "hand_link", "hand_camera_axis_link", HAND_CAMERA),
    Mount(
        "hand_range_joint", "hand_link", "hand_range_link", (0.032, -0.020245, 0.0288), (0, -pi / 2, -pi / 2)
    ),
    Mount("gripper_base_joint", "hand_link", "gripper_base_link", (0.0, 0.0, 0.025)),
    Mount("endpoint", "gripper_base_link", "gripper", (0.0, 0.0, 0.1327)),
)


def baxter() -> Robot:
    """Rethink Robotics Baxter, two seven-axis arms and a panning head on a pedestal.

    Source: Rethink Robotics, baxter_description (baxter_common), as packaged in example-robot-data 6.0.0:
    joint origins, axes, limits, velocities and efforts, masses, centres of mass and inertias. As there, the
    head does not nod. The grippers are rigid: their sliding fingers (0.06 kg per hand) are left out as
    links and drawn closed. Button panels, accelerometers and helper links for collision are left out, too.
    Shapes are our own.
    """
    b = RobotBuilder("baxter")
    _add_mounts(b, TRUNK)
    b.revolute(
        "head_pan",
        "torso",
        _link(b, "head"),
        xyz=(0.06, 0.0, 0.686),
        lower=-1.3963,
        upper=1.3963,
        velocity=10000.0,
        effort=50000.0,
    )
    _add_mounts(b, HEAD)
    _add_arm(b, "right")
    _add_arm(b, "left")
    return b.build()


def _add_arm(b: RobotBuilder, side: Side) -> None:
    sign = 1.0 if side == "left" else -1.0
    mount = _link(b, "arm_mount", side)
    b.fixed(
        f"{side}_torso_arm_mount",
        "torso",
        mount,
        xyz=(0.024645, sign * 0.219645, 0.118588),
        rpy=(0.0, 0.0, sign * 0.7854),
    )
    for hinge in ARM:
        _link(b, hinge.link, side)
    add_hinges(b, mount, (h._replace(joint=f"{side}_{h.joint}", link=f"{side}_{h.link}") for h in ARM))
    _add_mounts(b, HAND, side)


def _add_mounts(b: RobotBuilder, mounts: tuple[Mount, ...], side: Side | None = None) -> None:
    prefix = f"{side}_" if side else ""
    for mount in mounts:
        child = _link(b, mount.link, side)
        b.fixed(f"{prefix}{mount.joint}", f"{prefix}{mount.parent}", child, xyz=mount.xyz, rpy=mount.rpy)


def _link(b: RobotBuilder, name: str, side: Side | None = None) -> str:
    """Declare a link with its body and shapes; returns its full name."""
    full_name = f"{side}_{name}" if side else name
    BODIES[name].declare(b, full_name, SHAPES.get(name, ()))
    return full_name
