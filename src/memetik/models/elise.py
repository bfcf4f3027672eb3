"""The endoscope ELISE on a UR10e: a rod with three joints at its end, for work inside tanks."""

from __future__ import annotations

import math

from ..collision.shapes import Box, Capsule, Cylinder, Geometry
from ..robot import Robot, RobotBuilder
from .shared.body import Vector
from .shared.serial import Hinge, add_hinges
from .universal_robots import ur10e

_DARK, _STEEL, _JOINT, _TIP = "#3c4248", "#c4c9cd", "#6d747b", "#d8862f"

_BOX = (0.02, 0.25)  # begin and end of the drives' box on the flange's axis [m]
_BOX_RADIUS = 0.06
_RODS = (0.79, 0.09, 0.06)
"""Lengths: flange to first joint, first to second joint, second joint to tool [m]."""
_ROD_RADIUS = 0.006
_PITCH: Vector = (-1.0, 0.0, 0.0)
_ROLL: Vector = (0.0, 0.0, 1.0)

_HINGES = (
    Hinge("endo_first_joint", "endo_first_link", (0.0, 0.0, _RODS[0]), _PITCH, -2.36, 2.36),
    Hinge(
        "endo_second_joint_first_dof",
        "endo_second_joint_link",
        (0.0, 0.0, _RODS[1]),
        _ROLL,
        -math.pi,
        math.pi,
    ),
    Hinge(
        "endo_second_joint_second_dof",
        "endo_second_link",
        (0.0, 0.0, 0.0),
        _PITCH,
        -math.pi / 2,
        math.pi / 2,
    ),
)


def ur10e_elise() -> Robot:
    """Universal Robots UR10e with the endoscope ELISE of the German Aerospace Center (DLR), 9 DoF.

    Source: a reconstruction, not a model by its makers, from Engelke's thesis on inverse kinematics for
    endoscopic inspection (University of Hamburg, 2024) and its published configurations in two hydrogen
    tanks. The thesis names a UR10. But with the dimensions of a UR10e, the rod passes the large tank's
    opening 2 mm from its middle in those configurations; with those of a UR10, 57 mm. On the axis of
    ``tool0`` are the box of the drives, a rod that ends 0.79 m from the flange, pitch ±2.36 rad, a rod of
    0.09 m, roll ±π and pitch ±π/2, a rod of 0.06 m, and at its end ``endo_tool`` with z along it. The
    endoscope's mass is not published.
    """
    arm = ur10e().attach(_endoscope(), "tool0")
    return Robot._from_topology("ur10e_elise", arm._topology)


def _endoscope() -> Robot:
    start, end = _BOX
    builder = RobotBuilder("elise")
    box = [
        Cylinder(0.05, start).at((0, 0, start / 2), color=_STEEL),
        # The edges of the box are on the surface of the capsule that represents it in collision.
        Box((math.sqrt(2) * _BOX_RADIUS, math.sqrt(2) * _BOX_RADIUS, end - start)).at(
            (0, 0, (start + end) / 2), color=_DARK
        ),
        _rod(_STEEL, _RODS[0], start=end),
    ]
    solid = [Capsule.between((0, 0, start), (0, 0, end), _BOX_RADIUS), _rod(None, _RODS[0], start=end)]
    builder.link("endo_base_link", shapes=box, collisions=solid)
    builder.link("endo_first_link", shapes=[_rod(_JOINT, _RODS[1])])
    builder.link("endo_second_link", shapes=[_rod(_TIP, _RODS[2])])
    add_hinges(builder, "endo_base_link", _HINGES)
    builder.fixed(
        "endo_tool_joint", "endo_second_link", "endo_tool", xyz=(0, 0, _RODS[2]), rpy=(0, 0, math.pi)
    )
    return builder.build()


def _rod(color: str | None, end: float, *, start: float = 0.0) -> Geometry:
    return Capsule.between((0, 0, start), (0, 0, end), _ROD_RADIUS, color=color)
