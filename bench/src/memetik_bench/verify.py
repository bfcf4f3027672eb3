"""Whether answers are true: by pinocchio's forward kinematics and plain comparisons, nothing of ours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memetik import Robot
from memetik.transforms import Array

from .pinocchio_model import pinocchio_model

_ROUNDING = 1e-9
"""Relative: what a comparison with a tolerance or a limit lets pass, and nothing else does."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Verification:
    """Of N answers, each (N,): the errors [m, rad], and whether limits were held and all was right.

    Where there was no answer the errors are infinite and the flags False.
    """

    position_error: Array
    rotation_error: Array
    within_limits: Flags
    solved: Flags


def verify(robot: Robot, link: str, poses: Array, answers: Array, *, tolerance: float) -> Verification:
    """Compare ``answers`` (N, dof; rows of NaN where there is none) with the ``poses`` (N, 4, 4) asked for.

    Solved means: distance and angle each at most ``tolerance`` [m, rad] in norm, all limits held.
    """
    answered = np.isfinite(answers).all(axis=1)
    position_error = np.full(len(answers), np.inf)
    rotation_error = np.full(len(answers), np.inf)
    reached = pinocchio_poses(robot, link, answers[answered])
    position_error[answered] = np.linalg.norm(reached[:, :3, 3] - poses[answered, :3, 3], axis=1)
    rotation_error[answered] = rotation_angle(reached[:, :3, :3], poses[answered, :3, :3])
    within_limits = limits_held(robot, answers)
    solved = (
        within_tolerance(position_error, tolerance)
        & within_tolerance(rotation_error, tolerance)
        & within_limits
    )
    return Verification(position_error, rotation_error, within_limits, solved)


def limits_held(robot: Robot, rows: Array) -> Flags:
    """Whether configurations (N, dof) are within the limits, but for rounding; not where they are NaN."""
    low = robot.lower - _ROUNDING * np.abs(robot.lower)
    high = robot.upper + _ROUNDING * np.abs(robot.upper)
    return np.asarray(np.all((rows >= low) & (rows <= high), axis=1))


def within_tolerance(errors: Array, tolerance: float) -> Flags:
    """Whether errors are at most ``tolerance``, but for rounding."""
    return np.asarray(errors <= tolerance * (1.0 + _ROUNDING))


def pinocchio_poses(robot: Robot, link: str, rows: Array) -> Array:
    """Pose of ``link`` (N, 4, 4) at configurations (N, dof), as pinocchio computes it."""
    return pinocchio_link_poses(robot, [link], rows)[link]


def pinocchio_link_poses(robot: Robot, links: Iterable[str], rows: Array) -> dict[str, Array]:
    """Poses of several ``links``, each (N, 4, 4), at configurations (N, dof), as pinocchio computes them."""
    model = pinocchio_model(robot)
    import pinocchio as pin

    data = model.createData()
    frames = {link: model.getFrameId(link) for link in links}
    poses = {link: np.empty((len(rows), 4, 4)) for link in frames}
    for i, q in enumerate(robot.to_pinocchio(rows, model)):
        pin.forwardKinematics(model, data, q)
        for link, frame in frames.items():
            poses[link][i] = pin.updateFramePlacement(model, data, frame).homogeneous
    return poses


def rotation_angle(first: Array, second: Array) -> Array:
    """Angle [rad] of the rotations between two stacks (N, 3, 3): by atan2, as exact at 0 as at π."""
    relative = np.swapaxes(first, 1, 2) @ second
    twice_sine = np.linalg.norm(
        [relative[:, i, j] - relative[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0))], axis=0
    )
    twice_cosine = np.trace(relative, axis1=1, axis2=2) - 1.0
    return np.asarray(np.arctan2(twice_sine, twice_cosine))
