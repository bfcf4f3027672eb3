"""Converts the channels of a BVH file, in degrees and its unit of length, to configurations and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from ...errors import UnknownNameError
from ...transforms import Array
from .skeleton import Node

Positions: TypeAlias = Literal["replace", "add"]
POSITIONS: tuple[Positions, ...] = get_args(Positions)

_MOST_DECIMALS = 15


@dataclass(frozen=True, eq=False)
class Columns:
    """For every variable its column among the channels, whether it is an angle, and its shift.

    Angles are converted to radians. A position c becomes ``(c - shift) * meters``, the displacement from
    the joint's OFFSET.
    """

    column: npt.NDArray[np.intp]
    is_angle: npt.NDArray[np.bool_]
    shift: Array
    meters: float

    @classmethod
    def of(cls, skeleton: Sequence[Node], meters: float, positions: Positions) -> Columns:
        """The columns of ``skeleton``, whose unit of length is ``meters`` [m]."""
        if positions not in POSITIONS:
            raise UnknownNameError("value of positions", positions, POSITIONS)
        column, is_angle, shift, first = [], [], [], 0
        for node in skeleton:
            for index, channel in node.moves:
                angle = channel.endswith("rotation")
                column.append(first + index)
                is_angle.append(angle)
                replaced = positions == "replace" and not angle
                shift.append(node.offset["XYZ".index(channel[0])] if replaced else 0.0)
            first += len(node.channels)
        return cls(
            np.array(column, dtype=np.intp), np.array(is_angle, dtype=np.bool_), np.array(shift), meters
        )

    def to_motion(self, channels: Array) -> Array:
        """Configurations (frames, dof) [rad, m] from channels (frames, channels)."""
        return self._forward_in_place(channels[:, self.column])

    def to_channels(self, motion: Array) -> Array:
        """The inverse of ``to_motion``: the channels with the fewest decimals that give exactly ``motion``.

        Several values in degrees can round to the same radians, and some radians are reached by no value in
        degrees. But among values of at most 15 digits, as in files, at most one gives the same radians.
        """
        with np.errstate(over="ignore", invalid="ignore"):  # candidates that overflow are rejected
            values = np.where(self.is_angle, np.rad2deg(motion), motion / self.meters + self.shift)
            result = values.copy()
            found = np.zeros(values.shape, dtype=np.bool_)
            for decimals in range(_MOST_DECIMALS + 1):
                power = 10.0**decimals
                candidate = np.rint(values * power) / power
                fits = ~found & (self._forward_in_place(candidate.copy()) == motion)
                result[fits] = candidate[fits]
                found |= fits
        channels = np.empty(result.shape)
        channels[:, self.column] = result
        return channels

    def _forward_in_place(self, values: Array) -> Array:
        is_length = ~self.is_angle
        np.deg2rad(values, out=values, where=self.is_angle)
        np.subtract(values, self.shift, out=values, where=is_length)
        np.multiply(values, self.meters, out=values, where=is_length)
        return values
