"""Goals of every kind on robots of every kind, for theorems that hold for all of them."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import memetik as mk
from tests import naive_kinematics as naive
from tests.naive_kinematics import Array
from tests.random_trees import random_robot, random_rotation

SOME_OF_ALL_JOINTS = (
    *("floating", "revolute", "spherical", "prismatic", "continuous", "revolute", "planar", "revolute"),
    *("cylindrical", "revolute", "continuous", "fixed", "revolute", "prismatic", "revolute"),
)


@dataclass(frozen=True)
class Subject:
    """A robot and three of its links: one to be placed, one to be a frame, one more."""

    robot: mk.Robot
    tip: str
    frame: str
    other: str
    joints: tuple[str, ...]  # some of them


@cache
def subject(name: str) -> Subject:
    if name == "panda":
        robot = mk.Robot.load("panda")
        return Subject(robot, "panda_hand", "panda_link3", "panda_link6", ("panda_joint2", "panda_joint5"))
    if name == "valkyrie":
        robot = mk.Robot.load("valkyrie").with_floating_base(world="ground")
        return Subject(robot, "leftPalm", "rightPalm", "head", ("root", "torsoYaw", "leftElbowPitch"))
    if name == "snake":
        robot = mk.Robot.load("snake(30)")
        return Subject(robot, "tip", "link_7", "link_21", ("joint_3", "joint_30"))
    robot = random_robot(5, SOME_OF_ALL_JOINTS, limited=True)  # two mimics on the way to link_9
    return Subject(robot, "link_9", "link_15", "link_10", robot.joint_names[:4])


SUBJECTS = ("panda", "valkyrie", "snake", "tree")


# ---------------------------------------------------------------- users' functions, for Custom


def curved(poses: Array, q: Array) -> Array:
    """Four rows that depend on a link's place, on its axes and on a joint."""
    place = poses[:, 0, :3, 3] * (1.0, 2.0, -1.0) + poses[:, 0, :3, 0]
    return np.concatenate([place, np.sin(q[:, :1]) * poses[:, 0, 2:3, 2]], axis=1)


def derivative_of_curved(poses: Array, q: Array) -> Array:
    result = np.zeros((len(q), 4, 6 + q.shape[1]))
    result[:, :3, :3] = np.diag((1.0, 2.0, -1.0))
    result[:, :3, 3:6] = -_cross_matrices(poses[:, 0, :3, 0])
    result[:, 3, 3:6] = -np.sin(q[:, :1]) * _cross_matrices(poses[:, 0, :3, 2])[:, 2]
    result[:, 3, 6] = np.cos(q[:, 0]) * poses[:, 0, 2, 2]
    return result


def _cross_matrices(vectors: Array) -> Array:
    """[v]x: [v]x w = v x w."""
    return -np.cross(vectors[:, None, :], np.eye(3)[None])


TARGET = np.array((0.4, 0.1, 0.3))


def at_target(poses: Array, q: Array) -> Array:
    return poses[:, 0, :3, 3] - TARGET


def reach(function: Any = at_target, **options: Any) -> mk.Custom:
    """The tool of a ur5 at the target."""
    return mk.Custom(function, rows=3, links="tool0", **options)


C_SIGNATURE = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.POINTER(ctypes.c_double)] * 4, ctypes.c_void_p)


def as_c_function(links: int, values: int, rows: int, *, with_derivative: bool) -> Any:
    """``curved`` as a function of the C signature; its address is that of any compiled one."""

    def call(n: int, poses: Any, q: Any, residuals: Any, derivative: Any, user: Any) -> None:
        pose_array = np.ctypeslib.as_array(poses, (n, links, 4, 4))
        values_array = np.ctypeslib.as_array(q, (n, values))
        np.ctypeslib.as_array(residuals, (n, rows))[:] = curved(pose_array, values_array)
        if with_derivative and derivative:
            out = np.ctypeslib.as_array(derivative, (n, rows, 6 * links + values))
            out[:] = derivative_of_curved(pose_array, values_array)

    return C_SIGNATURE(call)


