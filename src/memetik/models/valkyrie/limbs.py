"""Valkyrie's arm and leg, given for the left side."""

from __future__ import annotations

from ...collision.shapes import Box, Capsule, Sphere, cylinder_between
from ...robot import RobotBuilder
from .parts import (
    DARK,
    GOLD,
    TURNED_ABOUT_X,
    TURNED_ABOUT_Z,
    UNCHANGED,
    WHITE,
    Body,
    Hinge,
    Side,
    add_chain,
    add_link,
)

# The arm is stretched out sideways, along y, when all joints are zero.
SHOULDER_WIDTH, UPPER_ARM, FOREARM, ELBOW_OFFSET = 0.2499, 0.33, 0.2871, 0.0254

# Joint, link, axis, origin [m], lower and upper limit [rad], velocity [rad/s], effort [N m].
ARM = (
    Hinge("ShoulderPitch", "ShoulderPitchLink", "y", (-0.0316, 0.0, 0.2984), -2.85, 2.0, 5.89, 190.0),
    Hinge("ShoulderRoll", "ShoulderRollLink", "x", (0.0, SHOULDER_WIDTH, 0.0), -1.519, 1.266, 5.89, 190.0),
    Hinge("ShoulderYaw", "ShoulderYawLink", "y", (0.0, 0.0, 0.0), -3.1, 2.18, 11.5, 65.0),
    Hinge("ElbowPitch", "ElbowPitchLink", "z", (ELBOW_OFFSET, UPPER_ARM, 0.0), -2.174, 0.12, 11.5, 65.0),
    Hinge("ForearmYaw", "ForearmLink", "y", (-ELBOW_OFFSET, 0.0, 0.0), -2.019, 3.14, 5.0, 26.0),
    Hinge("WristRoll", "WristRollLink", "x", (0.0, FOREARM, 0.0), -0.62, 0.625, 1.0, 14.0),
    Hinge("WristPitch", "Palm", "z", (0.0, 0.0, 0.0), -0.36, 0.49, 1.0, 14.0),
)
ARM_BODIES = {
    "ShoulderPitchLink": Body(
        2.65, (-0.012, 0.251, 0.0), (0.013718167, 0.010502833, 0.014806433), right=TURNED_ABOUT_Z
    ),
    "ShoulderRollLink": Body(
        3.97,
        (-0.008513, 0.02068, -0.001088),
        (0.014598842, 0.006452136, 0.016848319),
        (-0.00066764, -3.629e-05, -8.283e-05),
        TURNED_ABOUT_Z,
    ),
    "ShoulderYawLink": Body(
        3.085,
        (-0.004304, 0.209832, 0.007295),
        (0.039355177, 0.004905765, 0.041879481),
        (-0.007827077, -0.000753947, 0.002723873),
        TURNED_ABOUT_X,
        right_products=(-1.0, -1.0, -1.0),
    ),
    "ElbowPitchLink": Body(
        1.83,
        (-0.020344, 0.014722, 0.0223),
        (0.003314516, 0.003505669, 0.003011283),
        (0.000535099, 0.000728077, -0.000423865),
        TURNED_ABOUT_X,
    ),
    "ForearmLink": Body(
        2.476,
        (0.015, 0.13, 0.019564),
        (0.01175543, 0.005071567, 0.011365657),
        (0.001300853, -0.000727141, 0.001695416),
    ),
    "WristRollLink": Body(
        0.14, (0.0, 0.0, 0.0), (3.0251e-05, 3.772e-05, 9.395e-06), (1.25e-07, 3.6e-08, 0.0), TURNED_ABOUT_X
    ),
    "Palm": Body(
        0.712,
        (0.002954, 0.052034, -0.000236),
        (0.000943493, 0.000711024, 0.000610199),
        (3.4393e-05, 3.8828e-05, -2.3429e-05),
        right_products=(1.0, -1.0, -1.0),
    ),
}
ARM_SHAPES = {
    "ShoulderPitchLink": [
        cylinder_between((0.0, 0.165, 0.0), (0.0, SHOULDER_WIDTH, 0.0), 0.045, color=DARK),
        cylinder_between((-0.105, SHOULDER_WIDTH, 0.0), (0.090, SHOULDER_WIDTH, 0.0), 0.068, color=WHITE),
        cylinder_between((-0.109, SHOULDER_WIDTH, 0.0), (0.094, SHOULDER_WIDTH, 0.0), 0.040, color=GOLD),
    ],
    "ShoulderRollLink": [cylinder_between((0.0, 0.0, 0.0), (0.0, 0.125, 0.0), 0.064, color=WHITE)],
    "ShoulderYawLink": [
        cylinder_between((0.0, 0.120, 0.0), (0.0, 0.200, 0.0), 0.050, color=DARK),
        cylinder_between((-0.005, 0.185, 0.0), (0.0, 0.285, 0.0), 0.062, color=WHITE),
        Capsule.between((0.0, 0.270, 0.0), (ELBOW_OFFSET, UPPER_ARM, 0.0), 0.040, color=DARK),
    ],
    "ElbowPitchLink": [
        cylinder_between((0.0, 0.0, -0.066), (0.0, 0.0, 0.066), 0.044, color=GOLD),
        cylinder_between((-0.012, 0.0, 0.0), (-ELBOW_OFFSET, 0.070, 0.0), 0.055, color=DARK),
    ],
    "ForearmLink": [
        cylinder_between((0.0, 0.070, 0.0), (0.0, 0.195, 0.0), 0.064, color=WHITE),
        cylinder_between((0.0, 0.195, 0.0), (0.0, 0.250, 0.0), 0.052, color=WHITE),
        cylinder_between((0.0, 0.250, 0.0), (0.0, 0.272, 0.0), 0.034, color=DARK),
    ],
    "WristRollLink": [Sphere(0.020).at(color=DARK)],
    "Palm": [
        Box((0.034, 0.092, 0.082)).at((0.000, 0.056, -0.012), color=DARK),
        Box((0.018, 0.098, 0.088)).at((-0.026, 0.058, -0.012), color=WHITE),
    ],
}

