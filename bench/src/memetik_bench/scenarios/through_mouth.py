"""Targets for a rigid, curved shaft: poses of its tool at which it passes through the mouth of a tank."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation

from memetik import MemetikError
from memetik.collision import Tube
from memetik.transforms import Array

if TYPE_CHECKING:
    from .scenario import Scenario

_STEP = 0.005  # between points along the shaft [m]
_BLOCK = 20_000


@dataclass(frozen=True)
class ThroughMouth:
    """Uniform poses of the tool in a tank along y about x = 0, ``z``, at which the shaft is inside it.

    ``bore`` has rows (y, r): the tank's inner radius [m], beginning at its mouth. The tool's y is in
    ``depth``, its z within ``tilt`` [rad] of the tank's axis; ``head`` is the radius of the head [m]. All
    leave ``clearance`` [m]. Whether the arm can hold the shaft there is for the search of certificates.
    """

    z: float
    bore: tuple[tuple[float, float], ...]
    depth: tuple[float, float]
    tilt: float
    head: float
    clearance: float
    random_seed: int

    def poses(self, scenario: Scenario, count: int) -> tuple[Array, Array | None]:
        """Return the first ``count`` poses."""
        path, radius = _shaft(scenario)
        rng, found = np.random.default_rng(self.random_seed), [np.empty((0, 4, 4))]
        while sum(map(len, found)) < count:
            drawn = self._drawn(rng.random((_BLOCK, 6)))
            found.append(drawn[self._fits(drawn, path, radius)])
        return np.vstack(found)[:count], None

    def _drawn(self, numbers: Array) -> Array:
        """Return a tool pose for each row of numbers in 0..1."""
        u = numbers.T
        angle, r = 2 * np.pi * u[0], (self.bore[-1][1] - self.head - self.clearance) * np.sqrt(u[1])
        cos_tilt = 1 - u[3] * (1 - np.cos(self.tilt))  # uniform on the cap of the sphere
        spin, roll = 2 * np.pi * u[4], 2 * np.pi * u[5]
        # From z along the axis: roll about it, tilt, and turn the tilt about the axis.
        turns = Rotation.from_euler("zyz", np.column_stack([roll, np.arccos(cos_tilt), spin - roll]))
        to_axis = Rotation.from_matrix([[1, 0, 0], [0, 0, 1], [0, -1, 0]])  # z to y
        poses = np.tile(np.eye(4), (len(numbers), 1, 1))
        poses[:, :3, :3] = (to_axis * turns).as_matrix()
        depth = self.depth[0] + u[2] * (self.depth[1] - self.depth[0])
        poses[:, :3, 3] = np.column_stack([r * np.cos(angle), depth, self.z + r * np.sin(angle)])
        return poses

    def _fits(self, poses: Array, path: Array, radius: float) -> npt.NDArray[np.bool_]:
        """Return whether the points of the shaft beyond the mouth are ``radius`` away from the bore."""
        y, r = np.array(self.bore).T
        points = np.einsum("nij,kj->nki", poses[:, :3, :3], path) + poses[:, None, :3, 3]
        away = np.hypot(points[..., 0], points[..., 2] - self.z)
        room = np.interp(points[..., 1], y, r) - radius - self.clearance
        return np.asarray(((away < room) | (points[..., 1] < y[0])).all(axis=1))


def _shaft(scenario: Scenario) -> tuple[Array, float]:
    """Return points (N, 3) [m] along the middle of the robot's tube, in the tool's frame, and its radius."""
    robot = scenario.load_robot()
    for link, described in robot.links.items():
        for item in described.visuals:
            if isinstance(item.shape, Tube):
                frames = robot.fk(robot.neutral)
                pose = np.linalg.inv(frames[scenario.tool]) @ frames[link] @ item.origin
                corners = item.shape.points @ pose[:3, :3].T + pose[:3, 3]
                return _dense(corners), item.shape.radius
    raise MemetikError(f"robot {robot.name!r} has no tube")


def _dense(corners: Array) -> Array:
    pieces = []
    for start, end in itertools.pairwise(corners):
        shares = np.arange(0, 1, _STEP / np.linalg.norm(end - start))[:, None]
        pieces.append(start + shares * (end - start))
    return np.vstack([*pieces, corners[-1:]])
