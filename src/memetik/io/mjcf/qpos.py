"""The layout of the ``qpos`` of a ``mujoco.MjModel``."""

from __future__ import annotations

from typing import Any

from ...errors import RobotError
from ..conventions import Layout, Slot
from .names import Names


def mujoco_layout(model: Any) -> Layout:
    """Where each joint of a ``mujoco.MjModel`` has its values in ``qpos``."""
    if not hasattr(model, "jnt_type") or not hasattr(model, "qpos0"):
        raise RobotError(f"model: expected a mujoco.MjModel, got {type(model).__name__}")
    sizes = {0: 7, 1: 4, 2: 1, 3: 1}  # mjJNT_FREE, BALL, SLIDE, HINGE
    slots = []
    for i, name in enumerate(Names(model).joints):
        kind = int(model.jnt_type[i])
        start, size = int(model.jnt_qposadr[i]), sizes[kind]
        zero = float(model.qpos0[start]) if size == 1 else 0.0
        slots.append(Slot(name, start, size, kind == 0, zero))
    return Layout("MuJoCo", int(model.nq), tuple(slots), scalar_first=True)
