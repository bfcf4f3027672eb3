"""Covers a solid by few spheres that protrude little: a greedy choice, then moves of the centres.

A sphere about c that protrudes by at most t has the radius t - d(c), with the signed distance d. Moved away
from the nearest point of the surface, it grows into a sphere that contains the first; this ends at the medial
axis. So only points near the medial axis are candidates for centres.
"""

from __future__ import annotations

import itertools

import numpy as np

from ..errors import RobotError
from ..transforms import Array
from .cover_certificate import certified, protrusions
from .set_cover import coverage, greedy_cover, without_spares
from .solid import Solid, thinned
from .sphere_rows import axis_points

_NODES, _SAMPLES = 40_000, 12_000
_STEEP = 0.85  # the distance changes faster than this towards a node that is a better centre
_NEIGHBOURS = np.array([step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)])
_DIRECTIONS = np.vstack([_NEIGHBOURS[np.abs(_NEIGHBOURS).sum(axis=1) == n] / np.sqrt(n) for n in (1, 3)])
_ROUNDS, _MOVES = 3, 5
_ATTEMPTS = 25

# Relative to the tolerance:
_CANDIDATE_SPACING, _SAMPLE_SPACING, _MISSED_SPACING = 0.33, 0.5, 0.2
_FIRST = 0.97  # how far the first choice of spheres protrudes
_CAP = 0.98  # the rest is for the certificate
_FIRMER = 0.02  # by how much less additional spheres protrude with each attempt
_SLACK = 0.1  # radii are larger by this than points need, which spares the certificate most of its work
_FINEST = 1 / 48  # half the edge of the certificate's smallest cubes


class SphereCover:
    """Covers a solid by spheres that protrude by little more than ``tolerance`` [m]."""

    def __init__(self, solid: Solid, tolerance: float) -> None:
        self._solid = solid
        self._tolerance = tolerance
        extent = solid.high - solid.low
        room = float(np.prod(extent + 0.01 * extent.max() + 1e-9))
        area = 2 * float(extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0])
        spacing = max(_CANDIDATE_SPACING * tolerance, (room / _NODES) ** (1 / 3))
        self._candidates, self._depths, inside = _candidates(solid, spacing)
        gap = max(_SAMPLE_SPACING * tolerance, (area / _SAMPLES) ** (1 / 2))
        self._points = np.vstack([solid.surface(gap), inside])

    def fitted(self) -> Array:
        """Rows (x, y, z, radius) that cover the solid and protrude by at most the tolerance."""
        centers = self._settled(self.centers(_FIRST * self._tolerance), self._points)
        for attempt in range(_ATTEMPTS):
            radii = np.maximum(_CAP * self._tolerance - self._solid.distance(centers), 0)
            large, missed = self._certified(np.column_stack([centers, radii]))
            if self._protrusion(large) <= self._tolerance:
                small, _ = self._certified(self._needed(centers))
                return small if self._protrusion(small) <= self._tolerance else large
            centers = self._settled(centers, missed)
            cap = (_CAP - _FIRMER * attempt) * self._tolerance
            uncovered = self._uncovered(centers, cap)
            if attempt > 0 and len(uncovered):
                centers = np.vstack([centers, self._chosen(uncovered, cap)])
                centers = self._settled(centers, uncovered)
        raise RobotError(
            f"tolerance: no spheres found that protrude by at most {self._tolerance:g} m; "
            f"try {2 * self._tolerance:g}"
        )

    def centers(self, protrusion: float) -> Array:
        """Few centres (N, 3) whose spheres cover all points and protrude by at most ``protrusion`` [m]."""
        return self._chosen(self._points, protrusion)

    def spheres(self, centers: Array) -> Array:
        """Rows (x, y, z, radius) about these centres or near them that cover the solid."""
        centers = self._settled(centers, self._points)
        _, missed = self._certified(self._needed(centers))
        return self._certified(self._needed(self._settled(centers, missed)))[0]

    def _needed(self, centers: Array) -> Array:
        """Spheres about these centres that cover all points and protrude little."""
        apart = _distances(self._points, centers)
        owner = (apart + self._solid.distance(centers)).argmin(axis=1)
        radii = np.zeros(len(centers))
        np.maximum.at(radii, owner, apart[np.arange(len(owner)), owner] + _SLACK * self._tolerance)
        return np.column_stack([centers, radii])[radii > 0]

    def _certified(self, spheres: Array) -> tuple[Array, Array]:
        """Spheres that cover the solid, and points that the given ones missed; they join the points."""
        spheres, missed = certified(self._solid, spheres, _FINEST * self._tolerance)
        missed = thinned(missed, _MISSED_SPACING * self._tolerance)
        self._points = np.vstack([self._points, missed])
        return spheres, missed

    def _protrusion(self, spheres: Array) -> float:
        return float(protrusions(self._solid, spheres).max())

    def _chosen(self, points: Array, protrusion: float) -> Array:
        covers = coverage(points, self._candidates, protrusion - self._depths)
        alone = points[~covers.any(axis=1)]
        if len(alone):  # a point that no candidate covers is a candidate itself
            self._candidates = np.vstack([self._candidates, alone])
            self._depths = self._solid.distance(self._candidates)
            covers = coverage(points, self._candidates, protrusion - self._depths)
        return self._candidates[without_spares(covers, greedy_cover(covers))]

    def _uncovered(self, centers: Array, protrusion: float) -> Array:
        radii = protrusion - self._solid.distance(centers)
        return self._points[(_distances(self._points, centers) > radii).all(axis=1)]

    def _settled(self, centers: Array, near: Array) -> Array:
        """The centres, those next to the points ``near`` moved to where their spheres protrude less."""
        centers = centers.copy()
        for _ in range(_ROUNDS):
            depths = self._solid.distance(centers)
            owner = (_distances(self._points, centers) + depths).argmin(axis=1)
            for i in np.unique((_distances(near, centers) + depths).argmin(axis=1)):
                own = self._points[owner == i]
                if len(own):
                    centers[i] = self._moved(centers[i], own)
        return centers

    def _moved(self, center: Array, own: Array) -> Array:
        """The centre whose sphere contains the points ``own`` and protrudes least, near ``center``."""
        step = 0.5 * self._tolerance
        far = np.linalg.norm(own - center, axis=1)
        own = own[far >= far.max() - 4 * step]  # the others stay nearer than the farthest
        best = float(far.max() + self._solid.distance(center[None])[0])
        for _ in range(_MOVES):
            trials = center + step * _DIRECTIONS
            values = _distances(own, trials).max(axis=0) + self._solid.distance(trials)
            k = int(values.argmin())
            if values[k] < best:
                center, best = trials[k], float(values[k])
            else:
                step /= 2
        return center


