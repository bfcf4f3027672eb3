"""KUKA arms: the lightweight LBR iiwa and LWR, and a heavy industrial robot."""

from __future__ import annotations

import math

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector
from .shared.serial import Hinge, add_hinges, bent_link

_ORANGE, _LIGHT, _DARK = "#f26a1b", "#cfd2d4", "#41454a"
_Y: Vector = (0.0, 1.0, 0.0)
_Z: Vector = (0.0, 0.0, 1.0)
_BACK: Vector = (-1.0, 0.0, 0.0)
_RIGHT: Vector = (0.0, -1.0, 0.0)


def iiwa14() -> Robot:
    """KUKA LBR iiwa 14 R820, seven-axis lightweight arm.

    Source: lbr_iiwa_14_r820.urdf of ROS-Industrial's kuka_experimental as in rtb-data: frames, position
    and velocity limits. Torque limits from KUKA's LBR iiwa brochure; masses, centres of mass and
    inertias from Drake's iiwa14 model, moved to these frames (all parallel to the base at zero).
    """
    builder = RobotBuilder("iiwa14")
    for name, body, shapes in zip(_IIWA_LINKS, _IIWA_BODIES, _iiwa_shapes(), strict=True):
        body.declare(builder, name, shapes)
    add_hinges(builder, "base_link", _IIWA_HINGES)
    builder.fixed("joint_a7-tool0", "link_7", "tool0", xyz=(0, 0, 0.126))
    builder.fixed("base_link-base", "base_link", "base")
    return builder.build()


def lwr4() -> Robot:
    """KUKA LWR 4+, seven-axis lightweight arm, the forerunner of the LBR iiwa.

    Source: lengths (0.31, 0.4, 0.39 and 0.078 m) and ranges (±170° and ±120°) published by KUKA; names,
    frames, directions, speeds and torques as in lwr_description of Centro Piaggio's kuka-lwr, where the
    shoulder is half a millimetre higher. That package has a placeholder mass of 2 kg for most links, so
    masses are left out.
    """
    builder = RobotBuilder("lwr4")
    for name, shapes in zip(_LWR_LINKS, _lwr_shapes(), strict=True):
        builder.link(name, shapes=shapes)
    add_hinges(builder, "lwr_base_link", _LWR_HINGES)
    builder.fixed("lwr_7_link-tool0", "lwr_7_link", "tool0")
    return builder.build()


def kr120() -> Robot:
    """KUKA KR 120 R2500 pro, six-axis industrial robot with a reach of 2.5 m.

    Source: kr120r2500pro.urdf of ROS-Industrial's kuka_experimental as in rtb-data: frames, position and
    velocity limits. That file has a placeholder mass of 2 kg for every link and no torque limits, so both are
    left out.
    """
    builder = RobotBuilder("kr120")
    for name, shapes in zip(_KR120_LINKS, _kr120_shapes(), strict=True):
        builder.link(name, shapes=shapes)
    add_hinges(builder, "base_link", _KR120_HINGES)
    builder.fixed("joint_a6-tool0", "link_6", "tool0", xyz=(0.215, 0, 0), rpy=(0, math.pi / 2, 0))
    builder.fixed("base_link-base", "base_link", "base")
    return builder.build()


_IIWA_LINKS = ("base_link", *(f"link_{number}" for number in range(1, 8)))
# The shoulder (axes 2 and 3) is published 0.4 mm in front of the base's axis.
_IIWA_HINGES = tuple(
    Hinge(f"joint_a{number}", f"link_{number}", xyz, axis, -limit, limit, velocity, effort)
    for number, (xyz, axis, limit, velocity, effort) in enumerate(
        (
            ((0.0, 0.0, 0.0), _Z, 2.9668, 1.4834, 320.0),
            ((-0.00043624, 0.0, 0.36), _Y, 2.0942, 1.4834, 320.0),
            ((0.0, 0.0, 0.0), _Z, 2.9668, 1.7452, 176.0),
            ((0.00043624, 0.0, 0.42), (0.0, -1.0, 0.0), 2.0942, 1.3089, 176.0),
            ((0.0, 0.0, 0.0), _Z, 2.9668, 2.2688, 110.0),
            ((0.0, 0.0, 0.4), _Y, 2.0942, 2.356, 40.0),
            ((0.0, 0.0, 0.0), _Z, 3.0541, 2.356, 40.0),
        ),
        start=1,
    )
)
_IIWA_BODIES = (
    Body(5.0, (-0.1, 0.0, 0.07), (0.05, 0.0, 0.0, 0.06, 0.0, 0.03)),
    Body(5.76, (0.0, -0.03, 0.2775), (0.033, 0.0, 0.0, 0.0333, 0.0, 0.0123)),
    Body(6.35, (0.00013624, 0.042, 0.059), (0.0305, 0.0, 0.0, 0.011, 0.0, 0.0304)),
    Body(3.5, (0.00043624, 0.03, 0.3345), (0.025, 0.0, 0.0, 0.0238, 0.0, 0.0076)),
    Body(3.5, (0.0, -0.034, 0.067), (0.017, 0.0, 0.0, 0.006, 0.0, 0.0164)),
    Body(3.5, (-0.0001, -0.021, 0.2605), (0.01, 0.0, 0.0, 0.0087, 0.0, 0.00449)),
    Body(1.8, (0.0, 0.0004, 0.0006), (0.0049, 0.0, 0.0, 0.0036, 0.0, 0.0047)),
    Body(1.2, (0.0, 0.0, 0.101), (0.001, 0.0, 0.0, 0.001, 0.0, 0.001)),
)


