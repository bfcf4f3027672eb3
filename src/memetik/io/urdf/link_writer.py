"""Writes the links of a URDF: masses, shapes and colours."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from lxml import etree

from ...collision.shapes import Box, Capsule, Color, Cylinder, Geometry, Mesh, Shape, Sphere
from ...collision.tube import PointCloud, Tube
from ...errors import RobotError
from ...robot import Inertial, Link
from ...transforms import transform
from ..safe_xml import Element
from .texts import name_text, number_text, numbers_text, origin_attributes


class LinkWriter:
    """Adds ``<link>`` elements to ``root``; files of meshes are written relative to ``base_dir``, if given.

    ``left_out`` lists the shapes that URDF does not have.
    """

    def __init__(self, root: Element, base_dir: Path | None) -> None:
        self.left_out: list[str] = []
        self._root = root
        self._base_dir = base_dir
        self._materials: dict[Color, str] = {}

    def add(self, link: Link) -> None:
        """Add one link."""
        element = etree.SubElement(self._root, "link", {"name": name_text(link.name)})
        if link.inertial is not None:
            _add_inertial(element, link.inertial)
        for tag, placed in (("visual", link.visuals), ("collision", link.collisions)):
            for geometry in placed:
                if not self._is_known(geometry.shape):
                    kind = type(geometry.shape).__name__
                    file = " without a file" if isinstance(geometry.shape, Mesh) else ""
                    self.left_out.append(f"a {kind}{file} of link {link.name!r}")
                    continue
                for part in _parts(geometry):
                    self._add_shape(etree.SubElement(element, tag), part, is_drawn=tag == "visual")

    def _is_known(self, shape: Shape) -> bool:
        if isinstance(shape, Mesh):
            return bool(shape.uri.strip())
        return isinstance(shape, (Box, Capsule, Cylinder, PointCloud, Sphere, Tube))

    def _add_shape(self, element: Element, part: Geometry, *, is_drawn: bool) -> None:
        etree.SubElement(element, "origin", origin_attributes(part.origin))
        geometry = etree.SubElement(element, "geometry")
        match part.shape:
            case Box(size):
                etree.SubElement(geometry, "box", {"size": numbers_text(size)})
            case Sphere(radius):
                etree.SubElement(geometry, "sphere", {"radius": number_text(radius)})
            case Cylinder(radius, length):
                lengths = {"radius": number_text(radius), "length": number_text(length)}
                etree.SubElement(geometry, "cylinder", lengths)
            case Mesh() as mesh:
                attributes = {"filename": name_text(self._file(mesh)), "scale": numbers_text(mesh.scale)}
                etree.SubElement(geometry, "mesh", attributes)
        if is_drawn and part.color is not None:
            name = self._materials.setdefault(part.color, f"color_{len(self._materials) + 1}")
            material = etree.SubElement(element, "material", {"name": name})
            etree.SubElement(material, "color", {"rgba": numbers_text(part.color)})

    def _file(self, mesh: Mesh) -> str:
        """The file name of a mesh as in the robot's file; a relative one is relative to ``base_dir``."""
        is_relative = "://" not in mesh.uri and not Path(mesh.uri).is_absolute()
        if self._base_dir is None or mesh.path is None or not is_relative:
            return mesh.uri
        return Path(os.path.relpath(mesh.path, self._base_dir)).as_posix()


def _parts(geometry: Geometry) -> Iterator[Geometry]:
    """The shapes to write for one shape. Few readers know capsules: a cylinder and two spheres are one."""
    match geometry.shape:
        case Capsule(radius, length):
            yield Geometry(Cylinder(radius, length), geometry.origin, geometry.color)
            for end in (-length / 2, length / 2):
                place = geometry.origin @ transform((0.0, 0.0, end))
                yield Geometry(Sphere(radius), transform(place[:3, 3]), geometry.color)
        case Tube() | PointCloud():
            for piece in geometry._pieces():
                yield from _parts(piece)
        case _:
            yield geometry


def _add_inertial(link: Element, inertial: Inertial) -> None:
    matrix = inertial.inertia
    if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=1e-12 * np.abs(matrix).max()):
        raise RobotError(f"the inertia is not symmetric: {matrix.tolist()}; URDF has six numbers for it")
    symmetric = (matrix + matrix.T) / 2
    element = etree.SubElement(link, "inertial")
    etree.SubElement(element, "origin", {"xyz": numbers_text(inertial.com), "rpy": "0 0 0"})
    etree.SubElement(element, "mass", {"value": number_text(inertial.mass)})
    entries = {
        f"i{row}{column}": number_text(symmetric["xyz".index(row), "xyz".index(column)])
        for row, column in ("xx", "xy", "xz", "yy", "yz", "zz")
    }
    etree.SubElement(element, "inertia", entries)
