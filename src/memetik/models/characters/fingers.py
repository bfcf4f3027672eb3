"""Fingers of a hand that hangs with its palm to the thigh: a thumb of 3 joints, four fingers of 4 joints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np

from ...collision.shapes import Capsule
from ...robot import RobotBuilder
from ..shared.body import Vector
from .bones import Bone, Flesh, Side, Turns, add_chain, mirrored

Colors: TypeAlias = tuple[str, str, str]

# Finger -> position of its knuckle in the hand's frame, and the lengths of its three bones [m].
FINGERS: dict[str, tuple[Vector, Vector]] = {
    "index": ((0.030, 0.0, -0.097), (0.041, 0.025, 0.022)),
    "middle": ((0.010, 0.0, -0.099), (0.045, 0.028, 0.023)),
    "ring": ((-0.011, 0.0, -0.097), (0.042, 0.026, 0.022)),
    "pinky": ((-0.031, 0.0, -0.092), (0.033, 0.021, 0.019)),
}
_THUMB: tuple[Vector, Vector] = ((0.030, -0.008, -0.028), (0.042, 0.032, 0.027))
_DOWN: Vector = (0.0, 0.0, -1.0)
_THUMB_WAY: Vector = (0.5995, -0.2798, -0.7499)  # the thumb points away from the hand, in front of the palm
_RADII = (0.0098, 0.0092, 0.0086)  # small enough that straight fingers do not touch

# Limits of the three bones' joints [deg]: fingers spread and bend to the palm, the thumb swings in front of
# it and bends.
_FINGER_TURNS: tuple[Turns, Turns, Turns] = (
    {"pitch": (-20.0, 20.0), "roll": (-90.0, 45.0)},
    {"roll": (-100.0, 0.0)},
    {"roll": (-90.0, 0.0)},
)
_THUMB_TURNS: tuple[Turns, Turns, Turns] = (
    {"yaw": (-70.0, 15.0)},
    {"pitch": (0.0, 50.0)},
    {"pitch": (0.0, 80.0)},
)


def add_fingers(b: RobotBuilder, side: Side, colors: Colors) -> None:
    """Add thumb and fingers to the link ``left_hand`` or ``right_hand``, with bones in three colours."""
    _add_finger(b, side, "thumb", _THUMB, _THUMB_WAY, _THUMB_TURNS, colors)
    for finger, bones in FINGERS.items():
        _add_finger(b, side, finger, bones, _DOWN, _FINGER_TURNS, colors)


def _add_finger(
    b: RobotBuilder,
    side: Side,
    finger: str,
    bones: tuple[Vector, Vector],
    way: Vector,
    turns: tuple[Turns, Turns, Turns],
    colors: Colors,
) -> None:
    """Add a finger with links such as ``index_1`` ... ``index_tip``.

    ``bones`` are the position of the knuckle and three lengths along ``way``.
    """

    def chain() -> Iterator[tuple[Bone, Flesh]]:
        place = bones[0]
        for k, length in enumerate(bones[1]):
            name, radius = f"{finger}_{k + 1}", _RADII[k]
            end = _along(way, length - radius if k == 2 else length)  # the last length includes the round tip
            shape = Capsule.between((0, 0, 0), end, radius, color=colors[k])
            yield Bone(name, name, place, turns[k]), Flesh([shape])
            place = _along(way, length)

    last = add_chain(b, f"{side}hand", chain(), side)
    tip = mirrored(_along(way, bones[1][2]), side)
    b.fixed(f"{side}{finger}_tip_joint", last, f"{side}{finger}_tip", xyz=tip)


def _along(way: Vector, length: float) -> Vector:
    x, y, z = (length * np.array(way)).tolist()
    return x, y, z
