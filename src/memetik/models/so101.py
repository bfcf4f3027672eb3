"""The SO-ARM101, LeRobot's arm of printed parts and hobby servos."""

from __future__ import annotations

from math import pi
from typing import NamedTuple

from ..collision.shapes import Box, Capsule, Geometry, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector
from .shared.serial import Hinge, add_hinges

_PRINTED, _SERVO = "#f2c744", "#2c2f33"
_SERVO_SIZE: Vector = (0.0452, 0.035, 0.0247)  # along its length, its axis, its width [m]

# Joint, link it moves, origin [m], roll, pitch and yaw [rad], limits [rad]; all axes are z.
_ARM: tuple[tuple[str, str, Vector, Vector, float, float], ...] = (
    ("shoulder_pan", "shoulder_link", (0.0388353, 0.0, 0.0624), (0.0, pi, 0.0), -1.91986, 1.91986),
    (
        "shoulder_lift",
        "upper_arm_link",
        (-0.0303992, -0.0182778, -0.0542),
        (-pi / 2, -pi / 2, 0.0),
        -1.74533,
        1.74533,
    ),
    ("elbow_flex", "lower_arm_link", (-0.11257, -0.028, 0.0), (0.0, 0.0, pi / 2), -1.69, 1.69),
    ("wrist_flex", "wrist_link", (-0.1349, 0.0052, 0.0), (0.0, 0.0, -pi / 2), -1.65806, 1.65806),
    ("wrist_roll", "gripper_link", (0.0, -0.0611, 0.0181), (pi / 2, 0.0486795, pi), -2.74385, 2.84121),
)
_JAW = Hinge(
    "gripper",
    "moving_jaw_so101_v1_link",
    (0.0202, 0.0188, -0.0234),
    (0.0, 0.0, 1.0),
    -0.174533,
    1.74533,
    rpy=(pi / 2, 0.0, 0.0),
)
_TOOL: Vector = (-0.0079, -0.000218121, -0.0981274)  # between the tips of the closed jaws


class _Part(NamedTuple):
    body: Body
    shapes: list[Geometry]


def so101() -> Robot:
    """SO-ARM101 by TheRobotStudio, the follower arm of LeRobot: 5 joints and a gripper.

    Source: so101_new_calib of TheRobotStudio's SO-ARM100, made from its CAD model: frames, limits, masses,
    centres of mass and inertias. Its angles of 1.5708 and 3.14159 are right angles here. Zero is near the
    middle of each joint's range, as LeRobot calibrates it. The published speed and torque limits, 10 for all
    joints, are placeholders and left out. The tool frame ``gripper_frame_link`` is at the tip of the fixed
    jaw; its z axis points away from the arm. Shapes are our own.
    """
    builder = RobotBuilder("so101")
    for name, (body, shapes) in _parts().items():
        body.declare(builder, name, shapes)
    hinges = [
        Hinge(joint, link, xyz, (0.0, 0.0, 1.0), lower, upper, rpy=rpy)
        for joint, link, xyz, rpy, lower, upper in _ARM
    ]
    add_hinges(builder, "base_link", hinges)
    builder.fixed("gripper_frame_joint", "gripper_link", "gripper_frame_link", xyz=_TOOL, rpy=(0, pi, 0))
    add_hinges(builder, "gripper_link", [_JAW])
    return builder.build()


def _servo(center: Vector, length_axis: str, turn_axis: str) -> Geometry:
    """A servo whose length and whose axis of rotation are along "x", "y" or "z"."""
    (width_axis,) = set("xyz") - {length_axis, turn_axis}
    sizes = dict(zip((length_axis, turn_axis, width_axis), _SERVO_SIZE, strict=True))
    return Box((sizes["x"], sizes["y"], sizes["z"])).at(center, color=_SERVO)


