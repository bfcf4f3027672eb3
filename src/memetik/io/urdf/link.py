"""Reads the links of a URDF: masses, shapes and colours."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ...collision.shapes import Box, Capsule, Color, Cylinder, Geometry, Mesh, Shape, Sphere
from ...errors import RobotError
from ...robot import Inertial, Link
from ...rotations import rotation_from_rpy
from ...transforms import Array, transform
from ..faults import Faults
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
from .single import first_child

_FULL_TURN = 6.3  # [rad], a little more, for files that round it
_SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")


def read_origin(origin: Element | None, faults: Faults) -> Array:
    """The 4x4 transform of an ``<origin>``: xyz [m], rpy about fixed axes [rad]; identity if it is None."""
    if origin is None:
        return np.eye(4)
    with faults.at(describe(origin)):
        zero = (0.0, 0.0, 0.0)
        rpy = numbers(origin, "rpy", 3, zero)
        largest = max(rpy, key=abs)
        if abs(largest) > _FULL_TURN:
            faults.note(f"rpy: {largest:g} rad is more than a full turn; the angles are perhaps degrees")
        placed = transform(numbers(origin, "xyz", 3, zero))
        placed[:3, :3] = rotation_from_rpy(rpy)
        return placed


def read_colors(robot: Element, faults: Faults) -> dict[str, Color]:
    """The colours of named materials, which the robot or any link may define; the robot's have priority."""
    colors: dict[str, Color] = {}

    def define(material: Element, color: Color | None) -> None:
        if material.get("name") and color is not None:
            colors.setdefault(material.get("name") or "", color)

    for material in children(robot, "material"):
        define(material, _noted_color(material, faults))
    for visual in (visual for link in children(robot, "link") for visual in children(link, "visual")):
        for material in children(visual, "material"):
            with contextlib.suppress(RobotError):  # noted when the visual is read
                define(material, _color(material))
    return colors


def read_link(
    element: Element, colors: Mapping[str, Color], meshes: MeshFinder, faults: Faults
) -> Link | None:
    """The link that a ``<link>`` element describes; None if it has no name and that is repaired."""
    with faults.at(describe(element)):
        name = faults.repaired(lambda: required_name(element), None, "the link is left out")
        if name is None:
            return None
        visuals = [_visual(visual, colors, meshes, faults) for visual in children(element, "visual")]
        collisions = [_collision(collision, meshes, faults) for collision in children(element, "collision")]
        return Link(
            name,
            _inertial(first_child(element, "inertial", faults), faults),
            tuple(visual for visual in visuals if visual is not None),
            tuple(collision for collision in collisions if collision is not None),
        )


def _inertial(element: Element | None, faults: Faults) -> Inertial | None:
    if element is None:
        return None
    with faults.at(describe(element)):
        return faults.repaired(lambda: _mass_and_inertia(element, faults), None, "the link has no mass")


def _mass_and_inertia(inertial: Element, faults: Faults) -> Inertial:
    origin = read_origin(only_child(inertial, "origin"), faults)
    mass = required_child(inertial, "mass")
    with located(describe(mass)):
        kilograms = number(mass, "value")
    # No kinematics depends on the inertia.
    inertia = faults.cosmetic(
        lambda: _turned(_inertia(inertial), origin[:3, :3]), np.zeros((3, 3)), "the inertia is ignored"
    )
    return Inertial(kilograms, origin[:3, 3], inertia)


def _turned(inertia: Array, rotation: Array) -> Array:
    turned: Array = rotation @ inertia @ rotation.T
    if not np.isfinite(turned).all():
        raise RobotError("inertia: not finite")
    return turned


def _inertia(inertial: Element) -> Array:
    element = only_child(inertial, "inertia")
    if element is None:
        return np.zeros((3, 3))
    with located(describe(element)):
        ixx, iyy, izz = (number(element, name) for name in ("ixx", "iyy", "izz"))
        ixy, ixz, iyz = (number(element, name, 0.0) for name in ("ixy", "ixz", "iyz"))
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])


def _visual(
    element: Element, colors: Mapping[str, Color], meshes: MeshFinder, faults: Faults
) -> Geometry | None:
    with faults.at(describe(element)):
        origin = first_child(element, "origin", faults, cosmetic=True)
        placed = faults.cosmetic(
            lambda: _geometry(element, origin, meshes, faults), None, "the visual is left out"
        )
        if placed is None:
            return None
        material = first_child(element, "material", faults, cosmetic=True)
        if material is None:
            return placed
        color = _noted_color(material, faults) or colors.get(material.get("name") or "")
        return replace(placed, color=color)


def _collision(element: Element, meshes: MeshFinder, faults: Faults) -> Geometry | None:
    """A shape for collisions; a fault is not cosmetic, because the link would keep less clearance."""
    with faults.at(describe(element)):
        origin = first_child(element, "origin", faults)
        return faults.repaired(
            lambda: _geometry(element, origin, meshes, faults), None, "the shape is left out"
        )


def _geometry(element: Element, origin: Element | None, meshes: MeshFinder, faults: Faults) -> Geometry:
    geometry = required_child(element, "geometry")
    with located(describe(geometry)):
        shape = _shape(geometry, meshes)
    return Geometry(shape, read_origin(origin, faults))


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


def _noted_color(material: Element, faults: Faults) -> Color | None:
    return faults.cosmetic(lambda: _color(material), None, "its colour is ignored")


def _color(material: Element) -> Color | None:
    with located(describe(material)):
        element = only_child(material, "color")
        if element is None or attribute(element, "rgba") is None:
            return None
        with located(describe(element)):
            # Colours do not matter for kinematics: values outside 0 to 1 are clipped, not refused.
            red, green, blue, alpha = (min(max(v, 0.0), 1.0) for v in numbers(element, "rgba", 4))
            return red, green, blue, alpha
