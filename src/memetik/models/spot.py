"""Boston Dynamics' quadruped Spot."""

from __future__ import annotations

from math import pi

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Vector
from .shared.mirror import reflected, reflected_hinge
from .shared.serial import Hinge, add_hinges

_YELLOW, _DARK, _GREY = "#e3ab3a", "#2d3035", "#5b6067"
_X: Vector = (1.0, 0.0, 0.0)
_Y: Vector = (0.0, 1.0, 0.0)

_HIP_X, _HIP_Y = 0.29785, 0.055
_HIP_TO_LEG = 0.110945  # along y
_KNEE: Vector = (0.025, 0.0, -0.3205)  # in the upper leg
_SHIN, _FOOT_RADIUS = 0.3365, 0.036  # from the knee to the middle of the foot's ball


def spot() -> Robot:
    """Boston Dynamics Spot, 12-DoF quadruped; its body is the root, ``with_floating_base()`` lets it move.

    Source: spot_description of spot_ros2 (bdaiinstitute): frames and limits; feet as in MuJoCo Menagerie's
    model. The feet are approximate: another published model has them 14 mm lower. The published upper limits
    of the knees differ by a degree between legs; here the tightest is used for all. Left out: masses, which
    add up to 50 kg there while the maker gives 32.5 kg for the robot; speed and torque limits, which are
    placeholders. A frame such as ``front_left_foot`` is in the middle of the foot's ball, whose radius is
    36 mm. Shapes are our own.
    """
    builder = RobotBuilder("spot")
    builder.link("body", shapes=_body_shapes())
    for leg in ("front_left", "front_right", "rear_left", "rear_right"):
        _add_leg(builder, leg)
    return builder.build()


def _add_leg(builder: RobotBuilder, leg: str) -> None:
    hinges, shapes = _left_leg(leg), _leg_shapes()
    if leg.endswith("right"):
        hinges = [reflected_hinge(hinge) for hinge in hinges]
        shapes = {part: [reflected(shape) for shape in parts] for part, parts in shapes.items()}
    for part, parts in shapes.items():
        builder.link(f"{leg}_{part}", shapes=parts)
    add_hinges(builder, "body", hinges)
    builder.fixed(f"{leg}_ankle", f"{leg}_lower_leg", f"{leg}_foot", xyz=(0, 0, -_SHIN))


def _left_leg(leg: str) -> list[Hinge]:
    hip: Vector = (_HIP_X if leg.startswith("front") else -_HIP_X, _HIP_Y, 0.0)
    return [
        Hinge(f"{leg}_hip_x", f"{leg}_hip", hip, _X, -pi / 4, pi / 4),
        Hinge(f"{leg}_hip_y", f"{leg}_upper_leg", (0.0, _HIP_TO_LEG, 0.0), _Y, -0.898845, 2.295108),
        Hinge(f"{leg}_knee", f"{leg}_lower_leg", _KNEE, _Y, -2.7929, -0.267153),
    ]


def _body_shapes() -> list[Geometry]:
    return [
        Box((0.44, 0.24, 0.16)).at((0, 0, 0.005), color=_YELLOW),
        Box((0.84, 0.1, 0.15)).at((0, 0, 0.005), color=_DARK),
        Box((0.05, 0.18, 0.13)).at((0.42, 0, 0), color=_YELLOW),
        Box((0.05, 0.18, 0.13)).at((-0.42, 0, 0), color=_YELLOW),
        *(Box((0.44, 0.02, 0.012)).at((0, y, 0.09), color=_GREY) for y in (-0.07, 0.07)),
    ]


def _leg_shapes() -> dict[str, list[Geometry]]:
    """The shapes of a left leg; they are the same in front and in the rear."""
    return {
        "hip": [
            cylinder_between((-0.065, 0, 0), (0.065, 0, 0), 0.048, color=_DARK),
            cylinder_between((0, 0.02, 0), (0, 0.085, 0), 0.055, color=_DARK),
        ],
        "upper_leg": [
            cylinder_between((0, -0.024, 0), (0, 0.032, 0), 0.058, color=_YELLOW),
            Capsule.between((0, 0, -0.03), (0.014, 0, -0.2), 0.036, color=_YELLOW),
            Capsule.between((0.014, 0, -0.2), _KNEE, 0.027, color=_DARK),
        ],
        "lower_leg": [Capsule.between((0, 0, -0.01), (0, 0, -0.32), 0.017, color=_DARK)],
        "foot": [Sphere(_FOOT_RADIUS).at(color=_DARK)],
    }
