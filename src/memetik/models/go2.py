"""Unitree's quadruped Go2."""

from __future__ import annotations

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector, centred
from .shared.mirror import reflected, reflected_body, reflected_hinge
from .shared.serial import Hinge, add_hinges

_LIGHT, _GREY, _DARK = "#d9dcdf", "#8c9299", "#2f3338"
_X: Vector = (1.0, 0.0, 0.0)
_Y: Vector = (0.0, 1.0, 0.0)

_HIP_X, _HIP_Y = 0.1934, 0.0465
_HIP_TO_LEG = 0.0955  # along y
_THIGH, _CALF = 0.213, 0.213
_FOOT_RADIUS = 0.022
_HIP_TURN = 1.0472  # both ways [rad]
_THIGH_TURNS = {"F": (-1.5708, 3.4907), "R": (-0.5236, 4.5379)}  # of front and rear legs [rad]

_BASE = Body(6.921, (0.021112, 0.0, -0.005366), (0.02448, 0.00012166, 0.0014849, 0.098077, -3.12e-05, 0.107))
# Masses of the left legs.
_HIPS = {
    "F": Body(
        0.678, (-0.0054, 0.00194, -0.000105), (0.00048, -3.01e-06, 1.11e-06, 0.000884, -1.42e-06, 0.000596)
    ),
    "R": Body(
        0.678, (0.0054, 0.00194, -0.000105), (0.00048, 3.01e-06, -1.11e-06, 0.000884, -1.42e-06, 0.000596)
    ),
}
_THIGH_BODY = Body(
    1.152, (-0.00374, -0.0223, -0.0327), (0.00584, 8.72e-05, -0.000289, 0.0058, 0.000808, 0.00103)
)
_CALF_BODY = Body(
    0.154, (0.00548, -0.000975, -0.115), (0.00108, 3.4e-07, 1.72e-05, 0.0011, 8.28e-06, 3.29e-05)
)
_FOOT_BODY = centred(0.04, 9.6e-06, 9.6e-06, 9.6e-06)


def go2() -> Robot:
    """Unitree Go2, 12-DoF quadruped; its trunk is the root, and ``with_floating_base()`` lets it move.

    Source: go2_description of Unitree's unitree_ros: frames, limits, speeds, torques, masses, centres of mass
    and inertias. Left out: the frames of sensors and of the head, which weigh a gram. FL, FR, RL and RR are
    the front and rear, left and right legs; a frame such as ``FL_foot`` is in the middle of the foot's ball,
    whose radius is 22 mm. Shapes are our own, with the sizes of its collision shapes.
    """
    builder = RobotBuilder("go2")
    _BASE.declare(builder, "base", _trunk_shapes())
    for leg in ("FL", "FR", "RL", "RR"):
        _add_leg(builder, leg)
    return builder.build()


def _add_leg(builder: RobotBuilder, leg: str) -> None:
    end, side = leg[0], leg[1]
    hinges = _left_leg(leg)
    bodies = {"hip": _HIPS[end], "thigh": _THIGH_BODY, "calf": _CALF_BODY, "foot": _FOOT_BODY}
    shapes = _leg_shapes()
    if side == "R":
        hinges = [reflected_hinge(hinge) for hinge in hinges]
        bodies = {part: reflected_body(body) for part, body in bodies.items()}
        shapes = {part: [reflected(shape) for shape in parts] for part, parts in shapes.items()}
    for part, body in bodies.items():
        body.declare(builder, f"{leg}_{part}", shapes[part])
    add_hinges(builder, "base", hinges)
    builder.fixed(f"{leg}_foot_joint", f"{leg}_calf", f"{leg}_foot", xyz=(0, 0, -_CALF))


def _left_leg(leg: str) -> list[Hinge]:
    end = leg[0]
    hip: Vector = (_HIP_X if end == "F" else -_HIP_X, _HIP_Y, 0.0)
    return [
        Hinge(f"{leg}_hip_joint", f"{leg}_hip", hip, _X, -_HIP_TURN, _HIP_TURN, 30.1, 23.7),
        Hinge(
            f"{leg}_thigh_joint", f"{leg}_thigh", (0.0, _HIP_TO_LEG, 0.0), _Y, *_THIGH_TURNS[end], 30.1, 23.7
        ),
        Hinge(f"{leg}_calf_joint", f"{leg}_calf", (0.0, 0.0, -_THIGH), _Y, -2.7227, -0.83776, 20.07, 35.55),
    ]


def _trunk_shapes() -> list[Geometry]:
    motors = [
        cylinder_between((x, y, 0), (x + 0.085 * (1 if x > 0 else -1), y, 0), 0.043, color=_GREY)
        for x in (0.15, -0.15)
        for y in (_HIP_Y, -_HIP_Y)
    ]
    return [
        Box((0.3762, 0.0935, 0.114)).at(color=_LIGHT),
        Capsule.between((-0.12, 0, 0.035), (0.13, 0, 0.035), 0.055, color=_LIGHT),
        *motors,
        cylinder_between((0.285, 0, -0.03), (0.285, 0, 0.055), 0.05, color=_DARK),
        Box((0.06, 0.08, 0.08)).at((0.24, 0, 0.015), color=_LIGHT),
        Sphere(0.047).at((0.293, 0, -0.06), color=_DARK),
    ]


def _leg_shapes() -> dict[str, list[Geometry]]:
    """The shapes of a left leg; they are the same in front and in the rear."""
    return {
        "hip": [cylinder_between((0, 0.03, 0), (0, 0.1, 0), 0.046, color=_DARK)],
        "thigh": [
            cylinder_between((0, 0.005, 0), (0, 0.03, 0), 0.046, color=_GREY),
            Box((0.034, 0.0245, _THIGH)).at((0, 0, -_THIGH / 2), color=_LIGHT),
            cylinder_between((0, -0.016, -_THIGH), (0, 0.016, -_THIGH), 0.02, color=_DARK),
        ],
        "calf": [
            Capsule.between((0, 0, 0), (0.018, 0, -0.12), 0.0125, color=_DARK),
            Capsule.between((0.018, 0, -0.12), (0.018, 0, -0.165), 0.0115, color=_DARK),
            Capsule.between((0.018, 0, -0.165), (0, 0, -0.2), 0.0125, color=_DARK),
        ],
        "foot": [Sphere(_FOOT_RADIUS).at((-0.002, 0, 0), color=_DARK)],
    }
