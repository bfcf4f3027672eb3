"""The G1's left leg and left arm: joints, masses and shapes; the right ones are their mirror images."""

from __future__ import annotations

from ...collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..shared.body import Body, Vector
from ..shared.serial import Hinge

LIGHT, DARK = "#c9ccd0", "#33373c"
X: Vector = (1.0, 0.0, 0.0)
Y: Vector = (0.0, 1.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)
# Motors by torque [N m]: a joint's velocity limit [rad/s] and its effort.
_HIP, _KNEE, _ANKLE, _ARM, _WRIST = (32.0, 88.0), (20.0, 139.0), (30.0, 35.0), (37.0, 25.0), (22.0, 5.0)
_WRIST_ROLL, _WRIST_TURN = 1.972222054, 1.614429558
_THIGH_TILT = 0.1749  # the thigh leans forward when all joints are zero [rad]

# Names, here and below, are without the prefix "left_".
LEG = (
    Hinge("hip_pitch_joint", "hip_pitch_link", (0.0, 0.064452, -0.1027), Y, -2.5307, 2.8798, *_HIP),
    Hinge(
        "hip_roll_joint",
        "hip_roll_link",
        (0.0, 0.052, -0.030465),
        X,
        -0.5236,
        2.9671,
        *_KNEE,
        rpy=(0.0, -_THIGH_TILT, 0.0),
    ),
    Hinge("hip_yaw_joint", "hip_yaw_link", (0.025001, 0.0, -0.12412), Z, -2.7576, 2.7576, *_HIP),
    Hinge(
        "knee_joint",
        "knee_link",
        (-0.078273, 0.0021489, -0.17734),
        Y,
        -0.087267,
        2.8798,
        *_KNEE,
        rpy=(0.0, _THIGH_TILT, 0.0),
    ),
    Hinge(
        "ankle_pitch_joint", "ankle_pitch_link", (0.0, -9.4445e-05, -0.30001), Y, -0.87267, 0.5236, *_ANKLE
    ),
    Hinge("ankle_roll_joint", "ankle_roll_link", (0.0, 0.0, -0.017558), X, -0.2618, 0.2618, *_ANKLE),
)
ARM = (
    Hinge(
        "shoulder_pitch_joint",
        "shoulder_pitch_link",
        (0.0039563, 0.10022, 0.24778),
        Y,
        -3.0892,
        2.6704,
        *_ARM,
        rpy=(0.27931, 5.4949e-05, -0.00019159),
    ),
    Hinge(
        "shoulder_roll_joint",
        "shoulder_roll_link",
        (0.0, 0.038, -0.013831),
        X,
        -1.5882,
        2.2515,
        *_ARM,
        rpy=(-0.27925, 0.0, 0.0),
    ),
    Hinge("shoulder_yaw_joint", "shoulder_yaw_link", (0.0, 0.00624, -0.1032), Z, -2.618, 2.618, *_ARM),
    Hinge("elbow_joint", "elbow_link", (0.015783, 0.0, -0.080518), Y, -1.0472, 2.0944, *_ARM),
    Hinge(
        "wrist_roll_joint", "wrist_roll_link", (0.1, 0.00188791, -0.01), X, -_WRIST_ROLL, _WRIST_ROLL, *_ARM
    ),
    Hinge("wrist_pitch_joint", "wrist_pitch_link", (0.038, 0.0, 0.0), Y, -_WRIST_TURN, _WRIST_TURN, *_WRIST),
    Hinge("wrist_yaw_joint", "wrist_yaw_link", (0.046, 0.0, 0.0), Z, -_WRIST_TURN, _WRIST_TURN, *_WRIST),
)
HAND: Vector = (0.0415, 0.003, 0.0)
"""Position of the rubber hand in the wrist's last link [m]."""

