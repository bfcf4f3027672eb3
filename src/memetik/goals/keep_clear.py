"""KeepClear: links stay away from obstacles, and from each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.primitives import Geometries, as_geometries, primitive, shapes_by_link
from ..collision.shapes import Geometry
from ..errors import GoalError, UnknownNameError
from ..losses import Losses
from ..transforms import LARGEST_VALUE, Array
from .goal import DEFAULT_TOLERANCE, Goal, Priority, check_link_name, frozen, non_negative, tolerances

if TYPE_CHECKING:
    from ..robot.robot import Robot

Form: TypeAlias = Literal["margin", "wall", "inverse", "penetration"]
FORMS: tuple[Form, ...] = get_args(Form)  # in the order of memetik::goals::KeepClear::Form


@dataclass(frozen=True, eq=False, init=False)
class KeepClear(Goal):
    """Spheres of links keep clear of obstacles, and of other links.

    Residual: one row for every sphere and every shape on another link, a function of the clearance c [m]
    between them, with ``margin`` m and ``scale`` e [m]:

    - ``form="margin"``: max(0, m - c); with ``loss=mk.losses.Huber(m)`` quadratic in the margin, then linear
    - ``form="wall"``: 1/c, below c = e its tangent
    - ``form="inverse"``: 2e/(e + c), below c = 0 its tangent
    - ``form="penetration"``: max(0, -c)/e

    ``spheres`` maps links to rows (x, y, z, radius) [m] in their frames; ``obstacles`` are shapes in the
    root's frame, ``links`` maps links to shapes on them (of :mod:`memetik.collision`, no meshes). In all
    forms the goal is met when every clearance is at least the margin, but for ``tolerance`` [m]. Walls are
    steep: a ``weight`` of 1e-4 lets other goals have their way.

    >>> import memetik as mk
    >>> robot, ground = mk.Robot.load("ur5"), mk.collision.HalfSpace()  # the shoulder is 0.089159 m above
    >>> goal = mk.KeepClear({"shoulder_link": (0, 0, 0, 0.05)}, ground, margin=0.1)
    >>> mk.Problem(robot, goal).residuals(robot.neutral).round(6)
    array([0.060841])
    """

    spheres: Mapping[str, Array]
    obstacles: tuple[Geometry, ...]
    links: Mapping[str, tuple[Geometry, ...]]
    form: Form
    margin: float
    scale: float
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("lacking",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def __init__(
        self,
        spheres: Mapping[str, npt.ArrayLike],
        obstacles: Geometries = (),
        *,
        links: Mapping[str, Geometries] | None = None,
        form: Form = "margin",
        margin: float = 0.0,
        scale: float = 0.01,
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        if form not in FORMS:
            raise UnknownNameError("form", form, FORMS)
        self._set(
            spheres=MappingProxyType(_spheres(spheres)),
            obstacles=as_geometries(obstacles, "obstacles"),
            links=MappingProxyType(shapes_by_link({} if links is None else links, "links")),
            form=form,
            margin=non_negative(margin, "margin"),
            scale=non_negative(scale, "scale", least=1e-9),
            tolerance=tolerances(tolerance, 1)[0],
        )
        if form == "penetration" and self.margin > 0:
            raise GoalError("margin: penetration begins where clearance ends; form='margin' has a margin")
        pairs = sum(
            len(rows) * (len(self.obstacles) + sum(len(v) for k, v in self.links.items() if k != link))
            for link, rows in self.spheres.items()
        )
        if not pairs:
            raise GoalError("KeepClear: nothing to keep clear of: give obstacles, or shapes of other links")

    @property
    def _default_name(self) -> str:
        return "keep_clear"

    @property
    def _takes_ranges(self) -> bool:
        return False  # residuals are no clearances

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("keep_clear")
        names = list(dict.fromkeys([*self.spheres, *self.links]))
        record.links = [robot._link(link) for link in names]
        spheres = [[names.index(link), *row] for link, rows in self.spheres.items() for row in rows]
        solids = [[-1.0, *primitive(shape, "obstacles")] for shape in self.obstacles]
        for link, shapes in self.links.items():
            solids += [[names.index(link), *primitive(shape, f"links[{link!r}]")] for shape in shapes]
        numbers = [FORMS.index(self.form), self.margin, self.scale, len(spheres)]
        record.constants = [float(n) for part in (numbers, *spheres, *solids) for n in part]
        record.tolerance = [self.tolerance]
        return record, None


def _spheres(value: Any) -> dict[str, Array]:
    if not isinstance(value, Mapping) or not value:
        raise GoalError(f"spheres: expected a mapping from links to (x, y, z, radius), got {value!r}")
    for link in value:
        check_link_name(link, "spheres")
    return {link: frozen(_rows(rows, link)) for link, rows in value.items()}


def _rows(value: Any, link: str) -> Array:
    try:
        rows = np.atleast_2d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError, OverflowError):
        rows = np.empty((0, 0))
    if rows.ndim != 2 or rows.shape[1] != 4 or not len(rows):
        raise GoalError(f"spheres[{link!r}]: expected rows (x, y, z, radius), got {value!r}")
    if not (np.abs(rows) <= LARGEST_VALUE).all() or (rows[:, 3] < 0).any():
        raise GoalError(f"spheres[{link!r}]: not finite, too far or of negative radius: {value!r}")
    return rows
