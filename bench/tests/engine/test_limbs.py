"""The queries of a limb and of the limb cut out are the same, and every answer is verified."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memetik_bench.engine.case import EngineSettings, Run
from memetik_bench.engine.limbs import LIMBS, LIMBS_CASE, WAYS, How, limb_queries, measure_limb

RUN = Run(EngineSettings(most=8), Path("unused"))


@pytest.mark.parametrize("limb", LIMBS, ids=lambda limb: limb.name)
def test_both_have_the_same_queries(limb) -> None:  # type: ignore[no-untyped-def]
    alone, together = limb_queries(limb, 5, random_seed=1)
    assert alone.met(alone.solutions).all()
    assert together.met(together.solutions).all()
    own = [together.robot.variable_names.index(name) for name in alone.robot.variable_names]
    for name in ("starts", "solutions"):
        assert (getattr(together, name)[:, own] == getattr(alone, name)).all()
    rest = np.setdiff1d(np.arange(together.robot.dof), own)
    assert (together.starts[:, rest] == together.solutions[:, rest]).all()
    assert len(np.unique(together.starts[:, rest], axis=0)) == 5


@pytest.mark.parametrize("how", WAYS)
def test_a_row(how: How) -> None:
    done: list[int] = []
    row = measure_limb(LIMBS[0], how, RUN, done.append)
    assert (row["count"], row["dof"], row["solved"], sum(done)) == (8, 61, 1.0, 8)
    assert row["ratio"] == row["limb_us"] / row["cut_us"]
    assert LIMBS_CASE.outcome(row).endswith(" times")


@pytest.mark.parametrize(
    ("solved", "ratio", "met"), [(1.0, 1.3, True), (1.0, 1.31, False), (0.9, 1.0, False)]
)
def test_the_requirement(solved: float, ratio: float, met: bool) -> None:
    assert LIMBS_CASE.met({"solved": solved, "ratio": ratio}, []) == met
