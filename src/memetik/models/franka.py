"""Franka's seven-axis arms with their hand: the Panda and the Research 3, which have the same frames."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..collision.shapes import Box, Capsule, Geometry, Sphere, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector
from .shared.serial import Hinge, add_hinges, bent_link

_WHITE, _SHADE, _DARK = "#f5f5f3", "#dfe2e5", "#3b4046"
_OPENING = 0.02  # position of each finger, half of its range [m]

# Each row: joint origin [m] and its roll [rad]; all axes are z.
_ORIGINS: tuple[tuple[Vector, float], ...] = (
    ((0.0, 0.0, 0.333), 0.0),
    ((0.0, 0.0, 0.0), -math.pi / 2),
    ((0.0, -0.316, 0.0), math.pi / 2),
    ((0.0825, 0.0, 0.0), math.pi / 2),
    ((-0.0825, 0.384, 0.0), -math.pi / 2),
    ((0.0, 0.0, 0.0), math.pi / 2),
    ((0.088, 0.0, 0.0), math.pi / 2),
)


class _Arm(NamedTuple):
    """What differs between the arms."""

    name: str
    limits: tuple[tuple[float, float, float, float], ...]
    """Of each joint: lower and upper limit [rad], velocity [rad/s], effort [N m]."""
    bodies: tuple[Body, ...]
    """Of link0 to link7."""
    hand: Body
    left_finger: Body
    right_finger: Body


_PANDA_FINGER = Body(0.015, (0.0, 0.0, 0.0), (2.375e-06, 0.0, 0.0, 2.375e-06, 0.0, 7.5e-07))
_PANDA = _Arm(
    "panda",
    limits=(
        (-2.8973, 2.8973, 2.175, 87.0),
        (-1.7628, 1.7628, 2.175, 87.0),
        (-2.8973, 2.8973, 2.175, 87.0),
        (-3.0718, -0.0698, 2.175, 87.0),
        (-2.8973, 2.8973, 2.61, 12.0),
        (-0.0175, 3.7525, 2.61, 12.0),
        (-2.8973, 2.8973, 2.61, 12.0),
    ),
    bodies=(
        Body(
            0.629769,
            (-0.041018, -0.00014, 0.049974),
            (0.00315, 8.2904e-07, 0.00015, 0.00388, 8.2299e-06, 0.004285),
        ),
        Body(
            4.970684,
            (0.003875, 0.002081, -0.04762),
            (0.70337, -0.000139, 0.006772, 0.70661, 0.019169, 0.009117),
        ),
        Body(
            0.646926,
            (-0.003141, -0.02872, 0.003495),
            (0.007962, -0.003925, 0.010254, 0.02811, 0.000704, 0.025995),
        ),
        Body(
            3.228604,
            (0.027518, 0.039252, -0.066502),
            (0.037242, -0.004761, -0.011396, 0.036155, -0.012805, 0.01083),
        ),
        Body(
            3.587895,
            (-0.05317, 0.104419, 0.027454),
            (0.025853, 0.007796, -0.001332, 0.019552, 0.008641, 0.028323),
        ),
        Body(
            1.225946,
            (-0.011953, 0.041065, -0.038437),
            (0.035549, -0.002117, -0.004037, 0.029474, 0.000229, 0.008627),
        ),
        Body(
            1.666555,
            (0.060149, -0.014117, -0.010517),
            (0.001964, 0.000109, -0.001158, 0.004354, 0.000341, 0.005433),
        ),
        Body(
            0.735522,
            (0.010517, -0.004252, 0.061597),
            (0.012516, -0.000428, -0.001196, 0.010027, -0.000741, 0.004815),
        ),
    ),
    hand=Body(0.73, (-0.01, 0.0, 0.03), (0.001, 0.0, 0.0, 0.0025, 0.0, 0.0017)),
    left_finger=_PANDA_FINGER,
    right_finger=_PANDA_FINGER,
)
_FR3 = _Arm(
    "fr3",
    limits=(
        (-2.7437, 2.7437, 2.62, 87.0),
        (-1.7837, 1.7837, 2.62, 87.0),
        (-2.9007, 2.9007, 2.62, 87.0),
        (-3.0421, -0.1518, 2.62, 87.0),
        (-2.8065, 2.8065, 5.26, 12.0),
        (0.5445, 4.5169, 4.18, 12.0),
        (-3.0159, 3.0159, 5.26, 12.0),
    ),
    bodies=(
        Body(2.3966, (-0.0172, 0.0004, 0.0745), (0.009, 0.0, 0.002, 0.0115, 0.0, 0.0085)),
        Body(
            2.92747,
            (4e-07, -0.0181251, -0.0386036),
            (0.0239273, 1.33179e-05, -0.000114048, 0.0224822, -0.00199503, 0.0063501),
        ),
        Body(
            2.93554,
            (0.0031829, -0.0743222, 0.0088146),
            (0.0419389, 0.000202573, 0.00407778, 0.0251451, -0.00422522, 0.0617021),
        ),
        Body(
            2.2449,
            (0.0407016, -0.0048201, -0.0289731),
            (0.0241014, 0.00240469, -0.00285627, 0.0197405, -0.00210421, 0.0190445),
        ),
        Body(
            2.6156,
            (-0.0459101, 0.0630493, -0.0085188),
            (0.03453, 0.0132255, 0.0101514, 0.0288816, -0.000976283, 0.0412547),
        ),
        Body(
            2.32712,
            (-0.001604, 0.0292536, -0.0972966),
            (0.0516103, -0.00571517, -0.00356732, 0.0478773, 0.010674, 0.0164236),
        ),
        Body(
            1.81704,
            (0.0597131, -0.0410295, -0.0101693),
            (0.00541233, 0.00619346, 0.00142193, 0.0140583, -0.00131408, 0.0160808),
        ),
        Body(
            0.627143,
            (0.0045226, 0.0086262, -0.0161633),
            (0.000210924, -2.4333e-05, 4.56448e-05, 0.000177186, 8.74407e-05, 5.99319e-05),
        ),
    ),
    hand=Body(0.6544, (-3.76e-05, 0.0119128, 0.020726), (0.00186, 0.0, 0.0, 0.0003, -2e-05, 0.00174)),
    left_finger=Body(0.0291, (0.0, 0.015285, 0.0219675), (8.49e-06, 0.0, 0.0, 8.53e-06, -1.06e-06, 1.77e-06)),
    right_finger=Body(
        0.0291, (0.0, -0.015285, 0.0219675), (8.49e-06, 0.0, 0.0, 8.53e-06, 1.06e-06, 1.77e-06)
    ),
)


def panda() -> Robot:
    """Franka Emika Panda, seven-axis arm with a gripper held half open.

    Source: franka_description of Franka Emika's franka_ros as in example-robot-data's panda.urdf: frames,
    limits and hand; masses and inertias are those identified by Gaz, Cognetti, Oliva, Robuffo Giordano
    and De Luca (IEEE Robotics and Automation Letters, 2019), which that package carries. The fingers
    are fixed, each opened by 0.02 m.
    """
    return _build(_PANDA)


def fr3() -> Robot:
    """Franka Research 3, seven-axis arm with a gripper held half open.

    Source: franka_description by Franka Robotics, robot fr3: frames, limits, masses, inertias (here to six
    digits) and hand. Newer models, such as MuJoCo Menagerie's, have limits 2° to 9° wider on six joints.
    Near its limits the robot permits less speed than the velocity limits say. The fingers are fixed, each
    opened by 0.02 m. Shapes are those of our Panda, which looks much the same.
    """
    return _build(_FR3)


def _build(arm: _Arm) -> Robot:
    builder = RobotBuilder(arm.name)
    for index, (body, shapes) in enumerate(zip(arm.bodies, _arm_shapes(), strict=True)):
        body.declare(builder, f"{arm.name}_link{index}", shapes)
    hinges = (
        Hinge(
            f"{arm.name}_joint{number}",
            f"{arm.name}_link{number}",
            xyz,
            (0.0, 0.0, 1.0),
            *limits,
            rpy=(roll, 0.0, 0.0),
        )
        for number, ((xyz, roll), limits) in enumerate(zip(_ORIGINS, arm.limits, strict=True), start=1)
    )
    add_hinges(builder, f"{arm.name}_link0", hinges)
    builder.fixed(f"{arm.name}_joint8", f"{arm.name}_link7", f"{arm.name}_link8", xyz=(0, 0, 0.107))
    _add_hand(builder, arm)
    return builder.build()


def _add_hand(builder: RobotBuilder, arm: _Arm) -> None:
    palm = [
        Box((0.063, 0.2, 0.022)).at((0, 0, 0.011), color=_WHITE),
        Box((0.044, 0.2, 0.044)).at((0, 0, 0.044), color=_WHITE),
    ]
    hand = f"{arm.name}_hand"
    arm.hand.declare(builder, hand, palm)
    builder.fixed(f"{hand}_joint", f"{arm.name}_link8", hand, rpy=(0, 0, -math.pi / 4))
    builder.fixed(f"{hand}_tcp_joint", hand, f"{hand}_tcp", xyz=(0, 0, 0.1034))
    for number, side, body, sign in ((1, "left", arm.left_finger, 1.0), (2, "right", arm.right_finger, -1.0)):
        finger = [
            Box((0.021, 0.02, 0.028)).at((0, sign * 0.016, 0.014), color=_DARK),
            Box((0.018, 0.014, 0.028)).at((0, sign * 0.007, 0.04), color=_DARK),
        ]
        name = f"{arm.name}_{side}finger"
        body.declare(builder, name, finger)
        builder.fixed(f"{arm.name}_finger_joint{number}", hand, name, xyz=(0, sign * _OPENING, 0.0584))


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
