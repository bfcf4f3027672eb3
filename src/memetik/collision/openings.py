"""The openings of vessels, found by the distances from their walls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..transforms import Array
from .array_shape import length_of
from .as_geometries import Geometries, as_geometries
from .middle_line import Distance, line_through, middle_across, narrowest, straight_line, unit
from .spaces import Lid, Space, Spaces
from .vessel import Vessel

_AS_WIDE = 1.001  # how far the width may exceed the least within the narrowest part
_INSIDE = 0.98  # the share of a space's width that ends its opening
_TURNS, _STILL = 8, 1e-4  # corrections of the axis, and when they are over [rad]
_DEEP = 1.5  # the least depth of the space behind an opening, in radii


@dataclass(frozen=True, eq=False)
class Opening:
    """A passage from the outside into the space inside a vessel.

    ``center`` (3,) [m] is the middle of its narrowest place; of a neck that is as narrow over a length, its
    outer end. ``axis`` (3,) is the unit vector into the vessel. The largest ball that passes has ``radius``
    [m]. The space behind extends ``depth`` [m] along the axis and has the ``volume`` [m³]; both err by about
    the spacing of the grid.
    """

    center: Array
    axis: Array
    radius: float
    depth: float
    volume: float

    def __repr__(self) -> str:
        center = ", ".join(f"{value:.4g}" for value in self.center.round(6) + 0.0)
        return f"<Opening of radius {self.radius:.4g} at ({center}), {1e3 * self.volume:.3g} l behind it>"


def find_openings(shapes: Geometries, *, spacing: float | None = None) -> tuple[Opening, ...]:
    """The openings of a vessel, those with the largest volume behind them first.

    ``shapes`` is a shape, a placed shape, or several: their union is the vessel. Meshes have to be closed: a
    vessel is the outline of its wall. Nothing else is known about it.

    A space inside is where walls are seen in more than 60 % of all directions; openings lead out of it. It
    has to be deeper than 1.5 radii of its opening: dents, bowls and inner corners have none. Between spaces
    of one vessel, only passages to the outside are found.

    Spaces are found on a grid, by default of at most 2^18 nodes. An opening should be five times as wide as
    its ``spacing`` [m], or else it may be missed; walls may be thinner. Places and radii are then computed
    with exact distances from the shapes, mostly to a thousandth of the radius. The surface of a
    :class:`~memetik.collision.Field` is only known to a part of its own spacing.

    >>> from memetik.collision import Revolution, find_openings
    >>> cup = Revolution([(0, 0), (0.04, 0), (0.04, 0.1), (0.037, 0.1), (0.037, 0.003), (0, 0.003)])
    >>> find_openings(cup, spacing=0.004)
    (<Opening of radius 0.037 at (0, 0, 0.1), 0.408 l behind it>,)
    """
    vessel = Vessel(as_geometries(shapes, "shapes"))
    spaces = Spaces(vessel.field(None if spacing is None else length_of(spacing, "spacing")))
    found = [opening for space in spaces for opening in _openings_of(space, spaces, vessel)]
    return tuple(sorted(found, key=lambda opening: (-opening.volume, -opening.radius)))


def _openings_of(space: Space, spaces: Spaces, vessel: Vessel) -> list[Opening]:
    placed: list[tuple[Array, Array, float, float]] = []
    for lid in space.lids():
        center, axis, radius = _located(lid, space, vessel)
        depth = space.depth(center, axis)
        other = all(np.linalg.norm(center - place[0]) > radius for place in placed)
        near = (center > spaces.low).all() and (center < spaces.high).all()
        if near and other and depth >= _DEEP * radius and radius <= space.width + spaces.spacing:
            placed.append((center, axis, radius, depth))
    volume = space.volume([(center, axis) for center, axis, _, _ in placed]) if placed else 0.0
    return [Opening(center, axis, radius, depth, volume) for center, axis, radius, depth in placed]


def _located(lid: Lid, space: Space, vessel: Vessel) -> tuple[Array, Array, float]:
    """The center, the axis and the radius of the opening at a lid."""
    distance = vessel.distance
    line = line_through(distance, lid.middle, lid.outward, inner=_INSIDE * space.width)
    slack = _AS_WIDE + 2 * vessel.error / float(line.distances.min())
    above = (slack**2 - 1) ** 0.5  # the height in radii where the rim is as far: √(r² + height²)
    end, outward, least = narrowest(distance, line, slack)
    center = middle_across(distance, end - above * least * outward, outward)
    center, axis = _turned(center, outward, least, distance)
    # The place along the axis, now that this is known.
    end, _, least = narrowest(distance, straight_line(distance, center, -axis, least), slack)
    along = float((end - center) @ axis) + above * least
    center = middle_across(distance, center + along * axis, axis)
    center.setflags(write=False)
    axis.setflags(write=False)
    return center, axis, float(distance(center[None])[0])


def _turned(center: Array, outward: Array, radius: float, distance: Distance) -> tuple[Array, Array]:
    """The center of a cross-section and the axis into the vessel, both corrected until they stay."""
    for _ in range(_TURNS):
        axis = unit(middle_across(distance, center - 0.5 * radius * outward, outward) - center)
        center = middle_across(distance, center, axis)
        change, outward = float(np.linalg.norm(axis + outward)), -axis
        if change < _STILL:
            break
    return center, axis
