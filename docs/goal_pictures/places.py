"""Scenes of places and poses."""

from __future__ import annotations

import numpy as np

from .canvas import ERROR, REGION, SOLID, TARGET, Canvas, elbow, heading, polar, spot


def pose(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, wanted = canvas.base(62), spot(168, 118), spot(246, 142)
    canvas.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    canvas.frame(hand, -32)
    canvas.frame(wanted, 8, color=TARGET)
    canvas.arrow(wanted, polar(hand, 5, 17), color=ERROR)
    canvas.label("$r$", (212, 142), color=ERROR)
    canvas.line(wanted, polar(wanted, 34, -32), dashed=True)
    canvas.arc(wanted, 26, 8, -32)
    canvas.label(r"$\theta$", (283, 134), color=ERROR)
    canvas.label("target", (244, 190), color=TARGET)


def position(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, wanted = canvas.base(62), spot(190, 92), spot(254, 148)
    canvas.arm(shoulder, elbow(shoulder, hand), hand)
    canvas.point(wanted)
    back = heading(wanted, hand)
    canvas.arrow(polar(wanted, 8, back), polar(hand, -5, back), color=ERROR)
    canvas.label("$r$", (230, 112), color=ERROR)
    canvas.label("target", (254, 168), color=TARGET)


def orientation(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand = canvas.base(62), spot(196, 92)
    canvas.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    for axis in (40, 130):
        canvas.arrow(hand, polar(hand, 56, axis), color=TARGET)
    canvas.frame(hand, 0, length=46)
    canvas.arc(hand, 36, 40, 2)
    canvas.label(r"$\theta$", (242, 106), color=ERROR)
    canvas.label("target", (258, 138), color=TARGET)


def on_line(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, start, along = canvas.base(62), spot(176, 92), spot(186, 40), 52.0
    canvas.line(polar(start, -15, along), polar(start, 190, along), color=TARGET, width=2, dashed=True)
    nearest = _nearest(hand, start, along)
    canvas.arm(shoulder, elbow(shoulder, hand), hand)
    corner, across = polar(nearest, 9, along), along + 90
    canvas.line(corner, polar(corner, 9, across), polar(nearest, 9, across), color=SOLID)
    canvas.arrow(nearest, polar(hand, -4, across), color=ERROR)
    canvas.label("$r$", (196, 96), color=ERROR)
    on = polar(start, 120, along)
    canvas.dot(on)
    canvas.label("$p$", on + spot(-14, 4), color=TARGET)
    canvas.arrow(polar(on, 12, along), polar(on, 46, along), color=TARGET)
    canvas.label("$d$", polar(on, 32, along) + spot(14, -6), color=TARGET)


def on_plane(canvas: Canvas) -> None:
    canvas.ground(end=130)
    shoulder, hand, start, along = canvas.base(62), spot(194, 136), spot(146, 38), 20.6
    end, normal = polar(start, 164, along), along + 90
    canvas.face(start, end, polar(end, -12, normal), polar(start, -12, normal), fill=REGION)
    canvas.line(start, end, color=TARGET, width=2)
    canvas.arm(shoulder, elbow(shoulder, hand), hand)
    nearest = _nearest(hand, start, along)
    canvas.arrow(nearest, polar(hand, -4, normal), color=ERROR)
    canvas.label("$r$", 0.5 * (nearest + hand) + spot(14, 2), color=ERROR)
    on = polar(start, 142, along)
    canvas.dot(on)
    canvas.label("$p$", on + spot(6, -16), color=TARGET)
    canvas.arrow(on, polar(on, 40, normal), color=TARGET)
    canvas.label("$n$", polar(on, 40, normal) + spot(12, 2), color=TARGET)


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
