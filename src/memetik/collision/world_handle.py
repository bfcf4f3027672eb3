"""Handle: an object of a world, to move, attach, detach or remove it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import RobotError
from ..transforms import Array, inverse
from .geometry import Shape
from .grip import DEFAULT_TOLERANCE, as_pose, grip, link_names
from .world_snapshot import WorldObject

if TYPE_CHECKING:
    from ..robot.robot import Robot
    from .world import World


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


def _frame(what: str, link: str, at: Any, robot: Robot | None, q: Any) -> Array | None:
    """The pose (4, 4) of the link at ``q``; None if the pose of the object is given instead."""
    if (at is None) == (robot is None and q is None) or (robot is None) != (q is None):
        raise RobotError(f"{what}: expected either at=pose, or robot and q, which leave the object in place")
    return None if robot is None else np.asarray(robot.fk(q, link))
