"""Reading URDF, strictly: what cannot be is refused with file, element and line, never repaired.

The format is described at https://wiki.ros.org/urdf/XML. Elements of other tools (gazebo,
transmission, ros2_control, sensors, anything with a namespace prefix) are ignored.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np

from ..errors import RobotError, RobotWarning, warn
from ..robot.description import Joint, JointType, Link, Mimic, joint_type
from ..robot.topology import depth_first, resolve_mimics
from ._text import located, read_bytes, shown
from ._urdf_link import read_colors, read_link, read_origin
from ._xml import (
    Element,
    children,
    describe,
    number,
    numbers,
    only_child,
    parse_xml,
    required_attribute,
    required_child,
    required_name,
    tag_of,
)
from .mesh_paths import MeshFinder, PackageDirs
from .parsed import ParsedRobot
from .xacro import XACRO_HELP, expand

MAX_JOINTS = 10_000

_JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_OTHER_FORMATS = {"mujoco": "a MuJoCo model (MJCF)", "sdf": "an SDF file (Gazebo)"}
_XACRO_DIRECTIVES = frozenset(
    f"xacro:{name}"
    for name in ("arg", "call", "if", "include", "insert_block", "macro", "property", "unless")
)
_X_AXIS = (1.0, 0.0, 0.0)


def read_urdf(path: str | os.PathLike[str], *, package_dirs: PackageDirs = ()) -> ParsedRobot:
    """The robot in a URDF file of at most 32 MiB and 10 000 joints.

    ``package_dirs`` says where ``package://`` meshes are: a mapping from package to directory, or
    directories that are packages or contain them. Meshes are not read, and may be missing.
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
    base_dir: Path | None = None,
    package_dirs: PackageDirs = (),
    source: str = "<string>",
) -> ParsedRobot:
    """The robot in the text of a URDF file; errors call it ``source``.

    Meshes are looked for relative to ``base_dir`` and as :func:`read_urdf` says.
    """
    # Overflow in hostile numbers needs no warning: every result is checked to be finite.
    with located(source), np.errstate(over="ignore", invalid="ignore"):
        return _robot(parse_xml(text), MeshFinder(base_dir, package_dirs), source)


def _robot(root: Element, meshes: MeshFinder, source: str) -> ParsedRobot:
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
    joints = [_joint(element) for element in joint_elements]
    described = dict(zip(map(id, (*links, *joints)), (*link_elements, *joint_elements), strict=True))

    def label(element: Link | Joint) -> str:
        return describe(described[id(element)])

    ordered_links, ordered_joints = depth_first(links, joints, label)
    return ParsedRobot(name, ordered_links, resolve_mimics(ordered_joints, label))


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


def _joint(element: Element) -> Joint:
    with located(describe(element)):
        name = required_name(element)
        type = joint_type(required_attribute(element, "type"), known=_JOINT_TYPES)
        mimic = _mimic(element) if type != "fixed" else None
        limit = only_child(element, "limit")
        lower, upper = _range(limit, type, mimic)
        velocity, effort = _rates(limit)
        return Joint(
            name,
            type,
            _end(element, "parent"),
            _end(element, "child"),
            read_origin(element),
            np.array(_axis(element, type)),
            lower,
            upper,
            velocity,
            effort,
            mimic,
        )


def _end(joint: Element, role: str) -> str:
    element = required_child(joint, role)
    with located(describe(element)):
        return required_name(element, "link")


def _axis(joint: Element, type: JointType) -> Sequence[float]:
    element = only_child(joint, "axis")
    if element is None:
        return _X_AXIS
    with located(describe(element)):
        axis = numbers(element, "xyz", 3)
    # These have no axis, and exporters write "0 0 0" there.
    return _X_AXIS if type in ("fixed", "floating") else axis


def _range(
    limit: Element | None, type: JointType, mimic: Mimic | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Lower and upper limit [rad] or [m] of a revolute or prismatic joint; others have none."""
    if type not in ("revolute", "prismatic"):
        return (), ()
    if limit is None or (limit.get("lower") is None and limit.get("upper") is None):
        if mimic is not None:
            return (), ()
        advice = ', or type="continuous" if it turns without end' if type == "revolute" else ""
        missing = "the <limit> element is missing" if limit is None else f"{describe(limit)} has no range"
        raise RobotError(f"{missing}; a {type} joint needs lower and upper{advice}")
    with located(describe(limit)):
        return (number(limit, "lower", 0.0),), (number(limit, "upper", 0.0),)


def _rates(limit: Element | None) -> tuple[float, float]:
    """Largest velocity [rad/s] or [m/s] and effort [N m] or [N]; infinite where not given."""
    if limit is None:
        return np.inf, np.inf
    with located(describe(limit)):
        return number(limit, "velocity", np.inf), number(limit, "effort", np.inf)


def _mimic(joint: Element) -> Mimic | None:
    element = only_child(joint, "mimic")
    if element is None:
        return None
    with located(describe(element)):
        return Mimic(
            required_name(element, "joint"),
            number(element, "multiplier", 1.0),
            number(element, "offset", 0.0),
        )
