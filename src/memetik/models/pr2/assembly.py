"""The PR2, Willow Garage's mobile manipulator."""

from __future__ import annotations

from math import pi, radians
from typing import Literal, NamedTuple, TypeAlias

from ...robot import Mimic, Robot, RobotBuilder
from ..shared.body import Vector
from .parts import BODIES, SHAPES

Side: TypeAlias = Literal["l", "r"]

AXES: dict[str, Vector] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

SHOULDER_OFFSET, UPPER_ARM, FOREARM = 0.1, 0.4, 0.321
"""Lengths of the arm along x: pan axis to lift axis, shoulder to elbow, elbow to wrist [m]."""
OPTICAL = (-pi / 2, 0.0, -pi / 2)
"""The rotation from a camera body (x forward, z up) to its optical frame (z forward, y down), rpy [rad]."""


class ArmJoint(NamedTuple):
    """A joint of the left arm, ``reach`` [m] along x from the previous one; without ``limits`` continuous."""

    name: str
    axis: Literal["x", "y", "z"]
    reach: float
    limits: tuple[float, float] | None
    velocity: float
    effort: float
    housing: str | None = None
    """A second link, rigidly attached to the joint's child."""


ARM = (
    ArmJoint("shoulder_pan", "z", 0.0, (pi / 4 - 1.5, pi / 4 + 1.5), 2.088, 30.0),
    ArmJoint("shoulder_lift", "y", SHOULDER_OFFSET, (-0.5236, 1.3963), 2.082, 30.0),
    ArmJoint("upper_arm_roll", "x", 0.0, (-0.8, 3.9), 3.27, 30.0, "upper_arm"),
    ArmJoint("elbow_flex", "y", UPPER_ARM, (-2.3213, 0.0), 3.3, 30.0),
    ArmJoint("forearm_roll", "x", 0.0, None, 3.6, 30.0, "forearm"),
    ArmJoint("wrist_flex", "y", FOREARM, (-2.094, 0.0), 3.078, 10.0),
    ArmJoint("wrist_roll", "x", 0.0, None, 3.6, 10.0, "gripper_palm"),
)

HEAD_CAMERAS: tuple[tuple[str, str, Vector], ...] = (
    ("sensor_mount_link", "head_plate_frame", (0.0, 0.0, 0.0)),
    ("high_def_frame", "sensor_mount_link", (0.0, -0.109, 0.035)),
    ("double_stereo_link", "sensor_mount_link", (0.0, 0.0, 0.003)),
    ("wide_stereo_link", "double_stereo_link", (0.0, 0.03, 0.0305)),
    ("narrow_stereo_link", "double_stereo_link", (0.0, 0.06, 0.0305)),
)
"""Each row: frame, its parent link, its position in the parent's frame [m]."""


def pr2() -> Robot:
    """Willow Garage PR2, wheeled base with lifting torso, pan-tilt head, two seven-axis arms and grippers.

    Source: Willow Garage, pr2_description (pr2_common), as packaged in example-robot-data 6.0.0: joint
    origins, axes, limits, velocities and efforts, masses, centres of mass and inertias. The base is fixed.
    Left out with their masses: casters and wheels (17.4 kg), lasers, IMU, accelerometers, simulated cameras
    and the grippers' parallel bars (0.35 kg per hand). One variable opens a gripper; its other joints mimic
    it. Shapes are our own.
    """
    b = RobotBuilder("pr2")
    _link(b, "base_footprint")
    b.fixed("base_footprint_joint", "base_footprint", _link(b, "base_link"), xyz=(0.0, 0.0, 0.051))
    b.prismatic(
        "torso_lift_joint",
        "base_link",
        _link(b, "torso_lift_link"),
        xyz=(-0.05, 0.0, 0.739675),
        lower=0.0,
        upper=0.31,
        velocity=0.013,
        effort=10000.0,
    )
    _add_head(b)
    _add_arm(b, "r")
    _add_arm(b, "l")
    return b.build()