# The leg hangs down along -z; the knee lies further out than the hip.
LEG = (
    Hinge("HipYaw", "HipYawLink", "z", (0.0, 0.1016, -0.1853), -0.4141, 1.1, 5.89, 190.0),
    Hinge("HipRoll", "HipRollLink", "x", (0.0, 0.0, 0.0), -0.467, 0.5515, 7.0, 350.0),
    Hinge("HipPitch", "HipPitchLink", "y", (0.0, 0.0, -0.0609), -2.42, 1.619, 6.11, 350.0),
    Hinge("KneePitch", "KneePitchLink", "y", (0.000112225, 0.0361046, -0.430959), -0.083, 2.057, 6.11, 350.0),
    Hinge("AnklePitch", "AnklePitchLink", "y", (-0.0102381, 0.0, -0.40627), -0.93, 0.65, 11.0, 205.0),
    Hinge("AnkleRoll", "Foot", "x", (0.0, 0.0, 0.0), -0.4, 0.4, 11.0, 205.0),
)
LEG_BODIES = {
    "HipYawLink": Body(2.39, (0.02176, -0.00131, 0.03867), (0.017260978, 0.014866198, 0.011238178)),
    "HipRollLink": Body(
        3.665,
        (0.012959, 0.00755, -0.01595),
        (0.005978962, 0.009372646, 0.008193117),
        (-0.000234823, 0.000553962, 0.000778956),
    ),
    "HipPitchLink": Body(
        10.2,
        (0.016691, 0.091397, -0.207875),
        (0.24083413, 0.25689705, 0.023276352),
        (3.5915e-05, 0.003699383, -0.001333005),
    ),
    "KneePitchLink": Body(
        6.2,
        (-0.022183, 0.001703, -0.189418),
        (0.086935683, 0.091584066, 0.014017272),
        (9.929e-05, 0.000573207, 0.000313745),
        UNCHANGED,
    ),
    "AnklePitchLink": Body(0.03, (0.0, 0.0, 0.0), (4.377e-06, 4.322e-06, 7.015e-06)),
    "Foot": Body(
        2.27,
        (0.037702, 0.005161, -0.047634),
        (0.00623936, 0.017786991, 0.020774433),
        (0.000217174, 0.001340587, -0.000187749),
        UNCHANGED,
    ),
}
LEG_SHAPES = {
    "HipYawLink": [
        cylinder_between((0.0, -0.068, -0.045), (0.0, 0.040, -0.045), 0.098, color=WHITE),
        cylinder_between((0.0, 0.030, -0.045), (0.0, 0.058, -0.045), 0.078, color=WHITE),
    ],
    "HipRollLink": [cylinder_between((0.0, 0.0, -0.0609), (0.0, 0.085, -0.0609), 0.040, color=DARK)],
    "HipPitchLink": [
        cylinder_between((0.0, 0.072, 0.0), (0.0, 0.150, 0.0), 0.082, color=WHITE),
        Capsule.between((-0.030, 0.112, -0.020), (0.005, 0.105, -0.330), 0.042, color=WHITE),
        Capsule.between((0.045, 0.112, -0.020), (0.068, 0.108, -0.240), 0.042, color=WHITE),
        Capsule.between((0.032, 0.086, -0.220), (0.026, 0.086, -0.340), 0.078, color=WHITE),
        Capsule.between((0.020, 0.100, -0.330), (0.0, 0.102, -0.425), 0.050, color=WHITE),
        cylinder_between((0.0, 0.110, -0.431), (0.0, 0.158, -0.431), 0.038, color=GOLD),
    ],
    "KneePitchLink": [
        cylinder_between((0.0, -0.028, 0.0), (0.0, 0.018, 0.0), 0.045, color=DARK),
        Capsule.between((0.0, 0.0, -0.020), (0.005, 0.0, -0.100), 0.038, color=DARK),
        Capsule.between((0.020, -0.034, -0.110), (0.016, -0.004, -0.330), 0.050, color=WHITE),
        Capsule.between((0.020, 0.034, -0.110), (0.016, 0.004, -0.330), 0.050, color=WHITE),
        Capsule.between((0.028, 0.0, -0.105), (0.020, 0.0, -0.330), 0.053, color=WHITE),
        Capsule.between((-0.040, 0.0, -0.120), (0.008, 0.0, -0.300), 0.054, color=WHITE),
    ],
    "AnklePitchLink": [Capsule.between((0.0, 0.0, -0.010), (0.006, 0.0, 0.040), 0.024, color=DARK)],
    "Foot": [
        Box((0.272, 0.154, 0.030)).at((0.044, 0.0, -0.073), color=DARK),
        Box((0.130, 0.140, 0.048)).at((-0.025, 0.0, -0.036), color=WHITE),
        Box((0.105, 0.140, 0.034)).at((0.090, 0.0, -0.043), color=WHITE),
        Capsule.between((0.142, -0.042, -0.044), (0.142, 0.042, -0.044), 0.030, color=WHITE),
    ],
}

SOLE = (0.0189, 0.0, -0.0783)
FORCE_SENSOR = (0.0215646, 0.0, -0.051054)


def add_arm(b: RobotBuilder, side: Side) -> None:
    """Add the seven joints from the torso to ``leftPalm`` or ``rightPalm``."""
    add_chain(b, "torso", ARM, ARM_BODIES, ARM_SHAPES, side)


def add_leg(b: RobotBuilder, side: Side) -> None:
    """Add the six joints from the pelvis to ``leftFoot`` or ``rightFoot``, and the frames in its sole."""
    foot = add_chain(b, "pelvis", LEG, LEG_BODIES, LEG_SHAPES, side)
    add_link(b, f"{side}COP_Frame", Body(0.1, (0.0, 0.0, 0.0), (1 / 12000, 1 / 12000, 1 / 8000)), ())
    b.fixed(f"{side}COP_Offset", foot, f"{side}COP_Frame", xyz=SOLE)
    b.fixed(
        f"{side}FootSixAxis_Offset", foot, f"{side}FootSixAxis_Frame", xyz=FORCE_SENSOR, rpy=(3.14, 0.0, 0.0)
    )
