"""Comparison with EAIK: what counts as missed, and configurations at singularities."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine.case import EngineSettings, Run, no_progress
from memetik_bench.engine.closed_forms import (
    CLOSED_FORM_ARMS,
    CLOSED_FORMS,
    arm_with_tool,
    compare_branches,
    measure_branches,
    measure_proofs,
    near_limits,
)
from memetik_bench.engine.singular_postures import SINGULARITIES, singular

RUN = Run(EngineSettings(most=20), Path("unused"))


class Oracle:
    """Branches from solve_all; the first ones are moved by a given angle."""

    def __init__(self, by: float) -> None:
        self.arm, self.by = arm_with_tool("ur5"), by

    def branches(self, pose: np.ndarray) -> np.ndarray:
        rows = mk.Solver(self.arm.robot, mk.Pose(self.arm.link, pose)).solve_all().q
        rows[0] += self.by
        return rows


@pytest.mark.parametrize(("by", "missed"), [(0.0, 0), (0.009, 0), (0.05, 5)])
def test_a_branch_is_missed_if_no_solution_is_near(by: float, missed: int) -> None:
    arm = arm_with_tool("ur5")
    row = compare_branches(arm, Oracle(by), arm.robot.random(5, rng=1), no_progress)  # type: ignore[arg-type]
    assert (row["missed"], row["false_success"], row["outside_limits"]) == (missed, 0, 0)
    assert row["complete"] == 1.0


@pytest.mark.parametrize("name", CLOSED_FORM_ARMS)
@pytest.mark.parametrize("kind", SINGULARITIES)
def test_singular_postures_are_near_singularities(name: str, kind: str) -> None:
    arm = arm_with_tool(name)
    q = singular(arm.robot, arm.link, kind, 12, np.random.default_rng(1))
    least = np.linalg.svd(arm.robot.jacobian(q, arm.link), compute_uv=False)[:, -1]
    assert (least < 2e-3).all()
    assert (least[::4] < 1e-7).all()
    assert np.asarray(arm.robot.within_limits(q)).all()


def test_poses_near_limits_are_near_their_configurations() -> None:
    arm = arm_with_tool("kr120")
    q, poses = near_limits(arm, 50, np.random.default_rng(1))
    assert np.abs(arm.robot.fk(q, arm.link) - poses).max() < 1e-3


def test_no_proof_is_false() -> None:
    row = measure_proofs(RUN, "kr120", no_progress)
    assert row["false_proofs"] == 0
    assert CLOSED_FORMS.met(row, [row])


def test_branches_beside_eaik() -> None:
    pytest.importorskip("eaik")
    row = measure_branches(RUN, "m10ia", "random", no_progress)
    assert (row["missed"], row["false_success"], row["outside_limits"]) == (0, 0, 0)
    assert "EAIK" in CLOSED_FORMS.outcome(row)


def test_without_eaik_the_case_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "eaik.IK_HP", None)
    row = measure_branches(RUN, "ur5", "random", no_progress)
    assert "EAIK" in CLOSED_FORMS.outcome(row)
    assert not CLOSED_FORMS.met(row, [row])
