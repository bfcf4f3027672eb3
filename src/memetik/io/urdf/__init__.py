"""Reads URDF strictly: an invalid file is refused with file, element and line, never repaired.

The format is described at https://wiki.ros.org/urdf/XML. Elements of other tools (gazebo,
transmission, ros2_control, sensors, anything with a namespace prefix) are ignored.
"""

from .reader import parse_urdf, read_urdf, read_yourdfpy

__all__ = ["parse_urdf", "read_urdf", "read_yourdfpy"]
