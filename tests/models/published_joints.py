"""Forward kinematics from published joint origins, by code that shares nothing with the library's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

Vector: TypeAlias = tuple[float, float, float]
Row: TypeAlias = tuple[Vector, Vector, Vector]
"""Origin [m], roll, pitch and yaw [rad], and axis of one joint; the axis of a fixed joint is zero."""
FIXED: Vector = (0.0, 0.0, 0.0)


def forward(rows: Iterable[Row], q: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The pose (4, 4) of the last link in the first at the angles ``q`` [rad] of the joints that move."""
    pose = np.eye(4)
    angles = iter(np.asarray(q))
    for xyz, rpy, axis in rows:
        turn = Rotation.from_euler("xyz", rpy)
        if axis != FIXED:
            turn *= Rotation.from_rotvec(next(angles) * np.array(axis))
        step = np.eye(4)
        step[:3, :3], step[:3, 3] = turn.as_matrix(), xyz
        pose = pose @ step
    assert next(angles, None) is None, "more angles than joints"
    return pose
