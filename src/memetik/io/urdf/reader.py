"""Reads robots from URDF files and texts; MJCF, SDF and unexpanded xacro are recognised and refused."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...errors import RobotError
from ...robot import Joint, Link, Robot
from ...robot.annotations import Annotations
from ...robot.description import Label
from ...robot.mimics import checked_mimic
from ...robot.topology import Topology
from ..faults import Faults
from ..safe_text import MAX_JOINTS, located, read_bytes, shown
from ..safe_xml import Element, children, describe, parse_xml, required_name, tag_of
from ..srdf import Semantics, read_with_faults, whole_robot_postures
from ..xacro import XACRO_HELP, expand, unknown_arguments
from .joint import read_joint
from .link import read_colors, read_link
from .mesh_paths import MeshFinder, PackageDirs

_OTHER_FORMATS = {"mujoco": "a MuJoCo model (MJCF)", "sdf": "an SDF file (Gazebo)"}
_XACRO_DIRECTIVES = frozenset(
    f"xacro:{name}"
    for name in ("arg", "call", "if", "include", "insert_block", "macro", "property", "unless")
)


def read_urdf(
    path: str | os.PathLike[str],
    *,
    package_dirs: PackageDirs = (),
    arguments: Mapping[str, object] | None = None,
    strict: bool = True,
) -> Robot:
    """The robot in a URDF file of at most 32 MiB and 10 000 joints.

    A ``.xacro`` file is expanded first, with the values ``arguments`` of its ``<xacro:arg>`` elements.

    ``package_dirs`` says where ``package://`` meshes are: a mapping from package to directory, or
    directories that are packages or contain them. Meshes are not read and may be missing.
    Faults that cannot affect kinematics are listed in ``robot.warnings`` and shown in one
    :class:`~memetik.RobotWarning`. Every other fault is a :class:`~memetik.RobotError` that names the file,
    the element and its line; without ``strict``, faults for which a repair is known are repaired, with a
    warning.
    """
    path = Path(path)
    source = path.name or str(path)
    faults = Faults(source, strict=strict)
    with located(source):
        content: str | bytes = read_bytes(path)
        meshes = MeshFinder(path.absolute().parent, package_dirs)
        if path.suffix.lower() == ".xacro":
            content = expand(path, arguments or {}, meshes.given_packages())
            for unknown in unknown_arguments(path, arguments or {}):
                faults.note(unknown)
        elif arguments:
            raise RobotError(f"arguments: only .xacro files have them, got {arguments!r}")
    robot = _with_srdf(_parsed(content, meshes, faults), path, faults)
    faults.warn()
    return robot


def parse_urdf(
    text: str | bytes,
    *,
    base_dir: str | os.PathLike[str] | None = None,
    package_dirs: PackageDirs = (),
    strict: bool = True,
    source: str = "<string>",
) -> Robot:
    """The robot in the text of a URDF file; error messages call the text ``source``.

    Meshes are looked up relative to ``base_dir`` and in ``package_dirs``, as in :func:`read_urdf`.
    """
    base = None if base_dir is None else Path(base_dir)
    faults = Faults(source, strict=strict)
    robot = _parsed(text, MeshFinder(base, package_dirs), faults)
    faults.warn()
    return robot


def read_yourdfpy(urdf: Any, *, package_dirs: PackageDirs = (), strict: bool = True) -> Robot:
    """The robot in a ``yourdfpy.URDF``."""
    return parse_urdf(urdf.write_xml_string(), package_dirs=package_dirs, strict=strict)


def _parsed(text: str | bytes, meshes: MeshFinder, faults: Faults) -> Robot:
    # numpy need not warn about overflow, because every result is checked to be finite.
    with located(faults.source), np.errstate(over="ignore", invalid="ignore"):
        name, topology = _tree(parse_xml(text, faults), meshes, faults)
        faults.note_odd_units(topology)
        return Robot._from_topology(name, topology, Annotations(faults.messages))


def _with_srdf(robot: Robot, path: Path, faults: Faults) -> Robot:
    """The robot with the postures of its SRDF: beside its file, or in a folder ``srdf`` beside its folder."""
    name = path.name.partition(".")[0] + ".srdf"
    found = (file for file in (path.with_name(name), path.parent.parent / "srdf" / name) if file.is_file())
    srdf = next(found, None)
    if srdf is None:
        return robot
    none = Semantics({}, {}, frozenset())
    semantics = faults.cosmetic(
        lambda: read_with_faults(srdf, robot, faults), none, "its postures are ignored"
    )
    return robot._annotated(Annotations(faults.messages, whole_robot_postures(semantics)))


def _tree(root: Element, meshes: MeshFinder, faults: Faults) -> tuple[str, Topology]:
    _check_format(root, faults)
    with faults.at(describe(root)):
        called = faults.source.strip("<>").partition(".")[0] or "robot"
        name = faults.cosmetic(lambda: required_name(root), called, f"the robot is called {called!r}")
        link_elements, joint_elements = children(root, "link"), children(root, "joint")
        if not link_elements:
            raise RobotError("no <link> directly inside it; a robot needs at least one")
    if len(joint_elements) > MAX_JOINTS:
        raise RobotError(f"{len(joint_elements)} joints; at most {MAX_JOINTS} are read")
    if len(link_elements) > MAX_JOINTS + 1:
        raise RobotError(f"{len(link_elements)} links; at most {MAX_JOINTS + 1} are read")
    colors = read_colors(root, faults)
    links = [read_link(element, colors, meshes, faults) for element in link_elements]
    joints = [read_joint(element, faults) for element in joint_elements]
    described = {
        id(part): describe(element)
        for part, element in zip((*links, *joints), (*link_elements, *joint_elements), strict=True)
    }

    def label(part: Link | Joint) -> str:
        return described[id(part)]

    joints, before = _with_known_masters(joints, label, faults), joints
    described |= {id(new): label(old) for new, old in zip(joints, before, strict=True)}
    return name, Topology.of([link for link in links if link is not None], joints, label)


def _with_known_masters(joints: list[Joint], label: Label, faults: Faults) -> list[Joint]:
    """The joints; a fault is a mimic of a joint that is missing or cannot be mimicked."""
    by_name = {joint.name: joint for joint in joints}

    def repaired(joint: Joint) -> Joint:
        free = replace(joint, mimic=None)
        return faults.repaired(
            lambda: checked_mimic(joint, by_name, label), free, "the joint moves by itself"
        )

    return [joint if joint.mimic is None else repaired(joint) for joint in joints]


def _check_format(root: Element, faults: Faults) -> None:
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
    faults.note(f"ignored {where}, a macro that xacro did not expand")
