"""A serial chain in textbook form: constant transforms, with rotations about or translations along z between.

Rivals that need a chain joint by joint are built from it, so their kinematics equal memetik's up to rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memetik import Joint, Robot, RobotError
from memetik.transforms import Array, inverse

TURN = 2.0 * np.pi


@dataclass(frozen=True, eq=False)
class SerialChain:
    """Pose of the tip: ``constants[0] @ motion(q[0]) @ constants[1] @ ... @ motion(q[-1]) @ constants[-1]``.

    ``motion`` rotates about z by q [rad], or if ``is_prismatic`` (dof,) translates along z by q [m].
    ``constants`` are (dof + 1, 4, 4); ``lower`` and ``upper`` (dof,) are finite: ±π for continuous joints.
    """

    constants: Array
    is_prismatic: npt.NDArray[np.bool_]
    lower: Array
    upper: Array

    def shift_into_limits(self, q: Array) -> Array | None:
        """Return ``q`` (dof,) with angles shifted into the limits by whole turns, or None if that fails."""
        up = np.ceil(np.maximum(self.lower - q, 0.0) / TURN)
        down = np.ceil(np.maximum(q - self.upper, 0.0) / TURN)
        shifted = np.where(self.is_prismatic, q, q + TURN * (up - down))
        return shifted if ((shifted >= self.lower) & (shifted <= self.upper)).all() else None


def serial_chain(robot: Robot, link: str) -> SerialChain:
    """Return the chain from the root of ``robot`` to ``link``, which must contain all variables."""
    constants, moving, pending = [], [], np.eye(4)
    for joint in _path(robot, link):
        pending = pending @ joint.origin
        if joint.type != "fixed":
            align = _z_to(joint.axis)
            constants.append(pending @ align)
            moving.append(_one_variable(joint))
            pending = inverse(align)
    if tuple(joint.name for joint in moving) != robot.variable_names:
        raise RobotError(f"{robot.name!r} has joints outside the chain to {link!r}; use robot.subtree")
    turns = np.array([joint.type == "continuous" for joint in moving])
    return SerialChain(
        np.stack([*constants, pending]),
        np.array([joint.type == "prismatic" for joint in moving]),
        np.where(turns, -np.pi, robot.lower),
        np.where(turns, np.pi, robot.upper),
    )


def _one_variable(joint: Joint) -> Joint:
    if joint.type not in ("revolute", "continuous", "prismatic") or joint.mimic is not None:
        raise RobotError(
            f"joint {joint.name!r}: a chain has only revolute, continuous and prismatic joints, and no mimics"
        )
    if joint.type != "continuous" and not np.isfinite([joint.lower, joint.upper]).all():
        raise RobotError(f"joint {joint.name!r}: rivals need a lower and an upper limit")
    return joint


def _path(robot: Robot, link: str) -> list[Joint]:
    """Return the joints from the root to ``link``."""
    leading = {joint.child: joint for joint in robot.joints.values()}
    path: list[Joint] = []
    while link in leading:
        path.append(leading[link])
        link = path[-1].parent
    return path[::-1]


def _z_to(axis: Array) -> Array:
    """Return a rotation (4, 4) that maps z to ``axis``; x and y are arbitrary."""
    helper = np.eye(3)[np.argmin(np.abs(axis))]
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    result = np.eye(4)
    result[:3, :3] = np.column_stack([x, np.cross(axis, x), axis])
    return result
