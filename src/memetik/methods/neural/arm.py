"""Arm: a link and the variables that move it, with the features of the networks."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ...goals.pose import ROTATION_SCALE_PER_REACH, Pose, Position
from ...robot import sampling as _sampling
from ...solve.problem import Problem
from ...transforms import Array, transform
from ..shared.link_targets import chain, placed_point, wanted_link_pose, wanted_point
from ..shared.python_method import Search

Indices: TypeAlias = npt.NDArray[np.intp]

_SPREAD = 0.2  # [rad] of the changes in the training set; prismatic joints get an equivalent length


class Arm:
    """The link of a goal. ``inputs`` are the variables that move it, ``outputs`` those that may change."""

    def __init__(self, problem: Problem) -> None:
        self.robot = robot = problem.robot
        ((self._name, goal),) = problem.goals.items()
        assert isinstance(goal, (Pose, Position))
        self.link, self.with_rotation = goal.link, isinstance(goal, Pose)
        self._tool = np.eye(4) if self.with_rotation else transform(placed_point(goal))
        moving = {j.mimic.joint if j.mimic else j.name for j in chain(robot, goal.link) if j.type != "fixed"}
        slices = [where for name, where in robot._variables.slices.items() if name in moving]
        self.inputs = np.array([i for s in slices for i in range(s.start, s.stop)], dtype=np.intp)
        self.outputs = np.array(problem._native.active, dtype=np.intp)
        self.rotation_scale = ROTATION_SCALE_PER_REACH * (robot.reach or 1.0)
        angles = _sampling.angle_mask(robot.joints.values())
        self.low, self.high = _sampling.search_interval(robot.lower, robot.upper, robot.reach, angles)
        self._angles = angles.astype(bool)
        spread = np.where(self._angles, _SPREAD, _SPREAD * self.rotation_scale)
        self.spread = np.minimum(spread, 0.5 * (self.high - self.low))[self.outputs]

    @property
    def rows(self) -> int:
        """The length of an offset: 6 for a pose, 3 for a position."""
        return 6 if self.with_rotation else 3

    def target(self, search: Search) -> Array:
        """Return the target pose of the tip in a query, (4, 4); for positions the rotation is meaningless."""
        if self.with_rotation:
            return wanted_link_pose(search, self._name)
        return transform(wanted_point(search, self._name))

    def tip(self, q: Array) -> Array:
        """Return the poses of the tip (N, 4, 4) at configurations (N, dof)."""
        return self.robot.fk(q, self.link) @ self._tool

    def features(self, q: Array, variables: Indices | None = None) -> Array:
        """Return the network's inputs for (N, dof): sines and cosines of angles, scaled prismatic values."""
        chosen = self.inputs if variables is None else variables
        is_angle = self._angles[chosen]
        angles, slides = q[:, chosen[is_angle]], chosen[~is_angle]
        parts = [np.sin(angles), np.cos(angles)]
        if len(slides):
            low, high = self.low[slides], self.high[slides]
            parts.append(2 * (q[:, slides] - low) / np.maximum(high - low, 1e-9) - 1)
        return np.concatenate(parts, axis=1)

    def offset(self, tips: Array, targets: Array) -> Array:
        """Return offsets from tips to targets in tip frames [m]: translation, scaled rotation vector."""
        back = np.swapaxes(tips[:, :3, :3], 1, 2)
        way = (back @ (targets[:, :3, 3:] - tips[:, :3, 3:]))[:, :, 0]
        if not self.with_rotation:
            return way
        turn = _rotation_vectors(back @ targets[:, :3, :3])
        return np.concatenate([way, self.rotation_scale * turn], axis=1)


def _rotation_vectors(rotations: Array) -> Array:
    """Return rotation vectors of (N, 3, 3). Near half a turn, where the sign of the axis is undefined, they
    are too short.
    """
    r = rotations
    sines = 0.5 * np.stack(
        [r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]], axis=1
    )
    sine = np.sqrt((sines * sines).sum(1))
    angle = np.arctan2(sine, 0.5 * (r[:, 0, 0] + r[:, 1, 1] + r[:, 2, 2] - 1))
    vectors: Array = sines * (angle / np.maximum(sine, 1e-9))[:, None]
    return vectors
