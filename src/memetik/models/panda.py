"""The Franka Emika Panda with its hand."""

from __future__ import annotations

import math

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Tensor, Vector
from .shared.serial import Hinge, add_hinges, bent_link

_WHITE, _SHADE, _DARK = "#f5f5f3", "#dfe2e5", "#3b4046"
_OPENING = 0.02  # position of each finger, half of its range [m]

# Each row: joint origin [m], its roll [rad], limits [rad], velocity [rad/s], effort [N m]; all axes are z.
_JOINTS: tuple[tuple[Vector, float, float, float, float, float], ...] = (
    ((0.0, 0.0, 0.333), 0.0, -2.8973, 2.8973, 2.175, 87.0),
    ((0.0, 0.0, 0.0), -math.pi / 2, -1.7628, 1.7628, 2.175, 87.0),
    ((0.0, -0.316, 0.0), math.pi / 2, -2.8973, 2.8973, 2.175, 87.0),
    ((0.0825, 0.0, 0.0), math.pi / 2, -3.0718, -0.0698, 2.175, 87.0),
    ((-0.0825, 0.384, 0.0), -math.pi / 2, -2.8973, 2.8973, 2.61, 12.0),
    ((0.0, 0.0, 0.0), math.pi / 2, -0.0175, 3.7525, 2.61, 12.0),
    ((0.088, 0.0, 0.0), math.pi / 2, -2.8973, 2.8973, 2.61, 12.0),
)

# Masses [kg] of panda_link0 to panda_link7.
_MASSES = (0.629769, 4.970684, 0.646926, 3.228604, 3.587895, 1.225946, 1.666555, 0.735522)
_CENTERS: tuple[Vector, ...] = (
    (-0.041018, -0.00014, 0.049974),
    (0.003875, 0.002081, -0.04762),
    (-0.003141, -0.02872, 0.003495),
    (0.027518, 0.039252, -0.066502),
    (-0.05317, 0.104419, 0.027454),
    (-0.011953, 0.041065, -0.038437),
    (0.060149, -0.014117, -0.010517),
    (0.010517, -0.004252, 0.061597),
)
_INERTIAS: tuple[Tensor, ...] = (
    (0.00315, 8.2904e-07, 0.00015, 0.00388, 8.2299e-06, 0.004285),
    (0.70337, -0.000139, 0.006772, 0.70661, 0.019169, 0.009117),
    (0.007962, -0.003925, 0.010254, 0.02811, 0.000704, 0.025995),
    (0.037242, -0.004761, -0.011396, 0.036155, -0.012805, 0.01083),
    (0.025853, 0.007796, -0.001332, 0.019552, 0.008641, 0.028323),
    (0.035549, -0.002117, -0.004037, 0.029474, 0.000229, 0.008627),
    (0.001964, 0.000109, -0.001158, 0.004354, 0.000341, 0.005433),
    (0.012516, -0.000428, -0.001196, 0.010027, -0.000741, 0.004815),
)
_HAND = Body(0.73, (-0.01, 0.0, 0.03), (0.001, 0.0, 0.0, 0.0025, 0.0, 0.0017))
_FINGER = Body(0.015, (0.0, 0.0, 0.0), (2.375e-06, 0.0, 0.0, 2.375e-06, 0.0, 7.5e-07))


def panda() -> Robot:
    """Franka Emika Panda, seven-axis arm with a gripper held half open.

    Source: franka_description of Franka Emika's franka_ros as in example-robot-data's panda.urdf: frames,
    limits and hand; masses and inertias are those identified by Gaz, Cognetti, Oliva, Robuffo Giordano
    and De Luca (IEEE Robotics and Automation Letters, 2019), which that package carries. The fingers
    are fixed, each opened by 0.02 m.
    """
    builder = RobotBuilder("panda")
    bodies = map(Body, _MASSES, _CENTERS, _INERTIAS)
    for index, (body, shapes) in enumerate(zip(bodies, _arm_shapes(), strict=True)):
        body.declare(builder, f"panda_link{index}", shapes)
    hinges = (
        Hinge(
            f"panda_joint{number}",
            f"panda_link{number}",
            xyz,
            (0.0, 0.0, 1.0),
            lower,
            upper,
            velocity,
            effort,
            rpy=(roll, 0.0, 0.0),
        )
        for number, (xyz, roll, lower, upper, velocity, effort) in enumerate(_JOINTS, start=1)
    )
    add_hinges(builder, "panda_link0", hinges)
    builder.fixed("panda_joint8", "panda_link7", "panda_link8", xyz=(0, 0, 0.107))
    _add_hand(builder)
    return builder.build()


