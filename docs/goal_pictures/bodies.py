"""Scenes of the whole body and of its motion."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Ellipse

from .canvas import BAND, ERROR, LINK, POINTS_PER_PIXEL, REGION, SMALL, SOLID, TARGET, Canvas, elbow, spot


def balance(canvas: Canvas) -> None:
    canvas.ground()
    hip, neck, mass, wanted = spot(128, 112), spot(156, 166), spot(160, 128), spot(116, 26)
    for knee, ankle in ((spot(144, 72), spot(122, 32)), (spot(132, 70), spot(102, 32))):
        canvas.arm(hip, knee, ankle, tip=False, width=7)
        canvas.line(ankle, ankle + spot(20, -2), width=6, z=4)
    canvas.line(hip, neck, width=12, z=4)
    canvas.arm(neck, spot(186, 142), spot(224, 150), width=6)
    canvas.disc((164, 188), 13, fill=LINK)
    canvas.joint(hip)
    canvas.line(mass, (mass[0], 26), color=ERROR, dashed=True, z=6)
    canvas.disc(mass, 8, z=7)
    for quarter in (0, 180):
        canvas.wedge(mass, 8, quarter, quarter + 90, fill=LINK, z=7.5)
    canvas.label("centre of mass", (176, 118), size=SMALL, left=True)
    canvas.point(wanted)
    canvas.arrow(wanted + spot(8, -1), (mass[0], 25), color=ERROR)
    canvas.label("$r$", (144, 14), color=ERROR)
    canvas.label("target", (86, 14), color=TARGET)
    canvas.arrow((270, 40), (270, 84), color=TARGET)
    canvas.label("$u$", (281, 80), color=TARGET)


def manipulability(canvas: Canvas) -> None:
    canvas.ground()
    bent, stretched = (56, spot(118, 118)), (178, spot(265, 154))
    for (x, hand), name, color, fill in (
        (bent, r"$\mu$ large", TARGET, REGION),
        (stretched, r"$\mu$ small", ERROR, BAND),
    ):
        shoulder = canvas.base(x)
        middle = elbow(shoulder, hand, upper=74, lower=68)
        size, angle = _velocity_ellipse(shoulder, middle, hand)
        line = 1.2 * POINTS_PER_PIXEL
        canvas.axes.add_patch(Ellipse(tuple(hand), *size, angle=angle, fc=fill, ec=color, lw=line, zorder=2))
        canvas.arm(shoulder, middle, hand)
        canvas.label(name, (x + 42, 48), color=color)


def _velocity_ellipse(shoulder: np.ndarray, middle: np.ndarray, hand: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the ellipse of hand velocities at unit joint velocities, from the SVD of the Jacobian."""
    columns = [(hand - joint)[::-1] * (-1, 1) for joint in (shoulder, middle)]
    directions, speeds, _ = np.linalg.svd(np.transpose(columns))
    return 0.55 * speeds, float(np.degrees(np.arctan2(directions[1, 0], directions[0, 0])))


def smooth(canvas: Canvas) -> None:
    for end in ((300, 30), (28, 200)):
        canvas.arrow((28, 30), end, color=SOLID, width=1.4)
    canvas.label("time", (284, 18), size=SMALL)
    canvas.label("$q$", (42, 194))
    times, past = np.array([56.0, 104.0, 152.0, 200.0]), np.array([58.0, 72.0, 98.0])
    for t in times:
        canvas.line((t, 27), (t, 33), color=SOLID)
    t = np.linspace(times[0], times[3], 40)
    going = np.polyval(np.polyfit(times[:3], past, 2), t)
    canvas.line(*np.stack([t, going], axis=1), color=TARGET, dashed=True)
    for k, place in enumerate(zip(times[:3], past, strict=True)):
        canvas.disc(place, 5.2, fill=LINK)
        canvas.label(f"$q_{3 - k}$", place + spot(-4, 17))
    canvas.arrow((times[0], 40), (times[1], 40), width=1, both=True)
    canvas.label("$dt$", (80, 49), size=SMALL)
    expected, actual = spot(times[3], going[-1]), spot(times[3], 183)
    canvas.disc(expected, 7.5, edge=TARGET, z=6)
    canvas.arrow(expected + spot(0, 8), actual - spot(0, 6), color=ERROR)
    canvas.joint(actual)
    canvas.label("$q$", actual + spot(15, 1))
    canvas.label("$r$", (212, 162), color=ERROR)
    canvas.label("as it was going", expected + spot(14, 0), color=TARGET, size=SMALL, left=True)


SCENES = {"Balance": balance, "Manipulability": manipulability, "Smooth": smooth}
