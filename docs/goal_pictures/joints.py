"""Scenes of joints and postures, and of Custom goals."""

from __future__ import annotations

from .stage import ERROR, LINK, SMALL, SOLID, TARGET, Stage, elbow, heading, polar, spot


def stay_close(stage: Stage) -> None:
    stage.ground()
    shoulder, hand, was = stage.base(84), spot(222, 82), spot(150, 178)
    bent, rest = elbow(shoulder, hand), elbow(shoulder, was)
    stage.arm(shoulder, rest, was, ghost=True)
    stage.arm(shoulder, bent, hand)
    stage.arc(shoulder, 66, heading(shoulder, rest), heading(shoulder, bent))
    stage.label("$r_1$", polar(shoulder, 79, 74), color=ERROR)
    stage.label("start or target", (162, 184), color=TARGET, size=SMALL, left=True)


MIDDLE, LOWER, UPPER = spot(160, 66), -25.0, 205.0  # center and range [°] of the two dials below


def center_joints(stage: Stage) -> None:
    stage.dial(MIDDLE, 102, LOWER, UPPER, 142)
    _name_limits(stage)
    stage.line(MIDDLE, polar(MIDDLE, 92, 90), color=TARGET, dashed=True)
    stage.line(polar(MIDDLE, 92, 90), polar(MIDDLE, 112, 90), color=TARGET, width=2.5)
    stage.label("middle", polar(MIDDLE, 124, 90), color=TARGET)
    stage.arc(MIDDLE, 66, 90, 140)
    stage.label("$r$", polar(MIDDLE, 78, 115), color=ERROR)


def avoid_joint_limits(stage: Stage) -> None:
    quarter = 0.25 * (UPPER - LOWER)
    edges = LOWER + quarter, UPPER - quarter
    stage.wedge(MIDDLE, 102, *edges)
    for edge in edges:
        stage.line(MIDDLE, polar(MIDDLE, 102, edge), color=TARGET, width=1)
    stage.dial(MIDDLE, 102, LOWER, UPPER, 180)
    _name_limits(stage)
    stage.label("middle half", polar(MIDDLE, 60, 78), color=TARGET)
    stage.arc(MIDDLE, 66, edges[1], 178)
    stage.label("$r$ / 2", polar(MIDDLE, 84, 163), color=ERROR)


def _name_limits(stage: Stage) -> None:
    stage.label("lower", polar(MIDDLE, 124, UPPER - 4), size=SMALL)
    stage.label("upper", polar(MIDDLE, 124, LOWER + 4), size=SMALL)


def joint_value(stage: Stage) -> None:
    start, joint, value, wanted = spot(40, 46), spot(132, 74), 28.0, 76.0
    stage.arm(start, joint, tip=False)
    stage.line(joint, polar(joint, 110, wanted), color=TARGET, width=2, dashed=True)
    stage.arm(joint, polar(joint, 112, value))
    stage.label("target", polar(joint, 122, wanted), color=TARGET)
    stage.arc(joint, 72, wanted, value + 3)
    stage.label("$r$", polar(joint, 85, 53), color=ERROR)
    stage.label("$q$", polar(joint, 126, value))


def linear_joints(stage: Stage) -> None:
    for x, value, name in ((88, 122.0, "$q_1$"), (232, 62.0, "$q_2$")):
        middle = spot(x, 112)
        stage.dial(middle, 58, -20, 200, value)
        stage.arc(middle, 26, 0, value, color=LINK, width=1.2)
        stage.line(middle, polar(middle, 40, 0), color=SOLID, dashed=True)
        stage.label(name, polar(middle, 37, 0.5 * value))
    stage.line((88, 84), (88, 68), (232, 68), (232, 84), color=TARGET, width=1.6)
    stage.label("$1$", (76, 78), color=TARGET, size=8)
    stage.label("$-2$", (248, 78), color=TARGET, size=8)
    stage.label("$r$", (96, 40), color=ERROR, left=True)
    stage.label(r"$=\; q_1 - 2\,q_2\; -$", (107, 40), left=True)
    stage.label("target", (197, 40), color=TARGET, left=True)


def custom(stage: Stage) -> None:
    stage.ground(end=128)
    shoulder, hand = stage.base(48), spot(104, 142)
    stage.arm(shoulder, elbow(shoulder, hand, upper=70, lower=66), hand, tip=False)
    stage.frame(hand, 30, length=24)
    stage.box((164, 82), 92, 56, edge=TARGET)
    stage.label("$f$(poses, $q$)", (210, 110), color=TARGET)
    stage.arrow((134, 110), (162, 110))
    stage.arrow((258, 110), (284, 110), color=ERROR)
    stage.label("$r$", (296, 111), color=ERROR)


SCENES = {
    "StayClose": stay_close,
    "CenterJoints": center_joints,
    "AvoidJointLimits": avoid_joint_limits,
    "JointValue": joint_value,
    "LinearJoints": linear_joints,
    "Custom": custom,
}
