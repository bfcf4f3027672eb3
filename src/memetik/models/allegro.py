"""Wonik's Allegro hand."""

from __future__ import annotations

from math import radians

from ..collision.shapes import Box, Capsule, Geometry, Sphere
from ..robot import Robot, RobotBuilder
from .shared.body import Vector
from .shared.serial import Hinge, add_hinges

_BLACK, _DARK, _WHITE = "#2a2c2f", "#3c4045", "#e8e9ea"
_X_BACK: Vector = (-1.0, 0.0, 0.0)
_Y: Vector = (0.0, 1.0, 0.0)
_Z: Vector = (0.0, 0.0, 1.0)
_SPEED = 7.0  # of all joints [rad/s]
_TIP_RADIUS = 0.012
_TIP_MASS = 0.0168  # [kg]

_PALM_SIZE, _PALM_CENTER = (0.0408, 0.113, 0.095), (-0.0093, 0.0, -0.0475)
_PALM_MASS = 0.4154
_BONE = (0.0196, 0.0275)  # thickness and width of all bones [m]
_THUMB_BASE_SIZE, _THUMB_BASE_CENTER = (0.0358, 0.034, 0.0455), (-0.0179, 0.009, 0.0145)

# A straight finger points along z; it bends about y, towards the palm's x.
_LENGTHS, _THUMB_LENGTHS = (0.0164, 0.054, 0.0384, 0.0267), (0.0177, 0.0514, 0.0423)
"""From each joint, of the thumb from the second, to the next and to the middle of the tip's ball [m]."""
_MASSES, _THUMB_MASSES = (0.0119, 0.065, 0.0355, 0.0096), (0.0176, 0.0119, 0.038, 0.0388)
_LIMITS = ((-0.47, 0.47), (-0.196, 1.61), (-0.174, 1.709), (-0.227, 1.618))
_THUMB_LIMITS = ((0.263, 1.396), (-0.105, 1.163), (-0.189, 1.644), (-0.162, 1.719))

# Number of a finger's first joint -> its origin on the palm [m] and roll [rad]: index, middle, ring finger.
_FINGERS: dict[int, tuple[Vector, float]] = {
    0: ((0.0, 0.0435, -0.001542), radians(-5)),
    4: ((0.0, 0.0, 0.0007), 0.0),
    8: ((0.0, -0.0435, -0.001542), radians(5)),
}
_THUMB = 12
_THUMB_ORIGIN: Vector = (-0.0182, 0.019333, -0.045987)
_THUMB_RPY: Vector = (0.0, radians(-95), radians(-90))


def allegro() -> Robot:
    """Wonik Allegro Hand, right, three fingers and a thumb with 4 joints each, 16 DoF.

    Source: allegro_hand_description of Wonik Robotics (SimLab) in allegro_hand_ros and allegro_hand_ros_v4:
    names, frames, limits, speeds and masses. The published centres of mass are placeholders, in the joints
    and outside of the palm; here they are in the middles of the links, without inertias. Left out: the
    published torque limit of 15 N m, which motors of this size do not have. Joints 0 to 3 are those of the
    index finger, 4 to 7 of the middle finger, 8 to 11 of the ring finger, 12 to 15 of the thumb. The frames
    ``link_3_tip``, ``link_7_tip``, ``link_11_tip`` and ``link_15_tip`` are in the middles of the tips' balls,
    whose radius is 12 mm. Shapes are our own, with the sizes of its collision shapes.
    """
    builder = RobotBuilder("allegro")
    palm = Box(_PALM_SIZE).at(_PALM_CENTER, color=_BLACK)
    builder.link("palm_link", mass=_PALM_MASS, com=_PALM_CENTER, shapes=[palm])
    for first, (origin, roll) in _FINGERS.items():
        _add_bones(builder, first, _LENGTHS, _MASSES)
        _add_joints(builder, first, _finger_rows(origin, (roll, 0.0, 0.0)), _LIMITS)
    _add_thumb(builder)
    return builder.build()


def _finger_rows(origin: Vector, rpy: Vector) -> list[tuple[Vector, Vector, Vector]]:
    """Origin, rpy and axis of a finger's joints."""
    here: Vector = (0.0, 0.0, 0.0)
    bends = [((0.0, 0.0, length), here, _Y) for length in _LENGTHS[:-1]]
    return [(origin, rpy, _Z), *bends]


def _add_thumb(builder: RobotBuilder) -> None:
    proximal, middle, _ = _THUMB_LENGTHS
    here: Vector = (0.0, 0.0, 0.0)
    rows = [
        (_THUMB_ORIGIN, _THUMB_RPY, _X_BACK),
        ((-0.027, 0.005, 0.0399), here, _Z),
        ((0.0, 0.0, proximal), here, _Y),
        ((0.0, 0.0, middle), here, _Y),
    ]
    base = Box(_THUMB_BASE_SIZE).at(_THUMB_BASE_CENTER, color=_BLACK)
    builder.link(f"link_{_THUMB}", mass=_THUMB_MASSES[0], com=_THUMB_BASE_CENTER, shapes=[base])
    _add_bones(builder, _THUMB + 1, _THUMB_LENGTHS, _THUMB_MASSES[1:])
    _add_joints(builder, _THUMB, rows, _THUMB_LIMITS)


def _add_bones(
    builder: RobotBuilder, first: int, lengths: tuple[float, ...], masses: tuple[float, ...]
) -> None:
    """Declare the links from ``link_{first}`` to the tip; the tip's ball ends the last bone."""
    last = first + len(lengths) - 1
    for number, length, mass in zip(range(first, last + 1), lengths, masses, strict=True):
        shapes = _last_bone(length) if number == last else [_bone(length)]
        builder.link(f"link_{number}", mass=mass, com=(0, 0, length / 2), shapes=shapes)
    ball = Sphere(_TIP_RADIUS).at(color=_WHITE)
    builder.link(f"link_{last}_tip", mass=_TIP_MASS, shapes=[ball])
    builder.fixed(f"joint_{last}_tip", f"link_{last}", f"link_{last}_tip", xyz=(0, 0, lengths[-1]))


def _bone(length: float) -> Geometry:
    return Box((*_BONE, length)).at((0, 0, length / 2), color=_DARK)


def _last_bone(length: float) -> list[Geometry]:
    stump = length - 0.01
    tip = Capsule.between((0, 0, stump), (0, 0, length), _TIP_RADIUS, color=_WHITE)
    return [_bone(stump), tip]


def _add_joints(
    builder: RobotBuilder,
    first: int,
    rows: list[tuple[Vector, Vector, Vector]],
    limits: tuple[tuple[float, float], ...],
) -> None:
    hinges = [
        Hinge(f"joint_{number}", f"link_{number}", xyz, axis, lower, upper, _SPEED, rpy=rpy)
        for number, ((xyz, rpy, axis), (lower, upper)) in enumerate(
            zip(rows, limits, strict=True), start=first
        )
    ]
    add_hinges(builder, "palm_link", hinges)
