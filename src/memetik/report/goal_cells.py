"""What tables show of a goal: where it is, its target, and its tolerances with units."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..goals import Goal, KeepClear, Orientation, Pose, Position
from ..goals.placement import Placement
from ..rotations import rotation_from_quaternion
from ..solve.wording import human
from ..transforms import Array

_PLACES_SHOWN = 3


def place(goal: Goal) -> str:
    """The link or joint of a goal, or the first of several."""
    if isinstance(goal, KeepClear):
        return _listed(list(goal.geometry.spheres))
    one = getattr(goal, "link", None) or getattr(goal, "joint", None)
    if one is not None:
        return str(one)
    return _listed(
        [str(name) for name in getattr(goal, "links", None) or getattr(goal, "joints", None) or ()]
    )


def target(goal: Goal) -> str:
    """The target in m and degrees, the frame it is given in, and the axes that are free."""
    value: Any = getattr(goal, "target", None)
    parts = [_obstacles(goal) if isinstance(goal, KeepClear) else _target(goal, value)]
    if goal._awaits_target:
        parts = ["given by each query"]
    if isinstance(goal, Placement):
        parts += [f"in the frame of {goal.frame}"] * (goal.frame is not None)
        parts += [f"free: {', '.join(goal.free)}"] * bool(goal.free)
    return "; ".join(filter(None, parts))


def tolerance(goal: Goal, units: Sequence[str]) -> str:
    """The tolerances with the ``units`` of the goal's errors; several for axes in their order."""
    if getattr(goal, "tolerance", None) is None:
        return ""
    values = np.atleast_1d(goal._tolerance).tolist()
    if len(values) == len(units):
        return ", ".join(human(value, unit) for value, unit in zip(values, units, strict=True))
    per_unit = max(len(values) // max(len(units), 1), 1)
    named = [
        (value, units[min(i // per_unit, len(units) - 1)] if units else "") for i, value in enumerate(values)
    ]
    return ", ".join(dict.fromkeys(human(value, unit) for value, unit in named))


def _target(goal: Goal, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, (np.ndarray, float, int)):
        return reprlib.repr(value)
    numbers = np.asarray(value, dtype=np.float64)
    if isinstance(goal, Pose):
        return f"at {_numbers(numbers[:3, 3])} m, rpy {_degrees(numbers[:3, :3])}"
    if isinstance(goal, Orientation):
        return f"rpy {_degrees(rotation_from_quaternion(numbers))}"
    if isinstance(goal, Position):
        return f"{_numbers(numbers)} m"
    return _numbers(numbers.ravel()) if numbers.size <= 4 else f"{numbers.size} numbers"


def _obstacles(goal: KeepClear) -> str:
    count = len(goal.world)
    return "1 obstacle" if count == 1 else f"{count} obstacles"


def _degrees(rotation: Array) -> str:
    """Roll, pitch and yaw about the fixed axes x, y, z, such that R = Rz(yaw) Ry(pitch) Rx(roll)."""
    pitch = math.atan2(-rotation[2, 0], math.hypot(rotation[0, 0], rotation[1, 0]))
    if abs(math.cos(pitch)) < 1e-9:  # only the sum or difference of roll and yaw is determined
        roll, yaw = math.atan2(-rotation[1, 2], rotation[1, 1]), 0.0
    else:
        roll = math.atan2(rotation[2, 1], rotation[2, 2])
        yaw = math.atan2(rotation[1, 0], rotation[0, 0])
    angles = np.round(np.degrees([roll, pitch, yaw]), 2) + 0.0  # no -0
    return f"{', '.join(f'{angle:.4g}' for angle in angles)}°"


def _numbers(values: Any) -> str:
    return ", ".join(f"{value:.4g}" for value in np.atleast_1d(values))


def _listed(names: Sequence[str]) -> str:
    return ", ".join([*names[:_PLACES_SHOWN], *["..."] * (len(names) > _PLACES_SHOWN)])
