"""Configurations in the orders and quaternions of other libraries.

A layout lists a foreign model's joints with the place of their values; joints meet by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, UnknownNameError
from ..robot.description import VARIABLES, Joint
from ..transforms import Array, quaternion_from_rotation_vector, rotation_vector_from_quaternion
from ._mjcf_names import Names

if TYPE_CHECKING:
    from ..robot.robot import Robot


@dataclass(frozen=True)
class Slot:
    """Where a foreign model keeps the values of one joint."""

    name: str
    start: int
    size: int
    is_free: bool = False  # a free-flying base, which every library names as it likes
    zero: float = 0.0  # what the library calls our zero (MuJoCo's ``ref``)


@dataclass(frozen=True)
class Layout:
    """A foreign configuration vector: its size, its joints, and where w stands in its quaternions."""

    library: str
    size: int
    slots: tuple[Slot, ...]
    scalar_first: bool


def pinocchio_layout(model: Any) -> Layout:
    """The layout of a ``pinocchio.Model``."""
    slots = [
        Slot(str(model.names[i]), int(joint.idx_q), int(joint.nq), joint.shortname() == "JointModelFreeFlyer")
        for i, joint in enumerate(model.joints)
        if i > 0
    ]
    return Layout("pinocchio", int(model.nq), tuple(slots), scalar_first=False)


def mujoco_layout(model: Any) -> Layout:
    """The layout of a ``mujoco.MjModel``."""
    sizes = {0: 7, 1: 4, 2: 1, 3: 1}  # mjJNT_FREE, BALL, SLIDE, HINGE
    slots = []
    for i, name in enumerate(Names(model).joints):
        kind = int(model.jnt_type[i])
        start, size = int(model.jnt_qposadr[i]), sizes[kind]
        zero = float(model.qpos0[start]) if size == 1 else 0.0
        slots.append(Slot(name, start, size, kind == 0, zero))
    return Layout("MuJoCo", int(model.nq), tuple(slots), scalar_first=True)


def to_foreign(robot: Robot, rows: Array, single: bool, layout: Layout, base: npt.ArrayLike | None) -> Array:
    """Rows of q (N, dof) as foreign configurations, (size,) or (N, size)."""
    result = np.zeros((len(rows), layout.size))
    if base is not None:
        others = _foreign_rows(base, layout)[0]
        if len(others) not in (1, len(rows)):
            raise ConfigurationError(f"base has {len(others)} configurations, q has {len(rows)}")
        result[:] = others
    for slot in layout.slots:
        joint = _counterpart(robot, slot)
        if joint is not None and slot.size > 0:
            result[:, slot.start : slot.start + slot.size] = _encode(robot, joint, rows, slot, layout)
        elif joint is None and base is None and slot.size > 0:
            raise ConfigurationError(
                f"{layout.library} joint {slot.name!r} is not a joint of {robot.name!r}; give base=, a "
                f"{layout.library} configuration to take the others from"
            )
    return result[0] if single else result


def from_foreign(robot: Robot, values: npt.ArrayLike, layout: Layout) -> Array:
    """Foreign configurations as (dof,) or (N, dof)."""
    rows, single = _foreign_rows(values, layout)
    q = np.zeros((len(rows), robot.dof))
    found: set[str] = set()
    for slot in layout.slots:
        joint = _counterpart(robot, slot)
        if joint is not None and joint.mimic is None:
            found.add(joint.name)
            q[:, robot._slice(joint.name)] = _decode(joint, rows, slot, layout)
    for name in robot.joint_names:
        if name not in found:
            raise UnknownNameError(f"{layout.library} joint", name, [slot.name for slot in layout.slots])
    return q[0] if single else q


def _foreign_rows(values: npt.ArrayLike, layout: Layout) -> tuple[Array, bool]:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ConfigurationError(f"a {layout.library} configuration is numbers, got {values!r}") from error
    if array.ndim not in (1, 2) or array.shape[-1] != layout.size or not np.isfinite(array).all():
        what = f"a {layout.library} configuration of this model"
        raise ConfigurationError(f"{what} is {layout.size} finite numbers, got shape {array.shape}")
    return (array if array.ndim == 2 else array[None]), array.ndim == 1


def _counterpart(robot: Robot, slot: Slot) -> Joint | None:
    """The robot's moving joint that the slot belongs to: by name; a free base by being the only one."""
    joint = robot.joints.get(slot.name)
    if joint is not None and joint.type != "fixed":
        return joint
    floating = [j for j in robot.joints.values() if j.type == "floating"]
    return floating[0] if slot.is_free and len(floating) == 1 else None


def _encode(robot: Robot, joint: Joint, rows: Array, slot: Slot, layout: Layout) -> Array:
    if joint.mimic is not None:
        own = joint.mimic.multiplier * rows[:, robot._slice(joint.mimic.joint)] + joint.mimic.offset
    else:
        own = rows[:, robot._slice(joint.name)]
    components = VARIABLES[joint.type]
    if components[-3:] == ("rx", "ry", "rz"):
        parts = [own[:, :-3], _from_scalar_first(quaternion_from_rotation_vector(own[:, -3:]), layout)]
    elif components[-1] == "rz" and slot.size == joint.size + 1:
        parts = [own[:, :-1], np.cos(own[:, -1:]), np.sin(own[:, -1:])]
    else:
        parts = [own + slot.zero]
    encoded = np.concatenate(parts, axis=1)
    _check_size(joint, slot, encoded.shape[1], layout)
    return encoded


def _decode(joint: Joint, rows: Array, slot: Slot, layout: Layout) -> Array:
    own = rows[:, slot.start : slot.start + slot.size]
    components = VARIABLES[joint.type]
    if components[-3:] == ("rx", "ry", "rz"):
        _check_size(joint, slot, joint.size + 1, layout)
        quaternion = own[:, -4:] if layout.scalar_first else np.roll(own[:, -4:], 1, axis=1)
        length = np.linalg.norm(quaternion, axis=1, keepdims=True)
        if (length < 1e-9).any():
            raise ConfigurationError(f"joint {slot.name!r}: quaternion of zero length")
        return np.concatenate([own[:, :-4], rotation_vector_from_quaternion(quaternion / length)], axis=1)
    if components[-1] == "rz" and slot.size == joint.size + 1:
        return np.concatenate([own[:, :-2], np.arctan2(own[:, -1:], own[:, -2:-1])], axis=1)
    _check_size(joint, slot, joint.size, layout)
    return own - slot.zero


def _from_scalar_first(quaternion: Array, layout: Layout) -> Array:
    return quaternion if layout.scalar_first else np.roll(quaternion, -1, axis=1)


def _check_size(joint: Joint, slot: Slot, size: int, layout: Layout) -> None:
    if slot.size != size:
        what = f"joint {joint.name!r} is {joint.type} here"
        raise ConfigurationError(f"{what}, but takes {slot.size} numbers in the {layout.library} model")
