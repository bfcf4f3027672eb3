"""The best known costs belong to configurations within limits, are stored, and only decrease."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik_bench.arms import load_arm
from memetik_bench.engine import CASES, EngineSettings, Run, references
from memetik_bench.engine.best_cost import deficient_queries, measure_best_cost, unreachable_queries
from memetik_bench.engine.queries import Queries
from memetik_bench.engine.references import References, long_runs, pose_costs
from memetik_bench.verify import rotation_angle

UR5 = load_arm("ur5")
FAR = mk.transform((3.0, 0.0, 0.089159))
EVALUATIONS = 20_000


def stored(path: Path) -> References:
    return References(path, evaluations=EVALUATIONS, random_seed=1)


def test_costs_are_those_of_the_formula() -> None:
    """Squared distance, and squared 2 sin(angle / 2) times 0.2 reaches."""
    q, poses = UR5.robot.random(20, 1), UR5.robot.fk(UR5.robot.random(20, 2), UR5.link)
    reached = UR5.robot.fk(q, UR5.link)
    sine = 2 * np.sin(0.5 * rotation_angle(reached[:, :3, :3], poses[:, :3, :3]))
    distance = np.linalg.norm(reached[:, :3, 3] - poses[:, :3, 3], axis=1)
    expected = distance**2 + (0.2 * UR5.robot.reach * sine) ** 2
    np.testing.assert_allclose(pose_costs(UR5.robot, UR5.link, poses, q), expected, rtol=1e-9)


def test_outside_the_limits_nothing_is_cheap() -> None:
    q = UR5.robot.random(2, 1)
    poses = UR5.robot.fk(q, UR5.link)
    q[1, 0] = 7.0
    costs = pose_costs(UR5.robot, UR5.link, poses, q)
    assert costs[0] < 1e-20
    assert np.isinf(costs[1])


def test_long_runs_find_the_best_of_a_short_search_or_better() -> None:
    best = long_runs(UR5.robot, UR5.link, FAR, evaluations=EVALUATIONS)
    cost = pose_costs(UR5.robot, UR5.link, FAR[None], best[None])[0]
    assert cost <= mk.solve(UR5.robot, mk.Pose(UR5.link, FAR), max_evaluations=300).cost * (1 + 1e-6)


def test_a_reference_is_found_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = stored(tmp_path / "r.jsonl").best("far", 0, UR5.robot, UR5.link, FAR)
    monkeypatch.setattr(references, "long_runs", lambda *arguments, **options: pytest.fail("again"))
    again = stored(tmp_path / "r.jsonl").best("far", 0, UR5.robot, UR5.link, FAR)
    np.testing.assert_array_equal(first, again)


def test_the_last_reference_counts(tmp_path: Path) -> None:
    better = np.full(6, 0.5)
    file = stored(tmp_path / "r.jsonl")
    file.best("far", 0, UR5.robot, UR5.link, FAR)
    file.improve("far", 0, better)
    for known in (file, stored(tmp_path / "r.jsonl")):
        np.testing.assert_array_equal(known.best("far", 0, UR5.robot, UR5.link, FAR), better)


class Lazy:
    """Returns the given solutions in the order of the queries, first for the warm-up and then again."""

    def __init__(self, answers: list[SimpleNamespace]) -> None:
        self.left = answers + answers

    def solve(self, *arguments: Any, **options: Any) -> SimpleNamespace:
        return self.left.pop(0)


class TestRow:
    def run(self, path: Path) -> Run:
        return Run(EngineSettings(most=6, reference_evaluations=EVALUATIONS), path / "r.jsonl")

    @pytest.mark.parametrize("kind", ["beyond", "in the hole"])
    def test_out_of_reach(self, kind: str, tmp_path: Path) -> None:
        queries = unreachable_queries("ur5", kind, 1)
        done: list[int] = []
        row = measure_best_cost(kind, queries, self.run(tmp_path), done.append)
        assert (row["count"], row["solved"], row["reachable"], sum(done)) == (6, 0.0, 0.0, 6)
        assert (row["false_success"], row["limit_violations"], row["misreported_costs"]) == (0, 0, 0)
        assert sum(row["statuses"].values()) == 6
        assert row["worst_ratio"] >= row["p99_ratio"] >= 1.0
        assert row["worst"][0][1] == row["worst_ratio"]
        assert "reported unreachable" in CASES["out-of-reach"].outcome(row)

    def test_too_few_joints(self, tmp_path: Path) -> None:
        queries = deficient_queries("ur5, 4 joints", 1)
        row = measure_best_cost("few", queries, self.run(tmp_path), lambda n: None)
        assert row["solved"] == 0.0
        assert row["worst_ratio"] < 2.0

    def test_ratios_are_to_the_stored_references(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A search that stays at the start costs what the start costs, over what the reference does."""
        queries = unreachable_queries("ur5", "beyond", 1).first(6)
        answers = [SimpleNamespace(q=q, success=False, status="unreachable") for q in queries.starts]
        lazy = Lazy([SimpleNamespace(**vars(a), time=0.0, cost=1.0, evaluations=1) for a in answers])
        monkeypatch.setattr(Queries, "solver", lambda self: lazy)
        row = measure_best_cost("beyond", queries, self.run(tmp_path), lambda n: None)
        poses = queries.targets["tip"]
        known = stored(self.run(tmp_path).references)
        best = [known.best("beyond", i, UR5.robot, UR5.link, pose) for i, pose in enumerate(poses)]
        costs = pose_costs(UR5.robot, UR5.link, poses, queries.starts)
        ratios = costs / pose_costs(UR5.robot, UR5.link, poses, np.array(best))
        assert row["worst_ratio"] == pytest.approx(ratios.max())
        assert row["worst_ratio"] > 1.1
        assert row["statuses"] == {"unreachable": 6}
        assert row["misreported_costs"] == 6
        assert "100 % reported unreachable" in CASES["out-of-reach"].outcome(row)

    def test_what_can_be_met_after_all_is_near_where_it_is_met(self, tmp_path: Path) -> None:
        """Ratios of costs that are nothing but rounding would say nothing."""
        queries = unreachable_queries("ur5", "beyond", 1).first(6)
        known = UR5.robot.random(6, 3)
        queries.targets["tip"][:] = UR5.robot.fk(known, UR5.link)
        file = stored(self.run(tmp_path).references)
        for i, q in enumerate(known):
            file.improve("met", i, q)
        row = measure_best_cost("met", queries, self.run(tmp_path), lambda n: None)
        assert (row["reachable"], row["solved"], row["within_1_percent"]) == (1.0, 1.0, 1.0)


def test_the_first_queries_are_the_same_whatever_their_number() -> None:
    """References are identified by the index of the query."""
    again = unreachable_queries("panda", "turned back", 1)
    first = unreachable_queries("panda", "turned back", 1).first(5)
    np.testing.assert_array_equal(first.targets["tip"], again.targets["tip"][:5])
    np.testing.assert_array_equal(first.starts, again.starts[:5])
