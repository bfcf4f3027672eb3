"""What pictures need to know of meshes: the points that span them, and which ones cannot be drawn."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ..collision.mesh_files import triangles
from ..collision.shapes import Mesh, Shape
from ..errors import RobotWarning, warn
from ..extras import install_command
from ..transforms import Array

if TYPE_CHECKING:
    from ..robot.robot import Robot


def outline(shape: Shape) -> Array | None:
    """Points (N, 3) that span a shape, in its own frame; None if it is a mesh that cannot be read."""
    if not isinstance(shape, Mesh):
        return shape.outline()
    faces = triangles(shape)
    return None if faces is None else faces.reshape(-1, 3)


def warn_of_undrawn_meshes(robot: Robot) -> None:
    """Give a warning of one line if some of the robot's meshes cannot be drawn, and say what helps."""
    meshes = [item.shape for link in robot.links.values() for item in link.visuals]
    undrawn = [mesh for mesh in meshes if isinstance(mesh, Mesh) and outline(mesh) is None]
    if not undrawn:
        return
    what = "1 mesh is" if len(undrawn) == 1 else f"{len(undrawn)} meshes are"
    if all(mesh.path is None for mesh in undrawn):
        remedy = "no file was found; mk.Robot.load(path, package_dirs=...) says where they are"
    elif not _has_trimesh():
        remedy = install_command("mesh")
    else:
        names = sorted({mesh.uri for mesh in undrawn})
        remedy = f"missing or unreadable, such as {names[0]}; memetik doctor lists missing files"
    warn(f"{what} not drawn: {remedy}", RobotWarning)


def _has_trimesh() -> bool:
    try:
        importlib.import_module("trimesh")
    except ImportError:
        return False
    return True
