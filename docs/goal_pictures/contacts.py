"""Scenes of distances and contacts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .canvas import (
    BAND,
    ERROR,
    GHOST,
    GROUND,
    LINK,
    REGION,
    SMALL,
    SOLID,
    TARGET,
    Canvas,
    elbow,
    heading,
    polar,
    spot,
    turned,
)


def keep_distance(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, place = canvas.base(50), spot(146, 72), spot(232, 114)
    least, most = 30.0, 66.0
    canvas.wedge(place, most, 0, 360, inner=least)
    for radius in (least, most):
        canvas.disc(place, radius, fill="none", edge=TARGET, width=1.2, z=2)
    canvas.arm(shoulder, elbow(shoulder, hand), hand)
    out = heading(place, hand)
    canvas.arrow(polar(place, most, out), polar(hand, -4, out), color=ERROR)
    canvas.label("$r$", (152, 92), color=ERROR)
    canvas.point(place)
    for name, radius, angle in (("min", least, 40), ("max", most, -40)):
        canvas.arrow(polar(place, 8, angle), polar(place, radius, angle), color=TARGET, width=1.2)
        canvas.label(name, polar(place, radius + 13, angle), color=TARGET, size=SMALL)


def keep_clear(canvas: Canvas) -> None:
    shoulder, hand = canvas.base(48), spot(206, 106)
    joints = [shoulder, elbow(shoulder, hand, upper=92, lower=108), hand]
    left, right, bottom, top, margin, radius = 176, 260, 26, 68, 40, 17
    corners = [polar((right, top), margin, angle) for angle in range(0, 91, 9)]
    corners += [polar((left, top), margin, angle) for angle in range(90, 181, 9)]
    canvas.face((right + margin, bottom), *corners, (left - margin, bottom), fill=BAND)
    canvas.face((left, bottom), (right, bottom), (right, top), (left, top), fill=SOLID, z=2)
    canvas.ground()
    for start, end in pairwise(joints):
        for share in np.linspace(0.08, 1, 5):
            canvas.disc(start + share * (end - start), radius, fill="none", edge=GHOST, width=1.2, z=3.5)
    canvas.arm(*joints, width=6)
    canvas.disc(hand, radius, fill="none", width=1.6, z=4.8)
    low, lip = hand[1] - radius, top + margin
    canvas.line((hand[0], low), (250, low), color=GHOST, width=1, z=2.5)
    canvas.arrow((236, lip), (236, low), color=ERROR)
    canvas.label("$r$", (246, 0.5 * (lip + low)), color=ERROR)
    canvas.arrow((236, top), (236, low), width=1.2, both=True)
    canvas.label("$c$", (246, 0.5 * (top + low)))
    canvas.arrow((264, top), (264, lip), width=1.2, both=True, color=ERROR)
    canvas.label("margin", (264, lip + 11), color=ERROR, size=SMALL)
    canvas.label("obstacle", (218, 47), color="white", size=8)


def touch(canvas: Canvas) -> None:
    ankle, floor = spot(146, 124), 40.0
    canvas.face((20, floor), (300, floor), (300, floor - 14), (20, floor - 14), fill=REGION)
    canvas.line((20, floor), (300, floor), color=TARGET, width=2)
    foot = turned([(-30, -26), (70, -26), (70, -8), (22, 8), (-30, 8)], -24, ankle)
    canvas.face(*foot, fill=GHOST, edge=LINK, width=2)
    canvas.arm(spot(48, 204), spot(90, 176), ankle, tip=False)
    canvas.joint(ankle)
    lowest = foot[1]
    canvas.arrow((lowest[0], floor), lowest - spot(0, 3), color=ERROR)
    canvas.dot(lowest, color=ERROR)
    canvas.label("$r$", (lowest[0] + 12, 0.5 * (floor + lowest[1])), color=ERROR)
    canvas.label("lowest point", lowest + spot(12, 2), size=SMALL, left=True)
    canvas.arrow((70, floor), (70, floor + 40), color=TARGET)
    canvas.label("$n$", (82, floor + 36), color=TARGET)


def stand_on(canvas: Canvas) -> None:
    left, slope, sole, tilt = spot(16, 78), 9.5, spot(178, 66), -20.0
    right = polar(left, 292, slope)
    canvas.face(left, right, (right[0], 14), (16, 14), fill=GROUND)
    canvas.line(left, right, color=SOLID, width=2)
    foot = turned([(-60, 0), (56, 0), (56, 14), (-4, 34), (-60, 34)], tilt, sole)
    canvas.face(*foot, fill=GHOST, edge=LINK, width=2, z=3)
    (ankle,) = turned([(-40, 26)], tilt, sole)
    canvas.arm(spot(84, 206), ankle, tip=False)
    canvas.joint(ankle)
    hit = spot(sole[0], left[1] + np.tan(np.radians(slope)) * (sole[0] - left[0]))
    canvas.line((sole[0], 200), hit, color=TARGET, dashed=True, z=5)
    canvas.disc((sole[0], 200), 3, edge=TARGET, z=6)
    canvas.label("ray", (sole[0] + 16, 186), color=TARGET)
    canvas.arrow(hit, polar(hit, 58, slope + 90), color=TARGET)
    canvas.label("$n$", polar(hit, 58, slope + 90) + spot(-2, 11), color=TARGET)
    canvas.dot(hit)
    canvas.label("$h$", hit + spot(13, 10), color=TARGET)
    canvas.arrow(hit, sole, color=ERROR, z=6.5)
    canvas.dot(sole, color=LINK)
    canvas.label("$r$", (sole[0] - 11, 0.5 * (hit[1] + sole[1])), color=ERROR)
    canvas.arrow(sole, polar(sole, 42, tilt - 90))
    canvas.label("$a$", polar(sole, 42, tilt - 90) + spot(-10, -2))
    canvas.line(sole, polar(sole, 42, slope - 90), color=TARGET, dashed=True, z=5)
    canvas.arc(sole, 32, slope - 90, tilt - 90)
    canvas.label("tilt", sole + spot(22, -34), color=ERROR, size=SMALL)


def pass_through(canvas: Canvas) -> None:
    for left, right in ((66, 146), (228, 304)):
        canvas.face((left, 88), (right, 88), (right, 104), (left, 104), fill=SOLID, z=2)
    place, start, end = spot(198, 96), spot(112, 180), spot(192, 30)
    along = (end - start) / np.linalg.norm(end - start)
    canvas.arm(spot(36, 150), start, tip=False)
    canvas.line(start, end, width=4, z=4)
    canvas.joint(start)
    nearest = start + along * float((place - start) @ along)
    canvas.point(place)
    canvas.arrow(polar(place, 8, heading(place, nearest)), nearest, color=ERROR)
    canvas.label("$r$", (184, 78), color=ERROR)
    canvas.label("target", (204, 118), color=TARGET)
    canvas.label("instrument", (134, 160), size=SMALL, left=True)


def scan(canvas: Canvas) -> None:
    x = np.linspace(16, 304, 60)
    surface = np.stack([x, 50 + 10 * np.sin((x - 30) / 62)], axis=1)
    canvas.face(*surface, (304, 14), (16, 14), fill=GROUND)
    canvas.line(*surface, color=SOLID, width=2)
    seen, normal, reach = spot(112, 59.7), 89.5, 118.0
    canvas.wedge(seen, reach, normal - 18, normal + 18)
    canvas.arrow(seen, polar(seen, 134, normal), color=TARGET)
    canvas.label("normal", polar(seen, 144, normal), color=TARGET, size=SMALL)
    edge, aside = normal + 18, spot(-9, 3)
    ends = polar(seen, 8, edge) + aside, polar(seen, reach, edge) + aside
    canvas.arrow(*ends, color=TARGET, both=True, width=1.2)
    canvas.label("distance", polar(seen, 0.6 * reach, edge) + 4.2 * aside, color=TARGET, size=SMALL)
    sensor, axis = spot(222, 132), 187.0
    canvas.arm(spot(288, 188), sensor, tip=False)
    way, inward = heading(sensor, seen) % 360, normal + 180
    canvas.line(sensor, seen, dashed=True)
    canvas.line(sensor, polar(sensor, 52, inward), color=TARGET, dashed=True)
    canvas.arrow(sensor, polar(sensor, 88, axis))
    canvas.disc(sensor, 6, fill=LINK, z=7)
    canvas.arc(sensor, 66, way, axis)
    canvas.label("view", polar(sensor, 81, 0.5 * (way + axis)), color=ERROR, size=SMALL)
    canvas.arc(sensor, 36, inward, axis)
    canvas.label("tilt", polar(sensor, 47, 246), color=ERROR, size=SMALL)
    canvas.point(seen)


SCENES = {
    "KeepDistance": keep_distance,
    "KeepClear": keep_clear,
    "Touch": touch,
    "StandOn": stand_on,
    "PassThrough": pass_through,
    "Scan": scan,
}
