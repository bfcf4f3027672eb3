"""Mimic joints: resolves chains of them, and converts ranges between a mimic and its master."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..errors import RobotError, UnknownNameError
from .description import Joint, Label, Mimic, plain_label


def resolve_mimics(joints: tuple[Joint, ...], label: Label = plain_label) -> tuple[Joint, ...]:
    """Rewrite mimics of mimics, so that every mimic joint follows a joint that has a variable."""
    by_name = {joint.name: joint for joint in joints}
    resolved: dict[str, Mimic] = {}
    for joint in joints:
        if joint.mimic is not None:
            _resolve(joint, by_name, resolved, label)
    return tuple(replace(j, mimic=resolved[j.name]) if j.mimic else j for j in joints)


def checked_mimic(joint: Joint, by_name: Mapping[str, Joint], label: Label = plain_label) -> Joint:
    """The mimic ``joint`` itself; an error if the joint that it mimics is missing or cannot be mimicked."""
    assert joint.mimic is not None
    master = by_name.get(joint.mimic.joint)
    if master is None:
        unknown = UnknownNameError("joint", joint.mimic.joint, by_name)
        raise RobotError(f"{label(joint)}: mimic: {unknown.short}")
    if master.mimic is None and master.size != 1:
        what = f"mimics {master.name!r}, a {master.type} joint"
        raise RobotError(f"{label(joint)}: {what}; only a joint with one variable can be mimicked")
    return joint


def master_range(joint: Joint) -> tuple[float, float]:
    """The range of the master in which the mimic ``joint`` stays within its own limits."""
    assert joint.mimic is not None
    (low,), (high,) = joint.lower, joint.upper
    multiplier, offset = joint.mimic.multiplier, joint.mimic.offset
    if multiplier == 0.0:  # the joint stays at the offset, wherever its master goes
        return (-np.inf, np.inf) if low <= offset <= high else (np.inf, -np.inf)
    with np.errstate(over="ignore"):
        ends = (np.array([low, high]) - offset) / multiplier
    return float(ends.min()), float(ends.max())


def mimic_range(joint: Joint, master: Joint) -> tuple[float, float]:
    """The range of the mimic ``joint`` that is within its own limits and within those of its ``master``."""
    assert joint.mimic is not None
    ends = [joint.mimic.multiplier * end + joint.mimic.offset for end in (*master.lower, *master.upper)]
    return max(*joint.lower, min(ends)), min(*joint.upper, max(ends))


def _resolve(joint: Joint, by_name: dict[str, Joint], resolved: dict[str, Mimic], label: Label) -> None:
    """Fill ``resolved`` for ``joint`` and all mimics between it and its master."""
    chain: list[Joint] = []
    current, seen = joint, {joint.name}
    while current.mimic is not None and current.name not in resolved:
        chain.append(current)
        checked_mimic(current, by_name, label)
        current = by_name[current.mimic.joint]
        if current.name in seen:
            raise RobotError(f"{label(joint)}: its mimics form a loop")
        seen.add(current.name)
    root = resolved.get(current.name, Mimic(current.name))
    for mimic in reversed(chain):
        assert mimic.mimic is not None
        k, c = mimic.mimic.multiplier, mimic.mimic.offset
        try:
            root = Mimic(root.joint, k * root.multiplier, k * root.offset + c)
        except ValueError as error:
            raise RobotError(f"{label(mimic)}: {error}") from None
        resolved[mimic.name] = root
