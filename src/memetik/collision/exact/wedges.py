"""The faces and the convex pieces of a solid of revolution."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ... import _core
from ...transforms import Array
from ..revolution import Revolution
from .coal_package import convex_hull
from .pieces import Pieces

_FEWEST, _MOST = 96, 384
DEVIATION = 2e-5
"""How far the wedges may extend beyond the solid [m], unless it is so large that ``_MOST`` of them are not
enough."""


def wedges(shape: Revolution) -> Pieces:
    """Wedges around the axis whose union contains the solid and extends hardly beyond it.

    The profile is divided into convex polygons. A wedge is the convex hull of a polygon at both sides of its
    sector, and of the polygon in the middle of the sector with radii that are larger by as much as the arc
    extends beyond its chord.
    """
    count = sectors(shape)
    angles = np.arange(count) * 2 * np.pi / count
    geometries, poses = [], []
    for polygon in convex_polygons(shape.profile):
        wedge = convex_hull(_wedge_corners(shape.profile[polygon], np.pi / count))
        geometries += [wedge] * count
        poses.append(_turns(angles))
    return Pieces(geometries, np.concatenate(poses))


def faces(shape: Revolution) -> Array:
    """The triangles (F, 3, 3) of a closed surface around the wedges: edges that face the axis are as they
    are, and the radii of the others are larger by as much as the arc extends beyond its chord.
    """
    count, profile = sectors(shape), shape.profile
    ahead = np.roll(profile, -1, axis=0)
    area = float((profile[:, 0] * ahead[:, 1] - ahead[:, 0] * profile[:, 1]).sum())
    is_inner = (ahead[:, 1] - profile[:, 1]) * area < 0
    scale = np.where(is_inner, 1.0, 1 / math.cos(math.pi / count))[:, None] ** [[1.0, 0.0]]
    corners = np.stack([profile * scale, ahead * scale], axis=1).reshape(-1, 2)
    corners = corners[(corners != np.roll(corners, 1, axis=0)).any(axis=1)]
    angles = np.arange(count + 1) % count * 2 * np.pi / count
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    flat = corners[:, None, :1] * ring
    points = np.concatenate([flat, np.broadcast_to(corners[:, None, 1:], (*flat.shape[:2], 1))], axis=2)
    a, b = points, np.roll(points, -1, axis=0)
    first = np.stack([a[:, :-1], a[:, 1:], b[:, :-1]], axis=2).reshape(-1, 3, 3)
    second = np.stack([a[:, 1:], b[:, 1:], b[:, :-1]], axis=2).reshape(-1, 3, 3)
    both = np.vstack([first, second])
    doubled = np.cross(both[:, 1] - both[:, 0], both[:, 2] - both[:, 0])
    return np.asarray(both[(doubled != 0).any(axis=1)])  # corners on the axis have one triangle


def contains(shape: Revolution, points: Array) -> npt.NDArray[np.bool_]:
    """Whether points (N, 3) are inside: a ray towards larger radii crosses an odd number of edges."""
    r, z = np.hypot(points[:, 0], points[:, 1])[:, None], points[:, 2, None]
    (r0, z0), (r1, z1) = shape.profile.T, np.roll(shape.profile, -1, axis=0).T
    slope = (r1 - r0) / np.where(z1 == z0, 1.0, z1 - z0)
    crossed = ((z0 > z) != (z1 > z)) & (r < r0 + (z - z0) * slope)
    return np.asarray(np.count_nonzero(crossed, axis=1) % 2 == 1)


def sectors(shape: Revolution) -> int:
    """How many wedges there are around the axis."""
    radius = float(shape.profile[:, 0].max())
    needed = math.ceil(math.pi * math.sqrt(radius / (2 * DEVIATION)))
    return min(max(needed, _FEWEST), _MOST)


def convex_polygons(profile: Array) -> list[list[int]]:
    """The corners of convex polygons whose union is the polygon ``profile`` (N, 2), as indices.

    Triangles are merged across common edges as long as the result is convex (Hertel and Mehlhorn 1983).
    """
    flat = np.column_stack([profile, np.zeros(len(profile))])
    polygons = [list(map(int, row)) for row in _core.triangulate(flat)]
    polygons = [row if _turn(profile, row) > 0 else row[::-1] for row in polygons if _turn(profile, row)]
    merged = True
    while merged:
        merged = False
        for i in range(len(polygons)):
            for j in range(i + 1, len(polygons)):
                union = _merged(polygons[i], polygons[j])
                if union is not None and _is_convex(profile[union]):
                    polygons[i] = union
                    del polygons[j]
                    merged = True
                    break
            if merged:
                break
    return polygons


def _merged(first: list[int], second: list[int]) -> list[int] | None:
    """The polygon of two counterclockwise ones that have an edge in common, or None."""
    edges = {(second[k], second[(k + 1) % len(second)]): k for k in range(len(second))}
    for k, a in enumerate(first):
        b = first[(k + 1) % len(first)]
        if (b, a) in edges:
            start = edges[b, a]
            others = [second[(start + 1 + n) % len(second)] for n in range(1, len(second) - 1)]
            return first[: k + 1] + others + first[k + 1 :]
    return None


def _is_convex(corners: Array) -> bool:
    ahead = np.roll(corners, -1, axis=0) - corners
    behind = np.roll(ahead, 1, axis=0)
    return bool((behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0] >= 0).all())


def _turn(profile: Array, row: list[int]) -> float:
    a, b, c = profile[row]
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _wedge_corners(polygon: Array, half: float) -> Array:
    """Corners (N, 3) of a wedge from -half to half [rad] about z."""
    middle = polygon * (1 / math.cos(half), 1.0)
    rows = []
    for corners, angle in ((polygon, -half), (polygon, half), (middle, 0.0)):
        r, z = corners.T
        rows.append(np.column_stack([r * math.cos(angle), r * math.sin(angle), z]))
    return np.vstack(rows)


def _turns(angles: npt.NDArray[np.float64]) -> Array:
    """Rotations (N, 4, 4) about z."""
    poses = np.tile(np.eye(4), (len(angles), 1, 1))
    poses[:, 0, 0] = poses[:, 1, 1] = np.cos(angles)
    poses[:, 1, 0] = np.sin(angles)
    poses[:, 0, 1] = -poses[:, 1, 0]
    return poses
