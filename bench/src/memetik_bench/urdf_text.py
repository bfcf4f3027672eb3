"""Writes the kinematics of a robot as URDF text, for rivals that read only URDF; no masses, no shapes."""

from __future__ import annotations

from memetik import Link, Robot, RobotError


def urdf_text(robot: Robot) -> str:
    """Return the links and joints of ``robot`` as a URDF document.

    >>> urdf_text(Robot.load("ur5")).splitlines()[1]
    '<robot name="ur5">'
    """
    for joint in robot.joints.values():
        if joint.type not in ("fixed", "revolute", "continuous", "prismatic"):
            raise RobotError(f"joint {joint.name!r}: URDF readers disagree on {joint.type} joints")
    links = [Link(name) for name in robot.link_names]
    return Robot(robot.name, links, robot.joints.values()).to_urdf()
