"""Motion of irrelevant joints is seen, and answers that prove nothing are not counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, irrelevant_joints
from memetik_bench.engine.irrelevant_joints import ENDINGS, IRRELEVANT_JOINTS, measure_irrelevant, still_names

RUN = Run(EngineSettings(most=2), Path("unused"))


def test_a_row() -> None:
    done: list[int] = []
    row = measure_irrelevant("auto", RUN, done.append)
    assert (row["count"], row["still"], row["refused"], sum(done)) == (2, 11, [], 2)
    assert set(row["moved"]) == set(ENDINGS)
    assert row["searched"]["search"] == row["searched"]["rejected"] == 2


def test_a_refused_search_is_not_counted() -> None:
    row = measure_irrelevant("ccd", RUN, lambda done: None)
    assert row["refused"] == ["StayClose"]
    assert row["searched"]["StayClose"] == 0
    assert "refuses StayClose" in IRRELEVANT_JOINTS.outcome(row)


class Fidgets:
    """Turns the last joint, which does not move the right gripper, in batches only."""

    real = mk.Solver

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.solver = self.real(*arguments, **options)

    def solve(self, *arguments: Any, **options: Any) -> Any:
        return self.solver.solve(*arguments, **options)

    def solve_batch(self, *arguments: Any) -> Any:
        batch = self.solver.solve_batch(*arguments)
        batch.q[:, -1] += 1e-9
        return batch


def test_the_smallest_motion_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(irrelevant_joints.mk, "Solver", Fidgets)
    row = measure_irrelevant("auto", RUN, lambda done: None)
    assert row["moved"]["batch"] == pytest.approx(1e-9)
    assert not IRRELEVANT_JOINTS.met(row, [])


def test_a_method_that_never_moves_does_not_pass() -> None:
    idle = {"moved": dict.fromkeys(ENDINGS, 0.0), "searched": dict.fromkeys(ENDINGS, 0)}
    assert not IRRELEVANT_JOINTS.met(idle, [])
    assert IRRELEVANT_JOINTS.met({**idle, "searched": dict.fromkeys(ENDINGS, 1)}, [])


def test_most_methods_are_measured() -> None:
    assert {"auto", "bioik", "bioik2", "swarm", "trac"} <= set(still_names())
    assert "pivot" not in still_names()
