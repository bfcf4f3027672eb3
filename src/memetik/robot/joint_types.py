"""The types of joints: the variables of each, and its kind in the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast, get_args

from ..errors import RobotError

JointType: TypeAlias = Literal[
    "fixed", "revolute", "continuous", "prismatic", "cylindrical", "planar", "spherical", "floating"
]
JOINT_TYPES: tuple[str, ...] = get_args(JointType)

VARIABLES: dict[str, tuple[str, ...]] = {
    "fixed": (),
    "revolute": ("rz",),
    "continuous": ("rz",),
    "prismatic": ("z",),
    "cylindrical": ("z", "rz"),
    "planar": ("x", "y", "rz"),
    "spherical": ("rx", "ry", "rz"),
    "floating": ("x", "y", "z", "rx", "ry", "rz"),
}
"""The components of q that a joint of each type owns, in order. The variable of a one-variable joint has
the joint's name (``"elbow"``), others are called ``"joint.component"`` (``"root.x"``). Cylindrical and planar
joints move in a frame whose z is the joint's axis: along and about it, or in the plane normal to it."""

NATIVE_KINDS: dict[str, int] = {
    "fixed": 0,
    "revolute": 1,
    "continuous": 1,
    "prismatic": 2,
    "cylindrical": 3,
    "planar": 4,
    "spherical": 5,
    "floating": 6,
}
"""The ``memetik::JointKind`` of each type: to the core, continuous joints are revolute without limits."""


def joint_type(text: str, *, known: Sequence[str] = JOINT_TYPES) -> JointType:
    """``text`` as a joint type, or an error that lists the ``known`` ones."""
    if not isinstance(text, str) or text not in known:
        raise RobotError(f"unknown joint type {text!r}; types are: {', '.join(known)}")
    return cast(JointType, text)


def has_rotation_vector(type: str) -> bool:
    """Whether the last three variables of a joint of this type are a rotation vector."""
    return VARIABLES[type][-3:] == ("rx", "ry", "rz")