def _parts() -> dict[str, _Part]:
    return {
        "base_link": _Part(
            Body(
                0.147,
                (0.0137179, -5.19711e-05, 0.0334843),
                (0.000114686, -4.59787e-07, 4.97151e-06, 0.000136117, 9.75275e-08, 0.000130364),
            ),
            [
                Box((0.1, 0.075, 0.01)).at((0.012, 0, 0.005), color=_PRINTED),
                _servo((0.0263, 0, 0.0437), "x", "z"),
                Box((0.052, 0.04, 0.03)).at((0.0263, 0, 0.022), color=_PRINTED),
                Box((0.01, 0.07, 0.05)).at((-0.028, 0, 0.032), color=_PRINTED),
            ],
        ),
        "shoulder_link": _Part(
            Body(
                0.100006,
                (-0.0307604, -1.66727e-05, -0.0252713),
                (8.3759e-05, 7.55525e-08, -1.16342e-06, 8.10403e-05, 1.54663e-07, 2.39783e-05),
            ),
            [
                cylinder_between((0, 0, 0), (0, 0, -0.012), 0.026, color=_PRINTED),
                Box((0.05, 0.046, 0.012)).at((-0.023, 0, -0.014), color=_PRINTED),
                _servo((-0.0304, 0.0004, -0.0417), "z", "y"),
            ],
        ),
        "upper_arm_link": _Part(
            Body(
                0.103,
                (-0.0898471, -0.00838224, 0.0184089),
                (4.08002e-05, -1.97819e-05, -4.03016e-08, 0.000147318, 8.97326e-09, 0.000142487),
            ),
            [
                cylinder_between((0, 0, -0.004), (0, 0, 0.0405), 0.0135, color=_PRINTED),
                *(Box((0.06, 0.022, 0.004)).at((-0.025, 0, z), color=_PRINTED) for z in (-0.0035, 0.04)),
                Box((0.05, 0.024, 0.036)).at((-0.072, -0.003, 0.0182), color=_PRINTED),
                _servo((-0.11257, -0.0155, 0.0187), "y", "z"),
            ],
        ),
        "lower_arm_link": _Part(
            Body(
                0.104,
                (-0.0980701, 0.00324376, 0.0182831),
                (2.87438e-05, 7.41152e-06, 1.26409e-06, 0.000159844, -4.90188e-08, 0.00014529),
            ),
            [
                cylinder_between((0, 0, -0.004), (0, 0, 0.0405), 0.0135, color=_PRINTED),
                *(Box((0.06, 0.022, 0.004)).at((-0.025, 0, z), color=_PRINTED) for z in (-0.0035, 0.04)),
                Box((0.05, 0.024, 0.036)).at((-0.075, 0.002, 0.0182), color=_PRINTED),
                _servo((-0.1224, 0.0052, 0.0187), "x", "z"),
            ],
        ),
        "wrist_link": _Part(
            Body(
                0.079,
                (-0.000103312, -0.0386143, 0.0281156),
                (3.68263e-05, 1.7893e-08, -5.28128e-08, 2.5391e-05, 3.6412e-06, 2.1e-05),
            ),
            [
                cylinder_between((0, 0, -0.004), (0, 0, 0.0405), 0.0135, color=_PRINTED),
                Box((0.026, 0.03, 0.036)).at((0, -0.015, 0.0182), color=_PRINTED),
                _servo((0, -0.0424, 0.0306), "z", "y"),
            ],
        ),
        "gripper_link": _Part(
            Body(
                0.087,
                (0.000213627, 0.000245138, -0.025187),
                (2.75087e-05, -3.35241e-07, -5.7352e-06, 4.33657e-05, -5.17847e-08, 3.45059e-05),
            ),
            [
                cylinder_between((0, 0, 0.001), (0, 0, -0.011), 0.022, color=_PRINTED),
                _servo((0.0077, 0.0001, -0.0234), "x", "y"),
                Box((0.006, 0.038, 0.03)).at((-0.017, 0, -0.0234), color=_PRINTED),
                Box((0.006, 0.026, 0.066)).at((-0.0115, 0, -0.07), color=_PRINTED),
            ],
        ),
        "moving_jaw_so101_v1_link": _Part(
            Body(
                0.012,
                (-0.00157495, -0.0300244, 0.0192755),
                (6.61427e-06, -3.19807e-07, -5.90717e-09, 1.89032e-06, -1.09945e-07, 5.28738e-06),
            ),
            [
                cylinder_between((0, 0, -0.002), (0, 0, 0.04), 0.0115, color=_PRINTED),
                Capsule.between((0.002, -0.014, 0.0189), (0.001, -0.045, 0.0189), 0.009, color=_PRINTED),
                Capsule.between((0.001, -0.045, 0.0189), (-0.018, -0.068, 0.0189), 0.007, color=_PRINTED),
            ],
        ),
    }
