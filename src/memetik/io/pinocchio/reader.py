"""Reads the kinematic tree of a ``pinocchio.Model``.

A body of pinocchio is all that moves with one joint, with one inertia; its links are frames. The link of a
joint has the name of the first frame at its origin; other frames become links that are fixed to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import RobotError
from ...robot import Inertial, Joint, Link, Robot
from ...robot.joint_types import JointType
from ...transforms import Array
from ..safe_text import MAX_JOINTS, located

_TYPES: dict[str, JointType] = {
    "JointModelFreeFlyer": "floating",
    "JointModelSpherical": "spherical",
    "JointModelPlanar": "planar",
}


def read_model(model: Any) -> Robot:
    """Return the robot of a ``pinocchio.Model``, without shapes: pinocchio has them in a GeometryModel."""
    import pinocchio

    if not isinstance(model, pinocchio.Model):
        raise RobotError(f"expected a pinocchio.Model, got {type(model).__name__}")
    if model.njoints + model.nframes > MAX_JOINTS:
        raise RobotError(f"{model.njoints} joints and {model.nframes} frames; at most {MAX_JOINTS} are read")
    kinds = (pinocchio.FrameType.BODY, pinocchio.FrameType.OP_FRAME, pinocchio.FrameType.SENSOR)
    frames = {str(frame.name): frame for frame in model.frames if frame.type in kinds}
    names = _link_names(model, frames)
    links = [Link(name, _inertial(model.inertias[i])) for i, name in enumerate(names)]
    neutral = pinocchio.neutral(model)
    joints = [_joint(model, index, names, neutral) for index in range(1, model.njoints)]
    taken = {joint.name for joint in joints}
    for name, frame in frames.items():
        if name not in names:
            links.append(Link(name))
            parent = names[frame.parentJoint]
            joints.append(
                Joint(_unused(f"{name}_fixed", taken), "fixed", parent, name, frame.placement.homogeneous)
            )
    return Robot(str(model.name) or "robot", links, joints)


def _link_names(model: Any, frames: dict[str, Any]) -> list[str]:
    """The name of every joint's link: that of its first frame at the joint's origin, or the joint's own."""
    names: list[str | None] = [None] * model.njoints
    for name, frame in frames.items():
        if names[frame.parentJoint] is None and frame.placement.isIdentity(0.0):
            names[frame.parentJoint] = name
    taken = set(frames)
    return [name or _unused(str(model.names[i]), taken) for i, name in enumerate(names)]


def _unused(wanted: str, taken: set[str]) -> str:
    while wanted in taken:
        wanted += "_"
    taken.add(wanted)
    return wanted


def _joint(model: Any, index: int, links: list[str], neutral: Array) -> Joint:
    name, joint = str(model.names[index]), model.joints[index]
    parent, child = links[model.parents[index]], links[index]
    origin = model.jointPlacements[index].homogeneous
    with located(f"joint {name!r}"):
        kind = str(joint.shortname())
        if kind in _TYPES:
            return Joint(name, _TYPES[kind], parent, child, origin)
        type, axis = _one_variable(joint, kind, neutral)
        lower, upper = _range(model, joint.idx_q, type)
        velocity, effort = (float(rates[joint.idx_v]) for rates in (model.velocityLimit, model.effortLimit))
        return Joint(name, type, parent, child, origin, axis, lower, upper, velocity, effort)


def _one_variable(joint: Any, kind: str, neutral: Array) -> tuple[JointType, Array]:
    """The type and the axis of a joint with one velocity, from its velocity of the link."""
    data = joint.createData()
    if joint.nv == 1 and "Mimic" not in kind:
        joint.calc(data, neutral)
        twist = np.ravel(data.S)
        linear, angular = twist[:3], twist[3:]
        if not linear.any() and angular.any():
            return "continuous" if joint.nq == 2 else "revolute", angular
        if linear.any() and not angular.any():
            return "prismatic", linear
    raise RobotError(f"pinocchio's type {kind} of joints is not supported")


def _range(model: Any, index: int, type: JointType) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if type == "continuous":
        return (), ()
    return (float(model.lowerPositionLimit[index]),), (float(model.upperPositionLimit[index]),)


def _inertial(inertia: Any) -> Inertial | None:
    if not inertia.mass:
        return None
    return Inertial(float(inertia.mass), np.array(inertia.lever), np.array(inertia.inertia))
