"""World: the obstacles around a robot, which can be added, moved and removed at any time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MemetikError, RobotError, UnknownNameError
from ..plain import check_head, head
from ..transforms import Array, inverse
from .as_geometries import as_geometries
from .geometry import Geometry, Shape
from .grip import DEFAULT_TOLERANCE, Grip, as_pose, grip, link_names

if TYPE_CHECKING:
    from ..robot.robot import Robot


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


class Handle:
    """An object of a world, to move, attach, detach or remove it; ``world[name]`` returns it, too."""

    def __init__(self, world: World, name: str) -> None:
        self._world, self._name = world, name

    @property
    def name(self) -> str:
        """The object's name."""
        return self._name

    @property
    def pose(self) -> Array:
        """The pose (4, 4) in the frame of the robot's root, or of the link that holds it."""
        return self._item.grip.pose if self._item.grip else self._item.pose

    @property
    def link(self) -> str | None:
        """The link that the object moves with; None if the robot does not hold it."""
        return self._item.grip.link if self._item.grip else None

    @property
    def shape(self) -> Shape:
        """The shape, in its own frame."""
        return self._item.shape

    @property
    def touch_links(self) -> frozenset[str]:
        """The links that may touch the object; assign other names to change them."""
        return self._item.grip.touch_links if self._item.grip else self._item.touch_links

    @touch_links.setter
    def touch_links(self, links: Iterable[str]) -> None:
        item, names = self._item, link_names(links)
        if item.grip:
            changed = replace(item, grip=replace(item.grip, touch_links=names))
        else:
            changed = replace(item, touch_links=names)
        self._world._replace(changed, structural=True)

    def move(self, pose: Any) -> None:
        """Move the object to a pose, in any form that :class:`~memetik.Pose` takes, or to a position (3,).

        A held object moves in the frame of its link.
        """
        item, place = self._item, as_pose(pose)
        if item.grip:
            held = grip(item.shape, item.grip.link, place, item.grip.touch_links, item.grip.tolerance)
            self._world._replace(replace(item, grip=held), structural=True)
        else:
            geometry = replace(item.geometry, origin=place)
            self._world._replace(replace(item, geometry=geometry), structural=False)

    def attach(
        self,
        link: str,
        *,
        at: Any = None,
        robot: Robot | None = None,
        q: Any = None,
        touch_links: Iterable[str] | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
    ) -> None:
        """From now on the object moves with a link, as if it were a part of the robot.

        It must not touch other objects and other links, except ``touch_links`` (by default those that it has
        already) and links that do not move relative to its own. ``at`` is its pose in the link's frame, in
        any form that :class:`~memetik.Pose` takes, or a position (3,); instead, ``robot`` and ``q`` leave it
        where it is while the robot is at ``q``. Spheres cover it and protrude by at most ``tolerance`` [m].

        >>> import memetik as mk
        >>> robot, world = mk.Robot.load("panda"), mk.World()
        >>> cup = world.add("cup", mk.collision.Cylinder(0.04, 0.1), at=(0.5, 0, 0.3))
        >>> cup.attach("panda_hand", at=(0, 0, 0.12), touch_links=["panda_leftfinger", "panda_rightfinger"])
        >>> cup
        <cup: Cylinder(radius=0.04, length=0.1), held by panda_hand at (0, 0, 0.12)>
        >>> cup.detach(robot=robot, q=robot.neutral)  # where the hand holds it at this q
        >>> bool(np.allclose(cup.pose[:3, 3], (robot.fk(robot.neutral, "panda_hand") @ (0, 0, 0.12, 1))[:3]))
        True
        """
        item = self._item
        if not isinstance(link, str) or not link:
            raise RobotError(f"link: expected the name of a link, got {link!r}")
        if item.grip:
            raise RobotError(f"{item.name!r} is held by {item.grip.link!r}: detach it first")
        allowed = item.touch_links if touch_links is None else link_names(touch_links)
        frame = _frame("attach", link, at, robot, q)
        place = as_pose(at) if frame is None else inverse(frame) @ item.pose
        held = grip(item.shape, link, place, allowed, tolerance)
        self._world._replace(replace(item, grip=held), structural=True)

    def detach(self, *, at: Any = None, robot: Robot | None = None, q: Any = None) -> None:
        """The object is an obstacle again, at a pose or position in the root's frame, or where the link holds
        it while the ``robot`` is at ``q``. The links that may touch it are those before :meth:`attach`.
        """
        item = self._item
        if item.grip is None:
            raise RobotError(f"{item.name!r} is not held: attach it first")
        frame = _frame("detach", item.grip.link, at, robot, q)
        place = as_pose(at) if frame is None else frame @ item.grip.pose
        geometry = replace(item.geometry, origin=place)
        self._world._replace(replace(item, geometry=geometry, grip=None), structural=True)

    def remove(self) -> None:
        """Remove the object from its world."""
        self._world.remove(self._name)

    def __repr__(self) -> str:
        if self._name not in self._world:
            return f"<{self._name}, removed>"
        place = ", ".join(f"{x:g}" for x in self.pose[:3, 3])
        holder = f", held by {self.link}" if self.link else ""
        return f"<{self._name}: {self.shape}{holder} at ({place})>"

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
        raise UnknownNameError("object", name, list(self))

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


def _frame(what: str, link: str, at: Any, robot: Robot | None, q: Any) -> Array | None:
    """The pose (4, 4) of the link at ``q``; None if the pose of the object is given instead."""
    if (at is None) == (robot is None and q is None) or (robot is None) != (q is None):
        raise RobotError(f"{what}: expected either at=pose, or robot and q, which leave the object in place")
    return None if robot is None else np.asarray(robot.fk(q, link))