BODIES = {
    "hip_pitch_link": Body(
        1.35, (0.002741, 0.047791, -0.02606), (0.001811, 3.68e-05, -3.44e-05, 0.0014193, 0.000171, 0.0012812)
    ),
    "hip_roll_link": Body(
        1.52,
        (0.029812, -0.001045, -0.087934),
        (0.0023773, -3.8e-06, -0.0003908, 0.0024123, 1.84e-05, 0.0016595),
    ),
    "hip_yaw_link": Body(
        1.702,
        (-0.057709, -0.010981, -0.15078),
        (0.0057774, -0.0005411, -0.0023948, 0.0076124, -0.0007072, 0.003149),
    ),
    "knee_link": Body(
        1.932,
        (0.005457, 0.003964, -0.12074),
        (0.011329, 4.82e-05, -4.49e-05, 0.011277, -0.0007146, 0.0015168),
    ),
    "ankle_pitch_link": Body(
        0.074, (-0.007269, 0.0, 0.011137), (8.4e-06, 0.0, -2.9e-06, 1.89e-05, 0.0, 1.26e-05)
    ),
    "ankle_roll_link": Body(
        0.608, (0.026505, 0.0, -0.016425), (0.0002231, 2e-07, 8.91e-05, 0.0016161, -1e-07, 0.0016667)
    ),
    "shoulder_pitch_link": Body(
        0.718, (0.0, 0.035892, -0.011628), (0.0004291, -9.2e-06, 6.4e-06, 0.000453, 2.26e-05, 0.000423)
    ),
    "shoulder_roll_link": Body(
        0.643, (-0.000227, 0.00727, -0.063243), (0.0006177, -1e-06, 8.7e-06, 0.0006912, -5.3e-06, 0.0003894)
    ),
    "shoulder_yaw_link": Body(
        0.734,
        (0.010773, -0.002949, -0.072009),
        (0.0009988, 7.9e-06, 0.0001412, 0.0010605, -2.86e-05, 0.0004354),
    ),
    "elbow_link": Body(
        0.6, (0.064956, 0.004454, -0.010062), (0.0002891, 6.53e-05, 1.72e-05, 0.0004152, -5.6e-06, 0.0004197)
    ),
    "wrist_roll_link": Body(
        0.085445,
        (0.0171394, 0.0005376, 4.886e-07),
        (4.82154e-05, -4.24511e-06, 5.10599e-09, 3.7229e-05, -1.23525e-09, 5.48211e-05),
    ),
    "wrist_pitch_link": Body(
        0.48405,
        (0.0229999, -0.0011169, -0.0011166),
        (0.000165796, -1.23121e-05, 1.2317e-05, 0.000429541, 8.14177e-07, 0.000429537),
    ),
    "wrist_yaw_link": Body(
        0.0845765,
        (0.0220038, 0.0004949, 0.0005386),
        (4.92913e-05, -4.57355e-07, 4.45868e-06, 5.97334e-05, 4.32172e-07, 3.92808e-05),
    ),
    "rubber_hand": Body(
        0.17,
        (0.0536131, -0.0029591, 0.0021541),
        (0.000100995, 3.61859e-05, -7.43015e-07, 0.000281359, 3.3019e-06, 0.000218948),
    ),
}
SHAPES: dict[str, list[Geometry]] = {
    "hip_pitch_link": [
        cylinder_between((0, 0, 0), (0, 0.06, 0), 0.045, color=DARK),
        Capsule.between((0, 0.045, 0), (0, 0.052, -0.03), 0.04, color=DARK),
    ],
    "hip_roll_link": [
        cylinder_between((-0.045, 0, 0), (0.055, 0, 0), 0.042, color=LIGHT),
        Capsule.between((0.022, 0, -0.02), (0.025, 0, -0.08), 0.045, color=LIGHT),
    ],
    "hip_yaw_link": [
        cylinder_between((0, 0, -0.03), (0, 0, 0.02), 0.045, color=DARK),
        Capsule.between((-0.015, 0, -0.04), (-0.07, 0, -0.155), 0.05, color=LIGHT),
        cylinder_between((-0.0783, -0.05, -0.1773), (-0.0783, 0.05, -0.1773), 0.045, color=DARK),
    ],
    "knee_link": [
        Capsule.between((0, 0, -0.045), (0.008, 0.002, -0.15), 0.044, color=LIGHT),
        Capsule.between((0.006, 0.001, -0.16), (0, 0, -0.27), 0.027, color=LIGHT),
    ],
    "ankle_pitch_link": [Sphere(0.022).at(color=DARK)],
    "ankle_roll_link": [
        Box((0.195, 0.07, 0.016)).at((0.035, 0, -0.027), color=DARK),
        Capsule.between((-0.02, 0, -0.008), (0.06, 0, -0.014), 0.02, color=DARK),
    ],
    "shoulder_pitch_link": [cylinder_between((0, -0.005, 0), (0, 0.052, -0.012), 0.04, color=LIGHT)],
    "shoulder_roll_link": [
        cylinder_between((-0.04, 0, 0), (0.04, 0, 0), 0.034, color=DARK),
        Capsule.between((0, 0.006, -0.02), (0, 0.006, -0.075), 0.035, color=LIGHT),
    ],
    "shoulder_yaw_link": [
        cylinder_between((0, 0, -0.02), (0, 0, 0.01), 0.035, color=DARK),
        Capsule.between((0.002, 0, -0.025), (0.012, 0, -0.06), 0.034, color=LIGHT),
        cylinder_between((0.0158, -0.036, -0.0805), (0.0158, 0.036, -0.0805), 0.034, color=DARK),
    ],
    "elbow_link": [Capsule.between((0.025, 0.001, -0.008), (0.072, 0.002, -0.01), 0.032, color=LIGHT)],
    "wrist_roll_link": [cylinder_between((0, 0, 0), (0.024, 0, 0), 0.031, color=DARK)],
    "wrist_pitch_link": [
        cylinder_between((0, -0.032, 0), (0, 0.032, 0), 0.026, color=LIGHT),
        Capsule.between((0.01, 0, 0), (0.035, 0, 0), 0.027, color=LIGHT),
    ],
    "wrist_yaw_link": [
        cylinder_between((0, 0, -0.03), (0, 0, 0.03), 0.022, color=DARK),
        cylinder_between((0.01, 0, 0), (0.0415, 0.003, 0), 0.024, color=DARK),
    ],
    "rubber_hand": [
        Box((0.07, 0.024, 0.062)).at((0.04, -0.003, 0.0), color=DARK),
        Capsule.between((0.075, -0.006, -0.02), (0.11, -0.012, -0.02), 0.011, color=DARK),
        Capsule.between((0.075, -0.006, 0.0), (0.12, -0.012, 0.0), 0.011, color=DARK),
        Capsule.between((0.075, -0.006, 0.02), (0.115, -0.012, 0.02), 0.011, color=DARK),
        Capsule.between((0.03, -0.01, 0.03), (0.06, -0.025, 0.042), 0.011, color=DARK),
    ],
}
