"""Unreachable targets are: the tip or the wrist would have to be outside its workspace."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.transforms import Array
from memetik_bench.arms import load_arm
from memetik_bench.engine.deficient_arms import DEFICIENT, deficient_arm, deficient_poses
from memetik_bench.engine.reach import farthest, shoulder
from memetik_bench.engine.unreachable_targets import (
    UNREACHABLE,
    UNREACHABLE_ARMS,
    beyond,
    in_the_hole,
    turned_back,
    wrist_in_tip,
)

WRISTS = {"ur5": "wrist_3_link", "panda": "panda_link7"}


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def wrists(arm: str, poses: Array) -> Array:
    return np.asarray(poses[:, :3, :3] @ wrist_in_tip(arm) + poses[:, :3, 3])


def from_shoulder(arm: str, points: Array) -> Array:
    return np.asarray(np.linalg.norm(points - shoulder(arm), axis=1))


@pytest.mark.parametrize("arm", UNREACHABLE_ARMS)
def test_the_wrist_keeps_its_place_in_the_tip(arm: str) -> None:
    robot, q = load_arm(arm).robot, load_arm(arm).robot.random(100, 1)
    expected = robot.fk(q, WRISTS[arm])[:, :3, 3]
    np.testing.assert_allclose(wrists(arm, robot.fk(q, load_arm(arm).link)), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("arm", UNREACHABLE_ARMS)
def test_beyond_is_beyond_the_arm(arm: str) -> None:
    excess = from_shoulder(arm, beyond(arm, 500, rng())[:, :3, 3]) / farthest(arm, load_arm(arm).link)[0]
    assert 1.01 <= excess.min() < 1.02
    assert 1.9 < excess.max() <= 2.0


@pytest.mark.parametrize("arm", UNREACHABLE_ARMS)
def test_turned_back_has_the_tip_within_reach_and_the_wrist_beyond(arm: str) -> None:
    poses = turned_back(arm, 500, rng())
    assert from_shoulder(arm, poses[:, :3, 3]).max() < farthest(arm, load_arm(arm).link)[0]
    excess = from_shoulder(arm, wrists(arm, poses)) / farthest(arm, WRISTS[arm])[0]
    assert excess.min() >= 1.005 - 1e-9
    assert excess.max() <= 1.05 + 1e-9


def test_the_hole_is_where_the_wrist_never_is() -> None:
    robot = load_arm("ur5").robot
    samples = robot.fk(robot.random(100_000, 1), WRISTS["ur5"])[:, :3, 3]
    nearest = np.hypot(samples[:, 0], samples[:, 1]).min()
    points = wrists("ur5", in_the_hole("ur5", 500, rng()))
    assert np.hypot(points[:, 0], points[:, 1]).max() <= 0.9 * nearest + 1e-6


@pytest.mark.parametrize("arm", UNREACHABLE_ARMS)
def test_all_are_poses(arm: str) -> None:
    for generate in UNREACHABLE[arm].values():
        rotations = generate(arm, 50, rng())[:, :3, :3]
        product = rotations @ np.swapaxes(rotations, 1, 2)
        np.testing.assert_allclose(product, np.broadcast_to(np.eye(3), product.shape), rtol=0, atol=1e-12)
        np.testing.assert_allclose(np.linalg.det(rotations), 1.0, rtol=1e-12)


@pytest.mark.parametrize("name", DEFICIENT)
def test_deficient_arms_lack_joints(name: str) -> None:
    arm = deficient_arm(name)
    assert arm.robot.dof == int(name.split()[-2])
    assert arm.link in arm.robot.link_names
    assert deficient_poses(name, 7, rng()).shape == (7, 4, 4)
