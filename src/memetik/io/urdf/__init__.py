"""Reads URDF: faults that cannot affect kinematics are warnings, others are errors with element and line.

The format is described at https://wiki.ros.org/urdf/XML. Elements of other tools (gazebo,
transmission, ros2_control, sensors, anything with a namespace prefix) are ignored. The joint type
``spherical`` is Bullet's; it is read without limits.
"""

from .reader import parse_urdf, read_urdf, read_yourdfpy

__all__ = ["parse_urdf", "read_urdf", "read_yourdfpy"]
