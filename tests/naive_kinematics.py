"""Kinematics directly from the definitions, in numpy and SciPy, to compare the core with.

A pose is the product of ``origin @ motion(q)`` from the root down; a Jacobian is a difference quotient.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

import memetik as mk

Array = npt.NDArray[np.float64]

HALF_TURN_ABOUT_X = np.diag([1.0, -1.0, -1.0])
STEP = 1e-3
"""Of difference quotients of fourth order: truncation and rounding are then both about 1e-12."""


def forward(robot: mk.Robot, q: Array) -> dict[str, Array]:
    """The pose of every link."""
    poses = {robot.root: np.eye(4)}
    for joint in robot.joints.values():
        poses[joint.child] = poses[joint.parent] @ joint.origin @ motion(joint, joint_value(robot, joint, q))
    return poses


def joint_value(robot: mk.Robot, joint: mk.Joint, q: Array) -> Array:
    """The value of a joint: from q, or computed from its master."""
    if joint.mimic is None:
        return np.array([q[robot.variable_names.index(name)] for name in joint.variable_names])
    master = robot.joints[joint.mimic.joint]
    return joint.mimic.multiplier * joint_value(robot, master, q) + joint.mimic.offset


def motion(joint: mk.Joint, value: Array) -> Array:
    """T(q) of one joint, in its own frame."""
    result = np.eye(4)
    if joint.type in ("revolute", "continuous"):
        result[:3, :3] = rotation(value[0] * joint.axis)
    elif joint.type == "prismatic":
        result[:3, 3] = value[0] * joint.axis
    elif joint.type in ("cylindrical", "planar"):
        frame = frame_of_axis(joint.axis)
        x, y, z, angle = (0.0, 0.0, *value) if joint.type == "cylindrical" else (*value[:2], 0.0, value[2])
        result[:3, :3] = frame @ rotation([0.0, 0.0, angle]) @ frame.T
        result[:3, 3] = frame @ [x, y, z]
    elif joint.type == "spherical":
        result[:3, :3] = rotation(value)
    elif joint.type == "floating":
        result[:3, :3] = rotation(value[3:])
        result[:3, 3] = value[:3]
    return result


def frame_of_axis(axis: Array) -> Array:
    """The frame whose z is ``axis``, by the shortest rotation; beyond the horizon after a half turn."""
    if axis[2] < 0:
        return HALF_TURN_ABOUT_X @ frame_of_axis(HALF_TURN_ABOUT_X @ axis)
    sine = np.hypot(axis[0], axis[1])
    angle = np.arctan2(sine, axis[2])
    return rotation(np.array([-axis[1], axis[0], 0.0]) * (angle / sine if sine > 0 else 1.0))


def center_of_mass(robot: mk.Robot, q: Array) -> Array:
    """Mean of the links' centres, weighted by mass."""
    poses, moment, mass = forward(robot, q), np.zeros(3), 0.0
    for name, link in robot.links.items():
        if link.inertial is not None:
            moment += link.inertial.mass * (poses[name] @ [*link.inertial.com, 1.0])[:3]
            mass += link.inertial.mass
    return moment / mass


def jacobian(robot: mk.Robot, q: Array, link: str) -> Array:
    """Linear and angular velocity of ``link`` per unit of each variable, from poses around ``q``."""
    here = robot.fk(q, link)[:3, :3]

    def motion_from_here(rows: Array) -> Array:
        poses = robot.fk(rows, link)
        turns = Rotation.from_matrix(poses[:, :3, :3] @ here.T).as_rotvec()
        return np.concatenate([poses[:, :3, 3], turns], axis=1)

    return derivative(motion_from_here, q)


def derivative(function: Callable[[Array], Array], q: Array, step: float = STEP) -> Array:
    """d function / dq by the five-point rule; ``function`` takes rows of q and returns rows."""
    steps = step * np.eye(len(q))
    offsets = np.concatenate([steps, -steps, 2 * steps, -2 * steps])
    near_plus, near_minus, far_plus, far_minus = np.split(function(q + offsets), 4)
    return np.asarray((8 * (near_plus - near_minus) - (far_plus - far_minus)).T / (12 * step))


def rotation(vector: npt.ArrayLike) -> Array:
    """The 3x3 matrix of a rotation vector."""
    return np.asarray(Rotation.from_rotvec(vector).as_matrix())


def rotation_angle(a: Array, b: Array) -> float:
    """Angle [rad] between the rotations of two transforms."""
    return float(Rotation.from_matrix(a[:3, :3].T @ b[:3, :3]).magnitude())
