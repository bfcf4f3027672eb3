"""Fanuc's M-10iA."""

from __future__ import annotations

import math

from ..collision.shapes import Box, Geometry, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Vector
from .shared.serial import Hinge, add_hinges

_YELLOW, _GREY, _DARK = "#f5c518", "#666a6e", "#33363a"

_LINKS = ("base_link", *(f"link_{number}" for number in range(1, 7)))
# Each row: joint origin [m], axis, limits [rad], velocity [rad/s].
_JOINTS: tuple[tuple[Vector, Vector, float, float, float], ...] = (
    ((0.0, 0.0, 0.45), (0.0, 0.0, 1.0), -3.14, 3.14, 3.67),
    ((0.15, 0.0, 0.0), (0.0, 1.0, 0.0), -1.57, 2.79, 3.32),
    ((0.0, 0.0, 0.6), (0.0, -1.0, 0.0), -3.14, 4.61, 3.67),
    ((0.0, 0.0, 0.2), (-1.0, 0.0, 0.0), -3.31, 3.31, 6.98),
    ((0.64, 0.0, 0.0), (0.0, -1.0, 0.0), -3.31, 3.31, 6.98),
    ((0.1, 0.0, 0.0), (-1.0, 0.0, 0.0), -6.28, 6.28, 10.47),
)


def m10ia() -> Robot:
    """Fanuc M-10iA, six-axis industrial robot with a reach of 1.4 m.

    Source: fanuc_m10ia_support of ROS-Industrial's fanuc package (m10ia_macro.xacro): frames, position and
    velocity limits; its OPW parameters give the same geometry. Masses and torque limits are not published.
    Unlike on Fanuc's controller, the angle of joint 3 does not contain that of joint 2.
    """
    builder = RobotBuilder("m10ia")
    for name, shapes in zip(_LINKS, _shapes(), strict=True):
        builder.link(name, shapes=shapes)
    hinges = (
        Hinge(f"joint_{number}", f"link_{number}", xyz, axis, lower, upper, velocity)
        for number, (xyz, axis, lower, upper, velocity) in enumerate(_JOINTS, start=1)
    )
    add_hinges(builder, "base_link", hinges)
    builder.fixed("base_link-base", "base_link", "base", xyz=(0, 0, 0.45))
    builder.fixed("joint_6-flange", "link_6", "flange")
    builder.fixed("link_6-tool0", "flange", "tool0", rpy=(math.pi, -math.pi / 2, 0))
    return builder.build()


def _shapes() -> list[list[Geometry]]:
    return [
        [
            Box((0.36, 0.32, 0.035)).at((0, 0, 0.0175), color=_GREY),
            cylinder_between((0, 0, 0.035), (0, 0, 0.2), 0.14, color=_GREY),
            Box((0.16, 0.22, 0.165)).at((-0.17, 0, 0.1175), color=_GREY),
        ],
        [
            cylinder_between((0, 0, -0.25), (0, 0, -0.15), 0.15, color=_YELLOW),
            Box((0.28, 0.19, 0.24)).at((0.06, 0.055, -0.05), color=_YELLOW),
            cylinder_between((0.15, -0.04, 0), (0.15, 0.15, 0), 0.12, color=_YELLOW),
            cylinder_between((0.15, 0.15, 0), (0.15, 0.23, 0), 0.07, color=_DARK),
        ],
        [
            cylinder_between((0, -0.15, 0), (0, -0.042, 0), 0.115, color=_YELLOW),
            Box((0.15, 0.075, 0.6)).at((0, -0.105, 0.3), color=_YELLOW),
            cylinder_between((0, -0.15, 0.6), (0, -0.064, 0.6), 0.09, color=_YELLOW),
        ],
        [
            cylinder_between((0, -0.062, 0), (0, 0.08, 0), 0.09, color=_YELLOW),
            Box((0.19, 0.18, 0.25)).at((0.01, 0, 0.125), color=_YELLOW),
            cylinder_between((-0.08, 0, 0.2), (0.178, 0, 0.2), 0.1, color=_YELLOW),
            Box((0.12, 0.15, 0.17)).at((-0.145, 0, 0.19), color=_DARK),
        ],
        [
            cylinder_between((0.18, 0, 0), (0.27, 0, 0), 0.088, color=_YELLOW),
            cylinder_between((0.27, 0, 0), (0.54, 0, 0), 0.066, color=_YELLOW),
            Box((0.14, 0.046, 0.108)).at((0.57, -0.081, 0), color=_YELLOW),
            cylinder_between((0.64, -0.104, 0), (0.64, -0.058, 0), 0.054, color=_YELLOW),
        ],
        [
            cylinder_between((0, -0.056, 0), (0, 0.05, 0), 0.05, color=_YELLOW),
            cylinder_between((0, 0, 0), (0.082, 0, 0), 0.046, color=_YELLOW),
        ],
        [cylinder_between((-0.018, 0, 0), (0, 0, 0), 0.04, color=_DARK)],
    ]