def address_of(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


_KEPT: dict[tuple[int, bool], Any] = {}  # a C function must outlive its address


def compiled_curved(values: int, *, with_derivative: bool) -> int:
    key = (values, with_derivative)
    if key not in _KEPT:
        _KEPT[key] = as_c_function(1, values, 4, with_derivative=with_derivative)
    return address_of(_KEPT[key])


# ---------------------------------------------------------------- goals

GOALS = (
    "pose",
    "pose offset",
    "pose frame",
    "pose free",
    "pose by axis",
    "pose scaled",
    "pose all",
    "position",
    "position by axis",
    "orientation",
    "orientation free",
    "look at",
    "look at frame",
    "stay close",
    "stay close joints",
    "stay close mapping",
    "align axis",
    "align axis frame",
    "within cone",
    "within cone frame",
    "face away",
    "on line",
    "on line frame",
    "on plane",
    "on plane frame",
    "keep distance min",
    "keep distance max",
    "keep distance frame",
    "pass through",
    "pass through chain",
    "scan",
    "scan frame",
    "balance",
    "center joints",
    "avoid joint limits",
    "joint value",
    "linear joints",
    "custom",
    "custom derivative",
    "custom address",
    "custom address derivative",
)


def make_goal(kind: str, s: Subject, rng: np.random.Generator) -> mk.Goal:
    """A goal of this kind that a random configuration does not meet, with odd numbers everywhere."""
    robot = s.robot
    q = robot.random(rng=rng)
    target = robot.fk(q, s.tip)
    offset = mk.transform(rng.uniform(-0.2, 0.2, 3))
    offset[:3, :3] = random_rotation(rng)
    place = target[:3, 3] + rng.uniform(-0.5, 0.5, 3)
    quaternion = np.roll(Rotation.from_matrix(target[:3, :3]).as_quat(), 1)
    axis = rng.normal(size=3)
    weight = float(rng.uniform(0.2, 3))
    by_axis = rng.uniform(1e-4, 1e-2, 6)
    joint = (s.joints[0],)
    singles = single_variables(robot)
    facing = target[:3, :3].T @ place + 0.1 * axis
    values = len(np.atleast_1d(robot.unpack(q)[s.joints[0]]))
    custom: dict[str, Any] = {"rows": 4, "links": s.tip, "joints": joint, "weight": weight}
    makers: dict[str, Any] = {
        "pose": lambda: mk.Pose(s.tip, target, weight=weight),
        "pose offset": lambda: mk.Pose(s.tip, target, offset=offset),
        "pose frame": lambda: mk.Pose(s.tip, target, frame=s.frame),
        "pose free": lambda: mk.Pose(s.tip, target, free=("y", "rz")),
        "pose by axis": lambda: mk.Pose(s.tip, target, tolerance=by_axis),
        "pose scaled": lambda: mk.Pose(s.tip, target, rotation_scale=0.37, weight=weight),
        "pose all": lambda: mk.Pose(
            s.tip, target, offset=offset, frame=s.frame, free="rx", tolerance=by_axis, weight=weight
        ),
        "position": lambda: mk.Position(s.tip, place, offset=offset[:3, 3], weight=weight),
        "position by axis": lambda: mk.Position(s.tip, place, tolerance=by_axis[:3], frame=s.other),
        "orientation": lambda: mk.Orientation(s.tip, quaternion, offset=offset, weight=weight),
        "orientation free": lambda: mk.Orientation(s.tip, quaternion, free=("rx", "ry"), frame=s.frame),
        "look at": lambda: mk.LookAt(s.tip, place, axis=axis, offset=offset[:3, 3], weight=weight),
        "look at frame": lambda: mk.LookAt(s.tip, place, axis=axis, frame=s.frame),
        "stay close": lambda: mk.StayClose(target=q, priority="primary", weight=weight),
        "stay close joints": lambda: mk.StayClose(
            target=q, joints=s.joints, joint_weights={s.joints[0]: 0.3}, priority="primary"
        ),
        "stay close mapping": lambda: mk.StayClose(
            target={name: robot.unpack(q)[name] for name in s.joints}, priority="primary"
        ),
        "align axis": lambda: mk.AlignAxis(s.tip, place, axis=axis, weight=weight),
        "align axis frame": lambda: mk.AlignAxis(s.tip, place, axis=axis, frame=s.frame),
        "within cone": lambda: mk.WithinCone(s.tip, place, axis=axis, angle=0.01, weight=weight),
        "within cone frame": lambda: mk.WithinCone(s.tip, place, axis=axis, angle=0.01, frame=s.frame),
        "face away": lambda: mk.FaceAway(s.tip, place, axis=facing, weight=weight, tolerance=0.0),
        "on line": lambda: mk.OnLine(s.tip, place, axis, offset=offset[:3, 3], weight=weight),
        "on line frame": lambda: mk.OnLine(s.tip, place, axis, frame=s.frame),
        "on plane": lambda: mk.OnPlane(s.tip, place, axis, offset=offset[:3, 3], weight=weight),
        "on plane frame": lambda: mk.OnPlane(s.tip, place, axis, frame=s.frame),
        "keep distance min": lambda: mk.KeepDistance(s.tip, place, min=9, offset=axis, weight=weight),
        "keep distance max": lambda: mk.KeepDistance(s.tip, place, max=0.01, weight=weight),
        "keep distance frame": lambda: mk.KeepDistance(s.tip, axis, min=5, max=6, frame=s.frame),
        "pass through": lambda: mk.PassThrough((s.frame, s.tip), place, weight=weight, tolerance=1e-6),
        "pass through chain": lambda: mk.PassThrough(
            (s.frame, s.other, s.tip), place, offsets={s.tip: offset[:3, 3]}, tolerance=1e-6
        ),
        "scan": lambda: mk.Scan(
            s.tip, place, normal=facing, axis=axis, offset=offset[:3, 3], view_angle=0.01, normal_angle=0.01
        ),
        "scan frame": lambda: mk.Scan(s.tip, place, normal=facing, axis=axis, frame=s.frame, weight=weight),
        "balance": lambda: mk.Balance(place, up=axis, weight=weight),
        "center joints": lambda: mk.CenterJoints(weight=weight, priority="primary"),
        "avoid joint limits": lambda: mk.AvoidJointLimits(
            joints=limited_variables(robot)[:3], weight=weight, priority="primary"
        ),
        "joint value": lambda: mk.JointValue(singles[0], 0.123, weight=weight),
        "linear joints": lambda: mk.LinearJoints({singles[0]: 0.7, singles[1]: -2.0}, 9.0, weight=weight),
        "custom": lambda: mk.Custom(curved, **custom),
        "custom derivative": lambda: mk.Custom(curved, derivative=derivative_of_curved, **custom),
        "custom address": lambda: mk.Custom(compiled_curved(values, with_derivative=False), **custom),
        "custom address derivative": lambda: mk.Custom(
            compiled_curved(values, with_derivative=True), derivative=True, **custom
        ),
    }
    goal: mk.Goal = makers[kind]()
    return goal


def single_variables(robot: mk.Robot) -> list[str]:
    """Variables that are no part of a rotation."""
    return [name for name in robot.variable_names if not name.endswith((".rx", ".ry", ".rz"))]


def limited_variables(robot: mk.Robot) -> list[str]:
    """Those of them that have two limits."""
    bounded = dict(
        zip(robot.variable_names, np.isfinite(robot.lower) & np.isfinite(robot.upper), strict=True)
    )
    return [name for name in single_variables(robot) if bounded[name]]


def met_by(kind: str, s: Subject, q: Array, rng: np.random.Generator) -> mk.Goal:
    """A goal of this kind that ``q`` meets exactly."""
    poses = naive.forward(s.robot, q)
    tip, frame = poses[s.tip], poses[s.frame]
    in_frame = mk.transforms.inverse(frame) @ tip
    offset = mk.transform(rng.uniform(-0.2, 0.2, 3))
    offset[:3, :3] = random_rotation(rng)
    turned, shifted = mk.transform(rpy=(0, 0, rng.normal())), mk.transform((0, rng.normal(), 0))
    elsewhere = turned @ shifted  # along and about the target's own axes
    axis = rng.normal(size=3)
    seen = (tip @ [*(0.7 * axis), 1.0])[:3]
    near = tip[:3, :3] @ axis + 0.2 * np.linalg.norm(axis) * random_rotation(rng)[0]
    length = float(np.linalg.norm(axis))
    singles = single_variables(s.robot)
    values = s.robot.unpack(q)
    there = curved(tip[None, None], np.atleast_1d(values[s.joints[0]])[None])
    makers: dict[str, Any] = {
        "pose": lambda: mk.Pose(s.tip, tip),
        "pose offset": lambda: mk.Pose(s.tip, tip @ offset, offset=offset),
        "pose frame": lambda: mk.Pose(s.tip, in_frame, frame=s.frame),
        "pose free": lambda: mk.Pose(s.tip, tip @ elsewhere, free=("y", "rz")),
        "pose by axis": lambda: mk.Pose(s.tip, tip, tolerance=np.full(6, 1e-9)),
        "pose scaled": lambda: mk.Pose(s.tip, tip, rotation_scale=5.0),
        "pose all": lambda: mk.Pose(
            s.tip,
            in_frame @ offset @ elsewhere,
            offset=offset,
            frame=s.frame,
            free=("y", "rz"),
            tolerance=1e-9,
        ),
        "position": lambda: mk.Position(s.tip, (tip @ offset)[:3, 3], offset=offset[:3, 3]),
        "position by axis": lambda: mk.Position(
            s.tip, in_frame[:3, 3] + (0, 9, 0), free="y", frame=s.frame, tolerance=(1e-9, 0, 1e-9)
        ),
        "orientation": lambda: mk.Orientation(s.tip, (tip @ offset)[:3, :3], offset=offset),
        "orientation free": lambda: mk.Orientation(
            s.tip, (in_frame @ elsewhere)[:3, :3], free="rz", frame=s.frame
        ),
        "look at": lambda: mk.LookAt(s.tip, seen, axis=axis),
        "look at frame": lambda: mk.LookAt(
            s.tip, (mk.transforms.inverse(frame) @ [*seen, 1.0])[:3], axis=axis, frame=s.frame
        ),
        "stay close": lambda: mk.StayClose(target=q, priority="primary"),
        "stay close joints": lambda: mk.StayClose(target=q, joints=s.joints, priority="primary"),
        "stay close mapping": lambda: mk.StayClose(
            target={name: values[name] for name in s.joints}, priority="primary"
        ),
        "align axis": lambda: mk.AlignAxis(s.tip, tip[:3, :3] @ axis, axis=axis),
        "align axis frame": lambda: mk.AlignAxis(s.tip, in_frame[:3, :3] @ axis, axis=axis, frame=s.frame),
        "within cone": lambda: mk.WithinCone(s.tip, near, axis=axis, angle=0.7),
        "within cone frame": lambda: mk.WithinCone(
            s.tip, frame[:3, :3].T @ near, axis=axis, angle=0.7, frame=s.frame
        ),
        "face away": lambda: mk.FaceAway(s.tip, -near, axis=axis),
        "on line": lambda: mk.OnLine(s.tip, seen + 3 * axis, axis, offset=0.7 * axis),
        "on line frame": lambda: mk.OnLine(s.tip, in_frame[:3, 3] - axis, axis, frame=s.frame),
        "on plane": lambda: mk.OnPlane(s.tip, seen + np.cross(axis, (1, 2, 3)), axis, offset=0.7 * axis),
        "on plane frame": lambda: mk.OnPlane(s.tip, in_frame[:3, 3], axis, frame=s.frame),
        "keep distance min": lambda: mk.KeepDistance(s.tip, tip[:3, 3] + axis, min=0.99 * length),
        "keep distance max": lambda: mk.KeepDistance(s.tip, seen, max=0.01, offset=0.7 * axis),
        "keep distance frame": lambda: mk.KeepDistance(
            s.tip, in_frame[:3, 3] + axis, min=0.9 * length, max=1.1 * length, frame=s.frame
        ),
        "pass through": lambda: mk.PassThrough((s.frame, s.tip), 0.3 * frame[:3, 3] + 0.7 * tip[:3, 3]),
        "pass through chain": lambda: mk.PassThrough(
            (s.frame, s.other, s.tip), 0.4 * frame[:3, 3] + 0.6 * poses[s.other][:3, 3]
        ),
        "scan": lambda: mk.Scan(
            s.tip,
            tip[:3, 3] + 0.01 * near / length,
            normal=-near,
            axis=axis,
            view_angle=0.4,
            normal_angle=0.4,
        ),
        "scan frame": lambda: mk.Scan(
            s.tip,
            in_frame[:3, 3] + 0.5 * in_frame[:3, :3] @ axis,
            normal=-frame[:3, :3].T @ near,
            axis=axis,
            distance=(0.4 * length, 0.6 * length),
            normal_angle=0.4,
            frame=s.frame,
        ),
        "balance": lambda: mk.Balance(s.robot.center_of_mass(q) + axis, up=axis),
        "center joints": lambda: mk.CenterJoints(priority="primary"),  # met elsewhere
        "avoid joint limits": lambda: mk.AvoidJointLimits(priority="primary"),
        "joint value": lambda: mk.JointValue(singles[0], q[s.robot.variable_names.index(singles[0])]),
        "linear joints": lambda: mk.LinearJoints(
            {singles[0]: 2.0, singles[1]: -1.0},
            2 * q[s.robot.variable_names.index(singles[0])] - q[s.robot.variable_names.index(singles[1])],
        ),
        "custom": lambda: mk.Custom(
            lambda p, v: curved(p, v) - there, rows=4, links=s.tip, joints=s.joints[0]
        ),
    }
    goal: mk.Goal = makers[kind]()
    return goal


WITHOUT_TARGET = ("center joints", "avoid joint limits")
MET_KINDS = tuple(kind for kind in GOALS[: GOALS.index("custom") + 1] if kind not in WITHOUT_TARGET)


def rotation_angle(a: Array, b: Array) -> float:
    """Angle [rad] between two rotations, by SciPy."""
    return float(Rotation.from_matrix(a[:3, :3].T @ b[:3, :3]).magnitude())
