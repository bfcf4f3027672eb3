"""KeepClear: links stay away from obstacles, and from each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np

from .. import _core
from ..collision.as_geometries import shapes_by_link
from ..collision.shapes import Geometry
from ..errors import GoalError
from ..transforms import MAX_VALUE, Array
from .fields import DEFAULT_TOLERANCE, NonNegative, Positive, Priority, Shapes, Tolerance, frozen, link_name
from .goal import Goal

if TYPE_CHECKING:
    from ..robot.robot import Robot

Form: TypeAlias = Literal["margin", "reciprocal", "inverse", "penetration"]


def _spheres(value: Any, what: str) -> Mapping[str, Array]:
    if not isinstance(value, Mapping) or not value:
        raise GoalError(f"{what}: expected a mapping from links to (x, y, z, radius), got {value!r}")
    for link in value:
        link_name(link, what)
    return MappingProxyType({link: frozen(_rows(rows, link)) for link, rows in value.items()})


def _rows(value: Any, link: str) -> Array:
    try:
        rows = np.atleast_2d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError, OverflowError):
        rows = np.empty((0, 0))
    if rows.ndim != 2 or rows.shape[1] != 4 or not len(rows):
        raise GoalError(f"spheres[{link!r}]: expected rows (x, y, z, radius), got {value!r}")
    if not (np.abs(rows) <= MAX_VALUE).all() or (rows[:, 3] < 0).any():
        raise GoalError(
            f"spheres[{link!r}]: not finite, beyond {MAX_VALUE:g} m, or a negative radius: {value!r}"
        )
    return rows


def _links(value: Any, what: str) -> Mapping[str, tuple[Geometry, ...]]:
    return MappingProxyType(shapes_by_link({} if value is None else value, what))


SpheresByLink: TypeAlias = Annotated[Mapping[str, Array] | Any, _spheres]
ShapesByLink: TypeAlias = Annotated[Mapping[str, tuple[Geometry, ...]] | Any, _links]


@dataclass(frozen=True, eq=False)
class KeepClear(Goal):
    """Spheres on links keep a distance from obstacles and from other links.

    Residual: one row for every pair of a sphere and an obstacle or a shape of another link, a function of
    the clearance c [m] between them, with ``margin`` m and ``scale`` e [m]:

    - ``form="margin"``: max(0, m - c); with ``loss=mk.losses.Huber(m)`` quadratic in the margin, then linear
    - ``form="reciprocal"``: 1/c, continued by its tangent below c = e
    - ``form="inverse"``: 2e/(e + c), continued by its tangent below c = 0
    - ``form="penetration"``: max(0, -c)/e

    ``spheres`` maps links to rows (x, y, z, radius) [m] in their frames; ``obstacles`` are shapes in the
    root's frame; ``links`` maps links to shapes on them (shapes of :mod:`memetik.collision`, no meshes). In
    all forms the goal is met when every clearance is at least ``margin`` minus ``tolerance`` [m]. The
    reciprocal form is steep: a ``weight`` of about 1e-4 keeps it from dominating the other goals.

    >>> import memetik as mk
    >>> robot, ground = mk.Robot.load("ur5"), mk.collision.HalfSpace()  # the shoulder is 0.089159 m above
    >>> goal = mk.KeepClear({"shoulder_link": (0, 0, 0, 0.05)}, ground, margin=0.1)
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.060841])
    """

    spheres: SpheresByLink
    obstacles: Shapes = ()
    _: KW_ONLY
    priority: Priority = "required"
    links: ShapesByLink = None
    form: Form = "margin"
    margin: NonNegative = 0.0
    scale: Positive = 0.01
    tolerance: Tolerance = DEFAULT_TOLERANCE

    error_names: ClassVar[tuple[str, ...]] = ("missing clearance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _check(self) -> None:
        if self.form == "penetration" and self.margin > 0:
            raise GoalError("margin: expected 0 with form='penetration'; use form='margin' for a margin")
        pairs = sum(
            len(rows) * (len(self.obstacles) + sum(len(v) for k, v in self.links.items() if k != link))
            for link, rows in self.spheres.items()
        )
        if not pairs:
            raise GoalError("KeepClear: expected obstacles, or shapes of other links (links=), got none")

    @property
    def _takes_ranges(self) -> bool:
        return False  # residuals are functions of clearances, not clearances

    @property
    def _link_names(self) -> list[str]:
        return list(dict.fromkeys([*self.spheres, *self.links]))

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        return self._record(robot, self._link_names), None

    def _data(self, robot: Robot) -> dict[str, Any]:
        place = self._link_names.index
        solids = [_core.LinkSolid(-1, shape._primitive("obstacles")) for shape in self.obstacles]
        for link, shapes in self.links.items():
            own = [shape._primitive(f"links[{link!r}]") for shape in shapes]
            solids += [_core.LinkSolid(place(link), solid) for solid in own]
        rows = [(place(link), row) for link, rows in self.spheres.items() for row in rows]
        spheres = [_core.LinkSphere(own, row[:3], row[3]) for own, row in rows]
        numbers = {"form": self.form, "margin": self.margin, "scale": self.scale}
        return {**numbers, "spheres": spheres, "solids": solids}
