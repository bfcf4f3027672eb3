"""An endoscope with a curved, rigid shaft on a UR10e, after the Eeloscope2."""

from __future__ import annotations

import math

import numpy as np

from ..collision.shapes import Capsule, Sphere
from ..collision.tube import Tube
from ..robot import Robot, RobotBuilder
from .universal_robots import ur10e

_DARK, _STEEL, _TIP = "#3c4248", "#c4c9cd", "#d8862f"

_BASE = (0.03, 0.12)  # begin and end of the base on the flange's axis [m]
_BASE_RADIUS = 0.05
_STRAIGHT = 0.45  # where the curve begins on the flange's axis [m]
_BEND_RADIUS, _BEND_ANGLE, _BEND_PARTS = 0.35, math.pi / 3, 12
_END = 0.08  # straight, after the curve [m]
_SHAFT_RADIUS, _HEAD_RADIUS = 0.012, 0.025


def ur10e_eeloscope() -> Robot:
    """Universal Robots UR10e with an endoscope whose shaft is curved, after DLR's Eeloscope2, 6 DoF.

    Source: a reconstruction, not a model by its makers. Engelke's thesis (University of Hamburg, 2024) says
    of the Eeloscope2 that its shaft is curved and rigid, that it has three RGB-D cameras at its end, and that
    it is mounted on a UR10e. Its dimensions are not published there: all lengths are assumed. The shaft, of
    24 mm diameter, is straight to 0.45 m from the flange, then an arc of 60 degrees with a radius of 0.35 m
    towards x, in 12 straight parts, then straight for 0.08 m; at its end are a head of 50 mm diameter for the
    cameras and ``endo_tool`` with z along the shaft. The mass is not published.
    """
    arm = ur10e().attach(_endoscope(), "tool0")
    return Robot._from_topology("ur10e_eeloscope", arm._topology)


def _endoscope() -> Robot:
    path = _path()
    end = path[-1]
    shapes = [
        Capsule.between((0, 0, _BASE[0]), (0, 0, _BASE[1]), _BASE_RADIUS, color=_DARK),
        Tube(np.array(path), _SHAFT_RADIUS).at(color=_STEEL),
        Sphere(_HEAD_RADIUS).at(end, color=_TIP),
    ]
    builder = RobotBuilder("eeloscope")
    builder.link("endo_base_link", shapes=shapes)
    builder.fixed("endo_tool_joint", "endo_base_link", "endo_tool", xyz=end, rpy=(0, _BEND_ANGLE, 0))
    return builder.build()


def _path() -> list[tuple[float, float, float]]:
    """The shaft's middle: along z, an arc about y, and along the arc's last tangent."""
    arc = [
        (_BEND_RADIUS * (1 - math.cos(a)), 0.0, _STRAIGHT + _BEND_RADIUS * math.sin(a))
        for a in (_BEND_ANGLE * k / _BEND_PARTS for k in range(_BEND_PARTS + 1))
    ]
    x, _, z = arc[-1]
    last = (x + _END * math.sin(_BEND_ANGLE), 0.0, z + _END * math.cos(_BEND_ANGLE))
    return [(0.0, 0.0, _BASE[1]), *arc, last]
