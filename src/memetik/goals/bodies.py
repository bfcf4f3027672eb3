"""Balance and PassThrough: goals of a whole body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import GoalError
from ..transforms import Array
from .goal import DEFAULT_TOLERANCE, Goal, Priority, names, point, tolerances, unit_vector

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class _PlaceGoal(Goal):
    """A goal with a place in the root's frame as its target."""

    target: Array
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")


@dataclass(frozen=True, eq=False, init=False)
class Balance(_PlaceGoal):
    """The centre of mass is above a place, so that the robot does not fall over.

    Residual: (I - u uᵀ)(c - p) [m], with the centre of mass c and the direction u that is up; three rows,
    together as long as the horizontal distance. ``target`` (3,) [m] is p and ``up`` (3,) is along u, in the
    root's frame; ``tolerance`` [m].

    >>> import memetik as mk
    >>> mk.Balance((0, 0, 0), tolerance=0.05).up
    array([0., 0., 1.])
    """

    up: Array

    def __init__(
        self,
        target: npt.ArrayLike,
        *,
        up: npt.ArrayLike = (0.0, 0.0, 1.0),
        tolerance: float = DEFAULT_TOLERANCE,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority)
        self._set(
            target=point(target, "target"), up=unit_vector(up, "up"), tolerance=tolerances(tolerance, 1)[0]
        )

    @property
    def _default_name(self) -> str:
        return "balance"

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        if robot.mass <= 0.0:
            raise GoalError(f"Balance: robot {robot.name!r} has no masses")
        record = self._record("balance")
        record.target = self.target.tolist()
        record.constants = self.up.tolist()
        record.tolerance = [self.tolerance]
        return record, None


@dataclass(frozen=True, eq=False, init=False)
class PassThrough(_PlaceGoal):
    """A chain of links, straight from one to the next, passes through a place.

    The remote centre of motion (RCM) of an instrument that works through a small hole. Residual: from the
    place to the nearest point of the nearest stretch between consecutive links [m], three rows. ``links`` are
    at least two names; ``offsets`` maps some of them to the point (3,) [m] that is meant, by default their
    origins; ``target`` (3,) [m] in the root's frame; ``tolerance`` [m], by default 1 mm.

    >>> import memetik as mk
    >>> mk.PassThrough(("trocar_in", "trocar_out"), (0.4, 0, 0.2)).tolerance
    0.001
    """

    links: tuple[str, ...]
    offsets: Mapping[str, Array]

    def __init__(
        self,
        links: Iterable[str],
        target: npt.ArrayLike,
        *,
        offsets: Mapping[str, npt.ArrayLike] | None = None,
        tolerance: float = 1e-3,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority)
        listed = names(links, "links")
        if len(listed) < 2:
            raise GoalError(f"links: expected at least two names, got {links!r}")
        if not isinstance(offsets, Mapping | None):
            raise GoalError(f"offsets: expected a mapping from links to points, got {offsets!r}")
        given = dict(offsets or {})
        for link in given:
            if link not in listed:
                raise GoalError(f"offsets: {link!r} is not one of the links {', '.join(listed)}")
        self._set(
            links=listed,
            target=point(target, "target"),
            offsets=MappingProxyType({k: point(v, f"offsets[{k!r}]") for k, v in given.items()}),
            tolerance=tolerances(tolerance, 1)[0],
        )

    @property
    def _default_name(self) -> str:
        return self.links[-1]

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("pass_through")
        record.links = [robot._link(link) for link in self.links]
        record.target = self.target.tolist()
        points = [self.offsets.get(link, np.zeros(3)) for link in self.links]
        record.constants = np.concatenate(points).tolist()
        record.tolerance = [self.tolerance]
        return record, None
