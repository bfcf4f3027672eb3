"""Roll, pitch, yaw that survive a round trip: URDFs have angles, robots have matrices."""

from __future__ import annotations

import math

from ...rotations import rotation_from_rpy, rpy_from_rotation
from ...transforms import Array

_DECIMALS = 14


def stable_rpy(rotation: Array) -> tuple[float, ...]:
    """Roll, pitch, yaw of ``rotation``, such that what is read from the text is written as the same text.

    If rounding errors make the rotation of these angles another one, the angles are rounded to a grid that is
    coarser than these errors.
    """
    angles = _rpy(rotation)
    if (rotation_from_rpy(angles) == rotation).all():
        return angles
    rounded = _rounded_rpy(rotation)
    written = rotation_from_rpy(rounded)
    angles = _rpy(written)
    return angles if (rotation_from_rpy(angles) == written).all() else rounded


def _rpy(rotation: Array) -> tuple[float, ...]:
    """Roll, pitch, yaw. Neither these angles nor the matrix have -0, because texts do not have it."""
    return tuple((rpy_from_rotation(rotation + 0.0) + 0.0).tolist())


def _rounded_rpy(rotation: Array) -> tuple[float, float, float]:
    """Roll, pitch, yaw to ``_DECIMALS``.

    Where the pitch is near a quarter turn, the error of yaw is larger, hence its grid; roll compensates.
    """
    _, pitch, yaw = _rpy(rotation)
    if math.cos(pitch) < 10.0**-_DECIMALS:  # roll and yaw turn about the same axis
        pitch, yaw = math.copysign(math.pi / 2, pitch), 0.0
    else:
        pitch = _rounded(pitch, _DECIMALS)
        yaw = _rounded(yaw, _DECIMALS + math.floor(math.log10(math.cos(pitch))))
    remaining = rotation_from_rpy((0.0, 0.0, yaw)).T @ (rotation + 0.0)
    roll = math.atan2(-remaining[1, 2], remaining[1, 1])
    return _rounded(roll, _DECIMALS), pitch, yaw


def _rounded(angle: float, decimals: int) -> float:
    """``angle`` to ``decimals``; half a turn, whose sign depends on rounding errors, is positive."""
    rounded = round(angle, decimals) + 0.0
    return rounded if abs(rounded) < math.pi - 0.5 * 10.0**-decimals else math.pi
