"""KeepClear: a robot stays away from obstacles, and from itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np

from .. import _core
from ..collision.bodies import bodies_of, check_names
from ..collision.core_records import obstacle_records, sphere_record
from ..collision.grip import as_pose
from ..collision.self_pairs import SelfPairs, as_self_pairs
from ..collision.sphere_robot import SphereRobot
from ..collision.world import World, as_world
from ..collision.world_snapshot import WorldSnapshot
from ..errors import GoalError, MemetikError, without_warnings
from ..number_checks import numbers
from ..pose_forms import pose_matrices, row_of
from ..transforms import Array
from .fields import DEFAULT_TOLERANCE, NonNegative, Positive, Priority, Tolerance
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot

Form: TypeAlias = Literal["margin", "reciprocal", "inverse", "penetration"]
Over: TypeAlias = Literal["sum", "minimum"]


def _geometry(value: Any, what: str) -> SphereRobot:
    if isinstance(value, SphereRobot):
        return value
    try:
        plain = isinstance(value, Mapping) and "memetik" in value
        return SphereRobot.from_dict(value) if plain else SphereRobot(value)
    except MemetikError as error:
        raise GoalError(f"{what}: {error}") from None


def _pose_rows(value: Any, what: str) -> Array:
    """Poses (N, 4, 4) from a batch of poses in any form, or from positions (N, 3)."""
    array = numbers(value)
    if array is None or array.ndim != 2 or array.shape[1] != 3:
        poses = pose_matrices(value, what)
        if poses.ndim != 3:
            raise GoalError(f"{what}: expected a pose for each query, got one pose")
        return poses
    poses = np.tile(np.eye(4), (len(array), 1, 1))
    poses[:, :3, 3] = array
    return poses


def _pairs(value: Any, what: str) -> SelfPairs:
    try:
        return as_self_pairs(value, what)
    except MemetikError as error:
        raise GoalError(str(error)) from None


Spheres: TypeAlias = Annotated[SphereRobot | Any, _geometry]
Surroundings: TypeAlias = Annotated[World | Any, as_world]
Pairs: TypeAlias = Annotated[SelfPairs | Any, _pairs]


@dataclass(frozen=True, eq=False)
class KeepClear(Goal):
    """The spheres of a robot keep a distance from the obstacles of a world, and from each other.

    Cost: the sum over all pairs of a sphere and an obstacle, and of two spheres of ``self_pairs``, of the
    square of a function of the clearance c [m] between them, with ``margin`` m and ``scale`` e [m]:

    - ``form="margin"``: max(0, m - c); with ``loss=mk.losses.Huber(m)`` quadratic in the margin, then linear
    - ``form="reciprocal"``: 1/c, continued by its tangent below c = e
    - ``form="inverse"``: 2e/(e + c), continued by its tangent below c = 0
    - ``form="penetration"``: max(0, -c)/e

    With ``over="minimum"`` only the pair with the smallest clearance costs, and a ``loss`` applies to the
    square: ρ(r²) instead of the sum of ρ(r), as in Engelke's thesis (2024, 8.2 and 8.3). The sum is smoother:
    the gradient of a minimum jumps where another pair becomes the nearest.

    ``geometry`` is a :class:`~memetik.collision.SphereRobot`, or maps links to rows (x, y, z, radius) [m] in
    their frames; ``mk.collision.SphereRobot.fit(robot)`` covers the shapes of a robot. ``world`` is a
    :class:`~memetik.World`, or one or several shapes in the root's frame. A solver follows the world: each
    solve sees it as it is then. ``targets={name: {object: pose}}`` moves objects for one query.
    Objects that the robot holds (``attach``) are parts of the robot, not obstacles.
    ``self_pairs`` are the pairs of links that must not touch each other: ``"auto"`` takes those of
    the geometry, or all whose links are not joined and keep ``margin`` in the neutral posture.

    In all forms the goal is met when every clearance is at least ``margin`` minus ``tolerance`` [m]. The
    reciprocal form is steep: a ``weight`` of about 1e-4 keeps it from dominating the other goals. However
    many pairs there are, ``residuals`` has one row for each active variable, with the largest of them, and
    one for all others together.

    >>> import memetik as mk
    >>> robot, ground = mk.Robot.load("ur5"), mk.collision.HalfSpace()  # the shoulder is 0.089159 m above
    >>> goal = mk.KeepClear({"shoulder_link": (0, 0, 0, 0.05)}, ground, margin=0.1)
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)  # the largest first
    array([0.060841, 0.      ])
    """

    geometry: Spheres
    world: Surroundings = ()
    _: KW_ONLY
    priority: Priority = "required"
    self_pairs: Pairs = "auto"
    form: Form = "margin"
    over: Over = "sum"
    margin: NonNegative = 0.0
    scale: Positive = 0.01
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("missing clearance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _check(self) -> None:
        if self.form == "penetration" and self.margin > 0:
            raise GoalError("margin: expected 0 with form='penetration'; use form='margin' for a margin")

    @property
    def _takes_ranges(self) -> bool:
        return False  # residuals are functions of clearances, not clearances

    @property
    def _link_names(self) -> list[str]:
        return [body.link for body in bodies_of(self.geometry, self._snapshot())]

    def _snapshot(self) -> WorldSnapshot:
        return self.world.snapshot()

    def _in(self, snapshot: WorldSnapshot | None) -> KeepClear:
        return (
            self if snapshot is None else without_warnings(partial(replace, self), world=World._of(snapshot))
        )

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        check_names(robot, self.geometry, self._snapshot())
        record = self._record(robot, self._link_names)
        record.target = self._snapshot().poses.ravel().tolist()
        return record, None

    def _data(self, robot: Robot) -> dict[str, Any]:
        numbers = {"form": self.form, "over": self.over, "margin": self.margin, "scale": self.scale}
        spheres = sphere_record(robot, self.geometry, self._snapshot(), self.self_pairs, self.margin)
        return {**numbers, "robot": spheres, "obstacles": obstacle_records(self._snapshot(), self.geometry)}

    @property
    def _target_needs_name(self) -> bool:
        return True

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (len(self._snapshot().objects), 4, 4)

    def _as_target(self, value: Any, robot: Robot) -> Array:
        snapshot = self._snapshot()
        poses = snapshot.poses
        if isinstance(value, Mapping):
            names = [item.name for item in snapshot.objects]
            for name, pose in value.items():
                self._check_movable(name)
                poses[names.index(name)] = as_pose(pose, f"pose of {name!r}")
            return poses
        given = pose_matrices(value, "target")
        if given.shape != poses.shape:
            raise GoalError(f"target: expected poses {poses.shape} of the objects, got {given.shape}")
        return given

    def _as_targets(self, values: Any, what: str) -> Array | None:
        if not isinstance(values, Mapping):
            return None
        moved = {name: _pose_rows(poses, f"{what}, {name!r}") for name, poses in values.items()}
        if len({len(poses) for poses in moved.values()}) != 1:
            raise GoalError(f"{what}: expected as many poses of every object")
        names = [item.name for item in self._snapshot().objects]
        rows = np.tile(self._snapshot().poses, (len(next(iter(moved.values()))), 1, 1, 1))
        for name, poses in moved.items():
            self._check_movable(name)
            rows[:, names.index(name)] = poses
        return rows

    def _target_row(self, values: Any, row: int) -> Any:
        if not isinstance(values, Mapping):
            return row_of(values, row)
        return {name: row_of(poses, row) for name, poses in values.items()}

    def _check_movable(self, name: str) -> None:
        holder = self.world[name].link  # raises an error that lists the valid names
        if holder is not None:
            raise GoalError(f"object {name!r} is held by {holder!r} and moves with it: detach it to move it")
