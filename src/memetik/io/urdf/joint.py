"""Reads the joints of a URDF: types, parents and children, axes, limits, mimics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import RobotError
from ...robot import Joint, Mimic
from ...robot.joint_types import JointType, joint_type
from ..safe_text import located
from ..safe_xml import (
    Element,
    describe,
    number,
    numbers,
    only_child,
    required_attribute,
    required_child,
    required_name,
)
from .link import read_origin

_JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_X_AXIS = (1.0, 0.0, 0.0)


def read_joint(element: Element) -> Joint:
    """One ``<joint>``."""
    with located(describe(element)):
        name = required_name(element)
        type = joint_type(required_attribute(element, "type"), known=_JOINT_TYPES)
        mimic = _mimic(element) if type != "fixed" else None
        limit = only_child(element, "limit")
        lower, upper = _range(limit, type, mimic)
        velocity, effort = _rates(limit)
        return Joint(
            name,
            type,
            _end(element, "parent"),
            _end(element, "child"),
            read_origin(element),
            np.array(_axis(element, type)),
            lower,
            upper,
            velocity,
            effort,
            mimic,
        )


def _end(joint: Element, role: str) -> str:
    element = required_child(joint, role)
    with located(describe(element)):
        return required_name(element, "link")


def _axis(joint: Element, type: JointType) -> Sequence[float]:
    element = only_child(joint, "axis")
    if element is None:
        return _X_AXIS
    with located(describe(element)):
        axis = numbers(element, "xyz", 3)
    # Fixed and floating joints have no axis; exporters write "0 0 0".
    return _X_AXIS if type in ("fixed", "floating") else axis


def _range(
    limit: Element | None, type: JointType, mimic: Mimic | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Lower and upper limit [rad] or [m] of a revolute or prismatic joint; empty for other types."""
    if type not in ("revolute", "prismatic"):
        return (), ()
    if limit is None or (limit.get("lower") is None and limit.get("upper") is None):
        if mimic is not None:
            return (), ()
        advice = ', or type="continuous" if it turns without end' if type == "revolute" else ""
        missing = "the <limit> element is missing" if limit is None else f"{describe(limit)} has no range"
        raise RobotError(f"{missing}; a {type} joint needs lower and upper{advice}")
    with located(describe(limit)):
        return (number(limit, "lower", 0.0),), (number(limit, "upper", 0.0),)


def _rates(limit: Element | None) -> tuple[float, float]:
    """Maximum velocity [rad/s] or [m/s] and effort [N m] or [N]; infinite if not given."""
    if limit is None:
        return np.inf, np.inf
    with located(describe(limit)):
        return number(limit, "velocity", np.inf), number(limit, "effort", np.inf)


def _mimic(joint: Element) -> Mimic | None:
    element = only_child(joint, "mimic")
    if element is None:
        return None
    with located(describe(element)):
        return Mimic(
            required_name(element, "joint"),
            number(element, "multiplier", 1.0),
            number(element, "offset", 0.0),
        )
