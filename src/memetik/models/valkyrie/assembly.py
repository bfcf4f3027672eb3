"""NASA's humanoid Valkyrie: trunk, neck and head; limbs and hands are in the other modules."""

from __future__ import annotations

import math

from ...collision.shapes import Box, Capsule, Sphere, cylinder_between
from ...robot import Robot, RobotBuilder
from .hand import add_hand
from .limbs import add_arm, add_leg
from .parts import (
    AXES,
    DARK,
    GLOW,
    GOLD,
    GREY,
    WHITE,
    Body,
    Hinge,
    Side,
    Vector,
    add_chain,
    add_link,
)

SIDES: tuple[Side, Side] = ("left", "right")

# Joint, link, axis, origin [m], lower and upper limit [rad], velocity [rad/s], effort [N m].
TORSO = (
    Hinge("torsoYaw", "torsoYawLink", "z", (0.0, 0.0, 0.0), -1.329, 1.181, 5.89, 190.0),
    Hinge("torsoPitch", "torsoPitchLink", "y", (0.04191, 0.0, 0.0), -0.13, 0.666, 9.0, 150.0),
    Hinge("torsoRoll", "torso", "x", (0.0, 0.0, 0.0203), -0.23, 0.255, 9.0, 150.0),
)
NECK = (
    Hinge("lowerNeckPitch", "lowerNeckPitchLink", "y", (0.0203518, 0.0, 0.33845), 0.0, 1.162, 5.0, 26.0),
    Hinge("neckYaw", "neckYawLink", "z", (-0.051924, 0.0, 0.0), -math.pi / 3, math.pi / 3, 5.0, 26.0),
    Hinge("upperNeckPitch", "upperNeckPitchLink", "y", (-0.06, 0.0, 0.195997), -0.872, 0.0, 5.0, 26.0),
)
BODIES = {
    "pelvis": Body(
        8.22,
        (-0.00532, -0.003512, -0.0036),
        (0.11866378, 0.097963425, 0.083854638),
        (-0.000143482, 0.003271293, 0.002159545),
    ),
    "torsoYawLink": Body(
        0.5,
        (0.0, 0.0, -0.01),
        (0.000608427, 0.000620328, 0.001078108),
        (-1.172e-06, 1.647e-06, -2.33e-07),
    ),
    "torsoPitchLink": Body(
        0.1, (0.0, 0.0, 0.005), (3.032e-05, 2.1274e-05, 2.8285e-05), (0.0, -1.145e-06, 0.0)
    ),
    "torso": Body(
        39.47,
        (-0.095548, -0.003337, 0.243098),
        (0.87326933, 1.0108485, 0.77839801),
        (9.9563e-05, 0.061345211, 0.00181849),
    ),
    "lowerNeckPitchLink": Body(
        1.05,
        (-0.02, 0.0, 0.04),
        (0.001470716, 0.001851919, 0.000832117),
        (-0.000126021, 0.000632521, 0.000243012),
    ),
    "neckYawLink": Body(
        1.4,
        (-0.03, -0.01, 0.15),
        (0.001997698, 0.002919928, 0.002119751),
        (-0.000180062, 0.000723677, 0.000246467),
    ),
    "upperNeckPitchLink": Body(
        3.89,
        (0.100912, 0.005783, 0.034787),
        (0.039847525, 0.041418564, 0.036841236),
        (-0.000470418, -0.002829842, -0.000782564),
    ),
    "head": Body(
        1.41984,
        (-0.075493, 3.3383e-05, 0.02774),
        (0.0039688, 0.0041178, 0.0035243),
        (-1.5797e-06, -0.00089293, -6.8415e-07),
    ),
}
SHAPES = {
    "pelvis": [
        Box((0.200, 0.220, 0.112)).at((0.0, 0.0, -0.072), color=WHITE),
        Capsule.between((-0.058, -0.110, -0.072), (0.058, -0.110, -0.072), 0.056, color=WHITE),
        Capsule.between((-0.058, 0.110, -0.072), (0.058, 0.110, -0.072), 0.056, color=WHITE),
        Box((0.200, 0.052, 0.180)).at((0.0, 0.0, -0.215), color=GREY),
    ],
    "torsoYawLink": [cylinder_between((0.0, 0.0, -0.090), (0.0, 0.0, 0.012), 0.062, color=DARK)],
    "torsoPitchLink": [Sphere(0.020).at((0.0, 0.0, 0.010), color=DARK)],
    "torso": [
        Capsule.between((0.010, -0.050, 0.098), (0.046, -0.080, 0.262), 0.088, color=WHITE),
        Capsule.between((0.010, 0.050, 0.098), (0.046, 0.080, 0.262), 0.088, color=WHITE),
        Capsule.between((0.046, -0.080, 0.262), (0.046, 0.080, 0.262), 0.088, color=WHITE),
        Capsule.between((0.022, 0.0, 0.096), (0.044, 0.0, 0.262), 0.086, color=WHITE),
        Capsule.between((-0.0316, -0.095, 0.2984), (-0.0316, 0.095, 0.2984), 0.072, color=WHITE),
        Box((0.270, 0.280, 0.385)).at((-0.148, 0.0, 0.205), color=GREY),
        cylinder_between((0.100, 0.0, 0.265), (0.138, 0.0, 0.265), 0.050, color=GLOW),
        cylinder_between((0.100, 0.0, 0.265), (0.141, 0.0, 0.265), 0.038, color=DARK),
    ],
    "lowerNeckPitchLink": [Capsule.between((0.0, 0.0, 0.0), (-0.045, 0.0, 0.060), 0.026, color=DARK)],
    "neckYawLink": [
        cylinder_between((0.0, 0.0, 0.088), (0.0, 0.0, 0.140), 0.038, color=DARK),
        Capsule.between((-0.010, 0.0, 0.140), (-0.060, 0.0, 0.196), 0.026, color=DARK),
    ],
    "upperNeckPitchLink": [
        Sphere(0.122).at((0.050, 0.0, 0.018), color=WHITE),
        Sphere(0.100).at((0.100, 0.0, -0.010), color=GOLD),
        Capsule.between((0.128, -0.048, 0.075), (0.128, 0.048, 0.075), 0.062, color=WHITE),
        Capsule.between((0.055, -0.098, -0.050), (0.158, -0.014, -0.112), 0.028, color=WHITE),
        Capsule.between((0.055, 0.098, -0.050), (0.158, 0.014, -0.112), 0.028, color=WHITE),
        cylinder_between((0.045, -0.127, -0.005), (0.045, 0.127, -0.005), 0.045, color=DARK),
    ],
    "head": [Box((0.040, 0.090, 0.030)).at((0.0, 0.0, -0.010), color=DARK)],
}

