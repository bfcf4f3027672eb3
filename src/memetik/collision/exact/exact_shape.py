"""Shapes of links and obstacles as geometries of coal."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ...errors import RobotError
from ...transforms import Array
from ..ellipsoid import Ellipsoid
from ..geometry import Shape
from ..height_field import HeightField
from ..mesh_files import triangles
from ..revolution import Revolution
from ..shapes import Box, Capsule, Cylinder, HalfSpace, Mesh, Sphere
from ..tube import PointCloud, Tube
from .coal_package import coal
from .columns import columns
from .mesh_solid import MeshSolid
from .pieces import Pieces, one_piece
from .wedges import contains, faces, wedges

Inside: TypeAlias = Callable[[Array], npt.NDArray[np.bool_]]
"""Whether points (N, 3) are inside."""

_SHAPES_KEPT = 256


class ExactShape:
    """A shape for coal, in its own frame.

    ``pieces`` decide whether it touches something: they are solid, or the surface of a closed or open mesh.
    ``points`` (K, 3) are in or on the shape, one of each connected part: a shape with a surface that is not
    crossed ``contains`` another one if it contains a point of it. ``contains(points)`` is None where coal
    misses nothing. ``why_open`` says why a mesh has no inside.
    """

    def __init__(
        self,
        pieces: Pieces,
        points: Array,
        *,
        parts: Callable[[], Pieces] | None = None,
        contains: Inside | None = None,
        why_open: str = "",
        parts_cover: bool = False,
    ) -> None:
        self.pieces, self.points, self.why_open = pieces, points, why_open
        self.contains, self._parts, self._parts_cover = contains, parts, parts_cover

    @cached_property
    def parts(self) -> Pieces:
        """Convex parts that cover it, for distances."""
        return self.pieces if self._parts is None else self._parts()

    @cached_property
    def cover(self) -> Pieces:
        """Pieces that are quickly found, and cover it and what is inside: its parts, or those around which
        there is a box.
        """
        return self.parts if self._parts_cover else self.pieces


def exact_shape(shape: Shape) -> ExactShape:
    """The shape for coal; RobotError if a mesh cannot be read, or the shape has no surface.

    >>> from memetik.collision import Tube
    >>> len(exact_shape(Tube([(0, 0, 0), (0, 0, 1), (1, 0, 1)], 0.1)).pieces)
    2
    """
    version = None
    if isinstance(shape, Mesh) and shape.path is not None and shape.path.is_file():
        file = shape.path.stat()
        version = (file.st_mtime_ns, file.st_size)
    return _exact_shape(shape, version)


@lru_cache(maxsize=_SHAPES_KEPT)
def _exact_shape(shape: Shape, version: object) -> ExactShape:
    if isinstance(shape, Mesh):
        corners = triangles(shape)
        if corners is None:
            raise RobotError(f"mesh {shape.uri}: its file is missing or cannot be read")
        mesh = MeshSolid(corners, f"mesh {shape.uri}")
        return _of_mesh(mesh, lambda: mesh.parts)
    if isinstance(shape, HeightField):
        field = MeshSolid(shape._faces(), repr(shape))
        return _of_mesh(field, lambda: columns(shape))
    if isinstance(shape, Revolution):
        solid = MeshSolid(faces(shape), repr(shape))
        return _of_mesh(solid, lambda: wedges(shape), partial(contains, shape), quick_parts=True)
    if isinstance(shape, (Tube, PointCloud)):
        items = shape._pieces()
        poses = np.array([item.origin for item in items])
        return ExactShape(Pieces([_primitive(item.shape) for item in items], poses), poses[:, :3, 3])
    return ExactShape(one_piece(_primitive(shape)), np.zeros((1, 3)))


def _of_mesh(
    mesh: MeshSolid,
    parts: Callable[[], Pieces],
    inside: Inside | None = None,
    *,
    quick_parts: bool = False,
) -> ExactShape:
    own = mesh.contains if mesh.closed else None
    return ExactShape(
        mesh.surface,
        mesh.points,
        parts=parts,
        contains=inside or own,
        why_open=mesh.why_open,
        parts_cover=quick_parts,
    )


def _primitive(shape: Shape) -> Any:
    library = coal()
    if isinstance(shape, Box):
        return library.Box(*shape.size)
    if isinstance(shape, Sphere):
        return library.Sphere(shape.radius)
    if isinstance(shape, Cylinder):
        return library.Cylinder(shape.radius, shape.length)
    if isinstance(shape, Capsule):
        return library.Capsule(shape.radius, shape.length)
    if isinstance(shape, Ellipsoid):
        return library.Ellipsoid(*shape.radii)
    if isinstance(shape, HalfSpace):
        return library.Halfspace(np.array([0.0, 0.0, 1.0]), 0.0)
    raise RobotError(f"{shape!r} has no exact surface: use the mesh that it was made of")
