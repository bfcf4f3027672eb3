"""Turns a chain around, so that its tip becomes the root."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..errors import RobotError
from ..transforms import inverse
from .description import Joint, Link
from .robot import Robot

INVERTIBLE = ("fixed", "revolute", "continuous", "prismatic", "cylindrical")
"""Joint types whose inverse motion at q is a motion of the same type at q, about the opposite axis."""


def inverted(robot: Robot, tip: str, base: str | None = None) -> Robot:
    """The part of ``robot`` between ``base``, by default its root, and ``tip``, with ``tip`` as its root.

    Every link keeps its name, frame, mass, shapes and the links fixed to it; every joint keeps its name,
    limits and meaning. Poses of links are in the frame of ``tip``, and the order of q differs. The joint
    between links P and C,

        T_PC = O M(q),   becomes   T_CP = M(q)⁻¹ O⁻¹,

    a joint at the origin of C with the opposite axis, then a fixed transform (Engelke 2024, 8.10), with a new
    link ``"<joint>_backwards"`` between the two. Planar, spherical and floating joints between ``base`` and
    ``tip`` have no such inverse and are refused.

    >>> import memetik as mk
    >>> import numpy as np
    >>> from memetik.robot.inversion import inverted
    >>> arm = mk.Robot.load("ur5")
    >>> turned = inverted(arm, "tool0")
    >>> q = dict(zip(arm.joint_names, (0.1, -1.2, 1.5, -0.3, 0.8, 0.2)))
    >>> seen = turned.fk(turned.pack(q), "base_link")  # the base in the tool's frame
    >>> bool(abs(seen @ arm.fk(arm.pack(q), "tool0") - np.eye(4)).max() < 1e-12)
    True
    """
    robot = Robot.load(robot)
    part = robot.subtree(robot.root if base is None else base, tip)
    links: list[Link] = list(part.links.values())
    joints = dict(part.joints)
    for joint in reversed(part._topology.chain(tip)):
        if joint.type not in INVERTIBLE:
            raise RobotError(
                f"joint {joint.name!r} cannot be inverted: it is {joint.type}; invertible types are: "
                f"{', '.join(INVERTIBLE)}"
            )
        del joints[joint.name]
        between, new = _backwards(joint, {*part.links, *part.joints})
        links += between
        joints |= {item.name: item for item in new}
    return Robot(f"{robot.name} from {tip}", links, joints.values())


def _backwards(joint: Joint, taken: set[str]) -> tuple[list[Link], list[Joint]]:
    """The new link and the joints that lead from the child of ``joint`` to its parent."""
    back = inverse(joint.origin)
    if joint.type == "fixed":
        return [], [Joint(joint.name, "fixed", joint.child, joint.parent, back)]
    between = f"{joint.name}_backwards"
    while between in taken or f"{between}_fixed" in taken:
        between += "_"
    moving = replace(joint, parent=joint.child, child=between, origin=np.eye(4), axis=-joint.axis)
    return [Link(between)], [moving, Joint(f"{between}_fixed", "fixed", between, joint.parent, back)]
