"""World: the obstacles around a robot, which can be added, moved and removed at any time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import MemetikError, RobotError, UnknownNameError
from ..plain import check_head, head
from ..pose_forms import rigid_transform
from ..transforms import Array
from .as_geometries import as_geometries
from .geometry import Geometry, Shape
from .world_files import read_plain, write_plain


@dataclass(frozen=True, eq=False)
class WorldObject:
    """A shape in a world: its pose (4, 4) in the root's frame, and the links that may touch it."""

    name: str
    geometry: Geometry
    touch_links: frozenset[str] = frozenset()

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
        own, theirs = (self.name, self.touch_links), (other.name, other.touch_links)
        return own == theirs and self.geometry == other.geometry

    def __hash__(self) -> int:
        return hash((self.name, self.shape))


@dataclass(frozen=True)
class WorldSnapshot:
    """The objects of a world at one moment; it never changes. A solve works with one snapshot.

    ``structure`` counts edits that added or removed objects or changed what may touch them; ``version``
    counts all edits, moves included.
    """

    objects: tuple[WorldObject, ...] = ()
    structure: int = 0
    version: int = 0

    @property
    def poses(self) -> Array:
        """The poses (N, 4, 4) of the objects, in their order."""
        return np.array([item.pose for item in self.objects]).reshape(-1, 4, 4)


class Handle:
    """An object of a world, to move or remove it; ``world[name]`` returns it, too."""

    def __init__(self, world: World, name: str) -> None:
        self._world, self._name = world, name

    @property
    def name(self) -> str:
        """The object's name."""
        return self._name

    @property
    def pose(self) -> Array:
        """The pose (4, 4) in the frame of the robot's root; :meth:`move` changes it."""
        return self._item.pose

    @property
    def shape(self) -> Shape:
        """The shape, in its own frame."""
        return self._item.shape

    @property
    def touch_links(self) -> frozenset[str]:
        """The links that may touch the object; assign other names to change them."""
        return self._item.touch_links

    @touch_links.setter
    def touch_links(self, links: Iterable[str]) -> None:
        self._world._replace(replace(self._item, touch_links=_links(links)), structural=True)

    def move(self, pose: Any) -> None:
        """Move the object to a pose, in any form that :class:`~memetik.Pose` takes, or to a position (3,)."""
        geometry = replace(self._item.geometry, origin=_pose(pose))
        self._world._replace(replace(self._item, geometry=geometry), structural=False)

    def remove(self) -> None:
        """Remove the object from its world."""
        self._world.remove(self._name)

    def __repr__(self) -> str:
        if self._name not in self._world:
            return f"<{self._name}, removed>"
        place = ", ".join(f"{x:g}" for x in self.pose[:3, 3])
        return f"<{self._name}: {self.shape} at ({place})>"

    @property
    def _item(self) -> WorldObject:
        return self._world._item(self._name)


