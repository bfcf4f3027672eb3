"""Forward kinematics from a Denavit-Hartenberg table, which shares nothing with the library's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from numpy import cos, sin

Row: TypeAlias = tuple[float, float, float]
"""a [m], alpha [rad] and d [m] of one joint, by the standard convention."""


def forward(table: Iterable[Row], q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The pose (4, 4) of the last frame in the first at the angles ``q`` [rad]."""
    pose = np.eye(4)
    for (a, alpha, d), theta in zip(table, np.asarray(q), strict=True):
        c, s, ca, sa = cos(theta), sin(theta), cos(alpha), sin(alpha)
        pose = pose @ [
            [c, -s * ca, s * sa, a * c],
            [s, c * ca, -c * sa, a * s],
            [0.0, sa, ca, d],
            [0.0, 0.0, 0.0, 1.0],
        ]
    return pose


def forward_modified(table: Iterable[Row], q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """As :func:`forward`, by the modified convention (Craig): a and alpha come before the joint's turn."""
    pose = np.eye(4)
    for (a, alpha, d), theta in zip(table, np.asarray(q), strict=True):
        c, s, ca, sa = cos(theta), sin(theta), cos(alpha), sin(alpha)
        pose = pose @ [
            [c, -s, 0.0, a],
            [s * ca, c * ca, -sa, -d * sa],
            [s * sa, c * sa, ca, d * ca],
            [0.0, 0.0, 0.0, 1.0],
        ]
    return pose
