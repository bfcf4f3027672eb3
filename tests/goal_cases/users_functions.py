"""Functions as users write them, for Custom: in Python, and by the address of a C function."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

import memetik as mk
from tests.naive_kinematics import Array


def curved(poses: Array, q: Array) -> Array:
    """Four rows that depend on a link's place, on its axes and on a joint."""
    place = poses[:, 0, :3, 3] * (1.0, 2.0, -1.0) + poses[:, 0, :3, 0]
    return np.concatenate([place, np.sin(q[:, :1]) * poses[:, 0, 2:3, 2]], axis=1)


def derivative_of_curved(poses: Array, q: Array) -> Array:
    result = np.zeros((len(q), 4, 6 + q.shape[1]))
    result[:, :3, :3] = np.diag((1.0, 2.0, -1.0))
    result[:, :3, 3:6] = -_cross_matrices(poses[:, 0, :3, 0])
    result[:, 3, 3:6] = -np.sin(q[:, :1]) * _cross_matrices(poses[:, 0, :3, 2])[:, 2]
    result[:, 3, 6] = np.cos(q[:, 0]) * poses[:, 0, 2, 2]
    return result


def _cross_matrices(vectors: Array) -> Array:
    """[v]x: [v]x w = v x w."""
    return -np.cross(vectors[:, None, :], np.eye(3)[None])


TARGET = np.array((0.4, 0.1, 0.3))


def at_target(poses: Array, q: Array) -> Array:
    return poses[:, 0, :3, 3] - TARGET


def reach(function: Any = at_target, **options: Any) -> mk.Custom:
    """The tool of a ur5 at the target."""
    return mk.Custom(function, rows=3, links="tool0", **options)


C_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 4, ctypes.c_void_p)


def as_c_function(links: int, values: int, rows: int, *, with_derivative: bool) -> Any:
    """``curved`` as a C function, whose address can be called as that of any compiled function."""

    def call(n: int, poses: Any, q: Any, residuals: Any, derivative: Any, user: Any) -> None:
        pose_array = np.ctypeslib.as_array(poses, (n, links, 4, 4))
        values_array = np.ctypeslib.as_array(q, (n, values))
        np.ctypeslib.as_array(residuals, (n, rows))[:] = curved(pose_array, values_array)
        if with_derivative and derivative:
            out = np.ctypeslib.as_array(derivative, (n, rows, 6 * links + values))
            out[:] = derivative_of_curved(pose_array, values_array)

    return C_SIGNATURE(call)


def address_of(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


_KEPT: dict[tuple[int, bool], Any] = {}  # a C function must outlive its address


def compiled_curved(values: int, *, with_derivative: bool) -> int:
    key = (values, with_derivative)
    if key not in _KEPT:
        _KEPT[key] = as_c_function(1, values, 4, with_derivative=with_derivative)
    return address_of(_KEPT[key])