def _iiwa_shapes() -> list[list[Geometry]]:
    thick, slim = (0.085, 0.085), (0.068, 0.068)
    return [
        [
            cylinder_between((0, 0, 0), (0, 0, 0.06), 0.12, color=_LIGHT),
            cylinder_between((0, 0, 0.06), (0, 0, 0.148), 0.095, color=_LIGHT),
            Box((0.09, 0.08, 0.15)).at((0, 0.096, 0.075), color=_LIGHT),
        ],
        bent_link(((0, 0, 0.148), (0, 0, 0.21)), ((0, 0, 0.36), (0, -0.031, 0.36)), thick, _ORANGE),
        bent_link(((0, 0, 0.2), (0, 0, 0.16)), ((0, 0, 0), (0, 0.047, 0)), (0.068, 0.085), _LIGHT),
        bent_link(((0, 0, 0.2), (0, 0, 0.27)), ((0, 0, 0.42), (0, 0.047, 0.42)), slim, _ORANGE),
        bent_link(((0, 0, 0.18), (0, 0, 0.14)), ((0, 0, 0), (0, -0.046, 0)), slim, _LIGHT),
        [
            cylinder_between((0, 0, 0.18), (0, 0, 0.25), 0.068, color=_ORANGE),
            Capsule.between((0, -0.02, 0.25), (0, -0.06, 0.3), 0.04, color=_ORANGE),
            Capsule.between((0, -0.066, 0.3), (0, -0.075, 0.38), 0.028, color=_ORANGE),
            cylinder_between((0, -0.1, 0.4), (0, -0.066, 0.4), 0.051, color=_ORANGE),
        ],
        [
            Sphere(0.066).at(color=_LIGHT),
            cylinder_between((0, 0, 0), (0, 0, 0.072), 0.056, color=_LIGHT),
        ],
        [cylinder_between((0, 0, 0.072), (0, 0, 0.126), 0.052, color=_DARK)],
    ]


_LWR_LINKS = ("lwr_base_link", *(f"lwr_{number}_link" for number in range(1, 8)))
_LWR_HINGES = tuple(
    Hinge(
        f"lwr_{axis_name}_joint",
        f"lwr_{number}_link",
        (0.0, 0.0, height),
        axis,
        -math.radians(limit),
        math.radians(limit),
        math.radians(velocity),
        effort,
    )
    for number, (axis_name, height, axis, limit, velocity, effort) in enumerate(  # angles in degrees here
        (
            ("a1", 0.11, _Z, 170, 110, 176.0),
            ("a2", 0.2, _RIGHT, 120, 110, 176.0),
            ("e1", 0.2, _Z, 170, 128, 100.0),
            ("a3", 0.2, _Y, 120, 128, 100.0),
            ("a4", 0.2, _Z, 170, 204, 100.0),
            ("a5", 0.19, _RIGHT, 120, 184, 38.0),
            ("a6", 0.078, _Z, 170, 184, 38.0),
        ),
        start=1,
    )
)


