"""Rigid transforms and rotations as plain numpy arrays.

Transforms are 4x4, rotations 3x3, quaternions ``(w, x, y, z)``, rotation vectors ``angle * axis``. Units are
metres and radians. Functions that take shape (..., n) accept any leading batch dimensions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputWarning, TransformError, warn
from .number_checks import MAX_VALUE, Array, finite_array, finite_vector
from .pose_forms import pose_matrices, rigid_transform, rotation_matrix, warn_of_quaternion_order
from .rotations import (
    quaternion_from_rotation,
    quaternion_from_rotation_vector,
    rotation_from_quaternion,
    rotation_from_rpy,
    rotation_vector_from_quaternion,
)

__all__ = [
    "MAX_VALUE",
    "Array",
    "finite_array",
    "finite_vector",
    "inverse",
    "quaternion_from_rotation",
    "quaternion_from_rotation_vector",
    "rigid_transform",
    "rotation_from_quaternion",
    "rotation_from_rpy",
    "rotation_matrix",
    "rotation_vector_from_quaternion",
    "transform",
]


def transform(
    xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
    rotation: npt.ArrayLike | Any | None = None,
    *,
    rpy: npt.ArrayLike | None = None,
    quaternion: npt.ArrayLike | None = None,
    quaternion_xyzw: npt.ArrayLike | None = None,
    degrees: bool = False,
) -> Array:
    """4x4 transform from a translation [m] and at most one description of a rotation.

    ``rotation`` is a 3x3 matrix or a rotation of another library, such as SciPy's ``Rotation``. ``rpy`` are
    the fixed-axis angles of URDF, ``Rz(yaw) @ Ry(pitch) @ Rx(roll)``, in radians or with ``degrees=True`` in
    degrees. ``quaternion`` is ``(w, x, y, z)``, ``quaternion_xyzw`` the same as ``(x, y, z, w)``; both are
    normalised.

    >>> transform((0, 0, 1))[2, 3]
    np.float64(1.0)
    >>> transform((0, 0, 1), rpy=(0, 0, 90), degrees=True)[:3, 1]
    array([-1.,  0.,  0.])
    """
    given = {"rotation": rotation, "rpy": rpy, "quaternion": quaternion, "quaternion_xyzw": quaternion_xyzw}
    named = [name for name, value in given.items() if value is not None]
    if len(named) > 1:
        several = "both" if len(named) == 2 else "all"
        raise TransformError(f"{', '.join(named)}: give one of them, not {several}")
    if not isinstance(degrees, (bool, np.bool_)):
        raise TransformError(f"degrees: expected True or False, got {degrees!r}")
    if degrees and rpy is None:
        raise TransformError("degrees=True is for rpy: give the angles, too")
    result = np.eye(4)
    result[:3, 3] = finite_vector(xyz, 3, "xyz")
    if rotation is not None:
        result[:3, :3] = rotation_matrix(rotation)
    if rpy is not None:
        result[:3, :3] = rotation_from_rpy(_radians(rpy, degrees))
    if quaternion is not None:
        numbers = finite_vector(quaternion, 4, "quaternion")
        warn_of_quaternion_order(numbers, "quaternion")
        result[:3, :3] = rotation_from_quaternion(numbers)
    if quaternion_xyzw is not None:
        numbers = finite_vector(quaternion_xyzw, 4, "quaternion_xyzw")
        result[:3, :3] = rotation_from_quaternion(np.roll(numbers, 1))
    return result


def inverse(matrix: npt.ArrayLike) -> Array:
    """Inverse of rigid transforms: (4, 4) or (..., 4, 4), or other forms of poses.

    >>> inverse(transform((1, 0, 0)))[0, 3]
    np.float64(-1.0)
    """
    matrix = pose_matrices(matrix, "inverse")
    result = np.zeros_like(matrix)
    rotation = np.swapaxes(matrix[..., :3, :3], -1, -2)
    result[..., :3, :3] = rotation
    result[..., :3, 3] = -(rotation @ matrix[..., :3, 3:])[..., 0]
    result[..., 3, 3] = 1.0
    return result


def _radians(rpy: npt.ArrayLike, degrees: bool) -> Array:
    """``rpy`` in radians. Angles of more than a full turn are probably degrees, so they warn."""
    angles = finite_vector(rpy, 3, "rpy")
    if degrees:
        return np.deg2rad(angles)
    if np.abs(angles).max() > 2 * np.pi:
        warn(
            f"rpy: {angles.tolist()} rad is more than a full turn; if these are degrees, add degrees=True",
            InputWarning,
        )
    return angles
