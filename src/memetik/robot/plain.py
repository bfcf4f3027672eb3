"""A robot as plain dictionaries, lists, numbers and strings: its only serialised form.

Pickling and ``==`` use it. Infinite limits are written as None, so that the form is valid JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..collision.shapes import Geometry
from ..errors import MemetikError, RobotError
from ..plain import check_head, head
from .annotations import Annotations
from .description import Inertial, Joint, Link, Mimic
from .joint_types import joint_type


def robot_to_dict(
    name: str, links: Iterable[Link], joints: Iterable[Joint], annotations: Annotations
) -> dict[str, Any]:
    """The plain form of a robot."""
    return {
        **head("robot"),
        "name": name,
        "links": [_link_to_dict(link) for link in links],
        "joints": [_joint_to_dict(joint) for joint in joints],
        **annotations.to_dict(),
    }


def robot_from_dict(data: Mapping[str, Any]) -> tuple[str, list[Link], list[Joint], Annotations]:
    """Name, links, joints and annotations from the plain form."""
    check_head(data, "robot", RobotError)
    try:
        links = [_link_from_dict(link) for link in data["links"]]
        joints = [_joint_from_dict(joint) for joint in data["joints"]]
        return str(data["name"]), links, joints, Annotations.from_dict(data)
    except MemetikError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RobotError(f"not a robot in plain form: {type(error).__name__}: {error}") from error


def _link_to_dict(link: Link) -> dict[str, Any]:
    result: dict[str, Any] = {"name": link.name}
    if link.inertial is not None:
        result["inertial"] = {
            "mass": link.inertial.mass,
            "com": link.inertial.com.tolist(),
            "inertia": link.inertial.inertia.tolist(),
        }
    for name in ("visuals", "collisions"):
        if getattr(link, name):
            result[name] = [geometry.to_dict() for geometry in getattr(link, name)]
    return result


def _link_from_dict(data: Mapping[str, Any]) -> Link:
    inertial = data.get("inertial")
    return Link(
        data["name"],
        Inertial(inertial["mass"], inertial["com"], inertial["inertia"]) if inertial else None,
        tuple(Geometry.from_dict(item) for item in data.get("visuals", ())),
        tuple(Geometry.from_dict(item) for item in data.get("collisions", ())),
    )


def _joint_to_dict(joint: Joint) -> dict[str, Any]:
    result: dict[str, Any] = {
        "name": joint.name,
        "type": joint.type,
        "parent": joint.parent,
        "child": joint.child,
        "origin": joint.origin.tolist(),
        "axis": joint.axis.tolist(),
        "lower": [_finite_or_none(value) for value in joint.lower],
        "upper": [_finite_or_none(value) for value in joint.upper],
        "velocity": _finite_or_none(joint.velocity),
        "effort": _finite_or_none(joint.effort),
    }
    if np.isfinite(joint.acceleration):
        result["acceleration"] = float(joint.acceleration)
    if joint.mimic is not None:
        mimic = joint.mimic
        result["mimic"] = {"joint": mimic.joint, "multiplier": mimic.multiplier, "offset": mimic.offset}
    return result


def _joint_from_dict(data: Mapping[str, Any]) -> Joint:
    mimic = data.get("mimic")
    return Joint(
        data["name"],
        joint_type(data["type"]),
        data["parent"],
        data["child"],
        np.asarray(data["origin"], dtype=np.float64),
        np.asarray(data["axis"], dtype=np.float64),
        tuple(-np.inf if value is None else value for value in data["lower"]),
        tuple(np.inf if value is None else value for value in data["upper"]),
        np.inf if data["velocity"] is None else data["velocity"],
        np.inf if data["effort"] is None else data["effort"],
        Mimic(mimic["joint"], mimic["multiplier"], mimic["offset"]) if mimic else None,
        data.get("acceleration", np.inf),
    )


def _finite_or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
