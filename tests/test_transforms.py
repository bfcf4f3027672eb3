"""Rotations and rigid transforms agree with SciPy and form groups."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik import transforms
from memetik.rotations import rotation_from_rpy, rpy_from_rotation
from tests.naive_kinematics import Array
from tests.random_trees import seeds

angles = st.floats(-10, 10)
turns = st.floats(-2 * np.pi, 2 * np.pi)
EXACT = 1e-15
RIGHT_ANGLES = (0.0, np.pi / 2, -np.pi / 2, np.pi, -np.pi)


def assert_close(actual: object, expected: object, tolerance: float = 4e-15) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance)


def random_transforms(seed: int, n: int) -> Array:
    rng = np.random.default_rng(seed)
    result = np.tile(np.eye(4), (n, 1, 1))
    result[:, :3, :3] = Rotation.random(n, rng).as_matrix()
    result[:, :3, 3] = rng.normal(size=(n, 3))
    return result


class TestTransform:
    @given(rpy=st.tuples(turns, turns, turns), xyz=st.tuples(angles, angles, angles))
    def test_of_roll_pitch_yaw_turns_about_the_fixed_axes(
        self, rpy: tuple[float, ...], xyz: tuple[float, ...]
    ) -> None:
        pose = mk.transform(xyz, rpy=rpy)
        assert_close(pose[:3, :3], Rotation.from_euler("xyz", rpy).as_matrix())
        assert pose[:3, 3].tolist() == list(xyz)
        assert pose[3].tolist() == [0.0, 0.0, 0.0, 1.0]

    @given(seed=seeds, length=st.floats(-8, 8))
    def test_of_a_quaternion_of_any_length(self, seed: int, length: float) -> None:
        rotation = Rotation.random(None, np.random.default_rng(seed))
        x, y, z, w = 10.0**length * rotation.as_quat()
        for quaternion in ((w, x, y, z), (-w, -x, -y, -z)):
            assert_close(mk.transform(quaternion=quaternion)[:3, :3], rotation.as_matrix())

    @pytest.mark.parametrize("length", [1e-8, 1e150, 1e200, 1e300])
    def test_of_a_quaternion_of_extreme_length(self, length: float) -> None:
        half = length * np.sqrt(0.5)
        expected = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
        assert_close(transforms.rotation_from_quaternion((half, 0, half, 0)), expected)

    def test_of_quarter_turns_is_made_of_exact_zeros(self) -> None:
        for rpy in np.array(np.meshgrid(*[RIGHT_ANGLES] * 3)).reshape(3, -1).T:
            rotation = transforms.rotation_from_rpy(rpy)
            assert np.isin(rotation, (-1.0, 0.0, 1.0)).all(), rpy

    def test_of_nothing_is_the_identity(self) -> None:
        np.testing.assert_array_equal(mk.transform(), np.eye(4))

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"xyz": (1, 2)}, "xyz: expected 3 numbers, got shape (2,)"),
            ({"xyz": "here"}, "xyz: expected 3 numbers, got 'here'"),
            ({"xyz": (1, 2, [3])}, "xyz: expected 3 numbers, got (1, 2, [3])"),
            ({"xyz": (1, np.inf, 3)}, "xyz: not finite: [1.0, inf, 3.0]"),
            ({"rpy": 1.0}, "rpy: expected 3 numbers, got shape ()"),
            ({"quaternion": (1, 0, 0)}, "quaternion: expected 4 numbers, got shape (3,)"),
            ({"quaternion": (0, 0, 0, 0)}, "quaternion: zero length"),
            ({"quaternion": (1, 0, 0, 0), "rpy": (0, 0, 0)}, "rpy, quaternion: give one of them"),
        ],
    )
    def test_errors(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.TransformError, match=re.escape(message)):
            mk.transform(**values)


class TestRigidTransform:
    @given(seed=seeds)
    def test_is_a_copy(self, seed: int) -> None:
        pose = random_transforms(seed, 1)[0]
        checked = transforms.rigid_transform(pose)
        np.testing.assert_array_equal(checked, pose)
        checked[0, 3] += 1
        assert checked[0, 3] != pose[0, 3]

    @pytest.mark.parametrize(
        ("matrix", "message"),
        [
            (np.eye(3), "numbers x y z qw qx qy qz, got shape (3, 3)"),
            ("here", "hand: expected 4 x 4 numbers, a pair (position, quaternion)"),
            (np.full((4, 4), np.nan), "hand: not finite"),
            (np.diag([-1.0, 1.0, 1.0, 1.0]), "hand: not a rigid transform"),
            (
                np.diag([1.0, 1.0, 1.001, 1.0]),
                "hand: not a rigid transform: the rotation is 0.002 off",
            ),
            (np.diag([1.0, 1.0, 1.0, 2.0]), "hand: not a rigid transform"),
            (np.eye(4) + np.eye(4, k=-3), "hand: not a rigid transform"),
            (np.eye(4) + 0.01 * np.eye(4, k=1), "hand: not a rigid transform"),
            (1e200 * np.eye(4), "hand: not a rigid transform"),
            (np.zeros((4, 4)), "hand: not a rigid transform"),
        ],
    )
    def test_refuses(self, matrix: Any, message: str) -> None:
        with pytest.raises(mk.TransformError, match=re.escape(message)):
            transforms.rigid_transform(matrix, "hand")


class TestInverse:
    @given(seed=seeds)
    def test_undoes(self, seed: int) -> None:
        poses = random_transforms(seed, 6).reshape(2, 3, 4, 4)
        inverses = transforms.inverse(poses)
        assert_close(poses @ inverses, np.broadcast_to(np.eye(4), poses.shape))
        assert_close(inverses @ poses, np.broadcast_to(np.eye(4), poses.shape))
        np.testing.assert_array_equal(transforms.inverse(poses[1, 2]), inverses[1, 2])

    @given(seed=seeds)
    def test_turns_products_round(self, seed: int) -> None:
        a, b = random_transforms(seed, 2)
        assert_close(transforms.inverse(a @ b), transforms.inverse(b) @ transforms.inverse(a))


class TestRotationVectors:
    @given(seed=seeds)
    def test_to_quaternions_as_scipy(self, seed: int) -> None:
        vectors = np.random.default_rng(seed).normal(scale=3, size=(2, 5, 3))
        quaternions = transforms.quaternion_from_rotation_vector(vectors)
        assert_close(np.linalg.norm(quaternions, axis=-1), np.ones((2, 5)))
        for vector, (w, x, y, z) in zip(vectors.reshape(-1, 3), quaternions.reshape(-1, 4), strict=True):
            assert_close(
                Rotation.from_quat([x, y, z, w]).as_matrix(), Rotation.from_rotvec(vector).as_matrix()
            )

    @given(seed=seeds, angle=st.one_of(st.floats(0, np.pi), st.floats(0, 1e-6), st.just(np.pi)))
    def test_there_and_back(self, seed: int, angle: float) -> None:
        axis = np.random.default_rng(seed).normal(size=3)
        vector = angle * axis / np.linalg.norm(axis)
        quaternion = transforms.quaternion_from_rotation_vector(vector)
        for sign in (1.0, -1.0):
            back = transforms.rotation_vector_from_quaternion(sign * quaternion)
            assert np.linalg.norm(back) <= np.pi + EXACT
            turned = Rotation.from_rotvec(back).as_matrix()
            assert_close(turned, Rotation.from_rotvec(vector).as_matrix())
            if angle < 3:
                assert_close(back, vector, 1e-14)

    def test_of_tiny_turns_keep_all_digits(self) -> None:
        for size in (1e-200, 1e-30, 1e-13, 1e-11, 1e-6):
            vector = size * np.array([0.48, -0.6, 0.64])
            back = transforms.rotation_vector_from_quaternion(
                transforms.quaternion_from_rotation_vector(vector)
            )
            np.testing.assert_allclose(back, vector, rtol=1e-14)

    def test_of_no_turn_is_zero(self) -> None:
        assert transforms.quaternion_from_rotation_vector(np.zeros(3)).tolist() == [1.0, 0.0, 0.0, 0.0]
        assert transforms.rotation_vector_from_quaternion(np.array([1.0, 0, 0, 0])).tolist() == [
            0.0,
            0.0,
            0.0,
        ]


class TestAngles:
    @given(seeds)
    def test_give_the_rotation_back(self, seed: int) -> None:
        rotation = Rotation.random(rng=seed).as_matrix()
        assert_close(rotation_from_rpy(rpy_from_rotation(rotation)), rotation, EXACT)

    @pytest.mark.parametrize("off", [0.0, 1e-16, 1e-12, 1e-8, 1e-5])
    @pytest.mark.parametrize("side", [-1, 1])
    def test_also_where_the_pitch_is_a_quarter_turn(self, off: float, side: int) -> None:
        """There roll and yaw turn about the same axis."""
        for roll, yaw in ((0.3, 0.4), (-2.0, 1.0), (3.0, -3.0)):
            rotation = rotation_from_rpy((roll, side * (np.pi / 2 - off), yaw))
            rotation = rotation @ rotation_from_rpy((1e-9, -2e-9, 3e-9))
            assert_close(rotation_from_rpy(rpy_from_rotation(rotation)), rotation, EXACT)
