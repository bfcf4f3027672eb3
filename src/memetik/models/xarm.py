"""UFactory's xArm 7."""

from __future__ import annotations

import math

from ..collision.shapes import Capsule, Geometry, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector
from .shared.serial import Hinge, add_hinges, bent_link

_WHITE, _GREY, _METAL = "#f3f4f5", "#d7dade", "#9ba1a7"

_LINKS = ("link_base", *(f"link{number}" for number in range(1, 8)))
# Each row: joint origin [m], its roll [rad], limits [rad], effort [N m]; all axes are z.
_JOINTS: tuple[tuple[Vector, float, float, float, float], ...] = (
    ((0.0, 0.0, 0.267), 0.0, -2 * math.pi, 2 * math.pi, 50.0),
    ((0.0, 0.0, 0.0), -math.pi / 2, -2.059, 2.0944, 50.0),
    ((0.0, -0.293, 0.0), math.pi / 2, -2 * math.pi, 2 * math.pi, 30.0),
    ((0.0525, 0.0, 0.0), math.pi / 2, -0.19198, 3.927, 30.0),
    ((0.0775, -0.3425, 0.0), math.pi / 2, -2 * math.pi, 2 * math.pi, 30.0),
    ((0.0, 0.0, 0.0), math.pi / 2, -1.69297, math.pi, 20.0),
    ((0.076, 0.097, 0.0), -math.pi / 2, -2 * math.pi, 2 * math.pi, 20.0),
)
_SPEED = 3.14  # of all joints [rad/s]
_BODIES = (
    Body(
        0.88556,
        (-0.021131, -0.0016302, 0.056488),
        (0.0030595, 0.00012259, -0.00062705, 0.0037783, 0.00027023, 0.0020125),
    ),
    Body(
        2.382,
        (-0.0002, 0.02905, -0.01233),
        (0.0056905, -1.579e-05, 5.125e-06, 0.0049566, -0.000873378, 0.003316654),
    ),
    Body(
        1.869,
        (0.00022, -0.12856, 0.01735),
        (0.0095989, 1.541e-06, 5.56e-06, 0.00382472, -0.00317156, 0.007565669),
    ),
    Body(
        1.6383,
        (0.0466, -0.02463, -0.00768),
        (0.00310955, 0.00030837, -0.00058453, 0.00264483, 0.000338893, 0.0026624),
    ),
    Body(
        1.7269,
        (0.07047, -0.11575, 0.012),
        (0.005889, 0.00137112, 0.00088143, 0.00359703, -0.001762155, 0.00543244),
    ),
    Body(
        1.3203,
        (-0.00032, 0.01604, -0.026),
        (0.00534665, 1.5117e-05, -3.69e-07, 0.0049779, -0.00022132, 0.0013624),
    ),
    Body(
        1.325,
        (0.06469, 0.03278, 0.02141),
        (0.0014745, -0.000488, 0.0002953, 0.0019037, 0.00014749, 0.0023652),
    ),
    Body(0.17, (0.0, -0.00677, -0.01098), (9.3e-05, 0.0, 0.0, 5.87e-05, -3.6e-06, 0.000132)),
)


def xarm7() -> Robot:
    """UFactory xArm 7, seven-axis arm with a reach of 0.7 m.

    Source: xarm_description of UFactory's xarm_ros and xarm_ros2: frames, limits, speeds and torques, and the
    mass of the base; masses, centres and inertias of the moving links are those of its type 7 with the
    second brakes (HT_BR2). Its rolls of 1.5708 are right angles here. ``link_eef`` is the flange, without a
    gripper. Shapes are our own.
    """
    builder = RobotBuilder("xarm7")
    for name, body, shapes in zip(_LINKS, _BODIES, _shapes(), strict=True):
        body.declare(builder, name, shapes)
    hinges = (
        Hinge(
            f"joint{number}",
            f"link{number}",
            xyz,
            (0.0, 0.0, 1.0),
            lower,
            upper,
            _SPEED,
            effort,
            rpy=(roll, 0.0, 0.0),
        )
        for number, (xyz, roll, lower, upper, effort) in enumerate(_JOINTS, start=1)
    )
    add_hinges(builder, "link_base", hinges)
    builder.fixed("joint_eef", "link7", "link_eef")
    return builder.build()


def _shapes() -> list[list[Geometry]]:
    thick, slim = (0.055, 0.055), (0.045, 0.045)
    return [
        [
            cylinder_between((0, 0, 0), (0, 0, 0.02), 0.065, color=_METAL),
            cylinder_between((0, 0, 0.02), (0, 0, 0.165), 0.058, color=_WHITE),
        ],
        bent_link(((0, 0, -0.1), (0, 0, -0.05)), ((0, 0, 0), (0, 0.05, 0)), thick, _GREY),
        bent_link(((0, -0.19, 0), (0, -0.1, 0)), ((0, 0, 0), (0, 0, -0.05)), thick, _WHITE),
        bent_link(((0, 0, -0.101), (0, 0, -0.06)), ((0.0525, 0, 0), (0.0525, -0.045, 0)), thick, _GREY),
        bent_link(((0.0775, -0.24, 0), (0.0775, -0.14, 0)), ((0, 0, 0), (0, 0, -0.045)), thick, _WHITE),
        bent_link(((0, 0, -0.1), (0, 0, -0.05)), ((0, 0, 0), (0, 0.04, 0)), slim, _GREY),
        [
            cylinder_between((0, 0, 0), (0, 0, 0.05), 0.045, color=_WHITE),
            Capsule.between((0, 0, 0.025), (0.076, 0.01, 0.005), 0.038, color=_WHITE),
            cylinder_between((0.076, -0.025, 0), (0.076, 0.075, 0), 0.042, color=_WHITE),
        ],
        [cylinder_between((0, 0, -0.021), (0, 0, 0), 0.038, color=_METAL)],
    ]
