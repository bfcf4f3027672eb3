"""Scenes of axes and directions."""

from __future__ import annotations

from .stage import ERROR, LINK, SMALL, SOLID, TARGET, Stage, elbow, heading, polar, spot, turned


def look_at(stage: Stage) -> None:
    stage.ground()
    shoulder, camera, seen = stage.base(62), spot(164, 116), spot(276, 92)
    stage.arm(shoulder, elbow(shoulder, camera), camera, tip=False)
    way, axis = heading(camera, seen), 26.0
    stage.line(camera, seen, color=TARGET, dashed=True)
    body = turned([(-14, -10), (14, -10), (14, 10), (-14, 10)], axis, camera)
    stage.face(*body, fill="white", edge=LINK, width=2, z=5)
    stage.arrow(polar(camera, 14, axis), polar(camera, 88, axis))
    stage.label("$a$", polar(camera, 98, axis))
    stage.arc(camera, 62, way, axis)
    stage.label("$r$", polar(camera, 75, 0.5 * (way + axis)), color=ERROR)
    stage.point(seen)
    stage.label("target", (276, 72), color=TARGET)


def align_axis(stage: Stage) -> None:
    stage.ground()
    shoulder, hand, axis = stage.base(62), spot(196, 96), 62.0
    stage.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    cup = turned([(21, 18), (-16, 11), (-16, -11), (21, -18)], axis, hand)
    stage.face(*cup, fill="white", z=4.5)
    stage.line(*cup, width=3, z=5)
    stage.arrow(hand, polar(hand, 86, axis))
    stage.label("$a$", polar(hand, 96, axis))
    stage.arrow(hand, polar(hand, 92, 90), color=TARGET)
    stage.label("$d$", polar(hand, 102, 90), color=TARGET)
    stage.arc(hand, 66, 90, axis)
    stage.label("$r$", polar(hand, 79, 76), color=ERROR)


def within_cone(stage: Stage) -> None:
    stage.ground()
    shoulder, hand = stage.base(62), spot(180, 82)
    middle, half, axis = 78.0, 24.0, 22.0
    stage.wedge(hand, 112, middle - half, middle + half)
    for edge in (middle - half, middle + half):
        stage.line(hand, polar(hand, 112, edge), color=TARGET, width=1)
    stage.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    stage.arrow(hand, polar(hand, 94, middle), color=TARGET)
    stage.label("$d$", polar(hand, 104, middle), color=TARGET)
    stage.sweep(hand, 48, middle, middle + half, color=TARGET, width=1.2)
    stage.label("angle", polar(hand, 48, middle + half) + spot(-20, 6), color=TARGET, size=SMALL)
    stage.arrow(hand, polar(hand, 100, axis))
    stage.label("$a$", polar(hand, 110, axis))
    stage.arc(hand, 74, middle - half, axis)
    stage.label("$r$", polar(hand, 87, 0.5 * (middle - half + axis)), color=ERROR)
    stage.joint(hand, z=7)


def face_away(stage: Stage) -> None:
    stage.ground()
    shoulder, hand = stage.base(62), spot(190, 112)
    along, axis, length = 12.0, 62.0, 76.0
    stage.wedge(hand, length, along + 90, along + 270)
    stage.disc(hand, length, fill="none", edge=SOLID, width=1, z=2)
    stage.line(polar(hand, length, along + 90), polar(hand, length, along - 90), color=TARGET, width=1)
    stage.arm(shoulder, elbow(shoulder, hand), hand, tip=False)
    stage.arrow(hand, polar(hand, length + 26, along), color=TARGET)
    stage.label("$d$", polar(hand, length + 37, along), color=TARGET)
    tip, foot = polar(hand, length, axis), polar(hand, 0.643 * length, along)  # cos 50° = 0.643
    stage.arrow(hand, tip)
    stage.label("$a$", polar(hand, length + 11, axis))
    stage.line(tip, foot, color=SOLID, dashed=True)
    below = spot(2, -9)
    stage.arrow(hand + below, foot + below, color=ERROR)
    stage.label("$r$", 0.5 * (hand + foot) + 2.3 * below, color=ERROR)
    stage.joint(hand, z=7)
    stage.label("fine here", (156, 82), color=TARGET, size=SMALL)


SCENES = {"LookAt": look_at, "AlignAxis": align_axis, "WithinCone": within_cone, "FaceAway": face_away}