# Frames of cameras and inertial measurement units: joint, parent, frame, origin [m], rpy [rad].
# The angles have the published decimals.
HERE: Vector = (0.0, 0.0, 0.0)
OPTICAL: Vector = (-1.5708, 0.0, -1.5708)
HAZARD: Vector = (1.57, 0.0, 1.57)
ON_SIDE: Vector = (-1.5707, 0.0, 0.0)
OVERTURNED: Vector = (3.14159, 0.0, 0.0)
LEANING: Vector = (-3.14159, 0.476467, -3.14159)
FRAMES: tuple[tuple[str, str, str, Vector, Vector], ...] = (
    ("left_camera_frame_joint", "head", "left_camera_frame", (0.0, 0.035, -0.002), HERE),
    ("left_camera_optical_frame_joint", "left_camera_frame", "left_camera_optical_frame", HERE, OPTICAL),
    ("right_camera_frame_joint", "head", "right_camera_frame", (0.0, -0.035, -0.002), HERE),
    ("right_camera_optical_frame_joint", "right_camera_frame", "right_camera_optical_frame", HERE, OPTICAL),
    ("head_imu_joint", "head", "head_imu_link", (-0.0475, 0.035, 0.0), HERE),
    ("leftHazardCamera_Offset", "torso", "leftHazardCamera_Frame", (0.0345, 0.0406, 0.1135), HAZARD),
    ("rightHazardCamera_Offset", "torso", "rightHazardCamera_Frame", (0.0345, -0.0406, 0.1135), HAZARD),
    ("leftTorsoImu_Offset", "torso", "leftTorsoImu_Frame", (-0.0627634, 0.134239, 0.3630676), ON_SIDE),
    ("pelvisRearImu_Offset", "pelvis", "pelvisRearImu_Frame", (-0.075844901, 0.0, -0.111056426), LEANING),
    ("pelvisMiddleImu_Offset", "pelvis", "pelvisMiddleImu_Frame", (0.0, 0.0, -0.10819638), OVERTURNED),
)


def valkyrie() -> Robot:
    """NASA Valkyrie (R5), 61-DoF humanoid with two 13-DoF hands; the pelvis moves freely, upright.

    Source: NASA's package val_description as shipped with rtb-data 1.0.1: kinematics, limits, masses,
    centres of mass and inertia from ``valkyrie_sim.urdf``, the frames of the pelvis IMUs from
    ``valkyrie_D.urdf``. Left out: the spinning lidar (0.06 kg), the lamps, and the sensor frames' nominal
    masses of 10 mg or less. Added: the three prismatic joints from ``world`` to ``pelvis``, and frames
    ``...Tip`` at the ends of thumbs and fingers, measured on the meshes. Shapes are our own.
    """
    b = RobotBuilder("valkyrie")
    _add_pelvis(b)
    add_chain(b, "pelvis", TORSO, BODIES, SHAPES)
    _add_head(b)
    for side in SIDES:
        add_arm(b, side)
        add_hand(b, side)
    for side in SIDES:
        add_leg(b, side)
    for joint, parent, frame, xyz, rpy in FRAMES:
        b.fixed(joint, parent, frame, xyz=xyz, rpy=rpy)
    return b.build()


def _add_pelvis(b: RobotBuilder) -> None:
    add_link(b, "pelvis", BODIES["pelvis"], SHAPES["pelvis"])
    parent = "world"
    for axis, child in (("x", "pelvis_x_link"), ("y", "pelvis_y_link"), ("z", "pelvis")):
        b.prismatic(f"pelvis_{axis}", parent, child, axis=AXES[axis], lower=-math.inf, upper=math.inf)
        parent = child


def _add_head(b: RobotBuilder) -> None:
    add_chain(b, "torso", NECK, BODIES, SHAPES)
    add_link(b, "head", BODIES["head"], SHAPES["head"])
    # The camera head is mounted upside down, tilted by 7.5 degrees.
    b.fixed(
        "multisense_head_root_joint",
        "upperNeckPitchLink",
        "head",
        xyz=(0.183585961, 0.0, 0.075353826),
        rpy=(-3.14159, math.radians(7.5), 0.0),
    )
