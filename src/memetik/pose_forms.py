"""The forms of poses and rotations that users give, and the check that they are rigid.

A pose is a 4x4 matrix, a pair (position, rotation), 7 numbers x y z qw qx qy qz, or an object of another
library (see :mod:`memetik.other_libraries`); a rotation is a 3x3 matrix, a quaternion (w, x, y, z) or such an
object. Every form may be a batch, with more dimensions before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputWarning, TransformError, warn
from .number_checks import Array, numbers
from .other_libraries import as_numpy
from .rotations import ZERO_LENGTH, rotation_from_quaternion

MAX_OFF = 1e-3  # a rotation farther off orthonormal is refused
SILENTLY_REPAIRED = 1e-6  # a rotation farther off orthonormal is repaired with a warning
_EXACT = 0.99e-12  # the core accepts up to 1e-12, as the sum of the lower triangle of R Rᵀ - I
_IDENTITY = np.eye(3)

POSE_FORMS = "4 x 4 numbers, a pair (position, quaternion), or 7 numbers x y z qw qx qy qz"
ROTATION_FORMS = "a quaternion or a 3x3 rotation"


def rigid_transform(value: Any, what: str = "transform") -> Array:
    """The pose ``value``, in any form, as a new 4x4 rigid transform.

    A rotation up to 1e-3 off orthonormal is replaced by the nearest one, from 1e-6 on with an
    :class:`~memetik.InputWarning`.

    >>> rigid_transform([0, 0, 0.5, 1, 0, 0, 0])[2, 3]
    np.float64(0.5)
    """
    matrix = pose_matrices(value, what)
    if matrix.shape != (4, 4):
        raise TransformError(f"{what}: expected {POSE_FORMS}, got shape {matrix.shape}")
    if not np.isfinite(matrix).all():
        raise TransformError(f"{what}: not finite: {matrix.tolist()}")
    if (matrix[3] != (0, 0, 0, 1)).any():
        last = " ".join(f"{number:g}" for number in matrix[3])
        raise TransformError(f"{what}: not a rigid transform: the last row is {last}, not 0 0 0 1")
    matrix[:3, :3] = _checked_rotation(matrix[:3, :3], what)
    return matrix


def rotation_matrix(value: Any, what: str = "rotation") -> Array:
    """The rotation ``value``, in any form, as a new 3x3 matrix; repaired as by ``rigid_transform``.

    >>> rotation_matrix((1, 0, 0, 0)).shape
    (3, 3)
    """
    array = numbers(value)
    if array is None or array.shape not in ((4,), (3, 3)):
        raise TransformError(f"{what}: expected {ROTATION_FORMS}, got {value!r}")
    rotation = rotation_matrices(array, what)
    if not np.isfinite(rotation).all():
        raise TransformError(f"{what}: not finite: {rotation.tolist()}")
    return _checked_rotation(rotation, what)


def pose_matrices(value: Any, what: str) -> Array:
    """A pose or a batch of poses in any form as matrices (..., 4, 4), which are not checked yet."""
    if not isinstance(value, np.ndarray):
        value = as_numpy(value)
    if _is_pair(value):
        position, rotation = value
        return _from_pair(position, rotation, what)
    if isinstance(value, list | tuple) and any(map(_is_pair, value)):
        return np.stack([pose_matrices(each, what) for each in value])
    array = numbers(value)
    if array is not None and array.shape[-1:] == (7,):
        return _from_pair(array[..., :3], array[..., 3:], what)
    if array is None or array.shape[-2:] != (4, 4):
        got = repr(value) if array is None else f"shape {array.shape}"
        raise TransformError(f"{what}: expected {POSE_FORMS}, got {got}")
    return array


def rotation_matrices(value: Any, what: str) -> Array:
    """Convert one or more rotations in any form to matrices (..., 3, 3), without checking orthonormality."""
    array = numbers(value)
    if array is not None and array.shape[-2:] == (3, 3):
        return array
    if array is None or array.shape[-1:] != (4,):
        raise TransformError(f"{what}: expected {ROTATION_FORMS}, got {value!r}")
    warn_of_quaternion_order(array, what)
    turns = np.isfinite(array).all(axis=-1) & (np.abs(array) > 1e-9).any(axis=-1)
    if array.ndim == 1 and not turns:
        reason = ZERO_LENGTH if np.isfinite(array).all() else f"not finite: {array.tolist()}"
        raise TransformError(f"{what}: {reason}")
    matrices = np.full((*array.shape[:-1], 3, 3), np.nan)  # in a batch, others may be usable
    matrices[turns] = rotation_from_quaternion(array[turns])
    return matrices


def row_of(value: Any, row: int) -> Any:
    """One pose or rotation of a batch in any form, in the same form."""
    value = as_numpy(value)
    if not _is_pair(value):
        return value[row]
    position, rotation = map(np.asarray, value)
    batched = rotation.ndim > (1 if rotation.shape[-1] == 4 else 2)
    return position[row] if position.ndim > 1 else position, rotation[row] if batched else rotation


def repair_rotations(rotations: Array, what: str) -> None:
    """Replace rotations (N, 3, 3) that are slightly off orthonormal by the nearest ones, in place.

    Matrices that are farther off stay as they are.
    """
    skew = _skew(rotations)
    off = skew.max(axis=(-2, -1))
    near = (np.tril(skew).sum(axis=(-2, -1)) > _EXACT) & (off <= MAX_OFF)
    near[near] = np.linalg.det(rotations[near]) > 0
    if not near.any():
        return
    left, _, right = np.linalg.svd(rotations[near])
    rotations[near] = left @ right
    warned = np.flatnonzero(near & (off > SILENTLY_REPAIRED))
    if warned.size:
        worst = warned[np.argmax(off[warned])]
        which = "the rotation is" if len(off) == 1 else f"{warned.size} of {len(off)} rotations are"
        where = "" if len(off) == 1 else f"up to (row {worst}) "
        warn(
            f"{what}: {which} {where}{off[worst]:.1e} off orthonormal; the nearest rotation is used instead",
            InputWarning,
        )


def warn_of_quaternion_order(quaternions: Array, what: str) -> None:
    """Warn if a quaternion (..., 4) is (0, 0, 0, 1), which is mostly meant as the identity."""
    if (quaternions == (0, 0, 0, 1)).all(axis=-1).any():
        warn(
            f"{what}: the quaternion (0, 0, 0, 1) is a half turn about z in the order (w, x, y, z). If you "
            "mean no rotation, write (1, 0, 0, 0); for the order (x, y, z, w) there is quaternion_xyzw=. If "
            "you mean the half turn, rpy=(0, 0, pi) says so without a warning",
            InputWarning,
        )


def _checked_rotation(rotation: Array, what: str) -> Array:
    """A finite 3x3 matrix as a rotation, or an error that says how far it is off."""
    within = np.abs(rotation).max() < 2  # so that no product overflows
    off = float(np.abs(rotation @ rotation.T - _IDENTITY).max()) if within else np.inf
    if off > MAX_OFF:
        amount = f"{off:.2g}" if np.isfinite(off) else "far"
        raise TransformError(
            f"{what}: not a rigid transform: the rotation is {amount} off orthonormal (in R Rᵀ - I); up to "
            f"{MAX_OFF:g} is repaired"
        )
    if np.linalg.det(rotation) < 0:
        raise TransformError(f"{what}: not a rigid transform: a reflection, with determinant -1")
    if 6 * off <= _EXACT:  # six different elements
        return rotation
    batch = rotation[None].copy()
    repair_rotations(batch, what)
    repaired: Array = batch[0]
    return repaired


def _skew(rotations: Array) -> Array:
    """|R Rᵀ - I| of matrices (..., 3, 3); infinite if an element is not finite or 2 and more."""
    usable = np.all(np.abs(rotations) < 2, axis=(-2, -1), keepdims=True)
    safe = np.where(usable, rotations, 0.0)
    return np.where(usable, np.abs(safe @ np.swapaxes(safe, -1, -2) - np.eye(3)), np.inf)


def _is_pair(value: Any) -> bool:
    """Whether ``value`` is (position, rotation), each of them single or a batch."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    place, rotation = (_shape(as_numpy(part)) for part in value)
    return place[-1:] == (3,) and (rotation[-1:] == (4,) or rotation[-2:] == (3, 3))


def _from_pair(position: Any, rotation: Any, what: str) -> Array:
    place = numbers(position)
    if place is None:
        raise TransformError(f"{what}: expected a position of 3 numbers, got {position!r}")
    turn = rotation_matrices(rotation, what)
    try:
        lead = np.broadcast_shapes(place.shape[:-1], turn.shape[:-2])
    except ValueError:
        raise TransformError(
            f"{what}: {place.shape[0]} positions do not fit {turn.shape[0]} rotations"
        ) from None
    matrices = np.zeros((*lead, 4, 4))
    matrices[..., :3, :3], matrices[..., :3, 3], matrices[..., 3, 3] = turn, place, 1.0
    return matrices


def _shape(value: npt.ArrayLike | Sequence[Any]) -> tuple[int, ...]:
    try:
        return np.shape(value)
    except ValueError:  # ragged
        return ()
