"""Robots, places and checks that the tests of solving share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.solve.batch_solution import FIELDS
from tests import naive_kinematics as naive
from tests.naive_kinematics import Array, rotation_angle

PANDA, UR5 = mk.Robot.load("panda"), mk.Robot.load("ur5")
HAND = "panda_hand"
PLACE = (0.4, 0.1, 0.5)
FAR = (5.0, 0.0, 0.0)
METHODS: tuple[Any, ...] = ("auto", "restarts", "memetic")
every_method = pytest.mark.parametrize("method", METHODS)


def planar_arm(joints: int = 2) -> mk.Robot:
    b = mk.RobotBuilder("planar")
    for i in range(joints):
        b.revolute(f"joint_{i}", f"link_{i}", f"link_{i + 1}", xyz=(float(i > 0), 0, 0), lower=-3, upper=3)
    b.fixed("end", f"link_{joints}", "tip", xyz=(1, 0, 0))
    return b.build()


def some_targets(robot: mk.Robot, link: str, n: int, *, unreachable: int = 0) -> Array:
    targets = robot.fk(robot.random(n, rng=1), link)
    targets[:unreachable, 0, 3] += 3.0
    return np.random.default_rng(2).permutation(targets)


def goals_in_conflict(seed: int) -> list[mk.Goal]:
    """Goals of a panda's hand that cannot all be met."""
    rng = np.random.default_rng(seed)
    places = [mk.Position(HAND, np.add((0.45, 0, 0.4), rng.uniform(-0.15, 0.15, 3)), name=n) for n in "abc"]
    return [*places[: 2 + seed % 2], mk.AlignAxis(HAND, (0, 0, -1), name="down"), mk.StayClose()]


def ball(max_angle: float = np.inf) -> mk.Robot:
    b = mk.RobotBuilder("ball")
    b.spherical("ball", "a", "b", max_angle=max_angle)
    b.fixed("stick", "b", "tip", xyz=(0.3, 0.2, 1))
    return b.build()


def follower() -> mk.Robot:
    b = mk.RobotBuilder("follower")
    b.revolute("first", "a", "b", lower=-2, upper=2)
    b.revolute("second", "b", "c", xyz=(1, 0, 0), lower=-3, upper=3, mimic=mk.Mimic("first", 1.5, 0.1))
    b.revolute("third", "c", "d", xyz=(1, 0, 0), lower=-2, upper=2)
    b.fixed("end", "d", "tip", xyz=(1, 0, 0))
    return b.build()


def assert_pose_reached(robot: mk.Robot, link: str, q: Array, target: Array, tolerance: float = 1e-5) -> None:
    """The link is at the target pose, by independent kinematics."""
    pose = naive.forward(robot, q)[link]
    assert np.linalg.norm(pose[:3, 3] - target[:3, 3]) <= tolerance * (1 + 1e-9)
    assert rotation_angle(pose, target) <= tolerance * (1 + 1e-5)
    assert robot.within_limits(q)


def assert_same_as_single(
    batch: mk.BatchSolution, solver: mk.Solver, targets: Array, starts: Iterable[Any], **options: Any
) -> None:
    """Every solution of a batch equals that of a single call with the same arguments."""
    for i, (target, start) in enumerate(zip(targets, starts, strict=True)):
        alone = solver.solve(start, targets=target, **options)
        np.testing.assert_array_equal(batch.q[i], alone.q)
        for name in FIELDS.names or ():
            assert getattr(batch, name)[i] == getattr(alone, name), name
