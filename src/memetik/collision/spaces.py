"""The spaces inside a vessel and the lids between them and the outside, on a grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..transforms import Array
from .field import Field
from .grid_regions import Mask, enclosure, grown, regions, sides
from .middle_line import unit

_ENCLOSED = 0.6  # the share of directions in which a point inside sees walls
_RESOLVED = 1.2  # the least width of a space, in spacings
_LONG = 1.2  # the least length of a space behind a lid of its width, in widths


@dataclass(frozen=True)
class Lid:
    """Where a space meets the outside: a point far from the walls, and the unit vector out of the space."""

    middle: Array
    outward: Array


class Spaces:
    """The nodes of a grid around a vessel.

    Two nodes are connected if they are neighbors along an axis and both are at least half a spacing away from
    the walls: the balls about them overlap, so that no wall is between them, however thin.
    """

    def __init__(self, field: Field) -> None:
        self.spacing = field.spacing
        self.distances = field.values.astype(np.float64)
        self.low = field.origin
        counts = self.distances.shape
        self.high = self.low + self.spacing * (np.array(counts) - 1)
        axes = (np.linspace(a, b, n) for a, b, n in zip(self.low, self.high, counts, strict=True))
        self.nodes = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
        self.wide = self.distances >= 0.5 * self.spacing

    def __iter__(self) -> Iterator[Space]:
        enclosed = self.wide & (enclosure(self.distances, self.spacing) >= _ENCLOSED)
        labels, _ = regions(enclosed)
        counts = np.bincount(labels[enclosed])
        widths = np.zeros(len(counts))
        np.maximum.at(widths, labels[enclosed], self.distances[enclosed])
        for k in np.flatnonzero(widths >= _RESOLVED * self.spacing):
            yield Space(self, labels == k, float(widths[k]))


@dataclass(frozen=True, eq=False)
class Space:
    """The nodes of one space; ``width`` [m] is the largest distance from its walls."""

    grid: Spaces
    nodes: Mask
    width: float

    def lids(self) -> Iterator[Lid]:
        """The lids of this space that may be openings."""
        grid, free = self.grid, self.grid.wide & ~self.nodes
        rest, _ = regions(free)
        outer = free & np.isin(rest, np.unique(rest[free & sides(free)]))
        labels, count = regions(grown(self.nodes) & outer, diagonal=True)
        sizes = np.bincount(labels[labels >= 0], minlength=count)
        lengths = grid.spacing * np.count_nonzero(self.nodes) / np.maximum(sizes, 1)
        for k in np.flatnonzero(lengths >= _LONG * self.width):
            yield self._lid(labels == k)

    def _lid(self, lid: Mask) -> Lid:
        grid = self.grid
        beneath = grown(lid) & self.nodes
        outward = unit(grid.nodes[lid].mean(axis=0) - grid.nodes[beneath].mean(axis=0))
        middle = np.unravel_index(np.argmax(np.where(lid, grid.distances, -np.inf)), lid.shape)
        return Lid(grid.nodes[middle], outward)

    def depth(self, center: Array, axis: Array) -> float:
        """How far the space extends from a point along an axis [m]."""
        return float(((self.grid.nodes[self.nodes] - center) @ axis).max()) + 0.5 * self.grid.spacing

    def volume(self, openings: Sequence[tuple[Array, Array]]) -> float:
        """The volume [m³] behind planes through the centers of all its openings, given with their axes."""
        grid = self.grid
        behind = self.nodes
        for center, axis in openings:
            behind = behind & ((grid.nodes - center) @ axis > 0)
        layer = grown(behind) & ~grid.wide
        partly = np.clip(grid.distances[layer] / grid.spacing + 0.5, 0, 1).sum()
        return float((np.count_nonzero(behind) + partly) * grid.spacing**3)
