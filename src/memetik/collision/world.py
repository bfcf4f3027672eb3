"""World: the obstacles around a robot, which can be added, moved and removed at any time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import MemetikError, RobotError, UnknownNameError
from ..plain import check_head, head
from .as_geometries import as_geometries
from .geometry import Geometry, Shape
from .grip import DEFAULT_TOLERANCE, as_pose, link_names
from .world_files import read_plain, write_plain
from .world_handle import Handle
from .world_snapshot import WorldObject, WorldSnapshot

if TYPE_CHECKING:
    from ..robot.robot import Robot


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
            shape = replace(shape, origin=as_pose(at) @ shape.origin)
        item = WorldObject(name, shape, link_names(touch_links))
        self._publish((*self._snapshot.items, item), structural=True)
        return Handle(self, name)

    def attach(
        self,
        link: str,
        shape: Shape | Geometry,
        *,
        name: str,
        at: Any = None,
        touch_links: Iterable[str] = (),
        tolerance: float = DEFAULT_TOLERANCE,
    ) -> Handle:
        """Add a shape that a link of the robot holds, such as a tool, at a pose in the link's frame; see
        :meth:`Handle.attach <memetik.collision.Handle.attach>`.
        """
        world = World()
        world.add(name, shape, at=at)
        world[name].attach(link, at=world[name].pose, touch_links=touch_links, tolerance=tolerance)
        if name in self:
            raise RobotError(f"the world has an object {name!r}: use world[{name!r}].attach(link, at=pose)")
        self._publish((*self._snapshot.items, world._item(name)), structural=True)
        return Handle(self, name)

    def detach(self, name: str, *, at: Any = None, robot: Robot | None = None, q: Any = None) -> None:
        """A held object is an obstacle again; see :meth:`Handle.detach <memetik.collision.Handle.detach>`."""
        self[name].detach(at=at, robot=robot, q=q)

    def remove(self, name: str) -> None:
        """Remove an object."""
        self._item(name)
        self._publish(tuple(x for x in self._snapshot.items if x.name != name), structural=True)

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
        return any(item.name == name for item in self._snapshot.items)

    def __iter__(self) -> Iterator[str]:
        return iter([item.name for item in self._snapshot.items])

    def __len__(self) -> int:
        return len(self._snapshot.items)

    def __repr__(self) -> str:
        return f"World({', '.join(self)})"

    def to_dict(self) -> dict[str, Any]:
        """The plain form: a dictionary of numbers, strings and lists."""
        objects = {
            item.name: {
                **item.geometry.to_dict(),
                "touch_links": sorted(item.touch_links),
                **({"grip": item.grip.to_dict()} if item.grip else {}),
            }
            for item in self._snapshot.items
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
                links, held = plain.pop("touch_links", ()), plain.pop("grip", None)
                handle = world.add(name, Geometry.from_dict(plain), touch_links=links)
                if held is not None:
                    handle.attach(**held)
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

    @classmethod
    def _of(cls, snapshot: WorldSnapshot) -> World:
        world = cls()
        world._snapshot = snapshot
        return world

    def _item(self, name: str) -> WorldObject:
        for item in self._snapshot.items:
            if item.name == name:
                return item
        raise UnknownNameError("object of the world", name, list(self))

    def _replace(self, changed: WorldObject, *, structural: bool) -> None:
        items = tuple(changed if x.name == changed.name else x for x in self._snapshot.items)
        self._publish(items, structural=structural)

    def _publish(self, items: tuple[WorldObject, ...], *, structural: bool) -> None:
        now = self._snapshot
        self._snapshot = WorldSnapshot(items, now.structure + structural, now.version + 1)


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
