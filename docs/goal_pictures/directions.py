"""Scenes of axes and directions."""

from __future__ import annotations

from .canvas import ERROR, LINK, SMALL, SOLID, TARGET, Canvas, elbow, heading, polar, spot, turned


def look_at(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, camera, seen = canvas.base(62), spot(164, 116), spot(276, 92)
    canvas.arm(shoulder, elbow(shoulder, camera), camera, tip=False)
    way, axis = heading(camera, seen), 26.0
    canvas.line(camera, seen, color=TARGET, dashed=True)
    body = turned([(-14, -10), (14, -10), (14, 10), (-14, 10)], axis, camera)
    canvas.face(*body, fill="white", edge=LINK, width=2, z=5)
    canvas.arrow(polar(camera, 14, axis), polar(camera, 88, axis))
    canvas.label("$a$", polar(camera, 98, axis))
    canvas.arc(camera, 62, way, axis)
    canvas.label("$r$", polar(camera, 75, 0.5 * (way + axis)), color=ERROR)
    canvas.point(seen)
    canvas.label("target", (276, 72), color=TARGET)


def align_axis(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, axis = canvas.base(62), spot(196, 96), 62.0
    canvas.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    cup = turned([(21, 18), (-16, 11), (-16, -11), (21, -18)], axis, hand)
    canvas.face(*cup, fill="white", z=4.5)
    canvas.line(*cup, width=3, z=5)
    canvas.arrow(hand, polar(hand, 86, axis))
    canvas.label("$a$", polar(hand, 96, axis))
    canvas.arrow(hand, polar(hand, 92, 90), color=TARGET)
    canvas.label("$d$", polar(hand, 102, 90), color=TARGET)
    canvas.arc(hand, 66, 90, axis)
    canvas.label("$r$", polar(hand, 79, 76), color=ERROR)


def within_cone(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand = canvas.base(62), spot(180, 82)
    middle, half, axis = 78.0, 24.0, 22.0
    canvas.wedge(hand, 112, middle - half, middle + half)
    for edge in (middle - half, middle + half):
        canvas.line(hand, polar(hand, 112, edge), color=TARGET, width=1)
    canvas.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    canvas.arrow(hand, polar(hand, 94, middle), color=TARGET)
    canvas.label("$d$", polar(hand, 104, middle), color=TARGET)
    canvas.sweep(hand, 48, middle, middle + half, color=TARGET, width=1.2)
    canvas.label("angle", polar(hand, 48, middle + half) + spot(-20, 6), color=TARGET, size=SMALL)
    canvas.arrow(hand, polar(hand, 100, axis))
    canvas.label("$a$", polar(hand, 110, axis))
    canvas.arc(hand, 74, middle - half, axis)
    canvas.label("$r$", polar(hand, 87, 0.5 * (middle - half + axis)), color=ERROR)
    canvas.joint(hand, z=7)


def face_away(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand = canvas.base(62), spot(190, 112)
    along, axis, length = 12.0, 62.0, 76.0
    canvas.wedge(hand, length, along + 90, along + 270)
    canvas.disc(hand, length, fill="none", edge=SOLID, width=1, z=2)
    canvas.line(polar(hand, length, along + 90), polar(hand, length, along - 90), color=TARGET, width=1)
    canvas.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    canvas.arrow(hand, polar(hand, length + 26, along), color=TARGET)
    canvas.label("$d$", polar(hand, length + 37, along), color=TARGET)
    tip, foot = polar(hand, length, axis), polar(hand, 0.643 * length, along)  # cos 50° = 0.643
    canvas.arrow(hand, tip)
    canvas.label("$a$", polar(hand, length + 11, axis))
    canvas.line(tip, foot, color=SOLID, dashed=True)
    below = spot(2, -9)
    canvas.arrow(hand + below, foot + below, color=ERROR)
    canvas.label("$r$", 0.5 * (hand + foot) + 2.3 * below, color=ERROR)
    canvas.joint(hand, z=7)
    canvas.label("fine here", (156, 82), color=TARGET, size=SMALL)


def swivel(canvas: Canvas) -> None:
    """Seen along the line from the shoulder to the wrist."""
    wrist, zero, wanted, own, reach = spot(150, 62), 90.0, 128.0, 34.0, 96.0
    canvas.arrow(wrist, polar(wrist, reach, zero))
    canvas.label("$l$", polar(wrist, reach + 10, zero))
    canvas.sweep(wrist, 44, zero, wanted, color=TARGET, width=1.2)
    canvas.line(wrist, polar(wrist, reach, wanted), color=TARGET, dashed=True)
    canvas.label("target", polar(wrist, reach + 12, wanted), color=TARGET)
    canvas.line(wrist, polar(wrist, reach, own), width=4, z=4)
    canvas.joint(polar(wrist, reach, own))
    canvas.label("elbow", polar(wrist, reach + 34, own - 4), size=SMALL)
    canvas.joint(wrist, z=7)
    canvas.label("shoulder, wrist", wrist + spot(0, -20), size=SMALL)
    canvas.arc(wrist, 70, wanted, own)
    canvas.label("$r$", polar(wrist, 82, 62), color=ERROR)


SCENES = {
    "LookAt": look_at,
    "AlignAxis": align_axis,
    "WithinCone": within_cone,
    "FaceAway": face_away,
    "Swivel": swivel,
}