class World:
    """The obstacles around a robot, by name, in the frame of its root. Goals such as
    :class:`~memetik.KeepClear` read it; a solve sees the world as it was when the solve began.

    >>> from memetik.collision import Box, Sphere
    >>> world = World()
    >>> table = world.add("table", Box((1, 1, 0.05)), at=(0.5, 0, 0.3))
    >>> ball = world.add("ball", Sphere(0.1), at=(0.5, 0, 0.5), touch_links=["panda_hand"])
    >>> ball.move((0.6, 0.1, 0.5))
    >>> world
    World(table, ball)
    >>> ball.remove()
    >>> "ball" in world
    False
    """

    def __init__(self) -> None:
        self._snapshot = WorldSnapshot()

    def add(
        self, name: str, shape: Shape | Geometry, *, at: Any = None, touch_links: Iterable[str] = ()
    ) -> Handle:
        """Add a shape at a pose (any form that :class:`~memetik.Pose` takes) or a position (3,).

        ``touch_links`` are links that may touch it, such as the fingers that grasp it.
        """
        if not isinstance(name, str) or not name:
            raise RobotError(f"name: expected a name, got {name!r}")
        if name in self:
            raise RobotError(f"the world has an object {name!r}: remove it, or choose another name")
        if isinstance(shape, Shape):
            shape = shape.at()
        if not isinstance(shape, Geometry):
            raise RobotError(f"shape: expected a shape such as Box((1, 1, 1)), got {shape!r}")
        if at is not None:
            shape = replace(shape, origin=_pose(at) @ shape.origin)
        item = WorldObject(name, shape, _links(touch_links))
        self._publish((*self._snapshot.objects, item), structural=True)
        return Handle(self, name)

    def remove(self, name: str) -> None:
        """Remove an object."""
        self._item(name)
        self._publish(tuple(x for x in self._snapshot.objects if x.name != name), structural=True)

    def clear(self) -> None:
        """Remove all objects."""
        self._publish((), structural=True)

    def snapshot(self) -> WorldSnapshot:
        """The objects as they are now; later edits do not change it."""
        return self._snapshot

    def __getitem__(self, name: str) -> Handle:
        self._item(name)
        return Handle(self, name)

    def __contains__(self, name: object) -> bool:
        return any(item.name == name for item in self._snapshot.objects)

    def __iter__(self) -> Iterator[str]:
        return iter([item.name for item in self._snapshot.objects])

    def __len__(self) -> int:
        return len(self._snapshot.objects)

    def __repr__(self) -> str:
        return f"World({', '.join(self)})"

    def to_dict(self) -> dict[str, Any]:
        """The plain form: a dictionary of numbers, strings and lists."""
        objects = {
            item.name: {**item.geometry.to_dict(), "touch_links": sorted(item.touch_links)}
            for item in self._snapshot.objects
        }
        return {**head("world"), "objects": objects}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> World:
        """The world whose plain form is ``data``.

        >>> from memetik.collision import Sphere
        >>> world = World()
        >>> _ = world.add("ball", Sphere(0.1), at=(0, 0, 1))
        >>> World.from_dict(world.to_dict())
        World(ball)
        """
        check_head(data, "world", RobotError)
        world = cls()
        objects = data.get("objects", {})
        if not isinstance(objects, Mapping):
            raise RobotError(f"objects: expected a mapping from names to shapes, got {objects!r}")
        for name, item in objects.items():
            try:
                plain = dict(item)
                links = plain.pop("touch_links", ())
                world.add(name, Geometry.from_dict(plain), touch_links=links)
            except (MemetikError, KeyError, TypeError, ValueError) as error:
                raise RobotError(f"object {name!r}: not a shape in plain form: {error}") from error
        return world

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the plain form to a ``.json`` or, with PyYAML, ``.yaml`` file; :meth:`load` reads it."""
        write_plain(self.to_dict(), path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> World:
        """Read a world from a file of :meth:`save`."""
        return cls.from_dict(read_plain(path))

    def __reduce__(self) -> tuple[Any, ...]:
        return World.from_dict, (self.to_dict(),)

    def _item(self, name: str) -> WorldObject:
        for item in self._snapshot.objects:
            if item.name == name:
                return item
        raise UnknownNameError("object", name, list(self))

    def _replace(self, changed: WorldObject, *, structural: bool) -> None:
        objects = tuple(changed if x.name == changed.name else x for x in self._snapshot.objects)
        self._publish(objects, structural=structural)

    def _publish(self, objects: tuple[WorldObject, ...], *, structural: bool) -> None:
        now = self._snapshot
        self._snapshot = WorldSnapshot(objects, now.structure + structural, now.version + 1)


def as_world(value: Any, what: str) -> World:
    """A world from a world, its plain form, or one or several shapes in the root's frame."""
    if isinstance(value, World):
        return value
    if isinstance(value, Mapping) and "memetik" in value:
        return World.from_dict(value)
    world = World()
    for k, shape in enumerate(as_geometries(value, what), start=1):
        world.add(f"obstacle_{k}", shape)
    return world


def _pose(value: Any) -> Array:
    """A pose (4, 4) from any form of a pose, or from a position alone."""
    place = np.eye(4)
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.shape != (3,):
        return rigid_transform(value, "pose")
    if not np.isfinite(numbers).all():
        raise RobotError(f"pose: not finite: {value!r}")
    place[:3, 3] = numbers
    return place


def _links(value: Any) -> frozenset[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise RobotError(f"touch_links: expected names of links, got {value!r}")
    links = tuple(value)
    if not all(isinstance(link, str) and link for link in links):
        raise RobotError(f"touch_links: expected names of links, got {value!r}")
    return frozenset(links)
