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
        "custom": lambda: mk.Custom(curved, **custom),
        "custom derivative": lambda: mk.Custom(curved, derivative=derivative_of_curved, **custom),
        "custom address": lambda: mk.Custom(compiled_curved(values, with_derivative=False), **custom),
        "custom address derivative": lambda: mk.Custom(
            compiled_curved(values, with_derivative=True), derivative=True, **custom
        ),
    }
    goal: mk.Goal = makers[kind]()
    return goal


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
        "custom": lambda: mk.Custom(
            lambda p, v: curved(p, v) - there, rows=4, links=s.tip, joints=s.joints[0]
        ),
    }
    goal: mk.Goal = makers[kind]()
    return goal


MET_KINDS = GOALS[: GOALS.index("custom") + 1]


def rotation_angle(a: Array, b: Array) -> float:
    """Angle [rad] between two rotations, by SciPy."""
    return float(Rotation.from_matrix(a[:3, :3].T @ b[:3, :3]).magnitude())
