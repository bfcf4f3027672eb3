"""Reads robots from URDF files and texts; MJCF, SDF and unexpanded xacro are recognised and refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...errors import RobotError, RobotWarning, warn
from ...robot import Joint, Link, Robot
from ...robot.topology import Topology
from ..safe_text import MAX_JOINTS, located, read_bytes, shown
from ..safe_xml import Element, children, describe, parse_xml, required_name, tag_of
from ..xacro import XACRO_HELP, expand
from .joint import read_joint
from .link import read_colors, read_link
from .mesh_paths import MeshFinder, PackageDirs

_OTHER_FORMATS = {"mujoco": "a MuJoCo model (MJCF)", "sdf": "an SDF file (Gazebo)"}
_XACRO_DIRECTIVES = frozenset(
    f"xacro:{name}"
    for name in ("arg", "call", "if", "include", "insert_block", "macro", "property", "unless")
)


def read_urdf(path: str | os.PathLike[str], *, package_dirs: PackageDirs = ()) -> Robot:
    """The robot in a URDF file of at most 32 MiB and 10 000 joints.

    ``package_dirs`` says where ``package://`` meshes are: a mapping from package to directory, or
    directories that are packages or contain them. Meshes are not read and may be missing.
    Every failure is a :class:`~memetik.RobotError` that names the file, the element and its line.
    """
    path = Path(path)
    source = path.name or str(path)
    with located(source):
        content: str | bytes = read_bytes(path)
        if path.suffix.lower() == ".xacro":
            content = expand(path)
    return parse_urdf(content, base_dir=path.absolute().parent, package_dirs=package_dirs, source=source)


def parse_urdf(
    text: str | bytes,
    *,
    base_dir: str | os.PathLike[str] | None = None,
    package_dirs: PackageDirs = (),
    source: str = "<string>",
) -> Robot:
    """The robot in the text of a URDF file; error messages call the text ``source``.

    Meshes are looked up relative to ``base_dir`` and in ``package_dirs``, as in :func:`read_urdf`.
    """
    base = None if base_dir is None else Path(base_dir)
    # numpy need not warn about overflow, because every result is checked to be finite.
    with located(source), np.errstate(over="ignore", invalid="ignore"):
        return _robot(parse_xml(text), MeshFinder(base, package_dirs), source)


def read_yourdfpy(urdf: Any) -> Robot:
    """The robot in a ``yourdfpy.URDF``."""
    return parse_urdf(urdf.write_xml_string())


def _robot(root: Element, meshes: MeshFinder, source: str) -> Robot:
    _check_format(root, source)
    with located(describe(root)):
        name = required_name(root)
        link_elements, joint_elements = children(root, "link"), children(root, "joint")
        if not link_elements:
            raise RobotError("no <link> directly inside it; a robot needs at least one")
    if len(joint_elements) > MAX_JOINTS:
        raise RobotError(f"{len(joint_elements)} joints; at most {MAX_JOINTS} are read")
    if len(link_elements) > MAX_JOINTS + 1:
        raise RobotError(f"{len(link_elements)} links; at most {MAX_JOINTS + 1} are read")
    colors = read_colors(root)
    links = [read_link(element, colors, meshes) for element in link_elements]
    joints = [read_joint(element) for element in joint_elements]
    described = dict(zip(map(id, (*links, *joints)), (*link_elements, *joint_elements), strict=True))

    def label(element: Link | Joint) -> str:
        return describe(described[id(element)])

    return Robot._from_topology(name, Topology.of(links, joints, label))


def _check_format(root: Element, source: str) -> None:
    tag = tag_of(root)
    where = f"the root element is <{shown(tag)}> (line {root.sourceline})"
    if tag in _OTHER_FORMATS:
        raise RobotError(f"{where}: this is {_OTHER_FORMATS[tag]}, not a URDF")
    if tag == "xacro:robot":
        raise RobotError(f"{where}: {XACRO_HELP}")
    if tag != "robot":
        raise RobotError(f"{where}; a URDF has <robot>, without a namespace prefix")
    unexpanded = cast("list[Element]", root.xpath("//*[starts-with(name(), 'xacro:')]"))
    if not unexpanded:
        return
    # xacro removes its directives, but old versions left calls of unknown macros in their output.
    directives = [element for element in unexpanded if tag_of(element) in _XACRO_DIRECTIVES]
    first = (directives or unexpanded)[0]
    where = f"<{shown(tag_of(first))}> (line {first.sourceline})"
    if directives or not children(root, "link"):
        raise RobotError(f"{where}: {XACRO_HELP}")
    warn(f"{source}: ignored {where}, a macro that xacro did not expand", RobotWarning)
