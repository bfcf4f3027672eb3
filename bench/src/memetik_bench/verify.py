"""Verifies solutions by pinocchio's forward kinematics and plain comparisons, without memetik's code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memetik import Robot
from memetik.transforms import Array

from .pinocchio_model import pinocchio_model

_ROUNDING = 1e-9
"""Relative rounding error that comparisons with tolerances and limits accept."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Verification:
    """The errors [m, rad] of N solutions, and whether they are within limits and solved, each (N,).

    Where there was no solution, the errors are infinite and the flags False.
    """

    position_error: Array
    rotation_error: Array
    within_limits: Flags
    solved: Flags


def verify(robot: Robot, link: str, poses: Array, answers: Array, *, tolerance: float) -> Verification:
    """Compare ``answers`` (N, dof; rows of NaN for failures) with the target ``poses`` (N, 4, 4).

    A query is solved if distance and angle are at most ``tolerance`` [m, rad] and all limits are respected.
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
    """Return whether configurations (N, dof) are within limits, up to rounding; False where they are NaN."""
    low = robot.lower - _ROUNDING * np.abs(robot.lower)
    high = robot.upper + _ROUNDING * np.abs(robot.upper)
    return np.asarray(np.all((rows >= low) & (rows <= high), axis=1))


def within_tolerance(errors: Array, tolerance: float) -> Flags:
    """Return whether errors are at most ``tolerance``, up to rounding."""
    return np.asarray(errors <= tolerance * (1.0 + _ROUNDING))


def pinocchio_poses(robot: Robot, link: str, rows: Array) -> Array:
    """Return pinocchio's poses of ``link`` (N, 4, 4) at configurations (N, dof)."""
    return pinocchio_link_poses(robot, [link], rows)[link]


def pinocchio_link_poses(robot: Robot, links: Iterable[str], rows: Array) -> dict[str, Array]:
    """Return pinocchio's poses of ``links``, each (N, 4, 4), at configurations (N, dof)."""
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
    """Return the angles [rad] between two stacks of rotations (N, 3, 3), by atan2, accurate at 0 and π."""
    relative = np.swapaxes(first, 1, 2) @ second
    twice_sine = np.linalg.norm(
        [relative[:, i, j] - relative[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0))], axis=0
    )
    twice_cosine = np.trace(relative, axis1=1, axis2=2) - 1.0
    return np.asarray(np.arctan2(twice_sine, twice_cosine))
