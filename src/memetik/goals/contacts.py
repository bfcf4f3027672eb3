"""Touch and StandOn: links in contact with what is around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.primitives import Geometries, as_geometries, discs, primitive
from ..collision.shapes import Capsule, Geometry
from ..errors import GoalError
from ..losses import Losses
from ..transforms import Array
from .goal import (
    DEFAULT_TOLERANCE,
    Goal,
    Priority,
    check_link_name,
    non_negative,
    point,
    tolerances,
    unit_vector,
)
from .link_goal import LinkGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class Touch(LinkGoal):
    """The lowest point of a link lies on a plane: the link touches it and does not go through.

    Residual: n·(x - p) [m] of the point x of the link's shapes that is lowest along the unit normal n: one
    row, negative below the plane. ``target`` (3,) [m] is a point p of the plane and ``normal`` (3,) is along
    n, in the root's frame or that of the link ``frame``. ``shapes`` are those that touch, placed in the
    link's frame; by default its collision shapes, or else its visuals. ``tolerance`` [m].

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")  # its shoulder is 0.089159 m above its base
    >>> goal = mk.Touch("shoulder_link", (0, 0, 0), shapes=mk.collision.Sphere(0.05))
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.039159])
    """

    normal: Array
    shapes: tuple[Geometry, ...] | None

    error_names: ClassVar[tuple[str, ...]] = ("gap",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        link: str,
        target: npt.ArrayLike,
        normal: npt.ArrayLike = (0.0, 0.0, 1.0),
        *,
        shapes: Geometries | None = None,
        frame: str | None = None,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        self._set_link(link, point(target, "target"), frame, tolerance)
        given = None if shapes is None else as_geometries(shapes, "shapes")
        if given == ():
            raise GoalError("shapes: expected at least one")
        self._set(normal=unit_vector(normal, "normal"), shapes=given)

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        shapes = self.shapes or own_shapes(robot, self.link)
        rows = [disc for shape in shapes for disc in discs(shape, f"shapes of {self.link!r}")]
        return self._link_record("touch", robot, self.normal, *rows), None

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class StandOn(Goal):
    """A foot does not sink into the terrain: where it would, it stands on it, flat.

    A ray along ``direction`` starts ``above`` [m] over the sole and ends ``below`` [m] under it: what is
    higher up is a ceiling, and a foot in the air is free unless ``below`` reaches the ground. Where the ray
    enters the terrain at h with the normal n, the residuals are the depth d·(p - h) [m] of the sole's point p
    along the ray's direction d, and ``rotation_scale`` times a + n [rad] with the axis a out of the sole;
    four rows, the latter three as long as 2 sin(angle / 2). Where it does not, the goal is met. ``terrain``
    are shapes in the root's frame (half-spaces, boxes, spheres, cylinders); ``offset`` (3,) [m] is p and
    ``axis`` (3,) is a, in the link's frame; ``tolerance`` is one number, or a pair [m], [rad].

    >>> import memetik as mk
    >>> robot, ground = mk.Robot.load("ur5"), mk.collision.HalfSpace()  # the shoulder is 0.089159 m above
    >>> goal = mk.StandOn("shoulder_link", ground.at((0, 0, 0.1)))
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.010841, 0.      , 0.      , 0.      ])
    """

    link: str
    terrain: tuple[Geometry, ...]
    offset: Array
    axis: Array
    direction: Array
    above: float
    below: float
    rotation_scale: float
    tolerance: tuple[float, ...]

    error_names: ClassVar[tuple[str, ...]] = ("depth", "tilt")
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad")

    def __init__(
        self,
        link: str,
        terrain: Geometries,
        *,
        offset: npt.ArrayLike = (0.0, 0.0, 0.0),
        axis: npt.ArrayLike = (0.0, 0.0, -1.0),
        direction: npt.ArrayLike = (0.0, 0.0, -1.0),
        above: float = 0.5,
        below: float = 0.0,
        rotation_scale: float = 1.0,
        tolerance: npt.ArrayLike = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        check_link_name(link, "link")
        shapes = as_geometries(terrain, "terrain")
        if not shapes or any(isinstance(shape.shape, Capsule) for shape in shapes):
            raise GoalError("terrain: expected half-spaces, boxes, spheres or cylinders")
        self._set(
            link=link,
            terrain=shapes,
            offset=point(offset, "offset"),
            axis=unit_vector(axis, "axis"),
            direction=unit_vector(direction, "direction"),
            above=non_negative(above, "above"),
            below=non_negative(below, "below"),
            rotation_scale=non_negative(rotation_scale, "rotation_scale", least=1e-9),
            tolerance=tolerances(tolerance, 2),
        )

    @property
    def _default_name(self) -> str:
        return self.link

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("stand_on")
        record.links = [robot._link(self.link)]
        lengths = (self.above, self.below, self.rotation_scale)
        shapes = [primitive(shape, "terrain") for shape in self.terrain]
        record.constants = np.concatenate([self.offset, self.axis, self.direction, lengths, *shapes]).tolist()
        record.tolerance = self.tolerance
        return record, None


def own_shapes(robot: Robot, link: str) -> tuple[Geometry, ...]:
    """What a link is made of: its collision shapes, or else its visuals."""
    robot._link(link)
    shapes = robot.links[link].collisions or robot.links[link].visuals
    if not shapes:
        raise GoalError(f"link {link!r} of {robot.name!r} has no shapes: give some with shapes=")
    return shapes