def _add_head(b: RobotBuilder) -> None:
    b.revolute(
        "head_pan_joint",
        "torso_lift_link",
        _link(b, "head_pan_link"),
        xyz=(-0.01707, 0.0, 0.38145),
        lower=-3.007,
        upper=3.007,
        velocity=6.0,
        effort=2.645,
    )
    b.revolute(
        "head_tilt_joint",
        "head_pan_link",
        _link(b, "head_tilt_link"),
        xyz=(0.068, 0.0, 0.0),
        axis=AXES["y"],
        lower=-0.471238,
        upper=1.39626,
        velocity=5.0,
        effort=15.0,
    )
    plate = _link(b, "head_plate_frame")
    b.fixed("head_plate_frame_joint", "head_tilt_link", plate, xyz=(0.0232, 0.0, 0.0645))
    for frame, parent, xyz in HEAD_CAMERAS:
        b.fixed(f"{_stem(frame)}_frame_joint", parent, _link(b, frame), xyz=xyz)
    for camera in ("high_def_frame", "wide_stereo_link", "narrow_stereo_link"):
        _add_optical_frame(b, camera)


def _add_arm(b: RobotBuilder, side: Side) -> None:
    parent, y = "torso_lift_link", 0.188 if side == "l" else -0.188
    for joint in ARM:
        name, child = f"{side}_{joint.name}_joint", _link(b, f"{joint.name}_link", side)
        xyz, axis = (joint.reach, y, 0.0), AXES[joint.axis]
        if joint.limits is None:
            b.continuous(
                name, parent, child, xyz=xyz, axis=axis, velocity=joint.velocity, effort=joint.effort
            )
        else:
            lower, upper = joint.limits
            if side == "r" and joint.axis != "y":  # a reflection in y = 0 reverses turns about x and z
                lower, upper = -upper, -lower
            b.revolute(
                name,
                parent,
                child,
                xyz=xyz,
                axis=axis,
                lower=lower,
                upper=upper,
                velocity=joint.velocity,
                effort=joint.effort,
            )
        parent, y = child, 0.0
        if joint.housing:
            parent = _link(b, f"{joint.housing}_link", side)
            b.fixed(f"{side}_{joint.housing}_joint", child, parent)
    _add_forearm_camera(b, side)
    _add_gripper(b, side)


def _add_forearm_camera(b: RobotBuilder, side: Side) -> None:
    roll = -pi / 2 if side == "l" else pi / 2
    camera = _link(b, "forearm_cam_frame", side)
    b.fixed(
        f"{side}_forearm_cam_frame_joint",
        f"{side}_forearm_roll_link",
        camera,
        xyz=(0.135, 0.0, 0.044),
        rpy=(roll, radians(-32.25), 0.0),
    )
    _add_optical_frame(b, camera)


def _add_gripper(b: RobotBuilder, side: Side) -> None:
    """Add two fingers that open like scissors; their tips turn back by the same angle to stay parallel."""
    palm, gripper = f"{side}_gripper_palm_link", f"{side}_gripper"
    b.fixed(f"{gripper}_tool_joint", palm, f"{gripper}_tool_frame", xyz=(0.18, 0.0, 0.0))
    for finger, sign in (("l_finger", 1.0), ("r_finger", -1.0)):
        for part, parent, x, y, axis_z in (
            (finger, palm, 0.07691, 0.01, sign),
            (f"{finger}_tip", f"{gripper}_{finger}_link", 0.09137, 0.00495, -sign),
        ):
            b.revolute(
                f"{gripper}_{part}_joint",
                parent,
                _link(b, f"gripper_{part}_link", side),
                xyz=(x, sign * y, 0.0),
                axis=(0.0, 0.0, axis_z),
                lower=0.0,
                upper=0.548,
                velocity=0.5,
                effort=1000.0,
                mimic=None if part == "l_finger" else Mimic(f"{gripper}_l_finger_joint"),
            )


def _add_optical_frame(b: RobotBuilder, camera: str) -> None:
    optical = f"{_stem(camera)}_optical_frame"
    if optical in BODIES:
        _link(b, optical)
    b.fixed(f"{optical}_joint", camera, optical, rpy=OPTICAL)


def _link(b: RobotBuilder, name: str, side: Side | None = None) -> str:
    """Declare a link with its body and shapes; returns its full name."""
    full_name = f"{side}_{name}" if side else name
    body = BODIES.get(full_name) or BODIES[name]
    body.declare(b, full_name, SHAPES.get(name, ()))
    return full_name


def _stem(frame: str) -> str:
    return frame.removesuffix("_link").removesuffix("_frame")
