"""Custom goals: functions in Python, at the address of a C function, and, if installed, compiled by numba."""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tests.recorder.adapter import goal
from tests.recorder.situation import Situation

Array = np.ndarray
ROWS = 4
_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 4, ctypes.c_void_p)
_KEPT: list[Any] = []  # a C function must outlive its address


def curved(poses: Array, q: Array) -> Array:
    """Return residuals that depend on a link's position, on its axes and on a joint."""
    place = poses[:, 0, :3, 3] * (1.0, 2.0, -1.0) + poses[:, 0, :3, 0]
    return np.concatenate([place, np.sin(q[:, :1]) * poses[:, 0, 2:3, 2]], axis=1)


def derivative_of_curved(poses: Array, q: Array) -> Array:
    result = np.zeros((len(q), ROWS, 7))
    result[:, :3, :3] = np.diag((1.0, 2.0, -1.0))
    result[:, :3, 3:6] = np.cross(poses[:, 0, :3, 0][:, None, :], np.eye(3)[None])
    result[:, 3, 3:6] = np.sin(q[:, :1]) * np.cross(poses[:, 0, :3, 2][:, None, :], np.eye(3)[None])[:, 2]
    result[:, 3, 6] = np.cos(q[:, 0]) * poses[:, 0, 2, 2]
    return result


def _wanted(t: Situation) -> Array:
    return curved(t.tip[None, None], np.array([[t.value(t.scene.joints[0])]]))


def _custom(t: Situation, function: Any, **options: Any) -> Any:
    return goal(
        "Custom", function, rows=ROWS, links=t.scene.tip, joints=t.scene.joints[0], name="custom", **options
    )


def in_python(t: Situation, **options: Any) -> Any:
    wanted = _wanted(t)
    return _custom(t, lambda poses, q: curved(poses, q) - wanted, **options)


def at_address(t: Situation) -> Any:
    """Return a goal with a C function made by ctypes, so that testing addresses needs no compiler."""
    wanted = _wanted(t)

    def call(n: int, poses: Any, q: Any, residuals: Any, derivative: Any, user: Any) -> None:
        pose_array = np.ctypeslib.as_array(poses, (n, 1, 4, 4))
        values = np.ctypeslib.as_array(q, (n, 1))
        np.ctypeslib.as_array(residuals, (n, ROWS))[:] = curved(pose_array, values) - wanted
        if derivative:
            np.ctypeslib.as_array(derivative, (n, ROWS, 7))[:] = derivative_of_curved(pose_array, values)

    _KEPT.append(_SIGNATURE(call))
    return _custom(t, ctypes.cast(_KEPT[-1], ctypes.c_void_p).value, derivative=True)


@cache
def _height_by_numba() -> Any:
    import numba

    pointer = numba.types.CPointer(numba.types.double)
    signature = numba.types.void(numba.types.int64, pointer, pointer, pointer, pointer, numba.types.voidptr)

    @numba.cfunc(signature)
    def height(n, poses, q, residuals, derivative, user):  # type: ignore[no-untyped-def]
        for i in range(n):
            residuals[i] = poses[16 * i + 11] - 0.3 * q[i]

    return height


def by_numba(t: Situation) -> Any:
    options: dict[str, Any] = {"rows": 1, "links": t.scene.tip, "joints": t.scene.joints[0], "name": "custom"}
    return goal("Custom", _height_by_numba(), **options)


CUSTOM: dict[str, Callable[[Situation], Any]] = {
    "custom": in_python,
    "custom_derivative": lambda t: in_python(t, derivative=derivative_of_curved, weight=t.weight),
    "custom_address": at_address,
}
if importlib.util.find_spec("numba"):
    CUSTOM["custom_numba"] = by_numba
