"""Valkyrie's hand: a thumb with four joints and three fingers with three; every joint has a variable."""

from __future__ import annotations

from ...collision.shapes import Capsule, Geometry
from ...robot import RobotBuilder
from .parts import DARK, TURNED_ABOUT_X, TURNED_ABOUT_Z, WHITE, Body, Hinge, Side, Vector, add_chain

VELOCITY, EFFORT = 1.0, 10.0

# Fingers: the bones lie along y and bend about z.
BONES = (0.0381, 0.0229, 0.022)
FINGERTIP = (0.0, BONES[2], 0.0)

# Finger -> position of its knuckle in the palm [m], spread about x [rad], upper limit of each joint [rad].
FINGERS: dict[str, tuple[Vector, float, Vector]] = {
    "IndexFinger": ((0.0022, 0.0976, 0.0235), 0.1745, (1.57, 1.658, 1.92)),
    "MiddleFinger": ((0.0022, 0.097, -0.0119), -0.1222, (1.658, 1.92, 1.57)),
    "Pinky": ((0.0022, 0.0838, -0.041), -0.1222, (1.57, 1.658, 1.92)),
}


def _bone(mass: float, y: float, moments: Vector, products: Vector) -> Body:
    return Body(mass, (0.0, y, 0.0), moments, products, TURNED_ABOUT_X)


INDEX_BONES = (
    _bone(0.02, 0.02, (4.232e-06, 1.215e-06, 3.892e-06), (6e-08, 8e-09, -7e-09)),
    _bone(0.018, 0.013, (1.562e-06, 7.22e-07, 1.255e-06), (1.7e-08, 1.3e-08, 3.1e-08)),
    _bone(0.01, 0.01, (6.02e-07, 2.09e-07, 5.02e-07), (2.4e-08, 0.0, 1.7e-08)),
)
OTHER_BONES = (
    _bone(0.02, 0.02, (5.148e-06, 1.322e-06, 4.592e-06), (4.2e-08, 1.1e-08, -4e-09)),
    _bone(0.011, 0.013, (1.97e-06, 5.54e-07, 2.272e-06), (-3.4e-08, 1.1e-08, -7.8e-08)),
    _bone(0.006, 0.01, (3.96e-07, 1.6e-07, 3.03e-07), (9e-09, 1e-09, 1.6e-08)),
)
FINGER_LOOKS = ((0.0100, DARK), (0.0085, WHITE), (0.0075, DARK))

# Thumb: turns about the palm's y, then bends about x; the bones lie along z.
THUMB = (
    Hinge("ThumbRoll", "ThumbRollLink", "y", (0.0049, 0.0351, 0.0228), 0.0, 2.356, VELOCITY, EFFORT, -0.3491),
    Hinge("ThumbPitch1", "ThumbPitch1Link", "x", (0.0, 0.0, 0.0229), -1.658, 0.0, VELOCITY, EFFORT, 0.3491),
    Hinge("ThumbPitch2", "ThumbPitch2Link", "x", (0.0, 0.0066, 0.0375), -1.92, 0.0, VELOCITY, EFFORT),
    Hinge("ThumbPitch3", "ThumbPitch3Link", "x", (0.0, 0.0049, 0.0275), -1.57, 0.0, VELOCITY, EFFORT),
)
THUMB_TIP = (0.0, 0.0025, 0.024)
THUMB_BODIES = {
    "ThumbRollLink": Body(
        0.017,
        (0.0, 0.0, 0.01),
        (2.7778767e-06, 3.5462642e-06, 1.3553297e-06),
        (5.6718533e-09, 9.5523207e-08, -3.663718e-08),
        TURNED_ABOUT_Z,
    ),
    "ThumbPitch1Link": Body(0.02, (0.0, 0.005, 0.02), (4.239e-06, 4.582e-06, 1.47e-06)),
    "ThumbPitch2Link": Body(0.013, (0.0, 0.004, 0.017), (1.266e-06, 1.503e-06, 6.99e-07)),
    "ThumbPitch3Link": Body(0.006, (0.0, 0.004, 0.01), (3.22e-07, 4.06e-07, 2.1e-07)),
}
THUMB_SHAPES = {
    "ThumbRollLink": [Capsule.between((0.0, 0.0, 0.0), THUMB[1].xyz, 0.0105, color=DARK)],
    "ThumbPitch1Link": [Capsule.between((0.0, 0.0, 0.0), THUMB[2].xyz, 0.0110, color=DARK)],
    "ThumbPitch2Link": [Capsule.between((0.0, 0.0, 0.0), THUMB[3].xyz, 0.0095, color=WHITE)],
    "ThumbPitch3Link": [Capsule.between((0.0, 0.0, 0.0), (0.0, 0.002, 0.016), 0.0080, color=DARK)],
}


def add_hand(b: RobotBuilder, side: Side) -> None:
    """Add thumb and fingers to the link ``leftPalm`` or ``rightPalm``."""
    palm = f"{side}Palm"
    last = add_chain(b, palm, THUMB, THUMB_BODIES, THUMB_SHAPES, side)
    _add_tip(b, last, f"{side}ThumbTip", THUMB_TIP, side)
    for finger in FINGERS:
        _add_finger(b, palm, finger, side)


def _add_finger(b: RobotBuilder, palm: str, finger: str, side: Side) -> None:
    knuckle, spread, bends = FINGERS[finger]
    origins = (knuckle, (0.0, BONES[0], 0.0), (0.0, BONES[1], 0.0))
    names = [f"{finger}Pitch{k}" for k in (1, 2, 3)]
    links = [f"{name}Link" for name in names]
    hinges = [
        Hinge(name, link, "z", origin, -bend, 0.0, VELOCITY, EFFORT, roll)
        for name, link, origin, bend, roll in zip(
            names, links, origins, bends, (spread, 0.0, 0.0), strict=True
        )
    ]
    bodies = dict(zip(links, INDEX_BONES if finger == "IndexFinger" else OTHER_BONES, strict=True))
    shapes = dict(zip(links, _finger_shapes(), strict=True))
    last = add_chain(b, palm, hinges, bodies, shapes, side)
    _add_tip(b, last, f"{side}{finger}Tip", FINGERTIP, side)


def _finger_shapes() -> list[list[Geometry]]:
    reach = (BONES[0], BONES[1], BONES[2] - FINGER_LOOKS[2][0])  # the last length includes the round tip
    return [
        [Capsule.between((0.0, 0.0, 0.0), (0.0, length, 0.0), radius, color=color)]
        for length, (radius, color) in zip(reach, FINGER_LOOKS, strict=True)
    ]


def _add_tip(b: RobotBuilder, link: str, tip: str, xyz: Vector, side: Side) -> None:
    x, y, z = xyz
    b.fixed(f"{tip}_Offset", link, tip, xyz=(x, -y if side == "right" else y, z))
