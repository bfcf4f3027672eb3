"""Writes robots as URDF. What URDF cannot say is an error if it changes the kinematics, else a warning."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from lxml import etree

from ...errors import RobotError, RobotWarning, warn
from ...robot import Joint, Robot
from ..safe_text import located
from ..safe_xml import Element
from .joint import JOINT_TYPES, UNLIMITED
from .link_writer import LinkWriter
from .texts import name_text, number_text, numbers_text, origin_attributes

_REPLACEMENTS = {
    "spherical": "three revolute joints",
    "cylindrical": "a prismatic and a revolute joint",
}


def urdf_text(robot: Robot, *, base_dir: str | os.PathLike[str] | None = None) -> str:
    """See :meth:`memetik.Robot.to_urdf`."""
    _check_loops(robot)
    with located(f"robot {robot.name!r}"):
        root = etree.Element("robot", {"name": name_text(robot.name)})
    links = LinkWriter(root, None if base_dir is None else Path(base_dir))
    for link in robot.links.values():
        with located(f"link {link.name!r}"):
            links.add(link)
    for joint in robot.joints.values():
        with located(f"joint {joint.name!r}"):
            _add_joint(root, joint)
    _warn_of_losses(robot, links.left_out)
    etree.indent(root)
    return f'<?xml version="1.0"?>\n{etree.tostring(root, encoding="unicode")}\n'


def _check_loops(robot: Robot) -> None:
    for loop in robot.loops:
        raise RobotError(
            f"loop {loop.name!r} of {robot.name!r}: a URDF is a tree without loops and polynomial couplings; "
            "robot.to_dict() and .json files keep them, and mk.Robot(robot.name, robot.links.values(), "
            "robot.joints.values()) is the robot without them"
        )


def _add_joint(root: Element, joint: Joint) -> None:
    _check_joint(joint)
    element = etree.SubElement(root, "joint", {"name": name_text(joint.name), "type": joint.type})
    etree.SubElement(element, "parent", {"link": joint.parent})
    etree.SubElement(element, "child", {"link": joint.child})
    etree.SubElement(element, "origin", origin_attributes(joint.origin))
    if joint.type in ("fixed", "floating"):
        return
    etree.SubElement(element, "axis", {"xyz": numbers_text(joint.axis)})
    etree.SubElement(element, "limit", _limit(joint))
    if joint.mimic is not None:
        multiplier, offset = number_text(joint.mimic.multiplier), number_text(joint.mimic.offset)
        follow = {"joint": joint.mimic.joint, "multiplier": multiplier, "offset": offset}
        etree.SubElement(element, "mimic", follow)


def _check_joint(joint: Joint) -> None:
    """Raise an error if URDF has no such joint."""
    if joint.type not in JOINT_TYPES:
        parts = _REPLACEMENTS.get(joint.type, "joints that URDF has")
        raise RobotError(
            f"URDF has no {joint.type} joints; build it of {parts}, fix it by robot.lock(...), or write the "
            "robot as .json, which keeps it"
        )
    if joint.type in ("floating", "planar") and np.isfinite([*joint.lower, *joint.upper]).any():
        raise RobotError(
            f"URDF has no limits of {joint.type} joints; remove them by robot.with_limits(position="
            f"{{{joint.name!r}: (-math.inf, math.inf)}}), or write the robot as .json, which keeps them"
        )


def _limit(joint: Joint) -> dict[str, str]:
    """The attributes of ``<limit>``. Readers demand finite numbers, so UNLIMITED stands for infinity."""
    limit = {"effort": joint.effort, "velocity": joint.velocity}
    if joint.type in ("revolute", "prismatic"):
        limit = {"lower": joint.lower[0], "upper": joint.upper[0], **limit}
    return {name: number_text(min(max(value, -UNLIMITED), UNLIMITED)) for name, value in limit.items()}


def _warn_of_losses(robot: Robot, shapes: list[str]) -> None:
    """Give one warning that lists all that is not in the URDF and does not matter for its kinematics."""
    losses = [f"the posture {name!r}" for name in robot.postures]
    limited = [joint.name for joint in robot.joints.values() if np.isfinite(joint.acceleration)]
    losses += [f"the acceleration limit of {name!r}" for name in limited]
    losses += [f"the velocity limit of {j.name!r}" for j in robot.joints.values() if _loses_velocity(j)]
    losses += shapes
    if losses:
        kept = "robot.to_dict() and .json files keep them"
        warn(f"{robot.name}: URDF has no place for {', '.join(losses)}; {kept}", RobotWarning)


def _loses_velocity(joint: Joint) -> bool:
    return joint.type == "floating" and bool(np.isfinite(joint.velocity))
