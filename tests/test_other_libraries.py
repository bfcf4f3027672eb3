"""Poses of other libraries are taken wherever a pose is given, also without those libraries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.collision import Box, Geometry
from tests.naive_kinematics import Array

UR5 = mk.Robot.load("ur5")
TIP = "tool0"
TARGETS = UR5.fk(UR5.random(5, rng=3), TIP)
SOLVER = mk.Solver(UR5, mk.Pose(TIP))


class WithMatrix:
    """Has the shape of ``mink.SE3`` and ``mink.SO3``."""

    def __init__(self, matrix: Array) -> None:
        self._matrix = matrix

    def as_matrix(self) -> Array:
        return self._matrix


class Tensor:
    """Has the shape of a ``torch.Tensor`` that requires a gradient: numpy must not read it directly."""

    __module__ = "torch"

    def __init__(self, values: Array, *, detached: bool = False) -> None:
        self._values, self._detached = values, detached

    def detach(self) -> Tensor:
        return Tensor(self._values, detached=True)

    def cpu(self) -> Tensor:
        return self

    def numpy(self) -> Array:
        if not self._detached:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad")
        return self._values

    def __array__(self, *args: Any, **kwargs: Any) -> Array:
        return self.numpy()


class SpatialmathPose:
    """Has the shape of ``spatialmath.SE3``: ``A`` is one matrix, or a list of several."""

    __module__ = "spatialmath.pose3d"

    def __init__(self, matrices: Array) -> None:
        self.A = matrices if matrices.ndim == 2 else list(matrices)


class JaxArray:
    """Has the shape of a ``jax.Array``: numpy reads it by ``__array__``."""

    def __init__(self, values: Array) -> None:
        self._values = values

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self._values, dtype=dtype)


def quaternion(pose: Array) -> Array:
    return mk.transforms.quaternion_from_rotation(pose[..., :3, :3])


def pin_pose(pose: Array) -> Any:
    return pytest.importorskip("pinocchio").SE3(pose)


def rigid_transform(pose: Array) -> Any:
    module = pytest.importorskip("scipy.spatial.transform")
    return module.RigidTransform.from_matrix(pose)


FORMS: dict[str, Callable[[Array], Any]] = {
    "nested lists": lambda pose: pose.tolist(),
    "pair": lambda pose: (pose[:3, 3], quaternion(pose)),
    "pair of lists": lambda pose: [pose[:3, 3].tolist(), quaternion(pose).tolist()],
    "pair with a matrix": lambda pose: (pose[:3, 3], pose[:3, :3]),
    "pair with a Rotation": lambda pose: (pose[:3, 3].tolist(), Rotation.from_matrix(pose[:3, :3])),
    "seven numbers": lambda pose: [*pose[:3, 3], *quaternion(pose)],
    "RigidTransform": rigid_transform,
    "pin.SE3": pin_pose,
    "mink": WithMatrix,
    "spatialmath": SpatialmathPose,
    "torch": Tensor,
    "jax": JaxArray,
}

ROTATIONS: dict[str, Callable[[Array], Any]] = {
    "matrix": lambda pose: pose[:3, :3],
    "Rotation": lambda pose: Rotation.from_matrix(pose[:3, :3]),
    "mink": lambda pose: WithMatrix(pose[:3, :3]),
    "pin.Quaternion": lambda pose: pytest.importorskip("pinocchio").Quaternion(pose[:3, :3].copy()),
    "torch": lambda pose: Tensor(quaternion(pose)),
    "jax": lambda pose: JaxArray(pose[:3, :3]),
}

BATCHES: dict[str, Callable[[Array], Any]] = {
    "pair of arrays": lambda poses: (poses[:, :3, 3], quaternion(poses)),
    "pair with Rotations": lambda poses: (poses[:, :3, 3], Rotation.from_matrix(poses[:, :3, :3])),
    "(N, 7)": lambda poses: np.hstack([poses[:, :3, 3], quaternion(poses)]),
    "RigidTransform": rigid_transform,
    "spatialmath": SpatialmathPose,
    "torch": Tensor,
    "jax": JaxArray,
    **{f"list of {name}": lambda poses, form=form: [form(p) for p in poses] for name, form in FORMS.items()},
}

poses = pytest.mark.parametrize("form", FORMS)
rotations = pytest.mark.parametrize("form", ROTATIONS)
TOLERANCE = 1e-12


@poses
def test_a_pose_is_taken_by_every_function_that_takes_one(form: str) -> None:
    pose = TARGETS[0]
    given = FORMS[form](pose)
    taken = [
        mk.Pose(TIP, given).target,
        mk.Pose(TIP, offset=given).offset,
        mk.Position(TIP, offset=given).offset,
        mk.transforms.rigid_transform(given),
        mk.transforms.inverse(mk.transforms.inverse(given)),
        Geometry(Box((1, 1, 1)), given).origin,
        UR5.attach(UR5, TIP, given, prefix="x_").joints["tool0_to_x_base_link"].origin,
    ]
    for matrix in taken:
        np.testing.assert_allclose(matrix, pose, rtol=0, atol=TOLERANCE)


@poses
def test_a_pose_is_the_target_of_a_query(form: str) -> None:
    expected = SOLVER.solve(targets=TARGETS[0])
    for targets in (FORMS[form](TARGETS[0]), {TIP: FORMS[form](TARGETS[0])}):
        solution = SOLVER.solve(targets=targets)
        assert solution.success
        np.testing.assert_allclose(solution.q, expected.q, atol=1e-6)


@pytest.mark.parametrize("form", BATCHES)
def test_poses_are_the_targets_of_a_batch(form: str) -> None:
    expected = SOLVER.solve_batch(TARGETS)
    given = BATCHES[form](TARGETS)
    for targets in (given, {TIP: given}):
        batch = SOLVER.solve_batch(targets)
        assert batch.success.all()
        np.testing.assert_allclose(batch.q, expected.q, atol=1e-6)


def test_two_poses_are_no_pair() -> None:
    two = [(pose[:3, 3], quaternion(pose)) for pose in TARGETS[:2]]
    np.testing.assert_allclose(SOLVER.solve_batch(two).q, SOLVER.solve_batch(TARGETS[:2]).q, atol=1e-6)


def test_a_single_rotation_serves_all_positions() -> None:
    same = TARGETS.copy()
    same[:, :3, :3] = TARGETS[0, :3, :3]
    batch = SOLVER.solve_batch((same[:, :3, 3], quaternion(TARGETS[0])))
    np.testing.assert_array_equal(batch.success, SOLVER.solve_batch(same).success)


@rotations
def test_a_rotation_is_taken_by_every_function_that_takes_one(form: str) -> None:
    given, turned = ROTATIONS[form](TARGETS[0]), mk.transform(rotation=TARGETS[0, :3, :3])
    np.testing.assert_allclose(mk.transform(rotation=given), turned, atol=TOLERANCE)
    np.testing.assert_allclose(mk.Pose(TIP, offset=given).offset, turned, atol=TOLERANCE)
    np.testing.assert_allclose(mk.Orientation(TIP, given).target, quaternion(turned), atol=TOLERANCE)
    np.testing.assert_allclose(
        mk.Pose(TIP, position=TARGETS[0, :3, 3], rotation=given).target, TARGETS[0], atol=TOLERANCE
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda r: r.as_matrix(),
        lambda r: r,
        list,
        lambda r: np.roll(r.as_quat(), 1, axis=1),
        lambda r: 2.5 * np.roll(r.as_quat(), 1, axis=1),
        lambda r: np.roll(r.as_quat(), 1, axis=1).astype(np.float32),
    ],
    ids=["matrices", "Rotation", "list of Rotation", "quaternions", "long quaternions", "single precision"],
)
def test_rotations_are_the_targets_of_a_batch(make: Any) -> None:
    turns = Rotation.random(6, rng=np.random.default_rng(4))
    solver = mk.Solver(UR5, mk.Orientation(TIP))
    batch = solver.solve_batch(make(turns))
    assert batch.success.all()
    for q, turn in zip(batch.q, turns, strict=True):
        off = turn.inv() * Rotation.from_matrix(UR5.fk(q, TIP)[:3, :3])
        assert off.magnitude() < 1.1e-5


@pytest.mark.parametrize(
    ("targets", "message"),
    [
        ((TARGETS[:, :3, 3], quaternion(TARGETS[:3])), "expected an array"),
        ([TARGETS[0], "there"], "expected an array"),
        (np.zeros((4, 6)), "expected an array"),
        ((np.zeros((5, 3)), np.zeros((5, 4))), "row 0: target: zero length"),
        (np.full((2, 7), np.nan), "row 0"),
    ],
)
def test_what_is_no_pose_is_refused(targets: Any, message: str) -> None:
    with pytest.raises(mk.GoalError, match=message):
        SOLVER.solve_batch(targets)


@pytest.mark.parametrize("library", ["mink", "spatialmath", "torch", "jax"])
def test_the_library_itself_agrees_with_its_stand_in(library: str) -> None:
    module = pytest.importorskip(library)
    pose: Any = {
        "mink": lambda: module.SE3.from_matrix(TARGETS[0]),
        "spatialmath": lambda: module.SE3(TARGETS[0]),
        "torch": lambda: module.tensor(TARGETS[0], requires_grad=True),
        "jax": lambda: module.numpy.asarray(TARGETS[0]),
    }[library]()
    np.testing.assert_allclose(mk.Pose(TIP, pose).target, TARGETS[0], atol=1e-6)
