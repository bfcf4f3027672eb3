"""Writes the kinematics of a robot as URDF text, for rivals that read only URDF; no masses, no shapes."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

import numpy as np

from memetik import Joint, Robot, RobotError
from memetik.transforms import Array, rotation_from_rpy

_UNLIMITED = 1e9
"""Stands for infinity, which URDF cannot express; readers treat it as no limit."""


def urdf_text(robot: Robot) -> str:
    """Return the links and joints of ``robot`` as a URDF document.

    >>> urdf_text(Robot.load("ur5")).splitlines()[0]
    '<robot name="ur5">'
    """
    root = ElementTree.Element("robot", name=robot.name)
    for link in robot.link_names:
        ElementTree.SubElement(root, "link", name=link)
    for joint in robot.joints.values():
        _add_joint(root, joint)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode")


def _add_joint(root: ElementTree.Element, joint: Joint) -> None:
    if joint.type not in ("fixed", "revolute", "continuous", "prismatic"):
        raise RobotError(f"joint {joint.name!r}: URDF readers disagree on {joint.type} joints")
    element = ElementTree.SubElement(root, "joint", name=joint.name, type=joint.type)
    ElementTree.SubElement(element, "parent", link=joint.parent)
    ElementTree.SubElement(element, "child", link=joint.child)
    xyz, rpy = joint.origin[:3, 3], rpy_from_rotation(joint.origin[:3, :3])
    ElementTree.SubElement(element, "origin", xyz=_numbers(xyz), rpy=_numbers(rpy))
    if joint.type == "fixed":
        return
    ElementTree.SubElement(element, "axis", xyz=_numbers(joint.axis))
    limit = {"effort": _number(joint.effort), "velocity": _number(joint.velocity)}
    if joint.type != "continuous":
        limit |= {"lower": _number(joint.lower[0]), "upper": _number(joint.upper[0])}
    ElementTree.SubElement(element, "limit", limit)
    if joint.mimic is not None:
        follow = {"multiplier": _number(joint.mimic.multiplier), "offset": _number(joint.mimic.offset)}
        ElementTree.SubElement(element, "mimic", {"joint": joint.mimic.joint, **follow})


def rpy_from_rotation(rotation: Array) -> Array:
    """Return roll, pitch, yaw [rad] of a rotation (3, 3).

    Roll is computed after removing yaw, so it compensates yaw's error if the pitch is near a quarter turn and
    yaw is ill-defined.
    """
    pitch = np.arctan2(-rotation[2, 0], np.hypot(rotation[0, 0], rotation[1, 0]))
    yaw = np.arctan2(rotation[1, 0], rotation[0, 0])
    remaining = rotation_from_rpy((0.0, 0.0, yaw)).T @ rotation
    return np.array([np.arctan2(-remaining[1, 2], remaining[1, 1]), pitch, yaw])


def _numbers(values: Iterable[float]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """Format without loss: ``repr`` is the shortest text that reads back as the same number."""
    return repr(float(np.clip(value, -_UNLIMITED, _UNLIMITED)))
