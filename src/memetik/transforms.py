"""Rigid transforms and rotations as plain numpy arrays.

Transforms are 4x4, rotations 3x3, quaternions ``(w, x, y, z)``, rotation vectors ``angle * axis``. Units are
metres and radians. Functions that take shape (..., n) accept any leading batch dimensions.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import TransformError

Array: TypeAlias = npt.NDArray[np.float64]

MAX_VALUE = 1e6
"""The largest variable, distance and size [rad, m] that memetik accepts: sines of larger angles are inexact.
A joint limit beyond it counts as unlimited."""


def transform(
    xyz: npt.ArrayLike = (0.0, 0.0, 0.0),
    *,
    rpy: npt.ArrayLike | None = None,
    quaternion: npt.ArrayLike | None = None,
) -> Array:
    """4x4 transform from a translation [m] and a rotation.

    ``rpy`` are the fixed-axis angles of URDF [rad]: ``Rz(yaw) @ Ry(pitch) @ Rx(roll)``;
    ``quaternion`` is ``(w, x, y, z)`` and is normalised.

    >>> transform((0, 0, 1))[2, 3]
    np.float64(1.0)
    """
    if rpy is not None and quaternion is not None:
        raise TransformError("rpy, quaternion: give one of them, not both")
    result = np.eye(4)
    result[:3, 3] = finite_vector(xyz, 3, "xyz")
    if rpy is not None:
        result[:3, :3] = rotation_from_rpy(rpy)
    if quaternion is not None:
        result[:3, :3] = rotation_from_quaternion(quaternion)
    return result


def finite_vector(values: npt.ArrayLike, size: int, what: str) -> Array:
    """``values`` as a float64 vector of ``size`` finite numbers, or a clear error naming ``what``."""
    return finite_array(values, (size,), what)


def finite_array(values: npt.ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    """``values`` as a new float64 array of ``shape``, all finite, or a clear error naming ``what``."""
    expected = "1 number" if shape == (1,) else " x ".join(map(str, shape)) + " numbers"
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise TransformError(f"{what}: expected {expected}, got {values!r}") from error
    if array.shape != shape:
        raise TransformError(f"{what}: expected {expected}, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise TransformError(f"{what}: not finite: {array.tolist()}")
    return array


def rigid_transform(values: npt.ArrayLike, what: str = "transform") -> Array:
    """``values`` checked to be a finite, right-handed 4x4 rigid transform (to 1e-6), as a copy.

    A rotation that is not orthogonal to rounding is replaced by the nearest rotation.
    """
    matrix = finite_array(values, (4, 4), what)
    rotation = matrix[:3, :3]
    largest = np.abs(rotation).max()  # checked first, so that no product overflows
    skew = np.abs(rotation @ rotation.T - np.eye(3)) if largest < 2 else np.full((3, 3), np.inf)
    if skew.max() > 1e-6 or np.linalg.det(rotation) < 0 or (matrix[3] != (0, 0, 0, 1)).any():
        raise TransformError(f"{what}: not a rigid transform (rotation matrix, last row 0 0 0 1)")
    if np.tril(skew).sum() > 0.99e-12:  # the core accepts up to 1e-12
        left, _, right = np.linalg.svd(rotation)
        matrix[:3, :3] = left @ right
    return matrix


def inverse(matrix: npt.ArrayLike) -> Array:
    """Inverse of rigid transforms (..., 4, 4)."""
    matrix = np.asarray(matrix, dtype=np.float64)
    result = np.zeros_like(matrix)
    rotation = np.swapaxes(matrix[..., :3, :3], -1, -2)
    result[..., :3, :3] = rotation
    result[..., :3, 3] = -(rotation @ matrix[..., :3, 3:])[..., 0]
    result[..., 3, 3] = 1.0
    return result


def rotation_from_rpy(rpy: npt.ArrayLike) -> Array:
    """3x3 rotation from roll, pitch, yaw about the fixed x, y, z axes [rad]."""
    roll, pitch, yaw = finite_vector(rpy, 3, "rpy")
    cr, sr, cp, sp, cy, sy = (f(angle) for angle in (roll, pitch, yaw) for f in (_exact_cos, _exact_sin))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def rotation_from_quaternion(quaternion: npt.ArrayLike) -> Array:
    """3x3 rotation from a quaternion ``(w, x, y, z)`` of any non-zero length."""
    q = finite_vector(quaternion, 4, "quaternion")
    largest = np.abs(q).max()
    if largest < 1e-9:
        raise TransformError("quaternion: zero length")
    q /= largest  # so that no square overflows
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_from_rotation(rotation: npt.ArrayLike) -> Array:
    """The unit quaternion ``(w, x, y, z)`` with w >= 0 of a 3x3 rotation.

    >>> quaternion_from_rotation([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).round(4)
    array([0.7071, 0.    , 0.    , 0.7071])
    """
    r = finite_array(rotation, (3, 3), "rotation")
    trace = np.trace(r)
    k = int(np.argmax([trace, r[0, 0], r[1, 1], r[2, 2]]))
    if k == 0:
        q = np.array([1 + trace, r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]])
    else:
        a, b, c = k - 1, k % 3, (k + 1) % 3
        q = np.empty(4)
        q[0] = r[c, b] - r[b, c]
        q[1 + a] = 1 + r[a, a] - r[b, b] - r[c, c]
        q[1 + b] = r[b, a] + r[a, b]
        q[1 + c] = r[c, a] + r[a, c]
    q /= np.linalg.norm(q)
    return q if q[0] >= 0 else -q


def rotation_vector_from_quaternion(quaternion: npt.ArrayLike) -> Array:
    """Rotation vectors (..., 3) with angle in [0, pi] from unit quaternions (..., 4)."""
    quaternion = np.asarray(quaternion, dtype=np.float64)
    q = np.where(quaternion[..., :1] < 0, -quaternion, quaternion)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    # The limit of angle / sine is 2 / w as the angle goes to 0.
    scale = np.divide(angle, sine, out=2.0 / np.maximum(q[..., :1], 0.5), where=sine > 1e-12)
    return np.asarray(scale * q[..., 1:])


def quaternion_from_rotation_vector(vector: npt.ArrayLike) -> Array:
    """Unit quaternions (..., 4), ``(w, x, y, z)``, from rotation vectors (..., 3)."""
    vector = np.asarray(vector, dtype=np.float64)
    half = 0.5 * np.linalg.norm(vector, axis=-1, keepdims=True)
    # np.sinc(x) is sin(pi x) / (pi x), and exactly 1 at zero.
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * vector], axis=-1)


# Robot models have many quarter and half turns: their zeros are exact, so that products stay sparse.
def _exact_cos(angle: float) -> float:
    return 0.0 if abs(abs(angle) - np.pi / 2) < 1e-15 else float(np.cos(angle))


def _exact_sin(angle: float) -> float:
    return 0.0 if abs(abs(angle) - np.pi) < 1e-15 else float(np.sin(angle))
