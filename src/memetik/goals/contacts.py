"""Touch and StandOn: contact of links with planes and terrain."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from .. import _core
from ..collision.shapes import Geometry, Mesh
from ..errors import GoalError
from .fields import (
    DEFAULT_TOLERANCE,
    MaybeShapes,
    NonNegative,
    Point,
    Positive,
    Shapes,
    TwoTolerances,
    UnitVector,
)
from .link_goal import LinkGoal, LinkTargetGoal
from .shape_fields import corners_of, has_field, solid_records

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False)
class Touch(LinkTargetGoal):
    """The lowest point of a link lies on a plane: the link touches the plane and does not penetrate it.

    Residual: n·(x - p) [m], where x is the point of the link's shapes that is lowest along the unit normal
    n; one row, negative below the plane. ``target`` (3,) [m] is a point p of the plane and ``normal`` (3,)
    is along n, both in the frame of the root or of the link ``frame``. ``shapes`` are the shapes in contact,
    placed in the link's frame; by default its collision shapes, or its visuals if it has none. The lowest
    point of a mesh is one of its corners; with scipy only those of its convex hull are tested.
    ``tolerance`` [m] is the largest accepted gap or penetration.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")  # its shoulder is 0.089159 m above its base
    >>> goal = mk.Touch("shoulder_link", (0, 0, 0), shapes=mk.collision.Sphere(0.05))
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.039159])
    """

    normal: UnitVector = (0.0, 0.0, 1.0)
    _: KW_ONLY
    shapes: MaybeShapes = None

    error_names: ClassVar[tuple[str, ...]] = ("gap",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _check(self) -> None:
        if self.shapes == ():
            raise GoalError("shapes: expected at least one, got none")

    def _data(self, robot: Robot) -> dict[str, Any]:
        shapes = self.shapes or own_shapes(robot, self.link)
        what = f"shapes of {self.link!r}"
        meshes = [shape for shape in shapes if isinstance(shape.shape, Mesh)]
        discs = [disc for shape in shapes if shape not in meshes for disc in shape._discs(what)]
        points = [point for shape in meshes for point in corners_of(shape, what).tolist()]
        return {"normal": self.normal, "discs": discs, "points": points}


@dataclass(frozen=True, eq=False)
class StandOn(LinkGoal):
    """A foot stands flat on the terrain instead of sinking into it; in the air it is not constrained.

    A ray along ``direction`` starts ``above`` [m] over the sole and ends ``below`` [m] under it. Terrain more
    than ``above`` over the sole is ignored. A foot higher than ``below`` over the ground is not constrained.
    If the ray enters the terrain at the point h with the normal n, the residuals are the depth d·(p - h) [m]
    of the sole's point p along the ray's direction d, and ``rotation_scale`` times a + n [rad], where the
    axis a points out of the sole and a + n has the norm 2 sin(angle / 2); four rows. If the ray misses the
    terrain, the residuals are zero. ``terrain`` are shapes in the root's frame (half-spaces, boxes, spheres,
    cylinders, meshes, fields); ``offset`` (3,) [m] is p and ``axis`` (3,) is a, both in the link's
    frame; ``tolerance`` is one number, or a pair [m], [rad].

    The ray hits the surface on which the interpolated distance of a :class:`~memetik.collision.Field` is
    zero, and n is along its gradient; meshes become fields (``shape.as_field()``). The surface
    deviates from that of the mesh by less than a spacing, and n changes in steps where the mesh is curved:
    choose the tolerance of the angle accordingly.

    >>> import memetik as mk
    >>> robot, ground = mk.Robot.load("ur5"), mk.collision.HalfSpace()  # the shoulder is 0.089159 m above
    >>> goal = mk.StandOn("shoulder_link", ground.at((0, 0, 0.1)))
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.010841, 0.      , 0.      , 0.      ])
    """

    terrain: Shapes
    _: KW_ONLY
    offset: Point = (0.0, 0.0, 0.0)
    axis: UnitVector = (0.0, 0.0, -1.0)
    direction: UnitVector = (0.0, 0.0, -1.0)
    above: NonNegative = 0.5
    below: NonNegative = 0.0
    rotation_scale: Positive = 1.0
    tolerance: TwoTolerances = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("depth", "tilt")
    error_units: ClassVar[tuple[str, ...]] = ("m", "rad")

    def _check(self) -> None:
        meets_rays = [has_field(shape) or _has_ray(shape) for shape in self.terrain]
        if not self.terrain or not all(meets_rays):
            kinds = ", ".join(type(shape.shape).__name__ for shape in self.terrain)
            raise GoalError(
                f"terrain: expected half-spaces, boxes, spheres, cylinders, meshes or fields, "
                f"got {kinds or 'none'}"
            )

    def _data(self, robot: Robot) -> dict[str, Any]:
        terrain, fields = solid_records(self.terrain, "terrain")
        own = {name: getattr(self, name) for name in _core.goal_fields(self._kernel) if hasattr(self, name)}
        return {**own, "terrain": terrain, "fields": fields}


def _has_ray(shape: Geometry) -> bool:
    return shape.shape.meets_rays and shape.shape._formula() is not None


def own_shapes(robot: Robot, link: str) -> tuple[Geometry, ...]:
    """Return a link's collision shapes, or its visuals if it has none."""
    robot._link(link)
    shapes = robot.links[link].collisions or robot.links[link].visuals
    if not shapes:
        raise GoalError(f"link {link!r} of {robot.name!r} has no shapes: give some with shapes=")
    return shapes
