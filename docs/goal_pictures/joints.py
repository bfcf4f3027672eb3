"""Scenes of joints and postures, and of Custom goals."""

from __future__ import annotations

from .canvas import ERROR, LINK, SMALL, SOLID, TARGET, Canvas, elbow, heading, polar, spot


def stay_close(canvas: Canvas) -> None:
    canvas.ground()
    shoulder, hand, was = canvas.base(84), spot(222, 82), spot(150, 178)
    bent, rest = elbow(shoulder, hand), elbow(shoulder, was)
    canvas.arm(shoulder, rest, was, ghost=True)
    canvas.arm(shoulder, bent, hand)
    canvas.arc(shoulder, 66, heading(shoulder, rest), heading(shoulder, bent))
    canvas.label("$r_1$", polar(shoulder, 79, 74), color=ERROR)
    canvas.label("start or target", (162, 184), color=TARGET, size=SMALL, left=True)


MIDDLE, LOWER, UPPER = spot(160, 66), -25.0, 205.0  # centre and range [°] of the two dials below


def center_joints(canvas: Canvas) -> None:
    canvas.dial(MIDDLE, 102, LOWER, UPPER, 142)
    _name_limits(canvas)
    canvas.line(MIDDLE, polar(MIDDLE, 92, 90), color=TARGET, dashed=True)
    canvas.line(polar(MIDDLE, 92, 90), polar(MIDDLE, 112, 90), color=TARGET, width=2.5)
    canvas.label("middle", polar(MIDDLE, 124, 90), color=TARGET)
    canvas.arc(MIDDLE, 66, 90, 140)
    canvas.label("$r$", polar(MIDDLE, 78, 115), color=ERROR)


def avoid_joint_limits(canvas: Canvas) -> None:
    quarter = 0.25 * (UPPER - LOWER)
    edges = LOWER + quarter, UPPER - quarter
    canvas.wedge(MIDDLE, 102, *edges)
    for edge in edges:
        canvas.line(MIDDLE, polar(MIDDLE, 102, edge), color=TARGET, width=1)
    canvas.dial(MIDDLE, 102, LOWER, UPPER, 180)
    _name_limits(canvas)
    canvas.label("middle half", polar(MIDDLE, 60, 78), color=TARGET)
    canvas.arc(MIDDLE, 66, edges[1], 178)
    canvas.label("$r$ / 2", polar(MIDDLE, 84, 163), color=ERROR)


def _name_limits(canvas: Canvas) -> None:
    canvas.label("lower", polar(MIDDLE, 124, UPPER - 4), size=SMALL)
    canvas.label("upper", polar(MIDDLE, 124, LOWER + 4), size=SMALL)


def joint_value(canvas: Canvas) -> None:
    start, joint, value, wanted = spot(40, 46), spot(132, 74), 28.0, 76.0
    canvas.arm(start, joint, tip=False)
    canvas.line(joint, polar(joint, 110, wanted), color=TARGET, width=2, dashed=True)
    canvas.arm(joint, polar(joint, 112, value))
    canvas.label("target", polar(joint, 122, wanted), color=TARGET)
    canvas.arc(joint, 72, wanted, value + 3)
    canvas.label("$r$", polar(joint, 85, 53), color=ERROR)
    canvas.label("$q$", polar(joint, 126, value))


def linear_joints(canvas: Canvas) -> None:
    for x, value, name in ((88, 122.0, "$q_1$"), (232, 62.0, "$q_2$")):
        middle = spot(x, 112)
        canvas.dial(middle, 58, -20, 200, value)
        canvas.arc(middle, 26, 0, value, color=LINK, width=1.2)
        canvas.line(middle, polar(middle, 40, 0), color=SOLID, dashed=True)
        canvas.label(name, polar(middle, 37, 0.5 * value))
    canvas.line((88, 84), (88, 68), (232, 68), (232, 84), color=TARGET, width=1.6)
    canvas.label("$1$", (76, 78), color=TARGET, size=8)
    canvas.label("$-2$", (248, 78), color=TARGET, size=8)
    canvas.label("$r$", (96, 40), color=ERROR, left=True)
    canvas.label(r"$=\; q_1 - 2\,q_2\; -$", (107, 40), left=True)
    canvas.label("target", (197, 40), color=TARGET, left=True)


def custom(canvas: Canvas) -> None:
    canvas.ground(end=128)
    shoulder, hand = canvas.base(48), spot(104, 142)
    canvas.arm(shoulder, elbow(shoulder, hand, upper=70, lower=66), hand, tip=False)
    canvas.frame(hand, 30, length=24)
    canvas.box((164, 82), 92, 56, edge=TARGET)
    canvas.label("$f$(poses, $q$)", (210, 110), color=TARGET)
    canvas.arrow((134, 110), (162, 110))
    canvas.arrow((258, 110), (284, 110), color=ERROR)
    canvas.label("$r$", (296, 111), color=ERROR)


SCENES = {
    "StayClose": stay_close,
    "CenterJoints": center_joints,
    "AvoidJointLimits": avoid_joint_limits,
    "JointValue": joint_value,
    "LinearJoints": linear_joints,
    "Custom": custom,
}
