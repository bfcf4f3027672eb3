"""The six-axis arms of Universal Robots: the same design in several sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..collision.shapes import Geometry, cylinder_between
from ..robot import Robot, RobotBuilder
from .shared.body import Body, Vector
from .shared.serial import Hinge, add_hinges

_GREY, _BLUE, _METAL = "#c3c7ca", "#4f97cc", "#8a9096"
_LID = 0.008  # thickness of the plastic lid on every joint [m]
_OVERHANG = 1.2  # a joint housing extends this many radii beyond the arm it carries
_LINKS = ("base", "shoulder", "upper_arm", "forearm", "wrist_1", "wrist_2", "wrist_3")


@dataclass(frozen=True)
class _Size:
    """One member of the family; lengths in m, ``d1`` to ``d6`` as in the maker's DH table."""

    name: str
    d1: float
    a2: float
    a3: float
    d4: float
    d5: float
    d6: float
    shoulder_offset: float  # sideways, from the base axis to the upper arm's frame
    elbow_offset: float  # back, from the upper arm's frame to the forearm's frame
    tube_offset: float  # from the upper arm's frame to the middle of its tube
    shoulder_radius: float
    elbow_radius: float
    wrist_radius: float
    upper_arm_radius: float
    forearm_radius: float
    velocity: tuple[float, ...]  # [rad/s]
    effort: tuple[float, ...]  # [N m]
    bodies: tuple[Body, ...]

    @property
    def wrist_1_length(self) -> float:
        return self.d4 - self.shoulder_offset - self.elbow_offset


def ur5() -> Robot:
    """Universal Robots UR5, six-axis arm with a reach of 0.85 m.

    Source: dimensions published by Universal Robots ("DH parameters for calculations of kinematics and
    dynamics"); frames, offsets, limits and masses as in ur5_robot.urdf of ROS-Industrial's
    ur_description: every joint ±2π, the elbow ±π as in the maker's current description. Inertias are those
    of that file's cylinders, with a wrist radius of 0.06 m instead of the file's 0.6 m.
    """
    return _build(_UR5)


def ur10() -> Robot:
    """Universal Robots UR10, six-axis arm with a reach of 1.3 m.

    Source: dimensions published by Universal Robots ("DH parameters for calculations of kinematics and
    dynamics"); frames, offsets, limits, masses and inertias as in ur10_robot.urdf of ROS-Industrial's
    ur_description: every joint ±2π, the elbow ±π as in the maker's current description.
    """
    return _build(_UR10)


def ur10e() -> Robot:
    """Universal Robots UR10e, six-axis arm of the e-Series with a reach of 1.3 m.

    Source: dimensions, masses and centres of mass published by Universal Robots ("DH parameters for
    calculations of kinematics and dynamics"); shoulder and elbow offsets and limits as in
    ROS-Industrial's ur_description (every joint ±2π, the elbow ±π), link frames as in its former
    ur_e_description, the convention that ur5 and ur10 follow. Inertias are that package's cylinders.
    """
    return _build(_UR10E)


def _cylinder(mass: float, com: Vector, radius: float, length: float) -> Body:
    """A body with the inertia of a solid cylinder along z."""
    across = mass * (3 * radius**2 + length**2) / 12
    return Body(mass, com, (across, 0.0, 0.0, across, 0.0, mass * radius**2 / 2))


_UR5 = _Size(
    name="ur5",
    d1=0.089159,
    a2=-0.425,
    a3=-0.39225,
    d4=0.10915,
    d5=0.09465,
    d6=0.0823,
    shoulder_offset=0.13585,
    elbow_offset=-0.1197,
    tube_offset=0.0,
    shoulder_radius=0.059,
    elbow_radius=0.058,
    wrist_radius=0.038,
    upper_arm_radius=0.05,
    forearm_radius=0.037,
    velocity=(3.15, 3.15, 3.15, 3.2, 3.2, 3.2),
    effort=(150.0, 150.0, 150.0, 28.0, 28.0, 28.0),
    bodies=(
        _cylinder(4.0, (0.0, 0.0, 0.0), 0.06, 0.05),
        _cylinder(3.7, (0.0, 0.0, 0.0), 0.06, 0.15),
        _cylinder(8.393, (0.0, 0.0, 0.28), 0.06, 0.56),
        _cylinder(2.275, (0.0, 0.0, 0.25), 0.06, 0.5),
        _cylinder(1.219, (0.0, 0.0, 0.0), 0.06, 0.12),
        _cylinder(1.219, (0.0, 0.0, 0.0), 0.06, 0.12),
        _cylinder(0.1879, (0.0, 0.0, 0.0), 0.06, 0.12),
    ),
)

