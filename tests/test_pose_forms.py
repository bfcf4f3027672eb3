"""Rotations that are slightly off are repaired, by how much is said, and others are refused."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import memetik as mk
from memetik import transforms
from tests.naive_kinematics import Array
from tests.random_trees import random_pose, seeds

UR5 = mk.Robot.load("ur5")


def skewed(pose: Array, off: float) -> Array:
    """``pose`` with a rotation R for which the largest element of R Rᵀ - I is ``off``."""
    result = pose.copy()
    result[:3, :3] = np.diag([np.sqrt(1 + off), 1, 1]) @ pose[:3, :3]
    return result


class TestRepair:
    @given(seed=seeds, exponent=st.floats(-12, -3.1))
    def test_gives_the_nearest_rotation(self, seed: int, exponent: float) -> None:
        pose = random_pose(np.random.default_rng(seed))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", mk.InputWarning)
            repaired = transforms.rigid_transform(skewed(pose, 10**exponent))
        np.testing.assert_allclose(repaired[:3, :3] @ repaired[:3, :3].T, np.eye(3), atol=1e-14)
        np.testing.assert_allclose(repaired, pose, atol=10**exponent)

    def test_of_products_in_single_precision_never_refuses(self) -> None:
        rng = np.random.default_rng(1)
        for _ in range(500):
            product = np.eye(4, dtype=np.float32)
            for _ in range(8):
                product = product @ random_pose(rng).astype(np.float32)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", mk.InputWarning)
                transforms.rigid_transform(product)

    def test_up_to_rounding_is_silent(self) -> None:
        transforms.rigid_transform(skewed(np.eye(4), 9e-7))

    def test_of_more_warns_and_says_how_far(self) -> None:
        with pytest.warns(mk.InputWarning, match=r"hand: the rotation is 2\.0e-05 off orthonormal; the"):
            transforms.rigid_transform(skewed(np.eye(4), 2e-5), "hand")

    def test_of_a_batch_warns_once_and_is_that_of_single_queries(self) -> None:
        solver = mk.Solver(UR5, mk.Pose("tool0"))
        targets = UR5.fk(UR5.random(6, rng=2), "tool0")
        targets[1], targets[4] = skewed(targets[1], 3e-6), skewed(targets[4], 5e-4)
        with pytest.warns(
            mk.InputWarning, match=r"'tool0': 2 of 6 rotations are up to \(row 4\) 5\.0e-04 off"
        ) as caught:
            batch = solver.solve_batch(targets)
        assert len(caught) == 1
        with pytest.warns(mk.InputWarning):
            np.testing.assert_array_equal(solver.solve(targets={"tool0": targets[4]}).q, batch.q[4])

    @pytest.mark.parametrize(
        ("pose", "message"),
        [
            (
                skewed(np.eye(4), 1.2e-3),
                r"the rotation is 0\.0012 off orthonormal .* 0\.001 is repaired",
            ),
            (np.diag([1.0, 1.0, -1.0, 1.0]), "a reflection"),
            (np.diag([1e200, 1e200, 1e200, 1.0]), "the rotation is far off orthonormal"),
            (np.diag([1.0, 1.0, 1.0, 2.0]), "the last row is 0 0 0 2"),
        ],
    )
    def test_has_bounds(self, pose: Any, message: str) -> None:
        with pytest.raises(mk.TransformError, match=f"not a rigid transform: {message}"):
            transforms.rigid_transform(pose)


class TestSuspiciousInput:
    def test_the_identity_in_the_wrong_order_warns(self) -> None:
        wrong = (0, 0, 0, 1)
        for call in (
            lambda: mk.transform(quaternion=wrong),
            lambda: mk.Pose("tool0", ((0, 0, 0), wrong)),
            lambda: mk.Pose("tool0", [0, 0, 0, *wrong]),
            lambda: mk.Pose("tool0", position=(0, 0, 0), quaternion=wrong),
            lambda: mk.Pose("tool0", offset=wrong),
            lambda: mk.Orientation("tool0", wrong),
            lambda: mk.Solver(UR5, mk.Orientation("tool0")).solve_batch([wrong, (1, 0, 0, 0)]),
        ):
            with pytest.warns(mk.InputWarning, match="half turn about z.*quaternion_xyzw=") as caught:
                call()
            assert len(caught) == 1

    def test_the_identity_in_the_order_xyzw_is_silent(self) -> None:
        np.testing.assert_array_equal(mk.transform(quaternion_xyzw=(0, 0, 0, 1)), np.eye(4))
        assert mk.Orientation("tool0", quaternion_xyzw=(0, 0, 0, 1)).target.tolist() == [1, 0, 0, 0]

    def test_a_half_turn_by_angles_is_silent_also_when_it_is_restored(self) -> None:
        goal = mk.Orientation("tool0", rpy=(0, 0, np.pi))
        assert goal.target.tolist() == [0, 0, 0, 1]
        assert mk.goals.goal_from_dict(goal.to_dict()) == goal

    def test_angles_in_degrees_warn(self) -> None:
        for call in (
            lambda: mk.transform(rpy=(0, 0, 90)),
            lambda: mk.Pose("tool0", position=(0, 0, 0), rpy=(0, 0, 90)),
            lambda: mk.Orientation("tool0", rpy=(0, 0, 90)),
        ):
            with pytest.warns(mk.InputWarning, match=r"rpy: \[0.0, 0.0, 90.0\] rad .* add degrees=True"):
                call()


class TestTransform:
    def test_takes_degrees(self) -> None:
        radians = mk.transform((1, 2, 3), rpy=np.deg2rad((10, 20, 300)))
        np.testing.assert_array_equal(mk.transform((1, 2, 3), rpy=(10, 20, 300), degrees=True), radians)
        goal = mk.Pose("tool0", position=(1, 2, 3), rpy=(10, 20, 300), degrees=True)
        np.testing.assert_array_equal(goal.target, radians)

    def test_takes_quaternions_in_both_orders(self) -> None:
        w, x, y, z = 0.1, 0.2, -0.3, 0.4
        first = mk.transform(quaternion=(w, x, y, z))
        np.testing.assert_array_equal(mk.transform(quaternion_xyzw=(x, y, z, w)), first)

    def test_takes_a_rotation_as_its_second_argument(self) -> None:
        pose = random_pose(np.random.default_rng(3))
        np.testing.assert_array_equal(mk.transform(pose[:3, 3], pose[:3, :3]), pose)

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"rotation": np.eye(3), "rpy": (0, 0, 0)}, "rotation, rpy: give one of them, not both"),
            ({"degrees": True}, "degrees=True is for rpy"),
            ({"rotation": np.eye(4)}, "rotation: expected a quaternion or a 3x3 rotation"),
            ({"rotation": 2 * np.eye(3)}, "rotation: not a rigid transform"),
            ({"quaternion_xyzw": (0, 0, 0)}, "quaternion_xyzw: expected 4 numbers"),
        ],
    )
    def test_refuses(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.TransformError, match=message):
            mk.transform(**values)


@pytest.mark.parametrize("value", ["there", None, object(), [[1, 2], [3]], np.zeros((2, 2)), 5, 10**400])
def test_nonsense_is_a_transform_error(value: Any) -> None:
    for function in (
        transforms.inverse,
        transforms.rigid_transform,
        transforms.rotation_matrix,
        transforms.rotation_from_quaternion,
        transforms.quaternion_from_rotation,
        transforms.rotation_vector_from_quaternion,
        transforms.quaternion_from_rotation_vector,
        transforms.rotation_from_rpy,
    ):
        with pytest.raises(mk.TransformError):
            function(value)
