"""Reads the links of a URDF: masses, shapes and colours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...collision.shapes import Box, Capsule, Color, Cylinder, Geometry, Mesh, Shape, Sphere
from ...errors import RobotError
from ...robot import Inertial, Link
from ...transforms import Array, transform
from ..safe_text import located, shown
from ..safe_xml import (
    Element,
    attribute,
    children,
    describe,
    number,
    numbers,
    only_child,
    required_attribute,
    required_child,
    required_name,
    tag_of,
)
from .mesh_paths import MeshFinder

_SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")


def read_origin(element: Element) -> Array:
    """The 4x4 transform of an element's ``<origin>``: xyz [m], rpy about fixed axes [rad]."""
    origin = only_child(element, "origin")
    if origin is None:
        return np.eye(4)
    with located(describe(origin)):
        zero = (0.0, 0.0, 0.0)
        return transform(numbers(origin, "xyz", 3, zero), rpy=numbers(origin, "rpy", 3, zero))


def read_colors(robot: Element) -> dict[str, Color]:
    """The colours of named materials, which the robot or any link may define; the robot's have priority."""
    visuals = [visual for link in children(robot, "link") for visual in children(link, "visual")]
    colors: dict[str, Color] = {}
    for material in (m for owner in (robot, *visuals) for m in children(owner, "material")):
        name, color = material.get("name"), _color(material)
        if name and color is not None:
            colors.setdefault(name, color)
    return colors


def read_link(element: Element, colors: Mapping[str, Color], meshes: MeshFinder) -> Link:
    """The link that a ``<link>`` element describes."""
    with located(describe(element)):
        return Link(
            required_name(element),
            _inertial(element),
            tuple(_geometry(visual, colors, meshes) for visual in children(element, "visual")),
            tuple(_geometry(collision, {}, meshes) for collision in children(element, "collision")),
        )


def _inertial(link: Element) -> Inertial | None:
    element = only_child(link, "inertial")
    if element is None:
        return None
    with located(describe(element)):
        origin = read_origin(element)
        mass = required_child(element, "mass")
        with located(describe(mass)):
            kilograms = number(mass, "value")
        rotation = origin[:3, :3]
        return Inertial(kilograms, origin[:3, 3], rotation @ _inertia(element) @ rotation.T)


def _inertia(inertial: Element) -> Array:
    element = only_child(inertial, "inertia")
    if element is None:
        return np.zeros((3, 3))
    with located(describe(element)):
        ixx, iyy, izz = (number(element, name) for name in ("ixx", "iyy", "izz"))
        ixy, ixz, iyz = (number(element, name, 0.0) for name in ("ixy", "ixz", "iyz"))
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


def _geometry(element: Element, colors: Mapping[str, Color], meshes: MeshFinder) -> Geometry:
    with located(describe(element)):
        material = only_child(element, "material")
        color = None
        if material is not None:
            color = _color(material) or colors.get(material.get("name") or "")
        geometry = required_child(element, "geometry")
        with located(describe(geometry)):
            shape = _shape(geometry, meshes)
        return Geometry(shape, read_origin(element), color)


def _shape(geometry: Element, meshes: MeshFinder) -> Shape:
    found = children(geometry)
    if len(found) != 1:
        listed = ", ".join(f"<{shown(tag_of(shape))}>" for shape in found[:5]) or "none"
        raise RobotError(f"expected one shape of {', '.join(_SHAPES)}; got {listed}")
    element = found[0]
    with located(describe(element)):
        match tag_of(element):
            case "box":
                x, y, z = numbers(element, "size", 3)
                return Box((x, y, z))
            case "sphere":
                return Sphere(number(element, "radius"))
            case "cylinder":
                return Cylinder(number(element, "radius"), number(element, "length"))
            case "capsule":
                return Capsule(number(element, "radius"), number(element, "length"))
            case "mesh":
                uri = required_attribute(element, "filename")
                x, y, z = numbers(element, "scale", 3, (1.0, 1.0, 1.0))
                return Mesh(uri, meshes.find(uri), (x, y, z))
        raise RobotError(f"unknown shape; shapes are: {', '.join(_SHAPES)}")


def _color(material: Element) -> Color | None:
    with located(describe(material)):
        element = only_child(material, "color")
        if element is None or attribute(element, "rgba") is None:
            return None
        with located(describe(element)):
            # Colours do not matter for kinematics: values outside 0 to 1 are clipped, not refused.
            red, green, blue, alpha = (min(max(v, 0.0), 1.0) for v in numbers(element, "rgba", 4))
            return red, green, blue, alpha
