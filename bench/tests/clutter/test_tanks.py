"""Measurements in tanks: stored by blocks, shared by cases, and beside other methods on the same targets."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from bench.tests.clutter.small_runs import small_run
from memetik_bench.clutter import CASES
from memetik_bench.clutter.beside_methods import accepting_methods
from memetik_bench.clutter.exact import call_us
from memetik_bench.engine.case import Measurement, Row, no_progress
from memetik_bench.scenarios import find_scenario

pytest.importorskip("coal")
COUNT = 4


def of(name: str, subject: str, run: object) -> Measurement:
    return next(item for item in CASES[name].measurements(run) if item.key["case"] == subject)


def measured(name: str, subject: str, run: object) -> Row:
    """The row as a table gets it, from the file of results."""
    measurement, done = of(name, subject, run), list[int]()
    row = json.loads(json.dumps({**measurement.key, **measurement.measure(done.append)}))
    assert sum(done) == measurement.total
    CASES[name].outcome(row)
    CASES[name].met(row, [row])
    assert row["count"] == COUNT
    return dict(row)


def test_tanks_and_weights_share_their_runs(tmp_path: Path) -> None:
    run = small_run(tmp_path, COUNT)
    tank = measured("tanks", "HydrogenTank", run)
    weights = measured("weights", "HydrogenTank", run)
    assert weights["mean_evaluations"][1] == tank["mean_evaluations"], "the weight is 1 by default"
    assert len(run.blocks.rows) == 4, "one for each weight"
    assert tank["solved_ms"]["1000"] == 1.0
    assert tank["exact_failures"] == weights["exact_failures"] == 0


def test_a_hint_is_in_the_name_of_its_solver(tmp_path: Path) -> None:
    assert "hint opening" in measured("hint", "HydrogenTankSmall", small_run(tmp_path, COUNT))["solver"]


def test_the_opening_that_is_found_saves_evaluations(tmp_path: Path) -> None:
    run = small_run(tmp_path, COUNT)
    found, plain = (measured(name, "HydrogenTank", run) for name in ("openings", "tanks"))
    assert found["solver"] == plain["solver"] + ", finds openings"
    assert found["mean_evaluations"] < plain["mean_evaluations"]


def test_auto_and_another_method_have_the_same_targets(tmp_path: Path) -> None:
    run = small_run(tmp_path, COUNT)
    row = measured("methods", "HydrogenTank, gd", run)
    assert [block["solver"] for block in run.blocks.rows] == [
        "memetik auto, 1000 evaluations, finds openings",
        "memetik gd, 1000 evaluations",
    ]
    ours, others = run.blocks.rows
    assert (ours["first"], ours["count"]) == (others["first"], others["count"]) == (0, COUNT)
    for k in range(3):
        first, second = row["discordant"][k]
        assert first - second == pytest.approx(COUNT * (row["auto"][k] - row["other"][k]))


def test_methods_in_python_have_fewer_targets_and_a_timeout(tmp_path: Path) -> None:
    run = small_run(tmp_path, 10_000)
    assert of("methods", "HydrogenTank, jacobian", run).total == 2000
    assert of("methods", "HydrogenTank, relaxed", run).total == 400
    run = small_run(tmp_path, 1)
    of("methods", "HydrogenTank, relaxed", run).measure(no_progress)
    assert run.blocks.find(solver="memetik relaxed, 1000 evaluations, timeout 2 s")


def test_methods_that_accept_the_goals_are_measured() -> None:
    found = accepting_methods(find_scenario("HydrogenTank"))
    assert {"jacobian", "restarts", "memetic", "lbfgsb", "trac", "bioik", "newton"} <= set(found)
    assert not {"auto", "ccd", "fabrik", "pivot"} & set(found)


def test_exact_checks_are_timed_at_certificates(tmp_path: Path) -> None:
    row = measured("exact", "HydrogenTankSmall", small_run(tmp_path, COUNT))
    assert row["free"] == 1.0
    assert min(row["free_us"], row["clearance_us"], row["after_spheres_us"]) > 0


def test_every_call_is_timed() -> None:
    rows = np.arange(6.0).reshape(3, 2)
    times, results = call_us(lambda row: float(row.sum()), rows)
    assert results == [1.0, 5.0, 9.0]
    assert len(times) == 3 and min(times) >= 0


def test_a_world_without_fields_has_the_solids_themselves() -> None:
    scenario = find_scenario("HydrogenTank")
    (solid,) = scenario.world(fields=False).snapshot().objects
    (sampled,) = scenario.world().snapshot().objects
    assert isinstance(solid.geometry.shape, mk.collision.Revolution)
    assert isinstance(sampled.geometry.shape, mk.collision.Field)
    assert solid.touch_links == sampled.touch_links == frozenset(scenario.robot.touch_links)
