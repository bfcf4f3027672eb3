"""Converts configurations to and from other libraries, whose joint order and quaternions differ.

A layout lists the joints of another library's model and where their values are. Joints are matched by name.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, UnknownNameError
from ..robot import Joint, Robot
from ..robot.joint_types import VARIABLES, has_rotation_vector
from ..transforms import Array, quaternion_from_rotation_vector, rotation_vector_from_quaternion


@dataclass(frozen=True)
class Slot:
    """The place of one joint's values in another library's configuration vector."""

    name: str
    start: int
    size: int
    is_free: bool = False  # a floating base, whose name differs between libraries
    zero: float = 0.0  # the library's value at our zero (MuJoCo's ``ref``)


@dataclass(frozen=True)
class Layout:
    """Another library's configuration vector: its size, its joints, and whether quaternions begin with w."""

    library: str
    size: int
    slots: tuple[Slot, ...]
    scalar_first: bool

    def encode(self, robot: Robot, q: npt.ArrayLike, base: npt.ArrayLike | None) -> Array:
        """``q`` in this layout, (size,) or (N, size); joints that ``robot`` lacks are as in ``base``."""
        rows, single = robot._usable_rows(q)
        result = np.zeros((len(rows), self.size))
        if base is not None:
            others = _foreign_rows(base, self)[0]
            if len(others) not in (1, len(rows)):
                raise ConfigurationError(f"base has {len(others)} configurations, q has {len(rows)}")
            result[:] = others
        for slot in self.slots:
            joint = _counterpart(robot, slot)
            if joint is not None and slot.size > 0:
                result[:, slot.start : slot.start + slot.size] = _encode(robot, joint, rows, slot, self)
            elif joint is None and base is None and slot.size > 0:
                raise ConfigurationError(
                    f"{self.library} joint {slot.name!r} is not a joint of {robot.name!r}; give base=, a "
                    f"{self.library} configuration to take the others from"
                )
        return result[0] if single else result

    def decode(self, robot: Robot, values: npt.ArrayLike) -> Array:
        """Configurations of ``robot``, (dof,) or (N, dof), from ``values`` in this layout."""
        rows, single = _foreign_rows(values, self)
        q = np.zeros((len(rows), robot.dof))
        found: set[str] = set()
        for slot in self.slots:
            joint = _counterpart(robot, slot)
            if joint is not None and joint.mimic is None:
                found.add(joint.name)
                q[:, robot._slice(joint.name)] = _decode(joint, rows, slot, self)
        for name in robot.joint_names:
            if name not in found:
                raise UnknownNameError(f"{self.library} joint", name, [slot.name for slot in self.slots])
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
    """The robot's moving joint with the slot's name; for a free base the robot's only floating joint."""
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
    if has_rotation_vector(joint.type):
        parts = [own[:, :-3], _from_scalar_first(quaternion_from_rotation_vector(own[:, -3:]), layout)]
    elif VARIABLES[joint.type][-1] == "rz" and slot.size == joint.size + 1:
        parts = [own[:, :-1], np.cos(own[:, -1:]), np.sin(own[:, -1:])]
    else:
        parts = [own + slot.zero]
    encoded = np.concatenate(parts, axis=1)
    _check_size(joint, slot, encoded.shape[1], layout)
    return encoded


def _decode(joint: Joint, rows: Array, slot: Slot, layout: Layout) -> Array:
    own = rows[:, slot.start : slot.start + slot.size]
    if has_rotation_vector(joint.type):
        _check_size(joint, slot, joint.size + 1, layout)
        quaternion = own[:, -4:] if layout.scalar_first else np.roll(own[:, -4:], 1, axis=1)
        length = np.linalg.norm(quaternion, axis=1, keepdims=True)
        if (length < 1e-9).any():
            raise ConfigurationError(f"joint {slot.name!r}: quaternion of zero length")
        return np.concatenate([own[:, :-4], rotation_vector_from_quaternion(quaternion / length)], axis=1)
    if VARIABLES[joint.type][-1] == "rz" and slot.size == joint.size + 1:
        return np.concatenate([own[:, :-2], np.arctan2(own[:, -1:], own[:, -2:-1])], axis=1)
    _check_size(joint, slot, joint.size, layout)
    return own - slot.zero


def _from_scalar_first(quaternion: Array, layout: Layout) -> Array:
    return quaternion if layout.scalar_first else np.roll(quaternion, -1, axis=1)


def _check_size(joint: Joint, slot: Slot, size: int, layout: Layout) -> None:
    if slot.size != size:
        what = f"joint {joint.name!r} is {joint.type} here"
        raise ConfigurationError(f"{what}, but has {slot.size} numbers in the {layout.library} model")
