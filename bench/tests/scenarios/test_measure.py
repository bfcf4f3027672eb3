"""Measurements on scenarios: verified, in blocks, and continued where they stopped."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from bench.tests.command import bench
from memetik_bench.scenarios import SCENARIOS, Scenario
from memetik_bench.scenarios.answers import Answer, Memetik
from memetik_bench.scenarios.hints import rod_through_opening
from memetik_bench.scenarios.measure import BLOCK, measure_scenario, solved_within, summarize
from memetik_bench.store import ResultFile

TABLE = SCENARIOS["SmallTable"]


class Claims:
    """Answers with the certificates, of which the first of every ten is wrong; costs grow by target."""

    label = "claims"

    def __init__(self) -> None:
        self.calls = 0

    def prepare(self, scenario: Scenario) -> Claims:
        self.scenario = scenario
        return self

    def solve(self, pose: np.ndarray, random_seed: int) -> Answer:
        self.calls += 1
        target = int(np.abs(self.scenario.targets - pose).max(axis=(1, 2)).argmin())
        wrong = target % 10 == 0
        q = self.scenario.certificates[target + 1 if wrong else target]
        return Answer(q, True, 10 * target)


def results(path: Path) -> ResultFile:
    return ResultFile(path / "scenarios.jsonl", {"machine": {}, "parameters": {}})


def test_claims_are_verified(tmp_path: Path) -> None:
    rows = measure_scenario(TABLE, Claims(), results(tmp_path), count=70)
    assert [(row["first"], row["count"]) for row in rows] == [(0, BLOCK), (BLOCK, 20)]
    summary = summarize(rows)
    assert summary["count"] == 70
    assert summary["exact_failures"] == 7
    assert summary["failed"] == list(range(0, 70, 10))
    assert summary["solved_evaluations"][1000] == pytest.approx(63 / 70)
    assert summary["solved_evaluations"][100] == pytest.approx(9 / 70), "targets 1 to 9"
    assert summary["mean_evaluations"] == pytest.approx(345)
    assert np.flatnonzero(solved_within(rows, 120)).tolist() == [*range(1, 10), 11, 12]


def test_an_interrupted_run_continues(tmp_path: Path) -> None:
    first = measure_scenario(TABLE, Claims(), results(tmp_path), count=BLOCK)
    solver = Claims()
    both = measure_scenario(TABLE, solver, results(tmp_path), count=2 * BLOCK)
    assert both[0] == first[0], "not measured again"
    assert solver.calls == 1 + BLOCK, "one to warm up"
    assert measure_scenario(TABLE, Claims(), results(tmp_path), count=2 * BLOCK, random_seed=2) != both


def test_memetik_solves_the_small_table(tmp_path: Path) -> None:
    rows = measure_scenario(TABLE, Memetik(max_evaluations=5000), results(tmp_path), count=20)
    assert summarize(rows)["solved_evaluations"][10_000] == 1.0
    assert summarize(rows)["exact_failures"] == 0


def test_the_rod_passes_through_the_opening_in_certificates() -> None:
    for name in ("HydrogenTank", "HydrogenTankSmall"):
        scenario, goal = SCENARIOS[name], rod_through_opening(name)
        problem = mk.Problem(scenario.load_robot(), goal)
        shares = [np.linalg.norm(problem.residuals(q)) <= goal.tolerance for q in scenario.certificates[:100]]
        assert np.mean(shares) > 0.9, "few have another link in the opening"


def test_the_weight_is_that_of_the_clearance() -> None:
    pose, clear = TABLE.goals(clear_weight=4.0)
    assert (pose.weight, clear.weight) == (1.0, 4.0)


def test_labels_name_what_differs_from_the_defaults() -> None:
    assert Memetik().label == "memetik auto, 100000 evaluations"
    hint = rod_through_opening("HydrogenTank")
    assert Memetik(hints=(hint,)).label == "memetik auto, 100000 evaluations, hint opening"
    assert Memetik(clear_weight=2.0).label == "memetik auto, 100000 evaluations, weight 2"
    assert Memetik("jacobian", margin=1e-3).label == "memetik jacobian, 100000 evaluations, margin 0.001 m"


def test_the_command_lists_runs_and_draws(tmp_path: Path) -> None:
    listed = bench("scenarios")
    assert listed.returncode == 0, listed.stderr
    assert all(name in listed.stdout for name in SCENARIOS)
    done = bench("scenarios", "run", "SmallTable", "--count", "10", "--results", str(tmp_path))
    assert done.returncode == 0, done.stderr
    _, row = map(json.loads, (tmp_path / "scenarios.jsonl").read_text().splitlines())
    assert (row["scenario"], row["count"], set(row["verdicts"])) == ("SmallTable", 10, {""})
    drawn = bench("scenarios", "show", "HydrogenTank", "--picture", str(tmp_path / "tank.png"))
    assert drawn.returncode == 0, drawn.stderr
    assert (tmp_path / "tank.png").read_bytes().startswith(b"\x89PNG")
    assert bench("scenarios", "verify", "SmallTable").returncode == 0


def test_unknown_names_list_the_valid_ones() -> None:
    refused = bench("scenarios", "verify", "Tabel")
    assert refused.returncode == 1
    assert "no scenario 'Tabel'; did you mean 'Table'?" in refused.stderr
