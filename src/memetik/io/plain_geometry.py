"""Shapes and where they are, as plain dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..collision.shapes import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere
from ..errors import RobotError


def geometry_to_dict(geometry: Geometry) -> dict[str, Any]:
    """The plain form of a shape and its place."""
    shape = geometry.shape
    result: dict[str, Any] = {"shape": type(shape).__name__.lower(), "origin": geometry.origin.tolist()}
    if isinstance(shape, Box):
        result["size"] = list(shape.size)
    elif isinstance(shape, Sphere):
        result["radius"] = shape.radius
    elif isinstance(shape, (Cylinder, Capsule)):
        result |= {"radius": shape.radius, "length": shape.length}
    elif isinstance(shape, Mesh):
        result |= {"uri": shape.uri, "scale": list(shape.scale)}
        result["path"] = None if shape.path is None else str(shape.path)
    if geometry.color is not None:
        result["color"] = list(geometry.color)
    return result


def geometry_from_dict(data: Mapping[str, Any]) -> Geometry:
    """The shape and its place of a plain form."""
    color = data.get("color")
    rgba = None if color is None else tuple(float(value) for value in color)
    return Geometry(_shape_from_dict(data), data["origin"], rgba)  # type: ignore[arg-type]


def _shape_from_dict(data: Mapping[str, Any]) -> Shape:
    kind = data["shape"]
    if kind == "box":
        return Box(tuple(data["size"]))
    if kind == "sphere":
        return Sphere(data["radius"])
    if kind == "cylinder":
        return Cylinder(data["radius"], data["length"])
    if kind == "capsule":
        return Capsule(data["radius"], data["length"])
    if kind == "halfspace":
        return HalfSpace()
    if kind == "mesh":
        path = data.get("path")
        return Mesh(data["uri"], None if path is None else Path(path), tuple(data["scale"]))
    raise RobotError(f"unknown shape {kind!r}; shapes are: box, sphere, cylinder, capsule, halfspace, mesh")
