"""What goals of places have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy.typing as npt

from ..transforms import Array
from .goal import Goal, point

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True, eq=False, init=False)
class PlaceGoal(Goal):
    """A goal with a place in the root's frame as its target."""

    target: Array
    tolerance: float

    error_names: ClassVar[tuple[str, ...]] = ("distance",)
    error_units: ClassVar[tuple[str, ...]] = ("m",)

    def _target_shape(self, robot: Robot) -> tuple[int, ...]:
        return (3,)

    def _as_target(self, value: npt.ArrayLike, robot: Robot) -> Array:
        return point(value, "target")
