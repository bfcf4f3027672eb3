"""PassThrough: an instrument works through a small hole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..collision.primitives import Geometries, primitive, shapes_by_link
from ..collision.shapes import Geometry
from ..errors import GoalError
from ..losses import Losses
from ..transforms import Array
from .contacts import own_shapes
from .goal import Priority, names, point, tolerances
from .place_goal import PlaceGoal

if TYPE_CHECKING:
    from ..robot.robot import Robot

Offsets: TypeAlias = Mapping[str, npt.ArrayLike] | Sequence[npt.ArrayLike] | Array


@dataclass(frozen=True, eq=False, init=False)
class PassThrough(PlaceGoal):
    """A chain of links, straight from one to the next, passes through a place.

    The remote centre of motion (RCM) of an instrument that works through a small hole. Residual: from the
    place to the nearest point of the nearest stretch between consecutive links [m], three rows. ``links`` are
    names, and ``offsets`` the points (3,) [m] that are meant, in the links' frames and by default their
    origins: a mapping from some of the links, or one for each. A straight link goes by two of its points:
    ``PassThrough("tool", place, offsets=[(0, 0, 0), (0, 0, 0.3)])``. With ``shapes``, for curved links, the
    residual is the distance from the place to the nearest shape, one row and nothing inside: a mapping from
    the links to shapes on them, or True for their own. ``target`` (3,) [m] in the root's frame; ``tolerance``
    [m], by default 1 mm.

    >>> import memetik as mk
    >>> mk.PassThrough(("trocar_in", "trocar_out"), (0.4, 0, 0.2)).tolerance
    0.001
    """

    links: tuple[str, ...]
    offsets: tuple[Array, ...] | None
    shapes: Mapping[str, tuple[Geometry, ...]] | bool

    def __init__(
        self,
        links: str | Iterable[str],
        target: npt.ArrayLike,
        *,
        offsets: Offsets | None = None,
        shapes: Mapping[str, Geometries] | bool = False,
        tolerance: float = 1e-3,
        name: str | None = None,
        weight: float = 1.0,
        priority: Priority = "primary",
        loss: Losses = None,
    ) -> None:
        super().__init__(name=name, weight=weight, priority=priority, loss=loss)
        listed = names(links, "links")
        if isinstance(offsets, (Sequence, np.ndarray)) and not isinstance(offsets, str) and len(listed) == 1:
            listed *= len(offsets)
        if shapes is not False and offsets is not None:
            raise GoalError("PassThrough: offsets or shapes, not both")
        if len(listed) < (2 if shapes is False else 1):
            raise GoalError(f"links: expected at least two names, or two offsets of one; got {links!r}")
        own = shapes if isinstance(shapes, bool) else shapes_by_link(shapes, "shapes")
        if isinstance(own, dict) and (set(own) != set(listed) or not all(own.values())):
            raise GoalError(f"shapes: expected some of each link {', '.join(listed)}, got {', '.join(own)}")
        self._set(
            links=listed,
            target=point(target, "target"),
            offsets=_offsets({} if offsets is None else offsets, listed) if shapes is False else None,
            shapes=own if isinstance(own, bool) else MappingProxyType(own),
            tolerance=tolerances(tolerance, 1)[0],
        )

    @property
    def _default_name(self) -> str:
        return self.links[-1]

    def _compile(self, robot: Robot) -> tuple[_core.Goal, None]:
        record = self._record("pass_through" if self.shapes is False else "pass_through_shape")
        record.links = [robot._link(link) for link in self.links]
        record.target = self.target.tolist()
        record.constants = self._points() if self.shapes is False else self._solids(robot)
        record.tolerance = [self.tolerance]
        return record, None

    def _points(self) -> list[float]:
        return [float(number) for offset in self.offsets or () for number in offset]

    def _solids(self, robot: Robot) -> list[float]:
        """For every shape the place of its link among the links, and its primitive."""
        numbers: list[float] = []
        for i, link in enumerate(self.links):
            shapes = self.shapes[link] if isinstance(self.shapes, Mapping) else own_shapes(robot, link)
            for shape in shapes:
                numbers += [float(i), *primitive(shape, f"shapes of {link!r}")]
        return numbers


def _offsets(value: Any, links: tuple[str, ...]) -> tuple[Array, ...]:
    """One point for every link."""
    if isinstance(value, Mapping):
        for link in value:
            if link not in links:
                raise GoalError(f"offsets: {link!r} is not one of the links {', '.join(links)}")
        return tuple(point(value.get(link, np.zeros(3)), f"offsets[{link!r}]") for link in links)
    if isinstance(value, str) or not isinstance(value, (Sequence, np.ndarray)) or len(value) != len(links):
        raise GoalError(f"offsets: expected a mapping from links to points, or one for each, got {value!r}")
    return tuple(point(offset, f"offsets[{i}]") for i, offset in enumerate(value))
