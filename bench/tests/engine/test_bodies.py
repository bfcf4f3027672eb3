"""Every bundled robot has typical goals, and they can be met."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.models import BUNDLED
from memetik.models.loops import PARALLEL
from memetik_bench.engine.bodies import TYPICAL_GOALS, body_queries


def test_every_bundled_robot_has_typical_goals() -> None:
    assert set(TYPICAL_GOALS) == set(BUNDLED)


@pytest.mark.parametrize("name", BUNDLED)
def test_what_made_the_targets_meets_them_and_the_starts_do_not(name: str) -> None:
    queries = body_queries(name, 5, random_seed=1)
    assert queries.solutions is not None
    assert queries.met(queries.solutions).all()
    assert not queries.met(queries.starts).any()


@pytest.mark.parametrize("name", PARALLEL)
def test_open_loops_are_noticed(name: str) -> None:
    queries = body_queries(name, 5, random_seed=1)
    assert queries.solutions is not None
    opened = queries.robot.clip(queries.solutions)
    opened[:, -1] += np.where(opened[:, -1] > 0, -1e-7, 1e-7)
    assert not queries.met(opened).any()
