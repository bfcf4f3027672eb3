"""Reads the joints of a URDF: types, parents and children, axes, limits, mimics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...errors import RobotError
from ...robot import Joint, Mimic
from ...robot.joint_types import JointType, joint_type
from ..faults import Faults
from ..safe_text import located
from ..safe_xml import Element, describe, number, numbers, required_attribute, required_child, required_name
from .link import read_origin
from .single import first_child

JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_READ_TYPES = (*JOINT_TYPES, "spherical")  # the last one is Bullet's
UNLIMITED = 1e9
"""Stands for infinity: a velocity or an effort of as much or more is unlimited."""
_X_AXIS = (1.0, 0.0, 0.0)


def read_joint(element: Element, faults: Faults) -> Joint:
    """One ``<joint>``."""
    with faults.at(describe(element)):
        type = joint_type(required_attribute(element, "type"), known=_READ_TYPES)
        parent, child = _end(element, "parent"), _end(element, "child")
        called = f"{parent}_to_{child}"
        name = faults.repaired(lambda: required_name(element), called, f"the joint is called {called!r}")
        mimic = _mimic(element, faults) if type != "fixed" else None
        limit = first_child(element, "limit", faults)
        if type == "spherical":
            faults.note(_spherical(limit))
        bounds = _bounds(limit, type, mimic, faults)
        if bounds is None and type == "revolute" and mimic is None:
            type = "continuous"
        velocity, effort = _rates(limit, faults)
        return Joint(
            name,
            type,
            parent,
            child,
            read_origin(first_child(element, "origin", faults), faults),
            np.array(_axis(element, type, faults)),
            () if bounds is None else (bounds[0],),
            () if bounds is None else (bounds[1],),
            velocity,
            effort,
            mimic,
        )


def _end(joint: Element, role: str) -> str:
    element = required_child(joint, role)
    with located(describe(element)):
        return required_name(element, "link")


def _axis(joint: Element, type: JointType, faults: Faults) -> Sequence[float]:
    element = first_child(joint, "axis", faults)
    if element is None:
        return _X_AXIS
    with faults.at(describe(element)):
        if type in ("fixed", "floating", "spherical"):  # they have no axis; exporters write "0 0 0"
            return _X_AXIS
        return faults.repaired(lambda: numbers(element, "xyz", 3), _X_AXIS, "the axis is URDF's default, x")


def _bounds(
    limit: Element | None, type: JointType, mimic: Mimic | None, faults: Faults
) -> tuple[float, float] | None:
    """Lower and upper limit [rad] or [m]; None if the joint is unlimited."""
    if type not in ("revolute", "prismatic"):
        return None
    if mimic is not None and (limit is None or not _has_range(limit)):
        return None
    repair = "the joint turns without end" if type == "revolute" else "the joint slides without end"
    given = faults.repaired(lambda: _given_bounds(limit, type), None, repair)
    if given is None:
        return None
    lower, upper = given
    bounds = faults.repaired(lambda: _ordered(lower, upper), (upper, lower), "lower and upper are exchanged")
    if lower == upper and mimic is None:
        faults.note(f"lower and upper limit are both {lower:g}: the joint cannot move")
    return bounds


def _spherical(limit: Element | None) -> str:
    """The note on a spherical joint; Bullet limits its swing and its twist, memetik a rotation vector."""
    ignored = "" if limit is None or not _has_range(limit) else f"; its {describe(limit)} is ignored"
    return f"type 'spherical' is Bullet's, not URDF's; the joint turns without limits{ignored}"


def _has_range(limit: Element) -> bool:
    return limit.get("lower") is not None or limit.get("upper") is not None


def _given_bounds(limit: Element | None, type: JointType) -> tuple[float, float] | None:
    if limit is None or not _has_range(limit):
        advice = ', or type="continuous" if it turns without end' if type == "revolute" else ""
        missing = "the <limit> element is missing" if limit is None else f"{describe(limit)} has no range"
        raise RobotError(f"{missing}; a {type} joint needs lower and upper{advice}")
    with located(describe(limit)):
        return number(limit, "lower", 0.0), number(limit, "upper", 0.0)


def _ordered(lower: float, upper: float) -> tuple[float, float]:
    if lower > upper:
        raise RobotError(f"limits are inverted: lower {lower}, upper {upper}")
    return lower, upper


def _rates(limit: Element | None, faults: Faults) -> tuple[float, float]:
    """Maximum velocity [rad/s] or [m/s] and effort [N m] or [N]; infinite if not given."""
    if limit is None:
        return np.inf, np.inf
    return (
        faults.repaired(lambda: _rate(limit, "velocity"), np.inf, "the velocity is unlimited"),
        faults.cosmetic(lambda: _rate(limit, "effort"), np.inf, "the effort is unlimited"),
    )


def _rate(limit: Element, name: str) -> float:
    with located(describe(limit)):
        rate = number(limit, name, np.inf)
        if rate < 0:
            raise RobotError(f"{name} limit: expected a number of at least 0, got {rate}")
        return rate if rate < UNLIMITED else np.inf


def _mimic(joint: Element, faults: Faults) -> Mimic | None:
    element = first_child(joint, "mimic", faults)
    if element is None:
        return None
    return faults.repaired(lambda: _given_mimic(element), None, "the joint moves by itself")


def _given_mimic(element: Element) -> Mimic:
    with located(describe(element)):
        return Mimic(
            required_name(element, "joint"),
            number(element, "multiplier", 1.0),
            number(element, "offset", 0.0),
        )