_UR10 = _Size(
    name="ur10",
    d1=0.1273,
    a2=-0.612,
    a3=-0.5723,
    d4=0.163941,
    d5=0.1157,
    d6=0.0922,
    shoulder_offset=0.220941,
    elbow_offset=-0.1719,
    tube_offset=-0.045,
    shoulder_radius=0.075,
    elbow_radius=0.06,
    wrist_radius=0.046,
    upper_arm_radius=0.054,
    forearm_radius=0.043,
    velocity=(2.16, 2.16, 3.15, 3.2, 3.2, 3.2),
    effort=(330.0, 330.0, 150.0, 54.0, 54.0, 54.0),
    bodies=(
        _cylinder(4.0, (0.0, 0.0, 0.0), 0.075, 0.038),
        _cylinder(7.778, (0.0, 0.0, 0.0), 0.075, 0.178),
        _cylinder(12.93, (0.0, 0.0, 0.306), 0.075, 0.612),
        _cylinder(3.87, (0.0, 0.0, 0.28615), 0.075, 0.5723),
        _cylinder(1.96, (0.0, 0.0, 0.0), 0.075, 0.12),
        _cylinder(1.96, (0.0, 0.0, 0.0), 0.075, 0.12),
        _cylinder(0.202, (0.0, 0.0, 0.0), 0.075, 0.12),
    ),
)

_UR10E = _Size(
    name="ur10e",
    d1=0.1807,
    a2=-0.6127,
    a3=-0.57155,
    d4=0.17415,
    d5=0.11985,
    d6=0.11655,
    shoulder_offset=0.1762,
    elbow_offset=-0.1369,
    tube_offset=0.0,
    shoulder_radius=0.075,
    elbow_radius=0.06,
    wrist_radius=0.046,
    upper_arm_radius=0.054,
    forearm_radius=0.043,
    velocity=(*[math.radians(120)] * 2, *[math.radians(180)] * 4),
    effort=(330.0, 330.0, 150.0, 56.0, 56.0, 56.0),
    bodies=(
        _cylinder(4.0, (0.0, 0.0, 0.0), 0.075, 0.038),
        # The maker publishes these centres in DH frames; here they are in the frames of the links.
        _cylinder(7.369, (-0.021, 0.027, 0.0), 0.075, 0.178),
        _cylinder(13.051, (0.0, -0.0182, 0.2327), 0.075, 0.6127),
        _cylinder(3.989, (0.0, 0.0287, 0.33155), 0.075, 0.57155),
        _cylinder(2.1, (0.0, 0.14185, 0.018), 0.075, 0.12),
        _cylinder(1.98, (0.0, 0.018, 0.11285), 0.075, 0.12),
        _cylinder(0.615, (0.0, 0.09055, 0.0), 0.075, 0.12),
    ),
)


def _build(size: _Size) -> Robot:
    builder = RobotBuilder(size.name)
    for name, body, shapes in zip(_LINKS, size.bodies, _shapes(size), strict=True):
        body.declare(builder, f"{name}_link", shapes)
    add_hinges(builder, "base_link", _hinges(size))
    half = math.pi / 2
    builder.fixed("base_link-base_fixed_joint", "base_link", "base", rpy=(0, 0, -math.pi))
    builder.fixed("ee_fixed_joint", "wrist_3_link", "ee_link", xyz=(0, size.d6, 0), rpy=(0, 0, half))
    builder.fixed(
        "wrist_3_link-tool0_fixed_joint", "wrist_3_link", "tool0", xyz=(0, size.d6, 0), rpy=(-half, 0, 0)
    )
    return builder.build()


