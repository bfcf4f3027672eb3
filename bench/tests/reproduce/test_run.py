"""Cells are stored one by one and reused, and reasons for missing ones are reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine.case import Measurement, OnProgress, Row
from memetik_bench.reproduce import (
    Comparison,
    Experiment,
    Scale,
    Session,
    disturbance,
    find_experiments,
    finder,
    missing_measurements,
    run_experiment,
)
from memetik_bench.reproduce.run import open_results
from memetik_bench.reproduce.solver_spec import OwnMethod, own_method
from memetik_bench.reproduce.trial import Trial, arm_measurement, arm_targets


def silent(what: str, total: int) -> OnProgress:
    return lambda done: None


class Counted:
    """An experiment with three cells that counts the measurements of each; "c" can be made to fail."""

    def __init__(self) -> None:
        self.times: dict[str, int] = {}
        self.failure: BaseException | None = None

    def experiment(self) -> Experiment:
        return Experiment("x-1", "t", "s", "a", self.measurements, lambda find: Comparison([], []))

    def measurements(self, scale: Scale) -> Iterator[Measurement]:
        count = scale.count(10)
        for case in "abc":

            def measure(on_progress: OnProgress, case: str = case) -> Row:
                if case == "c" and self.failure is not None:
                    raise self.failure
                self.times[case] = self.times.get(case, 0) + 1
                return {"count": count, "solved": 1.0}

            yield Measurement({"case": case, "who": "nobody"}, count, measure)


@pytest.fixture(autouse=True)
def quiet_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disturbance, "cpu_times", lambda: (0, 0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "reproduce.jsonl"


def run(counted: Counted, path: Path, queries: int | None = None, again: bool = False) -> Session:
    session = Session(open_results(path), Scale(queries), again)
    run_experiment(counted.experiment(), session, silent)
    return session


def test_what_is_there_is_not_measured_again(path: Path) -> None:
    counted = Counted()
    run(counted, path)
    run(counted, path)
    assert counted.times == {"a": 1, "b": 1, "c": 1}
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert [row["case"] for row in rows] == ["a", "b", "c"]
    assert all(row["machine"]["memetik"] == mk.__version__ and row["machine"]["date"] for row in rows)


def test_an_interruption_loses_one_cell(path: Path) -> None:
    counted = Counted()
    counted.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        run(counted, path)
    counted.failure = None
    run(counted, path)
    assert counted.times == {"a": 1, "b": 1, "c": 1}


def test_again_measures_each_cell_once_and_keeps_one_row(path: Path) -> None:
    counted = Counted()
    run(counted, path)
    session = run(counted, path, again=True)
    run_experiment(counted.experiment(), session, silent)
    assert counted.times == {"a": 2, "b": 2, "c": 2}
    assert len(session.results.rows) == 3


def test_more_queries_are_measured_fewer_are_taken(path: Path) -> None:
    counted = Counted()
    run(counted, path, 5)
    assert not missing_measurements(counted.experiment(), Session(open_results(path), Scale(5)))
    assert not missing_measurements(counted.experiment(), Session(open_results(path), Scale(3)))
    assert not missing_measurements(counted.experiment(), Session(open_results(path), Scale()))
    session = run(counted, path, 20)
    assert [row["count"] for row in session.results.rows] == [20, 20, 20]


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ImportError("No module named 'PyKDL'"), "nobody is not installed (No module named 'PyKDL')"),
        (mk.MemetikError("no such method"), "nobody: no such method"),
    ],
)
def test_what_cannot_be_measured_is_named_and_the_rest_goes_on(
    path: Path, failure: Exception, reason: str
) -> None:
    counted = Counted()
    counted.failure = failure
    session = run(counted, path)
    assert list(session.left_out) == [reason]
    assert finder(session.results.rows)({"case": "c", "who": "nobody"}) is None
    counted.failure = None
    run(counted, path)
    assert counted.times == {"a": 1, "b": 1, "c": 1}


def test_unknown_names_list_the_others() -> None:
    with pytest.raises(mk.MemetikError, match=r"no experiment 'd-5\.9'; did you mean .* are: all, d-3\.1, "):
        find_experiments(["r-3.1", "d-5.9"])
    assert len(find_experiments(["all"])) > 30


def test_contenders_refuse_what_methods_do_not_have() -> None:
    with pytest.raises(mk.MemetikError, match="no method 'Oracle'"):
        own_method("Oracle").build()
    with pytest.raises(mk.MemetikError, match="no option 'luck'"):
        own_method("LBFGSB", luck=7).build()
    assert own_method("LBFGSB", restarts=False).build().restarts is False
    assert own_method("auto").build() == "auto"


def test_a_trial_measures_ours_verified() -> None:
    """The ladder solves all queries; the row survives storage."""
    trial = Trial(own_method("auto", goals="bioik2"), timeout=1.0)
    measurement = arm_measurement(trial, "ur5", Scale(20))
    row = measurement.measure(lambda done: None)
    assert (row["count"], row["solved"], row["false_success"]) == (20, 1.0, 0)
    assert json.loads(json.dumps(row)) == row
    assert measurement.key == trial.key("ur5")
    assert isinstance(trial.solver, OwnMethod)


def test_fewer_queries_are_the_first_of_more() -> None:
    """Therefore cells with different counts share queries."""
    few, many = arm_targets("ur5", 5, 1), arm_targets("ur5", 9, 1)
    np.testing.assert_array_equal(few.starts, many.starts[:5])
    np.testing.assert_array_equal(few.poses, many.poses[:5])
