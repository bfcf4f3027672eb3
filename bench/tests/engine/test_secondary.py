"""Costs of postures are those of the goals, and the references meet the pose."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.transforms import Array
from memetik_bench.arms import load_arm
from memetik_bench.engine import EngineSettings, Run, secondary
from memetik_bench.engine.polish import polish, posture_cost
from memetik_bench.engine.secondary import (
    GOALS,
    global_references,
    measure_secondary,
    posture_goal,
    secondary_queries,
)
from memetik_bench.verify import verify

ARM = load_arm("panda")
RUN = Run(EngineSettings(most=15), Path("unused"))


@pytest.mark.parametrize("goal", GOALS)
def test_the_posture_costs_what_the_goal_says(goal: str) -> None:
    q = ARM.robot.random(20, 1)
    made, posture = posture_goal(goal, ARM.robot)
    np.testing.assert_allclose(posture_cost(q, posture), mk.Problem(ARM.robot, made).cost(q), rtol=1e-12)


class TestPolish:
    posture = ARM.robot.neutral
    q = ARM.robot.random(10, 1)
    poses = ARM.robot.fk(q, ARM.link)

    def polished(self) -> Array:
        pairs = zip(self.poses, self.q, strict=True)
        return np.array(
            [polish(ARM.robot, ARM.link, pose, q, self.posture, tolerance=1e-5) for pose, q in pairs]
        )

    def test_keeps_the_pose_and_is_nearer(self) -> None:
        polished = self.polished()
        assert verify(ARM.robot, ARM.link, self.poses, polished, tolerance=1e-5).solved.all()
        before, after = posture_cost(self.q, self.posture), posture_cost(polished, self.posture)
        assert (after <= before).all()
        assert (after < 0.99 * before).mean() > 0.5

    def test_no_small_motion_within_the_pose_is_nearer(self) -> None:
        """Away from limits, the way to the posture has no part in the Jacobian's nullspace."""
        for q in self.polished():
            if np.all((q > ARM.robot.lower + 1e-3) & (q < ARM.robot.upper - 1e-3)):
                null = np.linalg.svd(ARM.robot.jacobian(q, ARM.link))[2][6]
                assert abs(null @ (self.posture - q)) < 1e-4

    def test_gives_the_start_back_where_it_fails(self) -> None:
        far = mk.transform((5.0, 0.0, 0.0))
        result = polish(ARM.robot, ARM.link, far, self.q[0], self.posture, tolerance=1e-5)
        np.testing.assert_array_equal(result, self.q[0])


@pytest.mark.parametrize("goal", GOALS)
def test_a_row_for_the_first_branch(goal: str) -> None:
    done: list[int] = []
    row = measure_secondary(goal, "first", RUN, done.append)
    assert (row["count"], row["solved"], row["false_success"], sum(done)) == (15, 1.0, 0, 15)
    assert row["worst_ratio"] >= row["mean_ratio"] >= 1.0
    assert row["within_5_percent"] > 0.8


def test_a_row_for_the_best_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first solution, compared with the best branch, which it often is not on."""
    monkeypatch.setitem(secondary.PREFERENCES, "best", {})
    row = measure_secondary("StayClose", "best", RUN, lambda done: None)
    assert row["solved"] == 1.0
    assert row["within_5_percent"] < 0.8


def test_global_references_are_no_worse_than_what_made_the_poses() -> None:
    queries = secondary_queries("StayClose", 10, 1)
    assert queries.solutions is not None
    references = global_references(queries, ARM.robot.neutral, lambda done: None)
    assert (references <= posture_cost(queries.solutions, ARM.robot.neutral)).all()
