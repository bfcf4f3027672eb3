"""Pose, Position and Orientation: the forms of their arguments, and refused ones."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.goals.placement import Axis
from tests.random_trees import random_pose, random_rotation

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"


class TestConstruction:
    def test_a_pose_from_parts_is_that_of_the_matrix(self) -> None:
        rng = np.random.default_rng(10)
        pose = random_pose(rng)
        quaternion = 3.0 * np.roll(Rotation.from_matrix(pose[:3, :3]).as_quat(), 1)
        rpy = Rotation.from_matrix(pose[:3, :3]).as_euler("xyz")
        for goal in (
            mk.Pose(HAND, position=pose[:3, 3], quaternion=quaternion),
            mk.Pose(HAND, position=pose[:3, 3], rpy=rpy),
        ):
            np.testing.assert_allclose(goal.target, pose, atol=1e-14)

    def test_an_orientation_is_one_however_it_is_written(self) -> None:
        rotation = random_rotation(np.random.default_rng(11))
        quaternion = np.roll(Rotation.from_matrix(rotation).as_quat(), 1)
        rpy = Rotation.from_matrix(rotation).as_euler("xyz")
        first = mk.Orientation(HAND, rotation).target
        for goal in (
            mk.Orientation(HAND, quaternion),
            mk.Orientation(HAND, -2.5 * quaternion),
            mk.Orientation(HAND, rpy=rpy),
        ):
            np.testing.assert_allclose(goal.target, first, atol=1e-14)

    @pytest.mark.parametrize(
        "make", [list, tuple, np.float32, np.asfortranarray, lambda a: np.repeat(a, 2, 0)[::2]]
    )
    def test_any_array_will_do(self, make: Any) -> None:
        pose = mk.transform((0.5, 0.25, -0.125), rpy=(np.pi / 2, 0, 0))
        given = make(pose) if make is not np.float32 else pose.astype(np.float32)
        goal = mk.Pose(HAND, given, offset=given)
        np.testing.assert_array_equal(goal.target, pose)
        assert goal == mk.Pose(HAND, pose, offset=pose)

    def test_an_offset_may_be_a_point_a_rotation_or_a_transform(self) -> None:
        place, turned = mk.transform((0.1, 0.2, 0.3)), mk.transform(rpy=(0.1, 0.2, 0.3))
        quaternion = mk.transforms.quaternion_from_rotation(turned[:3, :3])
        assert mk.Pose(HAND, np.eye(4), offset=place[:3, 3]) == mk.Pose(HAND, np.eye(4), offset=place)
        for offset in (turned[:3, :3], quaternion):
            goal = mk.Orientation(HAND, np.eye(3), offset=offset)
            assert goal.offset is not None
            np.testing.assert_allclose(goal.offset, turned, atol=1e-15)

    @pytest.mark.parametrize("size", [1e-8, 1e-11, 1e-14])
    def test_a_matrix_off_by_rounding_is_repaired(self, size: float) -> None:
        pose = random_pose(np.random.default_rng(12))
        off = pose.copy()
        off[:3, :3] += size * np.random.default_rng(13).normal(size=(3, 3))
        for matrix in (mk.Pose(HAND, off).target, mk.Pose(HAND, np.eye(4), offset=off).offset):
            assert matrix is not None
            np.testing.assert_allclose(matrix[:3, :3] @ matrix[:3, :3].T, np.eye(3), atol=1e-12)
            np.testing.assert_allclose(matrix, pose, atol=10 * size)

    def test_one_free_axis_needs_no_list(self) -> None:
        assert mk.Pose(HAND, np.eye(4), free="rz") == mk.Pose(HAND, np.eye(4), free=["rz"])

    def test_all_rotations_free_is_a_position(self) -> None:
        q, target = PANDA.random(rng=14), random_pose(np.random.default_rng(14))
        pose = mk.Problem(PANDA, mk.Pose(HAND, target, free=("rx", "ry", "rz")))
        position = mk.Problem(PANDA, mk.Position(HAND, target[:3, 3]))
        assert pose.cost(q) == pytest.approx(position.cost(q), rel=1e-12)
        assert pose.errors(q)[HAND]["rotation"] == 0


NOT_RIGID = [
    (np.eye(3), "4 x 4"),
    (np.eye(4).tolist()[:3], "4 x 4"),
    (np.full((4, 4), np.nan), "not finite"),
    (np.diag([1.0, 1.0, 1.0, np.inf]), "not finite"),
    (2 * np.eye(4), "not a rigid transform"),
    (np.diag([1.0, 1.0, -1.0, 1.0]), "not a rigid transform"),
    (np.eye(4) + 2e-3 * (np.arange(16).reshape(4, 4) == 1), "not a rigid transform"),
    (np.eye(4) + 1.0 * (np.arange(16).reshape(4, 4) == 12), "not a rigid transform"),
    ("pose", "4 x 4"),
    ([[1, 2], [3]], "4 x 4"),
    (10**400, "4 x 4"),
]


class TestRefused:
    @pytest.mark.parametrize(("value", "message"), NOT_RIGID, ids=lambda value: str(value)[:20])
    def test_matrices_that_are_no_poses(self, value: Any, message: str) -> None:
        with pytest.raises(mk.TransformError, match=f"target.*{message}"):
            mk.Pose(HAND, value)
        if not isinstance(value, np.ndarray) or value.shape != (3, 3):
            with pytest.raises(mk.TransformError, match=f"offset.*{message}"):
                mk.Pose(HAND, np.eye(4), offset=value)

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: mk.Pose(HAND, position=(0, 0, 0)), "mk.Position and mk.Orientation need only one"),
            (lambda: mk.Pose(HAND, quaternion=(1, 0, 0, 0)), "position"),
            (lambda: mk.Pose(HAND, np.eye(4), position=(0, 0, 0)), "give either a target"),
            (lambda: mk.Pose(HAND, np.eye(4), rpy=(0, 0, 0)), "give either a target"),
            (lambda: mk.Pose(HAND, position=(0, 0, 0), quaternion=(1, 0, 0, 0), rpy=(0, 0, 0)), "not both"),
            (lambda: mk.Pose(HAND, position=(0, 0), rpy=(0, 0, 0)), "position: expected 3 numbers"),
            (lambda: mk.Pose(HAND, position=(0, 0, np.nan), rpy=(0, 0, 0)), "not finite"),
            (lambda: mk.Pose(HAND, position=(0, 0, 0), quaternion=(0, 0, 0, 0)), "zero length"),
            (lambda: mk.Pose(HAND, position=(0, 0, 0), quaternion=(1, 0, 0)), "4 numbers"),
            (lambda: mk.Pose(HAND, position=(0, 0, 0), rpy=(0, np.inf, 0)), "not finite"),
            (lambda: mk.Position(HAND, (0, 0)), "target: expected 3 numbers"),
            (lambda: mk.Position(HAND, (0, 0, np.inf)), "target: not finite"),
            (lambda: mk.Position(HAND, (0, 0, 0), offset=(0, np.nan, 0)), "offset: not finite"),
            (lambda: mk.Position(HAND, (0, 0, 0), offset=(0, 0)), "offset: expected a position, a rotation"),
            (lambda: mk.Pose(HAND, np.eye(4), offset=(np.nan, 0, 0, 1)), "offset: not finite"),
            (lambda: mk.Pose(HAND, np.eye(4), offset=mk.transform((1e9, 0, 0))), "offset: farther"),
            (lambda: mk.Orientation(HAND, (1, 0, 0, 0), rpy=(0, 0, 0)), "Orientation: give"),
            (lambda: mk.Orientation(HAND, (0, 0, 0, 0)), "zero length"),
            (lambda: mk.Orientation(HAND, (0, 0, 0)), "target: expected a quaternion or a 3x3 rotation"),
            (lambda: mk.Orientation(HAND, (np.nan, 0, 0, 1)), "not finite"),
            (lambda: mk.Orientation(HAND, 2 * np.eye(3)), "not a rigid transform"),
            (lambda: mk.Orientation(HAND, -np.eye(3)), "not a rigid transform"),
            (lambda: mk.Pose(HAND, np.eye(4), free="yaw"), "no free axis 'yaw'.*: x, y, z, rx, ry, rz"),
            (lambda: mk.Pose(HAND, np.eye(4), free=("x", "y", "z", "rx", "ry", "rz")), "all axes are free"),
            (lambda: mk.Pose(HAND, np.eye(4), free=5), "free"),
            (lambda: mk.Pose(HAND, np.eye(4), free=[["x"]]), "free"),
            (lambda: mk.Position(HAND, (0, 0, 0), free="rx"), "no free axis 'rx'.*: x, y, z"),
            (lambda: mk.Position(HAND, (0, 0, 0), free=("x", "y", "z")), "all axes are free"),
            (lambda: mk.Orientation(HAND, np.eye(3), free="x"), "no free axis 'x'.*: rx, ry, rz"),
            (lambda: mk.Orientation(HAND, np.eye(3), free=("rx", "ry", "rz")), "all axes are free"),
            (
                lambda: mk.Pose(HAND, np.eye(4), tolerance=(1, 2, 3)),
                "number, or 2 or 6 of them",
            ),
            (lambda: mk.Pose(HAND, np.eye(4), tolerance=[1, [2, 3]]), "tolerance"),
            (lambda: mk.Pose(HAND, np.eye(4), tolerance=(1, -2)), "tolerance"),
            (lambda: mk.Pose(HAND, np.eye(4), tolerance=[1, 1, 1, 1, 1, np.nan]), "tolerance"),
            (lambda: mk.Position(HAND, (0, 0, 0), tolerance=(1, 2)), "a non-negative number, or 3 of them"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=0), "rotation_scale: expected a positive"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=-1), "rotation_scale"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=np.nan), "rotation_scale"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=np.inf), "rotation_scale"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale="big"), "rotation_scale"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=10**400), "rotation_scale"),
            (lambda: mk.Pose(HAND, np.eye(4), rotation_scale=1j), "rotation_scale"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_contradictions_and_nonsense(self, make: Any, message: str) -> None:
        with pytest.raises(mk.MemetikError, match=message):
            make()

    def test_unknown_links_when_they_meet_a_robot(self) -> None:
        for goal in (mk.Position("panda_hnad", (0, 0, 0)), mk.Position(HAND, (0, 0, 0), frame="panda_hnad")):
            with pytest.raises(
                mk.UnknownNameError, match=r"no link 'panda_hnad'; did you mean 'panda_hand'\?"
            ):
                mk.Problem(PANDA, goal)


def test_the_type_of_free_axes_names_the_axes() -> None:
    assert get_args(Axis) == mk.Pose.axis_names