def _lwr_shapes() -> list[list[Geometry]]:
    round_body = (0.062, 0.062)
    return [
        [
            cylinder_between((0, 0, 0), (0, 0, 0.02), 0.1, color=_DARK),
            cylinder_between((0, 0, 0.02), (0, 0, 0.11), 0.068, color=_DARK),
        ],
        bent_link(((0, 0, 0), (0, 0, 0.06)), ((0, 0, 0.2), (0, 0.045, 0.2)), round_body, _ORANGE),
        bent_link(((0, 0, 0.198), (0, 0, 0.14)), ((0, 0, 0), (0, -0.045, 0)), round_body, _ORANGE),
        bent_link(((0, 0, 0), (0, 0, 0.06)), ((0, 0, 0.2), (0, -0.045, 0.2)), round_body, _ORANGE),
        bent_link(((0, 0, 0.198), (0, 0, 0.14)), ((0, 0, 0), (0, 0.045, 0)), round_body, _ORANGE),
        [
            cylinder_between((0, 0, 0), (0, 0, 0.07), 0.06, color=_ORANGE),
            Capsule.between((0, 0.012, 0.06), (0, 0.05, 0.1), 0.04, color=_ORANGE),
            Capsule.between((0, 0.058, 0.1), (0, 0.066, 0.17), 0.025, color=_ORANGE),
            cylinder_between((0, 0.052, 0.19), (0, 0.086, 0.19), 0.045, color=_ORANGE),
        ],
        [
            Sphere(0.058).at(color=_LIGHT),
            cylinder_between((0, 0, 0), (0, 0, 0.05), 0.046, color=_LIGHT),
        ],
        [cylinder_between((0, 0, -0.028), (0, 0, 0), 0.04, color=_DARK)],
    ]


_KR120_LINKS = ("base_link", *(f"link_{number}" for number in range(1, 7)))
_KR120_HINGES = tuple(
    Hinge(
        f"joint_a{number}",
        f"link_{number}",
        xyz,
        axis,
        math.radians(lower),
        math.radians(upper),
        math.radians(velocity),
    )
    for number, (xyz, axis, lower, upper, velocity) in enumerate(  # angles in degrees here
        (
            ((0.0, 0.0, 0.675), (0.0, 0.0, -1.0), -185, 185, 156),
            ((0.35, 0.0, 0.0), _Y, -155, 35, 156),
            ((1.15, 0.0, 0.0), _Y, -130, 154, 156),
            ((1.0, 0.0, -0.041), _BACK, -350, 350, 330),
            ((0.0, 0.0, 0.0), _Y, -130, 130, 330),
            ((0.0, 0.0, 0.0), _BACK, -350, 350, 615),
        ),
        start=1,
    )
)


def _kr120_shapes() -> list[list[Geometry]]:
    return [
        [
            Box((0.8, 0.8, 0.06)).at((0, 0, 0.03), color=_DARK),
            cylinder_between((0, 0, 0.06), (0, 0, 0.215), 0.29, color=_DARK),
            Box((0.3, 0.36, 0.3)).at((-0.43, 0, 0.2), color=_DARK),
        ],
        [
            cylinder_between((0, 0, -0.459), (0, 0, -0.26), 0.245, color=_ORANGE),
            Capsule.between((-0.4, 0.02, -0.11), (0.3, 0.09, -0.09), 0.11, color=_ORANGE),
            Box((0.36, 0.4, 0.22)).at((0, 0.02, -0.17), color=_ORANGE),
            cylinder_between((0.35, 0.01, 0), (0.35, 0.2, 0), 0.21, color=_ORANGE),
        ],
        [
            cylinder_between((0, -0.33, 0), (0, 0, 0), 0.2, color=_ORANGE),
            Capsule.between((0.05, -0.27, 0), (0.6, -0.31, 0), 0.12, color=_ORANGE),
            Capsule.between((0.6, -0.31, 0), (1.12, -0.27, 0), 0.11, color=_ORANGE),
            cylinder_between((1.15, -0.34, 0), (1.15, -0.18, 0), 0.163, color=_ORANGE),
        ],
        [
            cylinder_between((0, -0.178, 0), (0, 0.2, 0), 0.165, color=_ORANGE),
            Capsule.between((0.05, 0, -0.03), (0.35, 0, -0.041), 0.13, color=_ORANGE),
            cylinder_between((0.35, 0, -0.041), (0.8, 0, -0.041), 0.122, color=_ORANGE),
            Box((0.27, 0.17, 0.28)).at((-0.3, 0.02, -0.04), color=_DARK),
        ],
        [
            cylinder_between((-0.256, 0, 0), (-0.2, 0, 0), 0.1, color=_DARK),
            cylinder_between((-0.2, 0, 0), (0, 0, 0), 0.056, color=_ORANGE),
            cylinder_between((0, -0.05, 0), (0, 0.045, 0), 0.088, color=_ORANGE),
        ],
        [
            cylinder_between((0, -0.139, 0), (0, -0.055, 0), 0.096, color=_ORANGE),
            cylinder_between((0, 0.05, 0), (0, 0.168, 0), 0.105, color=_ORANGE),
            Box((0.09, 0.24, 0.17)).at((0.11, 0, 0), color=_ORANGE),
            cylinder_between((0.1, 0, 0), (0.19, 0, 0), 0.084, color=_ORANGE),
        ],
        [cylinder_between((0.19, 0, 0), (0.215, 0, 0), 0.071, color=_DARK)],
    ]
