"""The errors of goals in numpy, from the poses of their links, and the verification of solutions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

import memetik as mk
from memetik.transforms import Array, rotation_from_quaternion

from ..verify import Flags, limits_held, pinocchio_link_poses, rotation_angle, within_tolerance


def goal_errors(goal: mk.Goal, poses: Array, targets: Array) -> list[tuple[Array, float]]:
    """Return each error (N,) [m or rad] of ``goal`` with its tolerance, at the link's ``poses`` (N, 4, 4).

    Poses and targets are in the same frame.
    """
    if isinstance(goal, mk.Pose):
        distance = np.linalg.norm(poses[:, :3, 3] - targets[:, :3, 3], axis=1)
        angle = rotation_angle(poses[:, :3, :3], targets[:, :3, :3])
        return [(distance, goal.tolerance[0]), (angle, goal.tolerance[1])]
    if isinstance(goal, mk.Position):
        return [(np.linalg.norm(poses[:, :3, 3] - targets, axis=1), goal.tolerance[0])]
    if isinstance(goal, mk.Orientation):
        wanted = np.array([rotation_from_quaternion(target) for target in targets]).reshape(-1, 3, 3)
        return [(rotation_angle(poses[:, :3, :3], wanted), goal.tolerance[0])]
    if isinstance(goal, mk.LookAt):
        return [(_angle(poses[:, :3, :3] @ goal.axis, targets - poses[:, :3, 3]), goal.tolerance)]
    raise NotImplementedError(f"the errors of {type(goal).__name__} are not written here")


def _angle(first: Array, second: Array) -> Array:
    """Return the angles between vectors (N, 3), by atan2, accurate at 0 and π."""
    across = np.linalg.norm(np.cross(first, second), axis=1)
    return np.asarray(np.arctan2(across, (first * second).sum(axis=1)))


def goals_met(
    robot: mk.Robot, goals: Mapping[str, mk.Goal], targets: Mapping[str, Array], answers: Array
) -> Flags:
    """Return whether pinocchio's kinematics meet all required and primary ``goals``, within limits, (N,).

    ``answers`` are (N, dof); ``targets`` has N targets for each of these goals.
    """
    deciding = {name: goal for name, goal in goals.items() if goal.priority != "secondary"}
    links = {name: _link(goal) for name, goal in deciding.items()}
    frames = {name: getattr(goal, "frame", None) or robot.root for name, goal in deciding.items()}
    poses = pinocchio_link_poses(robot, {*links.values(), *frames.values()}, answers)
    met = limits_held(robot, answers)
    for name, goal in deciding.items():
        seen = np.linalg.inv(poses[frames[name]]) @ poses[links[name]]
        for errors, tolerance in goal_errors(goal, seen, targets[name]):
            met &= within_tolerance(errors, tolerance)
    return met


def _link(goal: mk.Goal) -> str:
    if isinstance(goal, mk.Pose | mk.Position | mk.Orientation | mk.LookAt):
        return goal.link
    raise NotImplementedError(f"{type(goal).__name__} is not verified here")


def other_joints_held(robot: mk.Robot, joints: Iterable[str], starts: Array, answers: Array) -> Flags:
    """Return whether no joint except ``joints`` (of one variable each) moved from its start, (N,)."""
    movable = set(joints)
    held = [i for i, name in enumerate(robot.variable_names) if name not in movable]
    return np.asarray((answers[:, held] == starts[:, held]).all(axis=1))