def _candidates(solid: Solid, spacing: float) -> tuple[Array, Array, Array]:
    """Centres (N, 3) near the medial axis, their signed distances (N,), and points (M, 3) inside."""
    low, high = solid.low - spacing, solid.high + spacing
    counts = np.ceil((high - low) / spacing).astype(int) + 1
    axes = [
        0.5 * (low + high)[k] + spacing * (np.arange(counts[k]) - 0.5 * (counts[k] - 1)) for k in range(3)
    ]
    nodes = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    distances = solid.distance(nodes.reshape(-1, 3)).reshape(nodes.shape[:3])
    padded = np.pad(distances, 1, constant_values=np.inf)
    inner = np.ones(distances.shape, dtype=bool)
    for step in _NEIGHBOURS:
        x, y, z = (slice(1 + step[k], 1 + step[k] + distances.shape[k]) for k in range(3))
        inner &= padded[x, y, z] > distances - _STEEP * spacing * np.linalg.norm(step)
    chosen = (distances <= 0.5 * np.sqrt(3) * spacing) & inner
    centers = _deepest(solid, nodes[chosen], distances[chosen], spacing)
    axis = np.vstack([axis_points(item, spacing) for item in solid.shapes])
    centers = np.vstack([axis, centers])
    return centers, solid.distance(centers), nodes[::2, ::2, ::2][distances[::2, ::2, ::2] <= -0.5 * spacing]


def _deepest(solid: Solid, nodes: Array, distances: Array, spacing: float) -> Array:
    """A deeper point in the cube around each node: thin plates and rods may pass between nodes."""
    points, distances = nodes.copy(), distances.copy()
    for step in (spacing / 3, spacing / 8):
        for direction in np.vstack([np.eye(3), -np.eye(3)]):
            moved = np.clip(points + step * direction, nodes - 0.5 * spacing, nodes + 0.5 * spacing)
            trial = solid.distance(moved)
            better = trial < distances
            points[better], distances[better] = moved[better], trial[better]
    return points


def _distances(points: Array, centers: Array) -> Array:
    """The distances (points, centers)."""
    products = np.einsum("ik,jk->ij", points, centers)  # @ uses all cores for a small gain
    squares = (points**2).sum(axis=1)[:, None] + (centers**2).sum(axis=1)[None] - 2 * products
    return np.asarray(np.sqrt(np.maximum(squares, 0)))
