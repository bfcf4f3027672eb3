"""Masses and shapes of the PR2's links. Names of arm and gripper links have no prefix ``l_`` or ``r_``."""

from __future__ import annotations

from itertools import product

from ...collision.shapes import Box, Cylinder, Geometry, cylinder_between
from ..shared.body import Body, centred

WHITE, SILVER, GREY, DARK = "#efeee9", "#c9cbcd", "#8d9095", "#2b2d31"

BODIES: dict[str, Body] = {
    "base_footprint": centred(1.0, 0.01, 0.01, 0.01),
    "base_link": Body(
        116.0,
        (-0.061, 0.0, 0.293),
        (5.652232699207, -0.009719934438, 1.293988226423, 5.669473158652, -0.007379583694, 3.683196351726),
    ),
    "torso_lift_link": Body(
        36.248046,
        (-0.1, 0.0, -0.0885),
        (2.771653750257, 0.004284522609, -0.160418504506, 2.510019507959, 0.029664468704, 0.526432355569),
    ),
    "head_pan_link": Body(
        1.611118,
        (-0.005717, 0.010312, -0.029649),
        (0.00482611007, -0.000144683999, 0.000110076136, 0.005218991412, -0.000314239509, 0.008618784925),
    ),
    "head_tilt_link": Body(
        1.749727,
        (0.041935, 0.003569, 0.028143),
        (0.010602303435, -0.000408814235, 0.00198303894, 0.011874383747, 0.000197908779, 0.005516790626),
    ),
    "head_plate_frame": centred(0.01, 0.001, 0.001, 0.001),
    "sensor_mount_link": centred(0.05, 0.001, 0.001, 0.01),
    "high_def_frame": centred(0.01, 0.001, 0.001, 0.001),
    "high_def_optical_frame": centred(0.01, 0.001, 0.001, 0.001),
    "double_stereo_link": centred(0.1, 0.001, 0.001, 0.01),
    "wide_stereo_link": centred(0.1, 0.01, 0.01, 0.01),
    "narrow_stereo_link": centred(0.1, 0.01, 0.01, 0.01),
    "shoulder_pan_link": Body(
        25.799322,
        (-0.001201, 0.024513, -0.098231),
        (0.86617914248, -0.06086507933, -0.12118061183, 0.87421714893, -0.05886609911, 0.27353821674),
    ),
    "shoulder_lift_link": Body(
        2.74988,
        (0.02195, -0.02664, -0.03127),
        (0.02105584615, 0.00496704022, -0.00194808955, 0.02127223737, 0.0011042549, 0.01975753814),
    ),
    "upper_arm_roll_link": centred(0.1, 0.01, 0.01, 0.01),
    "l_upper_arm_link": Body(
        6.01769,
        (0.21405, 0.01658, -0.00057),
        (0.01530603856, -0.00339324862, 0.00060765455, 0.07473694455, -0.00019953729, 0.07601594191),
    ),
    "r_upper_arm_link": Body(
        6.01769,
        (0.21398, -0.01621, -0.0002),
        (0.01537748957, 0.00375711247, -0.00070852914, 0.0747367044, -0.0001793645, 0.07608763307),
    ),
    "elbow_flex_link": Body(
        1.90327,
        (0.01014, 0.00032, -0.01211),
        (0.00346541989, 0.00004066825, 0.00043171614, 0.00441606455, -0.00003968914, 0.00359156824),
    ),
    "forearm_roll_link": centred(0.1, 0.01, 0.01, 0.01),
    "forearm_link": Body(
        2.57968,
        (0.18791, -0.00017, -0.00912),
        (0.00364857222, 0.00005215877, 0.00071534842, 0.01507736897, -0.0000131077, 0.01659310749),
    ),
    "forearm_cam_frame": centred(0.01, 0.001, 0.001, 0.001),
    "wrist_flex_link": Body(
        0.61402,
        (-0.00157, 0.0, -0.00075),
        (0.00065165722, 0.00000028864, 0.00000303477, 0.00019824443, -0.00000022645, 0.00064450498),
    ),
    "wrist_roll_link": centred(0.1, 0.01, 0.01, 0.01),
    "gripper_palm_link": Body(
        0.58007,
        (0.06623, 0.00053, -0.00119),
        (0.00035223921, -0.00001580476, -0.0000009175, 0.00067741312, -0.00000059554, 0.00086563316),
    ),
    "gripper_l_finger_link": Body(
        0.17126,
        (0.03598, 0.0173, -0.00164),
        (0.00007756198, 0.00000149095, -0.00000983385, 0.00019708305, -0.00000306125, 0.00018105446),
    ),
    "gripper_r_finger_link": Body(
        0.17389,
        (0.03576, -0.01736, -0.00095),
        (0.0000773841, -0.00000209309, -0.00000836228, 0.00019847383, 0.0000024611, 0.00018106988),
    ),
    "gripper_l_finger_tip_link": Body(
        0.04419,
        (0.00423, 0.00284, 0.0),
        (0.00000837047, 0.00000583632, 0.0, 0.00000987067, 0.0, 0.00001541768),
    ),
    "gripper_r_finger_tip_link": Body(
        0.04419,
        (0.00423, -0.00284, 0.0),
        (0.00000837047, -0.00000583632, 0.0, 0.00000987067, 0.0, 0.00001541768),
    ),
}


def _fork(x: float, inner: float, outer: float, radius: float, color: str) -> tuple[Geometry, Geometry]:
    """The two round cheeks of a hinge about y at ``(x, 0, 0)``, at |y| from ``inner`` to ``outer`` [m]."""
    left, right = (
        cylinder_between((x, y * inner, 0.0), (x, y * outer, 0.0), radius, color=color) for y in (1, -1)
    )
    return left, right


