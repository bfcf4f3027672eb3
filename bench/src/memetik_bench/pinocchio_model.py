"""Converts robots to pinocchio models."""

from __future__ import annotations

from typing import Any

import numpy as np

from memetik import Joint, Link, Robot, RobotError


def pinocchio_model(robot: Robot) -> Any:
    """Return a ``pinocchio.Model`` with the joints, masses and links (as frames) of an arm.

    Mimics become separate joints: ``robot.to_pinocchio(q, model)`` sets their values.
    """
    import pinocchio as pin

    model = pin.Model()
    model.name = robot.name
    placed: dict[str, tuple[int, Any]] = {robot.root: (0, pin.SE3.Identity())}
    _add_link(pin, model, robot.links[robot.root], 0, pin.SE3.Identity())
    for joint in robot.joints.values():
        parent, offset = placed[joint.parent]
        placement = offset * pin.SE3(np.array(joint.origin))
        if joint.type == "fixed":
            placed[joint.child] = (parent, placement)
        else:
            index = model.addJoint(parent, _joint_model(pin, joint), placement, joint.name)
            placed[joint.child] = (index, pin.SE3.Identity())
        _add_link(pin, model, robot.links[joint.child], *placed[joint.child])
    return model


def _add_link(pin: Any, model: Any, link: Link, joint: int, placement: Any) -> None:
    if link.inertial is not None:
        inertial = link.inertial
        model.appendBodyToJoint(
            joint, pin.Inertia(inertial.mass, np.array(inertial.com), np.array(inertial.inertia)), placement
        )
    model.addFrame(pin.Frame(link.name, joint, placement, pin.FrameType.BODY))


def _joint_model(pin: Any, joint: Joint) -> Any:
    axis = np.array(joint.axis)
    aligned = next((name for name, unit in zip("XYZ", np.eye(3), strict=True) if (axis == unit).all()), None)
    if joint.type in ("revolute", "continuous"):
        kind = "R" if joint.type == "revolute" else "RUB"
        if aligned:
            return getattr(pin, f"JointModel{kind}{aligned}")()
        unaligned = "JointModelRevoluteUnaligned" if kind == "R" else "JointModelRevoluteUnboundedUnaligned"
        return getattr(pin, unaligned)(axis)
    if joint.type == "prismatic":
        return getattr(pin, f"JointModelP{aligned}")() if aligned else pin.JointModelPrismaticUnaligned(axis)
    raise RobotError(f"joint {joint.name!r}: {joint.type} joints are not compared with pinocchio here")
