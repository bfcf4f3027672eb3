"""Reads and writes URDF. Faults that cannot affect kinematics are warnings, others errors with the line.

The format is described at https://wiki.ros.org/urdf/XML. Elements of other tools (gazebo,
transmission, ros2_control, sensors, anything with a namespace prefix) are ignored. The joint type
``spherical`` is Bullet's; it is read without limits.
"""

from .reader import parse_urdf, read_urdf, read_yourdfpy
from .writer import urdf_text

__all__ = ["parse_urdf", "read_urdf", "read_yourdfpy", "urdf_text"]
