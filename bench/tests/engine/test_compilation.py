"""The robots and the times of the case are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik_bench.engine import EngineSettings, Run
from memetik_bench.engine.compilation import COMPILATION, SHAPES, measure_compilation

RUN = Run(EngineSettings(most=2), Path("unused"))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_row(shape: str) -> None:
    done: list[int] = []
    row = measure_compilation(shape, 12, RUN, done.append)
    assert (row["count"], row["dof"], done) == (2, 12, [1, 1])
    assert 0 < row["problem_ms"] < row["robot_ms"]
    assert COMPILATION.outcome(row).endswith(")")


def test_a_chain_has_one_tip_and_a_tree_many() -> None:
    assert {name: (build(63).dof, len(build(63).tips)) for name, build in SHAPES.items()} == {
        "chain": (63, 1),
        "tree": (63, 32),
    }


@pytest.mark.parametrize(("dof", "limit"), [(7, 1.0), (120, 1.0), (1000, 50.0)])
def test_the_limits(dof: int, limit: float) -> None:
    assert COMPILATION.met({"dof": dof, "solver_ms": limit}, [])
    assert not COMPILATION.met({"dof": dof, "solver_ms": limit + 0.01}, [])
