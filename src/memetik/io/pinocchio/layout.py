"""The layout of the configurations of a ``pinocchio.Model``."""

from __future__ import annotations

from typing import Any

from ...errors import RobotError
from ...robot import Robot
from ..conventions import Layout, Slot


def pinocchio_layout(model: Any) -> Layout:
    """Where each joint of a ``pinocchio.Model`` has its values in a configuration."""
    if not all(hasattr(model, name) for name in ("names", "joints", "nq")) or isinstance(model, Robot):
        raise RobotError(f"model: expected a pinocchio.Model, got {type(model).__name__}")
    slots = [
        Slot(str(model.names[i]), int(joint.idx_q), int(joint.nq), joint.shortname() == "JointModelFreeFlyer")
        for i, joint in enumerate(model.joints)
        if i > 0
    ]
    return Layout("pinocchio", int(model.nq), tuple(slots), scalar_first=False)
