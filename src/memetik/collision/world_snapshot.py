"""The objects of a world at one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..transforms import Array
from .geometry import Geometry, Shape
from .grip import Grip


@dataclass(frozen=True, eq=False)
class WorldObject:
    """A shape in a world: its pose (4, 4) in the root's frame, and the links that may touch it.

    If the robot holds it, ``grip`` says how; its pose and ``touch_links`` are those before the grip.
    """

    name: str
    geometry: Geometry
    touch_links: frozenset[str] = frozenset()
    grip: Grip | None = None

    @property
    def shape(self) -> Shape:
        """The shape, in its own frame."""
        return self.geometry.shape

    @property
    def pose(self) -> Array:
        """The pose (4, 4) of the shape in the frame of the robot's root."""
        return self.geometry.origin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WorldObject):
            return NotImplemented
        own, theirs = ((item.name, item.touch_links, item.grip) for item in (self, other))
        return own == theirs and self.geometry == other.geometry

    def __hash__(self) -> int:
        return hash((self.name, self.shape))


@dataclass(frozen=True)
class WorldSnapshot:
    """The objects of a world at one moment; it never changes. A solve works with one snapshot.

    ``items`` are all objects: the obstacles (``objects``), and those that the robot holds (``held``).
    ``structure`` counts edits that added, removed, attached or detached objects or changed what may touch
    them; ``version`` counts all edits, moves included.
    """

    items: tuple[WorldObject, ...] = ()
    structure: int = 0
    version: int = 0

    @cached_property
    def objects(self) -> tuple[WorldObject, ...]:
        """The obstacles: all objects that the robot does not hold."""
        return tuple(item for item in self.items if item.grip is None)

    @cached_property
    def held(self) -> tuple[WorldObject, ...]:
        """The objects that move with a link."""
        return tuple(item for item in self.items if item.grip is not None)

    @property
    def poses(self) -> Array:
        """The poses (N, 4, 4) of the obstacles, in their order."""
        return np.array([item.pose for item in self.objects]).reshape(-1, 4, 4)

    def _with_poses(self, poses: Array) -> WorldSnapshot:
        """The same objects with the obstacles at other poses (N, 4, 4)."""
        places = iter(poses)
        items = tuple(
            item if item.grip else replace(item, geometry=replace(item.geometry, origin=next(places)))
            for item in self.items
        )
        return replace(self, items=items)
