"""The G1: trunk, head and sensors, with its limbs."""

from __future__ import annotations

from collections.abc import Iterable

from ...collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ...robot import Robot, RobotBuilder
from ..shared.body import Body, Vector
from ..shared.mirror import reflected, reflected_body, reflected_hinge
from ..shared.serial import Hinge, add_hinges
from .limbs import ARM, BODIES, DARK, HAND, LEG, LIGHT, SHAPES, X, Y, Z

_HERE: Vector = (0.0, 0.0, 0.0)
_WAIST = (
    Hinge("waist_yaw_joint", "waist_yaw_link", _HERE, Z, -2.618, 2.618, 32.0, 88.0),
    Hinge("waist_roll_joint", "waist_roll_link", (-0.0039635, 0.0, 0.044), X, -0.52, 0.52, 30.0, 35.0),
    Hinge("waist_pitch_joint", "torso_link", _HERE, Y, -0.52, 0.52, 30.0, 35.0),
)
_HEAD: Vector = (0.0039635, 0.0, -0.044)  # the head's frame in the torso's is above the pelvis' origin
# Frames of sensors: link that carries it, frame, origin [m], pitch [rad].
_SENSORS: tuple[tuple[str, str, Vector, float], ...] = (
    ("torso_link", "imu_in_torso", (-0.03959, -0.00224, 0.14792), 0.0),
    ("pelvis", "imu_in_pelvis", (0.04525, 0.0, -0.08339), 0.0),
    ("torso_link", "d435_link", (0.0576235, 0.01753, 0.42987), 0.8307767239493009),
    ("torso_link", "mid360_link", (0.0002835, 0.00003, 0.41618), 0.04014257279586953),
)
_RIGHT_SHOULDER: Vector = (0.0039563, -0.10021, 0.24778)  # published 10 µm nearer than the left one

_BODIES = {
    "pelvis": Body(3.813, (0.0, 0.0, -0.07605), (0.010549, 0.0, 2.1e-06, 0.0093089, 0.0, 0.0079184)),
    "waist_yaw_link": Body(
        0.214,
        (0.003494, 0.000233, 0.018034),
        (0.00010673, 2.703e-06, -7.631e-06, 0.00010422, -2.01e-07, 0.0001625),
    ),
    "waist_roll_link": Body(0.086, (0.0, 2.3e-05, 0.0), (7.079e-06, 0.0, 0.0, 6.339e-06, 0.0, 8.245e-06)),
    "torso_link": Body(
        6.78,
        (0.000931, 0.000346, 0.15082),
        (0.05905, 3.3302e-05, -0.0017715, 0.047014, -2.2399e-05, 0.025652),
    ),
    "head_link": Body(
        1.036,
        (0.005267, 0.000299, 0.449869),
        (0.004085051, -2.543e-06, -6.9455e-05, 0.004185212, -3.726e-06, 0.001807911),
    ),
}
_SHAPES: dict[str, list[Geometry]] = {
    "pelvis": [
        cylinder_between((0, 0, -0.06), (0, 0, -0.002), 0.05, color=DARK),
        Box((0.1, 0.1, 0.1)).at((0, 0, -0.09), color=LIGHT),
        cylinder_between((0, -0.062, -0.1027), (0, 0.062, -0.1027), 0.048, color=DARK),
    ],
    "waist_yaw_link": [cylinder_between((0, 0, 0), (0, 0, 0.03), 0.052, color=LIGHT)],
    "waist_roll_link": [Sphere(0.028).at(color=DARK)],
    "torso_link": [
        Capsule.between((0, 0, 0.05), (0, 0, 0.1), 0.055, color=DARK),
        Box((0.13, 0.15, 0.14)).at((0, 0, 0.16), color=LIGHT),
        Capsule.between((0.01, -0.06, 0.235), (0.01, 0.06, 0.235), 0.058, color=LIGHT),
        cylinder_between((0.004, -0.098, 0.245), (0.004, 0.098, 0.245), 0.044, color=DARK),
        cylinder_between((0, 0, 0.28), (0, 0, 0.35), 0.036, color=DARK),
    ],
    "head_link": [
        Capsule.between((0, 0, 0.405), (0.003, 0, 0.464), 0.06, color=LIGHT),
        Sphere(0.055).at((0.014, 0, 0.455), color=DARK),
    ],
}


def g1() -> Robot:
    """Unitree G1, 29-DoF humanoid with rubber hands; ``with_floating_base()`` lets its pelvis move.

    Source: g1_description of Unitree's unitree_ros, g1_29dof_rev_1_0.urdf: frames, limits, speeds, torques,
    masses, centres of mass and inertias (of wrists and hands to six digits). Right limbs are mirror images of
    the left ones, as published but for the sign of the right shin's ixz. Left out: pelvis contour and logo,
    which weigh a gram. Parallel linkages drive the real ankles and waist; the angles here are those of the
    joints, not of the motors. Shapes are our own.
    """
    builder = RobotBuilder("g1")
    for name, body in _BODIES.items():
        body.declare(builder, name, _SHAPES[name])
    for side in ("left", "right"):
        _add_limb(builder, side, "pelvis", LEG)
    add_hinges(builder, "pelvis", _WAIST)
    builder.fixed("head_joint", "torso_link", "head_link", xyz=_HEAD)
    for side in ("left", "right"):
        _add_limb(builder, side, "torso_link", ARM)
        _add_hand(builder, side)
    for parent, frame, xyz, pitch in _SENSORS:
        builder.fixed(f"{frame.removesuffix('_link')}_joint", parent, frame, xyz=xyz, rpy=(0, pitch, 0))
    return builder.build()


def _add_limb(builder: RobotBuilder, side: str, trunk: str, left: Iterable[Hinge]) -> None:
    hinges = list(left) if side == "left" else [reflected_hinge(hinge) for hinge in left]
    if side == "right" and left is ARM:
        hinges[0] = hinges[0]._replace(xyz=_RIGHT_SHOULDER)
    for hinge in hinges:
        _add_link(builder, side, hinge.link)
    add_hinges(
        builder,
        trunk,
        (hinge._replace(joint=f"{side}_{hinge.joint}", link=f"{side}_{hinge.link}") for hinge in hinges),
    )


def _add_hand(builder: RobotBuilder, side: str) -> None:
    _add_link(builder, side, "rubber_hand")
    x, y, z = HAND
    place = (x, y if side == "left" else -y, z)
    builder.fixed(f"{side}_hand_palm_joint", f"{side}_wrist_yaw_link", f"{side}_rubber_hand", xyz=place)


def _add_link(builder: RobotBuilder, side: str, part: str) -> None:
    body, shapes = BODIES[part], SHAPES[part]
    if side == "right":
        body, shapes = reflected_body(body), [reflected(shape) for shape in shapes]
    body.declare(builder, f"{side}_{part}", shapes)
