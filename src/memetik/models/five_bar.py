"""A planar five-bar: two cranks and two rods that meet at the tool, as a tree whose loop is cut there."""

from __future__ import annotations

import math

import numpy as np

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from ..transforms import Array

LOOPS = (("right_tip", "tool"),)
"""Each loop: a link whose origin is the open end, and the link whose origin it has to meet."""

_AXIS, _CRANK, _ROD = 0.075, 0.20, 0.25  # half the distance between the cranks' axes, lengths [m]
_HOME = 0.33  # distance of the tool in front of the axes at zero [m]
_PLANE = 0.12  # height of the plane of motion above the ground [m]
_CRANK_LIMIT, _ELBOW_LIMIT = math.radians(150), math.radians(170)  # ± from zero, ± from a straight arm
_BLUE, _ORANGE, _STEEL, _DARK, _WHITE = "#2f6fb7", "#f08a24", "#c9ced4", "#343a42", "#e7eaee"


def five_bar() -> Robot:
    """Planar five-bar with two driven cranks, open at the tool; models.closure has the goal that closes it.

    Source: made for this library, at the size of a desktop robot: axes 0.15 m apart, cranks of 0.2 m, rods
    of 0.25 m. ``left_crank`` and ``right_crank`` are driven, both elbows are passive. At zero the loop is
    closed and the tool is 0.33 m in front of the axes; cranks turn by ±150 degrees from there. The rods are
    at different heights and can pass each other; they cannot fold flat onto their cranks.
    """
    b = RobotBuilder("five_bar")
    b.link("base", mass=4.0, com=(0.0, 0.0, 0.05), inertia=_of_box(4.0, 0.13, 0.28, 0.10), shapes=_base())
    for side, sign in (("left", 1.0), ("right", -1.0)):
        _add_arm(b, side, sign)
    b.fixed("tool_joint", "left_rod", "tool", xyz=(_ROD, 0, 0))
    b.fixed("right_tip_joint", "right_rod", "right_tip", xyz=(_ROD, 0, 0))
    return b.build()


def _add_arm(b: RobotBuilder, side: str, sign: float) -> None:
    """Add a crank on the base and a rod on the crank, with the directions of :func:`_home` at zero."""
    crank, elbow = _home(sign)
    inertia = _of_box(0.3, _CRANK, 0.03, 0.016)
    b.link(f"{side}_crank", mass=0.3, com=(_CRANK / 2, 0, 0), inertia=inertia, shapes=_crank())
    b.revolute(
        f"{side}_crank",
        "base",
        f"{side}_crank",
        xyz=(0, sign * _AXIS, _PLANE),
        rpy=(0, 0, crank),
        lower=-_CRANK_LIMIT,
        upper=_CRANK_LIMIT,
    )
    inertia = _of_box(0.15, _ROD, 0.02, 0.02)
    b.link(f"{side}_rod", mass=0.15, com=(_ROD / 2, 0, 0), inertia=inertia, shapes=_rod(sign))
    b.revolute(
        f"{side}_elbow",
        f"{side}_crank",
        f"{side}_rod",
        xyz=(_CRANK, 0, 0),
        rpy=(0, 0, elbow),
        lower=-_ELBOW_LIMIT - elbow,
        upper=_ELBOW_LIMIT - elbow,
    )


def _home(sign: float) -> tuple[float, float]:
    """Direction of a crank at zero, and of its rod relative to the crank [rad]; the elbow is outside."""
    reach = math.hypot(_HOME, _AXIS)
    at_axis = math.acos((_CRANK**2 + reach**2 - _ROD**2) / (2 * _CRANK * reach))
    at_elbow = math.acos((_CRANK**2 + _ROD**2 - reach**2) / (2 * _CRANK * _ROD))
    return sign * (at_axis - math.atan2(_AXIS, _HOME)), sign * (at_elbow - math.pi)


def _of_box(mass: float, x: float, y: float, z: float) -> Array:
    return mass / 12 * np.diag([y**2 + z**2, x**2 + z**2, x**2 + y**2])


def _base() -> list[Geometry]:
    shapes = [Box((0.13, 0.28, 0.02)).at((0, 0, 0.01), color=_DARK)]
    for y in (-_AXIS, _AXIS):
        shapes.append(cylinder_between((0, y, 0.02), (0, y, _PLANE - 0.022), 0.045, color=_WHITE))
        shapes.append(cylinder_between((0, y, 0.02), (0, y, _PLANE - 0.010), 0.028, color=_DARK))
    return shapes


def _crank() -> list[Geometry]:
    return [
        cylinder_between((0, 0, -0.012), (0, 0, 0.012), 0.028, color=_BLUE),
        Box((_CRANK, 0.034, 0.018)).at((_CRANK / 2, 0, 0), color=_BLUE),
        cylinder_between((_CRANK, 0, -0.012), (_CRANK, 0, 0.012), 0.022, color=_BLUE),
        cylinder_between((0, 0, 0.012), (0, 0, 0.016), 0.014, color=_DARK),
    ]


def _rod(sign: float) -> list[Geometry]:
    """The shapes of a rod: both are above the cranks at different heights; the left one carries the pen."""
    level = 0.022 if sign > 0 else 0.038
    shapes = [
        cylinder_between((0, 0, 0.008), (0, 0, level + 0.012), 0.013, color=_DARK),
        Capsule.between((0, 0, level), (_ROD, 0, level), 0.0085, color=_STEEL),
    ]
    if sign > 0:
        shapes += [
            cylinder_between((_ROD, 0, -0.06), (_ROD, 0, 0.05), 0.011, color=_ORANGE),
            Capsule.between((_ROD, 0, -0.06), (_ROD, 0, -0.105), 0.005, color=_DARK),
        ]
    return [*shapes, Sphere(0.013).at((_ROD, 0, level), color=_DARK)]
