"""Formulas between rotation matrices, quaternions ``(w, x, y, z)``, rotation vectors and roll, pitch, yaw."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .errors import TransformError
from .number_checks import Array, finite_vector, numbers

ZERO_LENGTH = "zero length; the identity is (w, x, y, z) = (1, 0, 0, 0)"


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


def rpy_from_rotation(rotation: Array) -> Array:
    """Roll, pitch, yaw [rad] of a rotation (3, 3), the inverse of :func:`rotation_from_rpy` to 1e-15.

    Where the pitch is near a quarter turn, yaw is ill-defined. Therefore roll is computed from what remains
    of the rotation without yaw: it compensates yaw's error.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, _, _) = np.asarray(rotation).tolist()
    pitch = math.atan2(-zx, math.hypot(xx, yx))
    yaw = math.atan2(yx, xx)
    cosine, sine = _exact_cos(yaw), _exact_sin(yaw)
    roll = math.atan2(sine * xz - cosine * yz, cosine * yy - sine * xy)
    return np.array([roll, pitch, yaw])


def rotation_from_quaternion(quaternion: npt.ArrayLike) -> Array:
    """Rotations (..., 3, 3) from quaternions (..., 4), ``(w, x, y, z)``, of any non-zero length."""
    q = _last_of_size(4, quaternion, "quaternion")
    largest = np.abs(q).max(axis=-1, keepdims=True)
    if (largest < 1e-9).any():
        raise TransformError(f"quaternion: {ZERO_LENGTH}")
    q /= largest  # so that no square overflows
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternion_from_rotation(rotation: npt.ArrayLike) -> Array:
    """The unit quaternions (..., 4), ``(w, x, y, z)`` with w >= 0, of rotations (..., 3, 3).

    >>> quaternion_from_rotation([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).round(4)
    array([0.7071, 0.    , 0.    , 0.7071])
    """
    given = _last_of_size(3, rotation, "rotation")
    if given.shape[-2:] != (3, 3):
        raise TransformError(f"rotation: expected 3 x 3 numbers, got shape {given.shape}")
    r = np.moveaxis(given, (-2, -1), (0, 1))
    # Each row is the quaternion times four times one of its parts; the largest part is divided by.
    x, y, z = r[0, 0], r[1, 1], r[2, 2]
    wx, wy, wz = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    xy, xz, yz = r[1, 0] + r[0, 1], r[2, 0] + r[0, 2], r[2, 1] + r[1, 2]
    trace = x + y + z
    multiples = np.array(
        [
            [1 + trace, wx, wy, wz],
            [wx, 1 + x - y - z, xy, xz],
            [wy, xy, 1 + y - z - x, yz],
            [wz, xz, yz, 1 + z - x - y],
        ]
    )
    largest = np.argmax([trace, x, y, z], axis=0)
    q = np.moveaxis(np.take_along_axis(multiples, largest[None, None], axis=0)[0], 0, -1)
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    return np.asarray(np.where(q[..., :1] >= 0, q, -q))


def rotation_vector_from_quaternion(quaternion: npt.ArrayLike) -> Array:
    """Rotation vectors (..., 3) with angle in [0, pi] from unit quaternions (..., 4)."""
    given = _last_of_size(4, quaternion, "quaternion")
    q = np.where(given[..., :1] < 0, -given, given)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    # The limit of angle / sine is 2 / w as the angle goes to 0.
    scale = np.divide(angle, sine, out=2.0 / np.maximum(q[..., :1], 0.5), where=sine > 1e-12)
    return np.asarray(scale * q[..., 1:])


def quaternion_from_rotation_vector(vector: npt.ArrayLike) -> Array:
    """Unit quaternions (..., 4), ``(w, x, y, z)``, from rotation vectors (..., 3)."""
    vector = _last_of_size(3, vector, "rotation vector")
    half = 0.5 * np.linalg.norm(vector, axis=-1, keepdims=True)
    # np.sinc(x) is sin(pi x) / (pi x), and exactly 1 at zero.
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * vector], axis=-1)


def _last_of_size(size: int, values: npt.ArrayLike, what: str) -> Array:
    """``values`` as a new array (..., size) of finite numbers."""
    array = numbers(values)
    if array is None:
        raise TransformError(f"{what}: expected {size} numbers, got {values!r}")
    if array.shape[-1:] != (size,):
        raise TransformError(f"{what}: expected {size} numbers, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise TransformError(f"{what}: not finite: {array.tolist()}")
    return array


# Robot models have many quarter and half turns: their zeros are exact, so that products stay sparse.
def _exact_cos(angle: float) -> float:
    return 0.0 if abs(abs(angle) - np.pi / 2) < 1e-15 else float(np.cos(angle))


def _exact_sin(angle: float) -> float:
    return 0.0 if abs(abs(angle) - np.pi) < 1e-15 else float(np.sin(angle))
