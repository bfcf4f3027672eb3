"""Loops that a robot's file closes by constraints: its tree is open there, and goals close it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from ..errors import RobotError
from ..transforms import Array, transform

if TYPE_CHECKING:
    from ..goals import Goal

LoopKind: TypeAlias = Literal["point", "pose", "joint"]
_NUMBERS = {"point": 6, "pose": 10, "joint": 5}

TOLERANCE = 1e-8
"""The largest error [m, rad] of a closed loop, by default."""


@dataclass(frozen=True)
class Loop:
    """A constraint between two ``ends``.

    ``point``: a point of the first link is at a point of the second; six numbers: both points in their links'
    frames. ``pose``: a frame fixed to the first link has a pose in the second's; ten numbers: the frame's
    origin in the first link, then its position and quaternion in the second. ``joint``: the first joint's
    value is a polynomial of the second's; five numbers: the coefficients, the constant first.
    """

    name: str
    kind: LoopKind
    ends: tuple[str, str]
    numbers: tuple[float, ...]

    def __post_init__(self) -> None:
        if self.kind not in get_args(LoopKind) or len(self.ends) != 2:
            raise RobotError(f"loop {self.name!r}: unknown kind {self.kind!r} or not two ends: {self.ends}")
        if len(self.numbers) != _NUMBERS[self.kind] or not np.isfinite(self.numbers).all():
            expected = f"{_NUMBERS[self.kind]} finite numbers"
            raise RobotError(f"loop {self.name!r}: expected {expected}, got {self.numbers}")

    def goal(self, root: str, tolerance: float = TOLERANCE) -> Goal:
        """The goal that closes this loop of a robot with the root link ``root``."""
        from ..goals import Custom, Pose, Position

        first, second = self.ends
        given: dict[str, Any] = {"name": self.name, "tolerance": tolerance, "priority": "required"}
        if self.kind == "joint":
            polynomial = Polynomial(self.numbers)
            return Custom(polynomial, joints=self.ends, derivative=polynomial.derivative, **given)
        frame = None if second == root else second
        if self.kind == "point":
            point, target = self.numbers[:3], self.numbers[3:]
            return Position(first, target, frame=frame, offset=point, **given)
        pose = transform(self.numbers[3:6], quaternion=self.numbers[6:])
        return Pose(first, pose, frame=frame, offset=transform(self.numbers[:3]), **given)


@dataclass(frozen=True)
class Polynomial:
    """The residual y - Σ cᵢ xⁱ of a pair (y, x) of joint values, and its derivative."""

    coefficients: tuple[float, ...]

    def __call__(self, poses: Array, q: Array) -> Array:
        """The residuals (n, 1) of n pairs (n, 2)."""
        values = np.polynomial.polynomial.polyval(q[:, 1], self.coefficients)
        return np.asarray(q[:, :1] - values[:, None])

    def derivative(self, poses: Array, q: Array) -> Array:
        """The derivatives (n, 1, 2) by y and x."""
        slopes = np.polynomial.polynomial.polyval(
            q[:, 1], np.polynomial.polynomial.polyder(self.coefficients)
        )
        return np.stack([np.ones(len(q)), -slopes], axis=1)[:, None, :]
