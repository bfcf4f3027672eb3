"""The shapes of a robot's links that spheres have to cover."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..errors import RobotError, RobotWarning, warn
from ..extras import install_command
from .fit_report import Source
from .geometry import Geometry
from .mesh_files import triangles
from .shapes import Mesh

if TYPE_CHECKING:
    from ..robot.robot import Robot


class LinkShapes(NamedTuple):
    """The shapes of a link, and whether they are its collision or its visual shapes."""

    link: str
    source: Source
    shapes: tuple[Geometry, ...]


def link_shapes(robot: Robot, *, skip_missing: bool) -> list[LinkShapes]:
    """The collision shapes of each link, or its visual shapes if it has none; links without shapes are left
    out. Meshes without a file raise an error, or are left out with a warning.
    """
    if not isinstance(getattr(robot, "links", None), Mapping):
        raise RobotError(f"expected a Robot, got {robot!r}")
    chosen, skipped = [], []
    for name, link in robot.links.items():
        source: Source = "collision" if link.collisions else "visual"
        shapes = link.collisions or link.visuals
        unread = [
            item.shape for item in shapes if isinstance(item.shape, Mesh) and triangles(item.shape) is None
        ]
        if unread and not skip_missing:
            raise RobotError(f"link {name!r}: {_advice(unread[0])}; missing='skip' leaves it out")
        skipped += [f"{mesh.uri} of link {name!r}" for mesh in unread]
        usable = tuple(item for item in shapes if item.shape not in unread)
        if usable:
            chosen.append(LinkShapes(name, source, usable))
    if skipped:
        what = "1 mesh is" if len(skipped) == 1 else f"{len(skipped)} meshes are"
        warn(f"{what} missing and not covered by spheres, such as {skipped[0]}", RobotWarning)
    return chosen


def _advice(mesh: Mesh) -> str:
    if mesh.path is None or not mesh.path.is_file():
        found = "no file was found; mk.Robot.load(path, package_dirs=...) says where it is"
    else:
        found = f"the file cannot be read; formats other than .stl and .obj need {install_command('mesh')}"
    return f"mesh {mesh.uri}: {found}"