def _hinges(size: _Size) -> list[Hinge]:
    y: Vector = (0.0, 1.0, 0.0)
    z: Vector = (0.0, 0.0, 1.0)
    straight: Vector = (0.0, 0.0, 0.0)
    pitched: Vector = (0.0, math.pi / 2, 0.0)
    rows: list[tuple[str, str, Vector, Vector, Vector, float]] = [
        ("shoulder_pan", "shoulder", (0.0, 0.0, size.d1), straight, z, 2 * math.pi),
        ("shoulder_lift", "upper_arm", (0.0, size.shoulder_offset, 0.0), pitched, y, 2 * math.pi),
        ("elbow", "forearm", (0.0, size.elbow_offset, -size.a2), straight, y, math.pi),
        ("wrist_1", "wrist_1", (0.0, 0.0, -size.a3), pitched, y, 2 * math.pi),
        ("wrist_2", "wrist_2", (0.0, size.wrist_1_length, 0.0), straight, z, 2 * math.pi),
        ("wrist_3", "wrist_3", (0.0, 0.0, size.d5), straight, y, 2 * math.pi),
    ]
    return [
        Hinge(f"{joint}_joint", f"{link}_link", xyz, axis, -limit, limit, velocity, effort, rpy)
        for (joint, link, xyz, rpy, axis, limit), velocity, effort in zip(
            rows, size.velocity, size.effort, strict=True
        )
    ]


def _shapes(size: _Size) -> list[list[Geometry]]:
    """The shapes of the seven links: tubes, and a housing with a lid at every joint.

    Two adjacent housings meet halfway between their axes.
    """
    d1, upper, fore, d5 = size.d1, -size.a2, -size.a3, size.d5
    shoulder, elbow, wrist = size.shoulder_radius, size.elbow_radius, size.wrist_radius
    tube = size.tube_offset
    shoulder_face = (size.shoulder_offset + tube) / 2
    elbow_face = (tube - size.elbow_offset) / 2
    wrist_1, wrist_1_face = size.wrist_1_length, size.wrist_1_length / 2
    base_top = d1 - _OVERHANG * shoulder
    return [
        [cylinder_between((0, 0, 0), (0, 0, base_top), shoulder, color=_METAL)],
        [
            *_housing((0, 0, 0), (0, 0, 1), _OVERHANG * shoulder, shoulder),
            cylinder_between((0, 0, 0), (0, shoulder_face, 0), shoulder, color=_GREY),
        ],
        [
            *_housing((0, tube, 0), (0, 1, 0), shoulder_face, shoulder),
            cylinder_between((0, tube, 0), (0, tube, upper), size.upper_arm_radius, color=_GREY),
            *_housing((0, tube, upper), (0, 1, 0), elbow_face, elbow),
        ],
        [
            *_housing((0, 0, 0), (0, -1, 0), elbow_face, elbow),
            cylinder_between((0, 0, 0), (0, 0, fore), size.forearm_radius, color=_GREY),
            *_housing((0, 0, fore), (0, -1, 0), wrist_1_face, wrist),
        ],
        [
            cylinder_between((0, wrist_1_face, 0), (0, wrist_1, 0), wrist, color=_GREY),
            *_housing((0, wrist_1, 0), (0, 0, -1), d5 / 2, wrist),
        ],
        [
            cylinder_between((0, 0, d5 / 2), (0, 0, d5), wrist, color=_GREY),
            *_housing((0, 0, d5), (0, -1, 0), d5 / 2, wrist),
        ],
        [cylinder_between((0, d5 / 2, 0), (0, size.d6, 0), 0.95 * wrist, color=_METAL)],
    ]


def _housing(center: Vector, outward: Vector, face: float, radius: float) -> list[Geometry]:
    """A joint's housing along ``outward``: from ``face`` [m] before ``center`` to the lid behind it."""
    middle, direction = np.array(center), np.array(outward)
    lid = middle + (_OVERHANG * radius - _LID) * direction
    return [
        cylinder_between(middle - face * direction, lid, radius, color=_GREY),
        cylinder_between(lid, lid + _LID * direction, 0.92 * radius, color=_BLUE),
    ]
