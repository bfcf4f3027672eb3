"""A Stewart platform: six legs between base and platform, as a tree whose legs end open at the platform."""

from __future__ import annotations

import math

import numpy as np

from ..collision.shapes import Box, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from ..transforms import Array

_LEGS = range(1, 7)
LOOPS = tuple((f"leg_{leg}_rod", f"anchor_{leg}") for leg in _LEGS)
"""Each loop: a link whose origin is the open end, and the link whose origin it has to meet."""

_LOW_RADIUS, _HIGH_RADIUS = 0.45, 0.30  # radii of the circles of the legs' joints [m]
_LOW, _HIGH = 0.07, 0.62  # heights of these circles at zero [m]
_HALF_PAIR = math.radians(12)  # angle between the joint of a leg and the middle of a pair
_STROKE, _TILT = 0.14, math.radians(50)  # limits ± of a leg's extension [m] and tilt [rad]
_AXES = {
    "x": (1, 0, 0),
    "y": (0, 1, 0),
    "z": (0, 0, 1),
    "yaw": (0, 0, 1),
    "pitch": (0, 1, 0),
    "roll": (1, 0, 0),
}
_BLUE, _ORANGE, _STEEL, _DARK, _WHITE = "#2f6fb7", "#f08a24", "#c9ced4", "#343a42", "#e7eaee"


def stewart() -> Robot:
    """Stewart platform, six sliding legs, open at the platform; models.closure has the goals that close them.

    Source: made for this library, at the size of a motion simulator's model: six legs, each a universal
    joint, a slide ``leg_1`` ... ``leg_6`` and a spherical joint, from a circle of radius 0.45 m to one of
    0.3 m, 0.55 m higher. The slides are driven. ``platform_x`` ... ``platform_roll`` are the platform's six
    degrees of freedom; its frame is in the middle of its spherical joints. At zero all loops are closed and
    the legs, about 0.61 m long, are half extended: they can be 0.14 m shorter or longer.
    """
    b = RobotBuilder("stewart")
    b.link("base", mass=30.0, com=(0, 0, 0.02), inertia=_of_disc(30.0, 0.5, 0.03), shapes=_base())
    _add_platform(b)
    for leg in _LEGS:
        _add_leg(b, leg)
    return b.build()


def _add_platform(b: RobotBuilder) -> None:
    b.link("platform", mass=8.0, com=(0, 0, 0.03), inertia=_of_disc(8.0, 0.34, 0.03), shapes=_plate())
    parent = "base"
    for name, axis in _AXES.items():
        child = "platform" if name == "roll" else f"platform_{name}_link"
        xyz = (0, 0, _HIGH) if name == "x" else (0, 0, 0)
        joint = b.prismatic if name in ("x", "y", "z") else b.revolute
        limit = 0.3 if name in ("x", "y", "z") else 1.0  # wider than the legs allow
        joint(f"platform_{name}", parent, child, xyz=xyz, axis=axis, lower=-limit, upper=limit)
        parent = child
    for leg in _LEGS:
        place = _ends(leg)[1] - (0, 0, _HIGH)
        b.fixed(f"anchor_{leg}_joint", "platform", f"anchor_{leg}", xyz=place)


def _add_leg(b: RobotBuilder, leg: int) -> None:
    """Add a leg: a universal joint whose first axis is horizontal, and the slide along the leg's z."""
    start, end = _ends(leg)
    length = float(np.linalg.norm(end - start))
    x, y, z = (end - start) / length
    name = f"leg_{leg}"
    cylinder, rod = _leg_shapes()
    b.link(f"{name}_cylinder", mass=1.5, com=(0, 0, 0.2), inertia=_of_disc(1.5, 0.028, 0.36), shapes=cylinder)
    b.link(f"{name}_rod", mass=0.6, com=(0, 0, -0.2), inertia=_of_disc(0.6, 0.015, 0.42), shapes=rod)
    b.revolute(
        f"{name}_pitch",
        "base",
        f"{name}_cross",
        xyz=start,
        rpy=(0, math.acos(z), math.atan2(y, x)),
        axis=(0, 1, 0),
        lower=-_TILT,
        upper=_TILT,
    )
    b.revolute(f"{name}_roll", f"{name}_cross", f"{name}_cylinder", axis=(1, 0, 0), lower=-_TILT, upper=_TILT)
    b.prismatic(name, f"{name}_cylinder", f"{name}_rod", xyz=(0, 0, length), lower=-_STROKE, upper=_STROKE)


def _ends(leg: int) -> tuple[Array, Array]:
    """Positions of a leg's joints at zero. Legs are paired at the base, and with others at the platform."""
    pair, sign = 2 * math.pi / 3 * (leg // 2), 1 if leg % 2 else -1
    low, high = pair + sign * _HALF_PAIR, pair + sign * (math.pi / 3 - _HALF_PAIR)
    return (
        np.array([_LOW_RADIUS * math.cos(low), _LOW_RADIUS * math.sin(low), _LOW]),
        np.array([_HIGH_RADIUS * math.cos(high), _HIGH_RADIUS * math.sin(high), _HIGH]),
    )


def _of_disc(mass: float, radius: float, thickness: float) -> Array:
    flat = mass * (3 * radius**2 + thickness**2) / 12
    return np.diag([flat, flat, mass * radius**2 / 2])


def _base() -> list[Geometry]:
    shapes = [cylinder_between((0, 0, 0), (0, 0, 0.03), 0.52, color=_DARK)]
    for leg in _LEGS:
        x, y, z = _ends(leg)[0]
        shapes.append(Box((0.075, 0.075, 0.03)).at((x, y, 0.04), rpy=(0, 0, math.atan2(y, x)), color=_WHITE))
        shapes.append(cylinder_between((x, y, 0.03), (x, y, z), 0.018, color=_STEEL))
    return shapes


def _plate() -> list[Geometry]:
    shapes = [
        cylinder_between((0, 0, 0.02), (0, 0, 0.045), 0.35, color=_BLUE),
        cylinder_between((0, 0, 0.045), (0, 0, 0.052), 0.22, color=_WHITE),
        Box((0.10, 0.03, 0.012)).at((0.27, 0, 0.048), color=_ORANGE),  # the front
    ]
    for leg in _LEGS:
        place = _ends(leg)[1] - (0, 0, _HIGH)
        shapes.append(cylinder_between(place, np.add(place, (0, 0, 0.03)), 0.03, color=_DARK))
    return shapes


def _leg_shapes() -> tuple[list[Geometry], list[Geometry]]:
    """The shapes of the cylinder, from the universal joint, and of the rod, from its spherical joint."""
    cylinder = [
        Sphere(0.032).at(color=_DARK),
        cylinder_between((0, 0, 0.02), (0, 0, 0.35), 0.030, color=_WHITE),
        cylinder_between((0, 0, 0.35), (0, 0, 0.37), 0.034, color=_ORANGE),
    ]
    rod = [
        cylinder_between((0, 0, -0.42), (0, 0, 0), 0.016, color=_STEEL),
        Sphere(0.026).at(color=_STEEL),
    ]
    return cylinder, rod
