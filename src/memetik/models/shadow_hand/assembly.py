"""The Shadow Dexterous Hand."""

from __future__ import annotations

from math import pi, radians

from ...robot import Robot, RobotBuilder
from ..shared.body import Vector
from ..shared.serial import Hinge, add_hinges
from .parts import BODIES, FINGER_TIP, SHAPES, THUMB_TIP

_X: Vector = (1.0, 0.0, 0.0)
_HERE: Vector = (0.0, 0.0, 0.0)
_SPEED = 2.0  # limit of wrist and fingers [rad/s]
_THUMB_SPEED = 4.0
_TORQUE = 2.0  # limit of the fingers [N m]

# A straight finger points along z; it bends about x, towards the palm's -y.
_PROXIMAL, _MIDDLE = 0.045, 0.025
"""Lengths of the first two bones of a finger [m]."""
_THUMB_PROXIMAL, _THUMB_MIDDLE = 0.038, 0.032

# Finger -> position of its knuckle on the palm or the metacarpal [m], and the sign of J4's axis y.
_KNUCKLES: dict[str, tuple[Vector, float]] = {
    "ff": ((0.033, 0.0, 0.095), -1.0),
    "mf": ((0.011, 0.0, 0.099), -1.0),
    "rf": ((-0.011, 0.0, 0.095), 1.0),
    "lf": ((0.0, 0.0, 0.06579), 1.0),
}


def shadow_hand() -> Robot:
    """Shadow Dexterous Hand, right, on its forearm: wrist 2, thumb 4, little finger 4, other fingers 3 each.

    Source: Shadow Robot's sr_description (sr_common), right hand E: joint origins, axes, limits, speeds and
    torques, masses, centres of mass and inertias. The hand has 24 joints; this model has the 19 variables
    of the Bio IK dissertation (2020, table 5.1). One tendon pulls J2 and J1 of a finger: here J1 mimics J2,
    while on the real hand it may lag behind. THJ3 (±12°) is fixed at zero, as in Shadow's Hand
    Lite. Joints and links have their published names, without ``rh_``; the frames ``fftip``, ``mftip``,
    ``rftip``, ``lftip`` and ``thtip`` are in the fingertips. Shapes are our own, of the size of the maker's.
    """
    builder = RobotBuilder("shadow_hand")
    for name, body in BODIES.items():
        body.declare(builder, name, SHAPES.get(name, ()))
    add_hinges(builder, "forearm", _WRIST)
    for finger in ("ff", "mf", "rf"):
        _add_finger(builder, finger, "palm")
    add_hinges(builder, "palm", [_METACARPAL])
    _add_finger(builder, "lf", "lfmetacarpal")
    _add_thumb(builder)
    return builder.build()


_WRIST = (
    Hinge(
        "WRJ2",
        "wrist",
        (0.0, -0.01, 0.213),
        (0.0, 1.0, 0.0),
        radians(-30),
        radians(10),
        _SPEED,
        10.0,
    ),
    Hinge("WRJ1", "palm", (0.0, 0.0, 0.034), _X, radians(-40), radians(28), _SPEED, 30.0),
)
_METACARPAL = Hinge(  # 55° from the palm's x towards its z
    "LFJ5",
    "lfmetacarpal",
    (-0.033, 0.0, 0.02071),
    (0.573576436, 0.0, 0.819152044),
    0.0,
    radians(45),
    _SPEED,
    _TORQUE,
)


def _add_finger(builder: RobotBuilder, finger: str, parent: str) -> None:
    knuckle, spread = _KNUCKLES[finger]
    joint = finger.upper()
    bends = (0.0, pi / 2, _SPEED, _TORQUE)
    hinges = [
        Hinge(
            f"{joint}J4",
            f"{finger}knuckle",
            knuckle,
            (0.0, spread, 0.0),
            radians(-20),
            radians(20),
            _SPEED,
            _TORQUE,
        ),
        Hinge(f"{joint}J3", f"{finger}proximal", _HERE, _X, radians(-15), pi / 2, _SPEED, _TORQUE),
        Hinge(f"{joint}J2", f"{finger}middle", (0.0, 0.0, _PROXIMAL), _X, *bends),
        Hinge(f"{joint}J1", f"{finger}distal", (0.0, 0.0, _MIDDLE), _X, *bends, follows=f"{joint}J2"),
    ]
    add_hinges(builder, parent, hinges)
    builder.fixed(f"{joint}tip", f"{finger}distal", f"{finger}tip", xyz=FINGER_TIP)


def _add_thumb(builder: RobotBuilder) -> None:
    base = Hinge(
        "THJ5",
        "thbase",
        (0.034, -0.00858, 0.029),
        (0.0, 0.0, -1.0),
        radians(-60),
        radians(60),
        _THUMB_SPEED,
        5.0,
        rpy=(0.0, pi / 4, 0.0),
    )
    proximal = Hinge("THJ4", "thproximal", _HERE, _X, 0.0, radians(70), _THUMB_SPEED, 3.0)
    middle = Hinge("THJ2", "thmiddle", _HERE, (0.0, -1.0, 0.0), radians(-40), radians(40), _SPEED, 2.0)
    distal = Hinge(
        "THJ1",
        "thdistal",
        (0.0, 0.0, _THUMB_MIDDLE),
        _X,
        radians(-15),
        pi / 2,
        _THUMB_SPEED,
        1.0,
        rpy=(0.0, 0.0, -pi / 2),
    )
    add_hinges(builder, "palm", [base, proximal])
    builder.fixed("THJ3", "thproximal", "thhub", xyz=(0.0, 0.0, _THUMB_PROXIMAL))
    add_hinges(builder, "thhub", [middle, distal])
    builder.fixed("thtip", "thdistal", "thtip", xyz=THUMB_TIP)
