"""Rivals get memetik's robot, and their solutions are right. Rivals that are not installed are skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from memetik.transforms import Array
from memetik_bench.arms import ARMS, Arm, load_arm
from memetik_bench.runner import run
from memetik_bench.solvers import SOLVERS, KdlLMA, KdlNewton, RoboticsToolboxGN, RoboticsToolboxLM, TracIK
from memetik_bench.solvers.tracik import quaternion_scalar_last
from memetik_bench.targets import random_reachable

PACKAGES = {
    "rtb-lm": "roboticstoolbox",
    "rtb-gn": "roboticstoolbox",
    "trac-ik": "pytracik",
    "kdl-lma": "PyKDL",
    "kdl-newton": "PyKDL",
}


def make(name: str, arm: Arm) -> Any:
    pytest.importorskip(PACKAGES[name])
    return SOLVERS[name](arm.robot, arm.link, tolerance=1e-5, timeout=5e-3)


def toolbox_fk(solver: RoboticsToolboxLM | RoboticsToolboxGN, q: Array) -> Array:
    return np.asarray(solver.chain.eval(q))


def tracik_fk(solver: TracIK, q: Array) -> Array:
    return np.asarray(pytest.importorskip("pytracik").fk(solver.solver, q))


def kdl_fk(solver: KdlLMA | KdlNewton, q: Array) -> Array:
    kdl = pytest.importorskip("PyKDL")
    joints, frame = kdl.JntArray(len(q)), kdl.Frame()
    for i, value in enumerate(q):
        joints[i] = value
    kdl.ChainFkSolverPos_recursive(solver.chain).JntToCart(joints, frame)
    return np.array([[frame[i, j] for j in range(4)] for i in range(3)] + [[0, 0, 0, 1]])


@pytest.mark.parametrize(
    ("name", "fk"),
    [
        ("rtb-lm", toolbox_fk),
        ("rtb-gn", toolbox_fk),
        ("trac-ik", tracik_fk),
        ("kdl-lma", kdl_fk),
        ("kdl-newton", kdl_fk),
    ],
)
@pytest.mark.parametrize("case", ARMS)
def test_forward_kinematics_are_ours(case: str, name: str, fk: Callable[[Any, Array], Array]) -> None:
    arm = load_arm(case)
    solver = make(name, arm)
    for q in arm.robot.random(10, 1):
        np.testing.assert_allclose(fk(solver, q), arm.robot.fk(q, arm.link), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("case", ["ur5", "pr2 arm"])
def test_solutions_are_within_tolerance_and_limits(case: str, name: str) -> None:
    """Without the panda, where one in two hundred of TRAC-IK's solutions is outside the limits."""
    arm = load_arm(case)
    solver = make(name, arm)
    row = run(case, solver, random_reachable(arm.robot, arm.link, count=100, random_seed=5), tolerance=1e-5)
    assert row.refused == 0
    assert row.solved > 0.5


@pytest.mark.parametrize("name", PACKAGES)
def test_a_missing_package_is_an_import_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, PACKAGES[name], None)
    arm = load_arm("ur5")
    with pytest.raises(ImportError):
        SOLVERS[name](arm.robot, arm.link, tolerance=1e-5, timeout=5e-3)


def test_quaternions_of_all_rotations() -> None:
    """Also of half turns, where other formulas divide by zero."""
    half_turns = np.concatenate([np.pi * np.eye(3), -np.pi * np.eye(3), np.full((1, 3), np.pi / np.sqrt(3))])
    rotations = Rotation.concatenate([Rotation.random(200, rng=1), Rotation.from_rotvec(half_turns)])
    for rotation in rotations:
        quaternion = quaternion_scalar_last(rotation.as_matrix().tolist())
        again = Rotation.from_quat(quaternion).as_matrix()
        assert np.linalg.norm(quaternion) == pytest.approx(1.0, abs=1e-14)
        np.testing.assert_allclose(again, rotation.as_matrix(), rtol=0, atol=1e-14)
