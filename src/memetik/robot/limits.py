"""New limits of a robot's joints, given as a number, an array or by joint name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError, InputWarning, RobotError, warn
from ..transforms import Array
from .description import Joint
from .topology import Topology
from .units import SI_UNITS, in_degrees
from .variables import Variables


def limited(
    topology: Topology,
    variables: Variables,
    position: Any,
    velocity: Any,
    acceleration: Any,
) -> Topology:
    """The tree with new limits; those that are None stay as they are."""
    joints = dict(topology.joints_by_name)
    if isinstance(position, Mapping):
        position = _of_whole_joints(position, variables, joints)
    for name, values in _by_joint(position, "position", variables, columns=2):
        joints[name] = _with_range(joints[name], values[:, 0], values[:, 1])
        if in_degrees(joints[name]):
            low, high = values[0].tolist()
            warn(f"position of {name!r}: {low:g} to {high:g} looks like degrees; {SI_UNITS}", InputWarning)
    for name, values in _by_joint(velocity, "velocity", variables, columns=1):
        joints[name] = replace(joints[name], velocity=_rate(values[:, 0], "velocity", name))
    for name, values in _by_joint(acceleration, "acceleration", variables, columns=1):
        joints[name] = replace(joints[name], acceleration=_rate(values[:, 0], "acceleration", name))
    return Topology(topology.links, tuple(joints.values()))


def _of_whole_joints(
    position: Mapping[str, Any], variables: Variables, joints: Mapping[str, Joint]
) -> dict[str, Any]:
    """``position`` with limits of single variables joined to those of their joint."""
    whole: dict[str, Any] = {}
    for name, value in position.items():
        joint, dot, _ = name.rpartition(".") if isinstance(name, str) else ("", "", "")
        if not dot or name in variables.slices or joint not in variables.slices:
            whole[name] = value
            continue
        (variable,) = variables.whole(name)  # a part of a rotation vector is an error
        old = np.column_stack([joints[joint].lower, joints[joint].upper])
        whole[joint] = limits = _array(whole.get(joint, old), old.shape, f"position of {joint!r}").copy()
        limits[variable - variables.slices[joint].start] = _array(value, (1, 2), f"position of {name!r}")[0]
    return whole


def _by_joint(given: Any, what: str, variables: Variables, columns: int) -> Iterator[tuple[str, Array]]:
    """Pairs of a joint and its new limits, an array (variables of the joint, ``columns``)."""
    if given is None:
        return
    if isinstance(given, Mapping):
        for name, value in given.items():
            if name not in variables.slices:
                variables.slice_of(name)  # raises for unknown names, fixed joints and mimics
                raise ConfigurationError(
                    f"{what}: {name!r} is one of several variables of a joint, which have one limit in "
                    f"common; name the joint {name.rpartition('.')[0]!r}"
                )
            where = variables.slices[name]
            yield name, _array(value, (where.stop - where.start, columns), f"{what} of {name!r}")
        return
    values = _array(given, (len(variables), columns), what)
    for name, where in variables.slices.items():
        yield name, values[where]


def _array(value: npt.ArrayLike, shape: tuple[int, int], what: str) -> Array:
    """``value`` as an array of ``shape``; a number, or a pair of limits, is that of every row."""
    rows, columns = shape
    one = "a number" if columns == 1 else "a pair (lower, upper)"
    expected = f"{what}: expected {one}" + (f", or {rows} of them" if rows > 1 else "")
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ConfigurationError(f"{expected}, got {value!r}") from None
    if array.shape == (() if columns == 1 else (columns,)):
        array = np.tile(array, (rows, 1))
    if array.shape == (rows,) and columns == 1:
        array = array[:, None]
    if array.shape != shape or np.isnan(array).any():
        raise ConfigurationError(f"{expected}, got {value!r}")
    return array.reshape(shape)


def _rate(values: Array, what: str, name: str) -> float:
    if not (values == values[0]).all():
        raise ConfigurationError(
            f"{what} of {name!r}: a joint has one limit for all its variables, got {values}"
        )
    if not values[0] >= 0:
        raise ConfigurationError(f"{what} of {name!r}: expected a number of at least 0, got {values[0]:g}")
    return float(values[0])


def _with_range(joint: Joint, lower: Array, upper: Array) -> Joint:
    is_limited = bool(np.isfinite(lower).any() or np.isfinite(upper).any())
    kind = "revolute" if joint.type == "continuous" and is_limited else joint.type
    try:
        return replace(joint, type=kind, lower=tuple(lower.tolist()), upper=tuple(upper.tolist()))
    except RobotError as error:
        raise ConfigurationError(f"position of {joint.name!r}: {error}") from None
