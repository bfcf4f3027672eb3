"""Skeleton: joints and tips as points in space, for methods that move points instead of joints."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...robot.description import Joint
from ...robot.robot import Robot
from ...transforms import Array
from ..shared.link_targets import chain

Point = tuple[float, float, float]


class Skeleton:
    """The revolute and prismatic joints that move some tips (points of links), as a tree of points.

    Points are first the joints, then the tips. ``parent[i]`` is the joint that moves point i, or -1 if none
    does. ``below[joint]`` are the points that a joint moves; they come after it.
    """

    def __init__(self, robot: Robot, movable: Sequence[str], tips: Sequence[tuple[str, Array]]) -> None:
        self._robot = robot
        chains = [[joint for joint in chain(robot, link) if joint.name in movable] for link, _ in tips]
        needed = {joint.name for joints in chains for joint in joints}
        self.joints = [joint for joint in robot.joints.values() if joint.name in needed]  # depth-first
        self.tips = list(tips)
        number = {joint.name: i for i, joint in enumerate(self.joints)}
        self.parent = [-1] * (len(self.joints) + len(tips))
        for k, joints in enumerate(chains):
            path = [*(number[joint.name] for joint in joints), len(self.joints) + k]
            for above, below in itertools.pairwise(path):
                self.parent[below] = above
        self.variables = [robot.variable_names.index(joint.name) for joint in self.joints]
        self.below = [self._below(i) for i in range(len(self.joints))]
        self.joints_below = [below[below < len(self.joints)] for below in self.below]

    def _below(self, joint: int) -> npt.NDArray[np.intp]:
        inside = {joint}
        for i in range(joint + 1, len(self.parent)):
            if self.parent[i] in inside:
                inside.add(i)
        return np.array(sorted(inside - {joint}), dtype=np.intp)

    def place(self, q: Array) -> tuple[Array, Array]:
        """Return the points (joints + tips, 3) and joint axes (joints, 3) at ``q``, in the root's frame."""
        poses = self._robot.fk(q)
        axes = np.array([poses[j.child][:3, :3] @ j.axis for j in self.joints]).reshape(-1, 3)
        points = [
            poses[j.child][:3, 3] - (q[v] * axis if j.type == "prismatic" else 0.0)  # the joint's origin
            for j, v, axis in zip(self.joints, self.variables, axes, strict=True)
        ]
        points += [poses[link][:3, :3] @ offset + poses[link][:3, 3] for link, offset in self.tips]
        return np.array(points), axes

    def reach(self, points: Array, targets: Array) -> Array:
        """Return the points after one iteration of FABRIK (Aristidou and Lasenby 2011).

        The backward pass, from the targets, computes p_i = (1 - λ) p_{i+1} + λ p_i with
        λ = d_i / |p_{i+1} - p_i|; where branches meet it takes the mean over the branches. The forward pass,
        from the roots, does the same with the roles exchanged. The lengths d_i are those of ``points``.
        """
        old: list[Point] = [tuple(point) for point in points.tolist()]
        length = [math.dist(old[i], old[k]) if k >= 0 else 0.0 for i, k in enumerate(self.parent)]
        new = old[: len(self.joints)] + [tuple(target) for target in targets.tolist()]
        asked: list[list[Point]] = [[] for _ in self.joints]
        for i in reversed(range(len(new))):
            if i < len(asked):
                new[i] = _mean(asked[i])
            if self.parent[i] >= 0:
                asked[self.parent[i]].append(_at_distance(length[i], new[i], old[self.parent[i]]))
        for i, k in enumerate(self.parent):
            new[i] = old[i] if k < 0 else _at_distance(length[i], new[k], new[i])
        return np.array(new)


def _at_distance(length: float, center: Point, toward: Point) -> Point:
    distance = math.dist(center, toward)
    if distance < 1e-12:
        return (center[0], center[1], center[2] + length)  # any direction is equally good
    f = length / distance
    return tuple(c + f * (t - c) for c, t in zip(center, toward, strict=True))  # type: ignore[return-value]


def _mean(points: list[Point]) -> Point:
    return tuple(sum(numbers) / len(points) for numbers in zip(*points, strict=True))


def best_turn(axis: Array, arms: Array, wanted: Array, weights: Array) -> float:
    """Return the angle about ``axis`` that brings ``arms`` (n, 3) closest to ``wanted`` (n, 3).

    Σ w |R(θ) v - u|² is minimal at tan θ = Σ w a·(v × u) / Σ w (v·u - (a·v)(a·u)); both sums follow from
    M = Σ w v uᵀ. The angle is 0 if all arms are along the axis.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = m = ((arms.T * weights) @ wanted).tolist()
    x, y, z = axis.tolist()
    sine = x * (yz - zy) + y * (zx - xz) + z * (xy - yx)
    along = x * (x * xx + y * xy + z * xz) + y * (x * yx + y * yy + z * yz) + z * (x * zx + y * zy + z * zz)
    cosine = xx + yy + zz - along
    largest = max(abs(number) for row in m for number in row)
    return math.atan2(sine, cosine) if math.hypot(sine, cosine) > 1e-14 * largest else 0.0


def best_slide(axis: Array, arms: Array, wanted: Array, weights: Array) -> float:
    """Return the shift along ``axis`` that brings ``arms`` closest to ``wanted``: the mean of (u - v)·a."""
    return float(weights @ ((wanted - arms) @ axis)) / float(weights.sum())


def turned(axis: Array, angle: float, vectors: Array) -> Array:
    """Return vectors (n, 3) rotated about a unit axis (Rodrigues' formula)."""
    x, y, z = axis.tolist()
    s, c = math.sin(angle), math.cos(angle)
    d = 1 - c
    transposed = [
        [c + d * x * x, d * x * y + s * z, d * x * z - s * y],
        [d * x * y - s * z, c + d * y * y, d * y * z + s * x],
        [d * x * z + s * y, d * y * z - s * x, c + d * z * z],
    ]
    return vectors @ np.array(transposed)


def nearest_allowed(joint: Joint, value: float, lower: float, upper: float) -> float:
    """Return ``value`` within its bounds: for revolute joints shifted by a whole turn if that suffices,
    else the nearer bound.
    """
    if lower <= value <= upper:
        return value
    if joint.type == "prismatic":
        return min(max(value, lower), upper)
    turn = 2 * math.pi
    turns = math.ceil((lower - value) / turn) if value < lower else -math.ceil((value - upper) / turn)
    if lower <= value + turns * turn <= upper:
        return value + turns * turn
    return lower if math.cos(value - lower) > math.cos(value - upper) else upper
