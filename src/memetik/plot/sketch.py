"""Draws robots in a terminal with Unicode Braille characters, without any dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..collision.mesh_files import triangles
from ..collision.shapes import Mesh
from ..errors import MemetikError
from ..models.postures import presentation
from ..transforms import Array, finite_vector
from .camera import THREE_QUARTER, view_axes
from .mesh_outlines import outline, warn_of_undrawn_meshes
from .posed_shapes import placed, posed_shapes
from .raster import cover

if TYPE_CHECKING:
    from ..robot.robot import Robot

_DOTS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])  # the bits of a Braille character
_CREASE = 0.04  # a line is drawn where the depth jumps by this fraction of the robot's size


def sketch(
    robot: Robot,
    q: npt.ArrayLike | None = None,
    *,
    columns: int = 32,
    rows: int = 12,
    view: tuple[float, float] = THREE_QUARTER,
) -> str:
    """A line drawing of ``robot`` at ``q``, by default a typical posture, as lines of text.

    It fills ``rows`` lines of ``columns`` characters, of 2 x 4 dots each; ``view`` is azimuth and
    elevation [rad] as in :func:`~memetik.plot.picture.render`. Links without shapes, and those whose meshes
    cannot be read, are drawn as sticks.
    """
    if columns < 1 or rows < 1:
        raise MemetikError(f"columns, rows: expected at least 1 each, got {columns} and {rows}")
    azimuth, elevation = finite_vector(view, 2, "view (azimuth, elevation)")
    right, up, forward = view_axes(float(azimuth), float(elevation))
    posture = presentation(robot) if q is None else robot.pack({}, base=q)
    warn_of_undrawn_meshes(robot)
    shapes = posed_shapes(robot, posture, outline)
    onto_paper = np.column_stack([right, -up, forward])
    spans = ((outline(item.shape), item.pose) for item in shapes)
    corners = np.vstack([placed(points, pose) for points, pose in spans if points is not None]) @ onto_paper
    low, high = corners.min(axis=0), corners.max(axis=0)
    extent = np.maximum(high - low, 1e-9)
    paper = np.array([2 * columns - 1, 4 * rows - 1])
    scale = float((paper / extent[:2]).min())
    middle = np.array([*(low + high)[:2] / 2, 0.0])
    zoom, shift = np.array([scale, scale, 1.0]), np.array([*paper / 2, 0.0])

    depth = np.full((4 * rows, 2 * columns), np.inf)
    for item in shapes:
        faces = triangles(item.shape) if isinstance(item.shape, Mesh) else item.shape._faces()
        points = item.shape.surface(scale) if faces is None else faces
        dots = zoom * (placed(points, item.pose) @ onto_paper - middle) + shift  # column, row, depth
        _draw(dots, depth)
    return _braille(_edges(depth, _CREASE * float(extent.max())))


def _draw(dots: Array, depth: Array) -> None:
    """Enter dots (N, 3) or triangles of dots (F, 3, 3) into the buffer of the smallest depths."""
    if dots.ndim == 3:
        for covered in cover(dots[..., :2] + 0.5, dots[..., 2], depth.shape[::-1]):
            np.minimum.at(depth, (covered.row, covered.column), covered.value)
    else:
        x, y = np.clip(np.rint(dots[:, :2]).astype(np.int64), 0, np.array(depth.shape[::-1]) - 1).T
        np.minimum.at(depth, (y, x), dots[:, 2])


def _edges(depth: Array, step: float) -> npt.NDArray[np.bool_]:
    """The dots at edges: where the background, or a surface at least ``step`` farther away, begins.

    An edge is steeper than the surfaces on both of its sides, which excludes inclined and round surfaces.
    """
    height, width = depth.shape
    around = np.pad(depth, 2, constant_values=np.inf)
    solid = np.isfinite(depth)
    edges = np.zeros_like(solid)
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        before, after, beyond = (
            around[2 + k * dy : 2 + k * dy + height, 2 + k * dx : 2 + k * dx + width] for k in (-1, 1, 2)
        )
        with np.errstate(invalid="ignore"):  # inf - inf in the background
            rise, drop, slope = depth - before, after - depth, beyond - after
            crease = drop - np.maximum(np.where(np.isfinite(rise), rise, 0.0), np.maximum(slope, 0.0)) > step
        edges |= solid & (np.isinf(after) | crease)
    return edges


def _braille(dots: npt.NDArray[np.bool_]) -> str:
    rows, columns = dots.shape[0] // 4, dots.shape[1] // 2
    codes = (dots.reshape(rows, 4, columns, 2) * _DOTS[None, :, None, :]).sum(axis=(1, 3))
    return "\n".join("".join(chr(0x2800 + code) if code else " " for code in row) for row in codes)
