"""The shapes of a robot and of its surroundings, and what must not touch."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...errors import RobotError
from ...transforms import Array
from ..bodies import NumberPair, bodies_of, body_pairs
from ..geometry import Geometry
from ..self_pairs import SelfPairs
from ..shapes import Mesh
from ..sphere_robot import Pair, SphereRobot
from ..world_snapshot import WorldObject, WorldSnapshot
from .exact_shape import ExactShape, exact_shape
from .pieces import transform_of

if TYPE_CHECKING:
    from ...robot.robot import Robot


class Element(NamedTuple):
    """One shape of a body at ``pose`` (4, 4) in the frame of the link that the body moves with."""

    body: int
    link: int
    pose: Array
    shape: ExactShape


class Scene:
    """The elements of a robot and of what it holds, the obstacles, and the pairs that must not touch.

    ``pairs`` have the number of an element, and that of another element or ~ that of an obstacle.
    """

    def __init__(
        self,
        robot: Robot,
        shapes: Mapping[str, Sequence[Geometry]],
        snapshot: WorldSnapshot,
        pairs: tuple[Pair, ...],
        self_pairs: SelfPairs = "auto",
    ) -> None:
        self.robot = robot
        # bodies_of and body_pairs know links by their spheres, whose sizes do not matter there.
        named = SphereRobot(dict.fromkeys(shapes, (0, 0, 0, 0)), pairs)
        bodies = bodies_of(named, snapshot)
        self.bodies = tuple(body.name for body in bodies)
        placed = [*shapes.values(), *([_held(item)] for item in snapshot.held)]
        self.elements = tuple(
            _element(robot, number, body.link, item)
            for number, (body, items) in enumerate(zip(bodies, placed, strict=True))
            for item in items
        )
        free, never = body_pairs(robot, named, snapshot, self_pairs, 0.0)
        self.objects = tuple(_obstacle(item) for item in snapshot.objects)
        self.pairs = [*self._world_pairs(snapshot), *self._element_pairs([*free, *never])]
        self.follow(snapshot)

    def follow(self, snapshot: WorldSnapshot) -> None:
        """Take the poses of the obstacles from a snapshot of the same structure."""
        self.snapshot = snapshot
        self.places = [transform_of(pose) for pose in snapshot.poses]

    def shape(self, number: int) -> ExactShape:
        """The shape of an element, or of the obstacle ~``number``."""
        return self.objects[~number] if number < 0 else self.elements[number].shape

    def _world_pairs(self, snapshot: WorldSnapshot) -> Iterator[NumberPair]:
        for number, item in enumerate(self.elements):
            for k, other in enumerate(snapshot.objects):
                if self.bodies[item.body] not in other.touch_links:
                    yield number, ~k

    def _element_pairs(self, pairs: Iterable[NumberPair]) -> Iterator[NumberPair]:
        members: dict[int, list[int]] = {}
        for number, item in enumerate(self.elements):
            members.setdefault(item.body, []).append(number)
        for a, b in pairs:
            yield from itertools.product(members.get(a, ()), members.get(b, ()))


def _element(robot: Robot, body: int, link: str, item: Geometry) -> Element:
    return Element(body, robot._link(link), item.origin, _named(item, f"link {link!r}"))


def _obstacle(item: WorldObject) -> ExactShape:
    shape = _named(item.geometry, f"world: {item.name!r}")
    if isinstance(item.shape, Mesh) and shape.why_open:
        raise RobotError(f"world: {item.name!r}: mesh {item.shape.uri}: {shape.why_open}")
    return shape


def _held(item: WorldObject) -> Geometry:
    assert item.grip is not None
    return Geometry(item.shape, item.grip.pose)


def _named(item: Geometry, what: str) -> ExactShape:
    try:
        return exact_shape(item.shape)
    except RobotError as error:
        raise RobotError(f"{what}: {error}") from None