def _drum(radius: float, width: float, color: str) -> Geometry:
    """The cylinder that turns between the cheeks of a fork."""
    return cylinder_between((0.0, -width / 2, 0.0), (0.0, width / 2, 0.0), radius, color=color)


SHAPES: dict[str, tuple[Geometry, ...]] = {
    "base_link": (
        Box((0.668, 0.46, 0.23)).at((0.0, 0.0, 0.12), color=WHITE),
        Box((0.46, 0.668, 0.23)).at((0.0, 0.0, 0.12), color=WHITE),
        *(
            cylinder_between((x, y, 0.005), (x, y, 0.235), 0.104, color=WHITE)
            for x, y in product((0.23, -0.23), repeat=2)
        ),
        *(
            cylinder_between((x, y - 0.07, 0.0282), (x, y + 0.07, 0.0282), 0.079, color=DARK)
            for x, y in product((0.2246, -0.2246), repeat=2)
        ),
        Box((0.08, 0.42, 0.43)).at((-0.29, 0.0, 0.44), color=WHITE),
        Cylinder(0.03, 0.09).at((0.275, 0.0, 0.275), color=DARK),
    ),
    "torso_lift_link": (
        Box((0.245, 0.41, 0.15)).at((-0.018, 0.0, 0.241), color=WHITE),
        Box((0.16, 0.41, 0.35)).at((-0.215, 0.0, 0.13), color=WHITE),
        Box((0.06, 0.34, 0.46)).at((-0.175, 0.0, -0.275), color=GREY),
        Box((0.12, 0.1, 0.67)).at((-0.085, 0.0, -0.17), color=GREY),
        *(cylinder_between((0.0, y, 0.148), (0.0, y, 0.17), 0.085, color=SILVER) for y in (0.188, -0.188)),
        Box((0.08, 0.15, 0.06)).at((0.105, 0.0, 0.23), color=DARK),
    ),
    "head_pan_link": (
        Box((0.17, 0.31, 0.06)).at((-0.022, 0.0, -0.034), color=WHITE),
        *_fork(0.068, 0.1, 0.16, 0.074, WHITE),
    ),
    "head_tilt_link": (
        _drum(0.062, 0.19, SILVER),
        Box((0.1, 0.18, 0.07)).at((0.01, 0.0, 0.05), color=SILVER),
        Box((0.255, 0.296, 0.074)).at((-0.056, 0.0, 0.118), color=WHITE),
        Box((0.008, 0.25, 0.045)).at((0.074, 0.0, 0.108), color=DARK),
    ),
    "shoulder_pan_link": (
        Cylinder(0.085, 0.63).at((-0.042, 0.0, -0.175), color=WHITE),
        Box((0.123, 0.25, 0.63)).at((-0.0135, 0.0, -0.175), color=WHITE),
        *_fork(0.1, 0.078, 0.127, 0.127, WHITE),
    ),
    "shoulder_lift_link": (
        _drum(0.125, 0.15, SILVER),
        Box((0.1, 0.15, 0.2)).at((0.07, 0.0, 0.0), color=SILVER),
    ),
    "upper_arm_roll_link": (cylinder_between((0.12, 0.0, 0.0), (0.14, 0.0, 0.0), 0.07, color=DARK),),
    "upper_arm_link": (
        cylinder_between((0.14, 0.0, 0.0), (0.25, 0.0, 0.0), 0.072, color=WHITE),
        Box((0.16, 0.13, 0.1)).at((0.265, 0.0, -0.032), color=WHITE),
        *_fork(0.4, 0.02, 0.068, 0.08, WHITE),
    ),
    "elbow_flex_link": (
        _drum(0.08, 0.036, SILVER),
        Box((0.085, 0.036, 0.1)).at((0.042, 0.0, -0.01), color=SILVER),
    ),
    "forearm_roll_link": (cylinder_between((0.086, 0.0, 0.0), (0.107, 0.0, 0.0), 0.04, color=DARK),),
    "forearm_link": (
        cylinder_between((0.107, 0.0, 0.005), (0.185, 0.0, 0.002), 0.056, color=WHITE),
        Box((0.14, 0.116, 0.052)).at((0.23, 0.0, -0.02), color=WHITE),
        *_fork(0.321, 0.022, 0.058, 0.036, WHITE),
    ),
    "wrist_flex_link": (_drum(0.037, 0.042, SILVER),),
    "wrist_roll_link": (cylinder_between((0.03, 0.0, 0.0), (0.042, 0.0, 0.0), 0.02, color=DARK),),
    "gripper_palm_link": (
        Box((0.083, 0.09, 0.046)).at((0.084, 0.0, 0.0), color=GREY),
        Cylinder(0.02, 0.05).at((0.07, 0.0, 0.0), color=DARK),
    ),
    "gripper_l_finger_link": (Box((0.09, 0.034, 0.036)).at((0.045, 0.012, 0.0), color=SILVER),),
    "gripper_r_finger_link": (Box((0.09, 0.034, 0.036)).at((0.045, -0.012, 0.0), color=SILVER),),
    "gripper_l_finger_tip_link": (Box((0.05, 0.024, 0.021)).at((0.006, -0.002, 0.0), color=DARK),),
    "gripper_r_finger_tip_link": (Box((0.05, 0.024, 0.021)).at((0.006, 0.002, 0.0), color=DARK),),
}
"""Shapes that are symmetric in y = 0, so that both arms share them."""