def _add_hand(builder: RobotBuilder) -> None:
    palm = [
        Box((0.063, 0.2, 0.022)).at((0, 0, 0.011), color=_WHITE),
        Box((0.044, 0.2, 0.044)).at((0, 0, 0.044), color=_WHITE),
    ]
    _HAND.declare(builder, "panda_hand", palm)
    builder.fixed("panda_hand_joint", "panda_link8", "panda_hand", rpy=(0, 0, -math.pi / 4))
    builder.fixed("panda_hand_tcp_joint", "panda_hand", "panda_hand_tcp", xyz=(0, 0, 0.1034))
    for number, side, sign in ((1, "left", 1.0), (2, "right", -1.0)):
        finger = [
            Box((0.021, 0.02, 0.028)).at((0, sign * 0.016, 0.014), color=_DARK),
            Box((0.018, 0.014, 0.028)).at((0, sign * 0.007, 0.04), color=_DARK),
        ]
        name = f"panda_{side}finger"
        _FINGER.declare(builder, name, finger)
        builder.fixed(f"panda_finger_joint{number}", "panda_hand", name, xyz=(0, sign * _OPENING, 0.0584))


def _arm_shapes() -> list[list[Geometry]]:
    round_body = (0.055, 0.055)
    return [
        [
            Box((0.22, 0.18, 0.02)).at((-0.042, 0, 0.01), color=_WHITE),
            Box((0.13, 0.15, 0.07)).at((-0.065, 0, 0.055), color=_WHITE),
            cylinder_between((0, 0, 0.02), (0, 0, 0.14), 0.058, color=_WHITE),
        ],
        bent_link(((0, 0, -0.192), (0, 0, -0.11)), ((0, 0, 0), (0, -0.074, 0)), round_body, _WHITE),
        bent_link(((0, -0.194, 0), (0, -0.11, 0)), ((0, 0, 0), (0, 0, 0.074)), round_body, _SHADE),
        bent_link(((0, 0, -0.121), (0, 0, -0.07)), ((0.0825, 0, 0), (0.0825, 0.056, 0)), round_body, _WHITE),
        bent_link(((-0.0825, 0.124, 0), (-0.0825, 0.07, 0)), ((0, 0, 0), (0, 0, 0.056)), round_body, _SHADE),
        [
            cylinder_between((0, 0, -0.259), (0, 0, -0.2), 0.055, color=_WHITE),
            Capsule.between((0, 0, -0.205), (0, 0.055, -0.16), 0.048, color=_WHITE),
            Capsule.between((0, 0.072, -0.16), (0, 0.09, 0), 0.031, color=_WHITE),
            cylinder_between((0, 0.016, 0), (0, 0.13, 0), 0.05, color=_WHITE),
        ],
        [
            cylinder_between((0, 0, -0.015), (0, 0, 0.056), 0.049, color=_SHADE),
            Box((0.088, 0.095, 0.06)).at((0.044, 0, 0.016), color=_SHADE),
            cylinder_between((0.088, -0.051, 0), (0.088, 0.037, 0), 0.044, color=_SHADE),
            Sphere(0.044).at((0.088, 0.037, 0), color=_SHADE),
        ],
        [
            cylinder_between((0, 0, 0.052), (0, 0, 0.107), 0.044, color=_WHITE),
            Capsule.between((0.03, 0.03, 0.083), (0.06, 0.06, 0.083), 0.022, color=_WHITE),
        ],
    ]
