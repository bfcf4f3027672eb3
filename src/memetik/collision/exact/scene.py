"""The shapes of a robot and of its surroundings, and what must not touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from ...errors import RobotError
from ...transforms import Array
from ..bodies import bodies_of, body_pairs
from ..geometry import Geometry
from ..self_pairs import SelfPairs
from ..shapes import HalfSpace, Mesh
from ..sphere_robot import Pair, SphereRobot
from ..world_snapshot import WorldObject, WorldSnapshot
from .exact_shape import ExactShape, exact_shape
from .pieces import transform_of

if TYPE_CHECKING:
    from ...robot.robot import Robot

_SLACK = 1e-9  # [m]: boxes that are nearer than this may touch
Indices = npt.NDArray[np.intp]


class Element(NamedTuple):
    """One shape of a body at ``pose`` (4, 4) in the frame of the link that the body moves with."""

    body: int
    link: int
    pose: Array
    shape: ExactShape


class Placement(NamedTuple):
    """The elements at N configurations: their rotations (N, E, 3, 3) and translations (N, E, 3), and the
    centres and half edges (N, E, 3) of boxes around them along the root's axes.
    """

    rotations: Array
    translations: Array
    centers: Array
    halves: Array


class Scene:
    """The elements of a robot and of what it holds, the obstacles, and the pairs that must not touch.

    ``pairs`` (P, 2) are numbers of elements. ``apart`` (E, O) says which elements must not touch which
    obstacles.
    """

    def __init__(
        self,
        robot: Robot,
        shapes: Mapping[str, Sequence[Geometry]],
        snapshot: WorldSnapshot,
        pairs: tuple[Pair, ...],
        self_pairs: SelfPairs = "auto",
    ) -> None:
        self._robot = robot
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
        self.pairs = self._element_pairs([*free, *never])
        self._first, self._second = self.pairs.T.copy()
        self._links = np.array([item.link for item in self.elements])
        self._poses = np.array([item.pose for item in self.elements])
        bounds = np.array([item.shape.pieces.bounds for item in self.elements])
        self._centers, self._halves = bounds[:, 0], bounds[:, 1]
        self.objects = tuple(_obstacle(item) for item in snapshot.objects)
        self.apart = np.array(
            [
                [self.bodies[item.body] not in other.touch_links for other in snapshot.objects]
                for item in self.elements
            ],
            dtype=bool,
        ).reshape(len(self.elements), len(self.objects))
        self.follow(snapshot)

    def follow(self, snapshot: WorldSnapshot) -> None:
        """Take the poses of the obstacles from a snapshot of the same structure."""
        self.snapshot = snapshot
        poses = snapshot.poses
        self.rotations, self.translations = poses[:, :3, :3], poses[:, :3, 3]
        self.places = [transform_of(pose) for pose in poses]
        bounds = np.array([shape.pieces.bounds for shape in self.objects]).reshape(-1, 2, 3)
        flat = np.array([isinstance(item.shape, HalfSpace) for item in snapshot.objects], dtype=bool)
        bounds[flat] = (0.0, 0.0, 0.0), (np.inf, np.inf, np.inf)
        self._object_centers = np.einsum("oij,oj->oi", self.rotations, bounds[:, 0]) + self.translations
        self._object_halves = np.full((len(flat), 3), np.inf)
        self._object_halves[~flat] = np.einsum("oij,oj->oi", np.abs(self.rotations[~flat]), bounds[~flat, 1])
        self._planes = np.flatnonzero(flat)
        self._normals = self.rotations[flat][:, :, 2]
        self._offsets = np.einsum("hi,hi->h", self._normals, self.translations[flat])

    def place(self, rows: Array) -> Placement:
        """The elements at configurations (N, dof)."""
        frames = np.empty((len(self._robot.links), len(rows), 4, 4))
        self._robot._tree.forward_all(rows, frames)
        poses = frames.take(self._links, axis=0).swapaxes(0, 1) @ self._poses
        rotations, translations = np.ascontiguousarray(poses[..., :3, :3]), poses[..., :3, 3].copy()
        centers = (rotations @ self._centers[..., None])[..., 0] + translations
        halves = (np.abs(rotations) @ self._halves[..., None])[..., 0]
        return Placement(rotations, translations, centers, halves)

    def world_near(self, placement: Placement) -> npt.NDArray[np.bool_]:
        """Whether the boxes (N, E, O) of elements and of obstacles that they must not touch overlap."""
        lower, _ = _sides(placement.centers, placement.halves)
        _, upper = _sides(self._object_centers, self._object_halves + _SLACK)
        near = (lower[:, :, None] <= upper).all(axis=-1) & self.apart
        if len(self._planes):
            near[..., self._planes] &= self._heights(placement) <= _SLACK
        return np.asarray(near)

    def self_near(self, placement: Placement) -> npt.NDArray[np.bool_]:
        """Whether the boxes (N, P) of the ``pairs`` overlap."""
        lower, upper = _sides(placement.centers, placement.halves + _SLACK)
        first, second = self._first, self._second
        return np.asarray((lower.take(first, axis=1) <= upper.take(second, axis=1)).all(axis=-1))

    def world_gaps(self, placement: Placement) -> Array:
        """Lower bounds (N, E, O) of the distances [m] of elements from obstacles; inf if they may touch."""
        apart = np.abs(placement.centers[:, :, None] - self._object_centers)
        apart -= placement.halves[:, :, None] + self._object_halves
        gaps = _lengths(apart)
        if len(self._planes):
            gaps[..., self._planes] = np.maximum(self._heights(placement), 0)
        gaps[:, ~self.apart] = np.inf
        return gaps

    def self_gaps(self, placement: Placement) -> Array:
        """Lower bounds (N, P) of the distances [m] of the ``pairs``."""
        first, second = self._first, self._second
        apart = np.abs(placement.centers[:, first] - placement.centers[:, second])
        apart -= placement.halves[:, first] + placement.halves[:, second]
        return _lengths(apart)

    def _heights(self, placement: Placement) -> Array:
        """Lower bounds (N, E, H) of the heights of elements above half-spaces."""
        height = placement.centers @ self._normals.T - self._offsets
        return np.asarray(height - placement.halves @ np.abs(self._normals).T)

    def _element_pairs(self, pairs: Iterable[tuple[int, int]]) -> Indices:
        members: dict[int, list[int]] = {}
        for number, item in enumerate(self.elements):
            members.setdefault(item.body, []).append(number)
        found = [(i, j) for a, b in pairs for i in members.get(a, ()) for j in members.get(b, ())]
        return np.array(found, dtype=np.intp).reshape(-1, 2)


def _sides(centers: Array, halves: Array) -> tuple[Array, Array]:
    """Sides (..., 6) of boxes: one overlaps another if its first are at most the second of the other."""
    low, high = centers - halves, centers + halves
    return np.concatenate([low, -high], axis=-1), np.concatenate([high, -low], axis=-1)


def _lengths(apart: Array) -> Array:
    np.maximum(apart, 0, out=apart)
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", apart, apart)))


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
