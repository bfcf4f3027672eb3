"""Scenes of places and poses."""

from __future__ import annotations

import numpy as np

from .stage import ERROR, REGION, SOLID, TARGET, Stage, elbow, heading, polar, spot


def pose(stage: Stage) -> None:
    stage.ground()
    shoulder, hand, wanted = stage.base(62), spot(168, 118), spot(246, 142)
    stage.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    stage.frame(hand, -32)
    stage.frame(wanted, 8, color=TARGET)
    stage.arrow(wanted, polar(hand, 5, 17), color=ERROR)
    stage.label("$r$", (212, 142), color=ERROR)
    stage.line(wanted, polar(wanted, 34, -32), dashed=True)
    stage.arc(wanted, 26, 8, -32)
    stage.label(r"$\theta$", (283, 134), color=ERROR)
    stage.label("target", (244, 190), color=TARGET)


def position(stage: Stage) -> None:
    stage.ground()
    shoulder, hand, wanted = stage.base(62), spot(190, 92), spot(254, 148)
    stage.arm(shoulder, elbow(shoulder, hand), hand)
    stage.point(wanted)
    back = heading(wanted, hand)
    stage.arrow(polar(wanted, 8, back), polar(hand, -5, back), color=ERROR)
    stage.label("$r$", (230, 112), color=ERROR)
    stage.label("target", (254, 168), color=TARGET)


def orientation(stage: Stage) -> None:
    stage.ground()
    shoulder, hand = stage.base(62), spot(196, 92)
    stage.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    for axis in (40, 130):
        stage.arrow(hand, polar(hand, 56, axis), color=TARGET)
    stage.frame(hand, 0, length=46)
    stage.arc(hand, 36, 40, 2)
    stage.label(r"$\theta$", (242, 106), color=ERROR)
    stage.label("target", (258, 138), color=TARGET)


def on_line(stage: Stage) -> None:
    stage.ground()
    shoulder, hand, start, along = stage.base(62), spot(176, 92), spot(186, 40), 52.0
    stage.line(polar(start, -15, along), polar(start, 190, along), color=TARGET, width=2, dashed=True)
    nearest = _nearest(hand, start, along)
    stage.arm(shoulder, elbow(shoulder, hand), hand)
    corner, across = polar(nearest, 9, along), along + 90
    stage.line(corner, polar(corner, 9, across), polar(nearest, 9, across), color=SOLID)
    stage.arrow(nearest, polar(hand, -4, across), color=ERROR)
    stage.label("$r$", (196, 96), color=ERROR)
    on = polar(start, 120, along)
    stage.dot(on)
    stage.label("$p$", on + spot(-14, 4), color=TARGET)
    stage.arrow(polar(on, 12, along), polar(on, 46, along), color=TARGET)
    stage.label("$d$", polar(on, 32, along) + spot(14, -6), color=TARGET)


def on_plane(stage: Stage) -> None:
    stage.ground(end=130)
    shoulder, hand, start, along = stage.base(62), spot(194, 136), spot(146, 38), 20.6
    end, normal = polar(start, 164, along), along + 90
    stage.face(start, end, polar(end, -12, normal), polar(start, -12, normal), fill=REGION)
    stage.line(start, end, color=TARGET, width=2)
    stage.arm(shoulder, elbow(shoulder, hand), hand)
    nearest = _nearest(hand, start, along)
    stage.arrow(nearest, polar(hand, -4, normal), color=ERROR)
    stage.label("$r$", 0.5 * (nearest + hand) + spot(14, 2), color=ERROR)
    on = polar(start, 142, along)
    stage.dot(on)
    stage.label("$p$", on + spot(6, -16), color=TARGET)
    stage.arrow(on, polar(on, 40, normal), color=TARGET)
    stage.label("$n$", polar(on, 40, normal) + spot(12, 2), color=TARGET)


def _nearest(point: np.ndarray, start: np.ndarray, along: float) -> np.ndarray:
    """Return the point of a line that is nearest to ``point``."""
    direction = polar((0, 0), 1, along)
    return start + float((point - start) @ direction) * direction


SCENES = {
    "Pose": pose,
    "Position": position,
    "Orientation": orientation,
    "OnLine": on_line,
    "OnPlane": on_plane,
}
