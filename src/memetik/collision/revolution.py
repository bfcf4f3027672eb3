"""Solids of revolution: vessels, tanks, pipes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import RobotError
from ..transforms import Array
from .array_shape import _ArrayShape, rows_of
from .geometry import Bounds
from .segment_distance import segment_distances

_AROUND = 48  # faces of pictures


@dataclass(frozen=True, eq=False, repr=False)
class Revolution(_ArrayShape):
    """The solid that a polygon sweeps out about z: vessels, tanks, pipes.

    ``profile`` (N, 2) has the corners (r, z) [m] of the polygon, r at least 0, in order; the last is joined
    to the first. A vessel is the outline of its wall, a solid body includes the axis.

    >>> pipe = Revolution([(0.1, 0), (0.12, 0), (0.12, 1), (0.1, 1)])
    >>> pipe.at().distance([(0, 0, 0.5), (0, 0.11, 0.5)]).round(6)
    array([ 0.1 , -0.01])
    """

    profile: Array

    def __post_init__(self) -> None:
        profile = rows_of(self.profile, 2, 3, "profile")
        if (profile[0] == profile[-1]).all():
            profile = profile[:-1]
        _check(profile)
        self._set(profile=profile)

    def __repr__(self) -> str:
        return f"<Revolution of {len(self.profile)} corners>"

    def outline(self) -> Array:
        """Points (N, 3) on circles through the corners."""
        return self._around(self.profile, 16).reshape(-1, 3)

    def surface(self, density: float) -> Array:
        """Points (N, 3) on the surface."""
        rows = []
        for start, end in zip(*self._edges(), strict=True):
            steps = 2 + int(1.3 * density * np.linalg.norm(end - start))
            around = 8 + int(1.3 * density * 2 * np.pi * max(start[0], end[0]))
            share = np.linspace(0, 1, steps)[:, None]
            rows.append(self._around(start + share * (end - start), around).reshape(-1, 3))
        return np.vstack(rows)

    def _faces(self) -> Array:
        starts, ends = (self._around(rows, _AROUND) for rows in self._edges())
        next_starts, next_ends = np.roll(starts, -1, axis=1), np.roll(ends, -1, axis=1)
        faces = np.stack(
            [np.stack([starts, next_starts, ends], axis=2), np.stack([next_starts, next_ends, ends], axis=2)]
        )
        return faces.reshape(-1, 3, 3)

    def _bounds(self) -> Bounds:
        r, (low, high) = self.profile[:, 0].max(), (self.profile[:, 1].min(), self.profile[:, 1].max())
        return np.array([-r, -r, low]), np.array([r, r, high])

    def _distances(self, points: Array) -> Array:
        r, z = np.hypot(points[:, 0], points[:, 1]), points[:, 2]
        starts, ends = (np.insert(rows, 1, 0.0, axis=1) for rows in self._edges())
        away = segment_distances(np.column_stack([r, np.zeros_like(r), z]), starts, ends)
        return np.where(_is_inside(self.profile, r, z), -away, away)

    def _edges(self) -> tuple[Array, Array]:
        """The edges that are surface; those on the axis are not."""
        starts, ends = self.profile, np.roll(self.profile, -1, axis=0)
        kept = (starts[:, 0] > 0) | (ends[:, 0] > 0)
        return starts[kept], ends[kept]

    @staticmethod
    def _around(rows: Array, count: int) -> Array:
        """Points (N, count, 3) on circles through rows (r, z)."""
        angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
        ring = np.column_stack([np.cos(angles), np.sin(angles)])
        flat = rows[:, 0, None, None] * ring
        return np.concatenate([flat, np.broadcast_to(rows[:, 1, None, None], (*flat.shape[:2], 1))], axis=2)


def _is_inside(profile: Array, r: Array, z: Array) -> npt.NDArray[np.bool_]:
    """Whether a ray towards larger r crosses an odd number of edges."""
    inside = np.zeros(len(r), dtype=bool)
    for a, b in zip(profile, np.roll(profile, -1, axis=0), strict=True):
        if a[1] == b[1]:
            continue
        spans = (a[1] > z) != (b[1] > z)
        inside ^= spans & (r < a[0] + (z - a[1]) * ((b[0] - a[0]) / (b[1] - a[1])))
    return inside


def _check(profile: Array) -> None:
    if len(profile) < 3:
        raise RobotError("profile: expected at least 3 corners")
    if (profile[:, 0] < 0).any():
        raise RobotError(f"profile: r is negative at corner {int((profile[:, 0] < 0).argmax())}")
    a, b = profile, np.roll(profile, -1, axis=0)
    size = np.ptp(profile, axis=0).max()
    lengths = np.linalg.norm(b - a, axis=1)
    if (lengths <= 1e-9 * size).any():
        raise RobotError(f"profile: corner {int((lengths <= 1e-9 * size).argmax())} is repeated")
    area = abs(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())) / 2
    if area <= 1e-12 * size**2:
        raise RobotError("profile: its area is zero")
    count = len(profile)
    turn = _cross(b - a, np.roll(b - a, -1, axis=0))
    back = ((b - a) * np.roll(b - a, -1, axis=0)).sum(axis=1) < 0
    spikes = (np.abs(turn) <= 1e-12 * lengths * np.roll(lengths, -1)) & back
    if spikes.any():
        raise RobotError(f"profile: it turns back at corner {(int(spikes.argmax()) + 1) % count}")
    for i in range(count):
        others = np.array([j for j in range(i + 2, count) if (j + 1) % count != i], dtype=int)
        if len(others) and (hit := _meets(a[i], b[i], a[others], b[others])).any():
            raise RobotError(f"profile: edges {i} and {int(others[hit.argmax()])} intersect or touch")


def _meets(a: Array, b: Array, starts: Array, ends: Array) -> npt.NDArray[np.bool_]:
    """Whether the segment from a to b meets each of the others."""
    first, second = _cross(b - a, starts - a), _cross(b - a, ends - a)
    third, fourth = _cross(ends - starts, a - starts), _cross(ends - starts, b - starts)
    boxes = (np.minimum(starts, ends) <= np.maximum(a, b)) & (np.maximum(starts, ends) >= np.minimum(a, b))
    return np.asarray((first * second <= 0) & (third * fourth <= 0) & boxes.all(axis=1))


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
