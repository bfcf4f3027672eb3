"""The best known costs are those of their configurations, and only improvements change them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from memetik_bench.hard_set import load
from memetik_bench.hard_set.best_known import BestKnown


def test_every_trade_off_has_a_best_known_cost_that_its_configuration_proves() -> None:
    best = BestKnown()
    for hard in load("tradeoffs"):
        q = best.configuration(hard.name)
        assert hard.problem.robot.within_limits(q, tolerance=1e-8)
        np.testing.assert_allclose(hard.problem.cost(q), best.cost(hard.name), rtol=1e-5)
        assert best.cost(hard.name) > 1e-4  # the goals do contradict each other


def test_only_a_gain_of_more_than_a_millionth_counts(tmp_path: Path) -> None:
    path = tmp_path / "best.json"
    best = BestKnown(path)
    assert best.cost("p") == np.inf
    assert best.offer("p", cost=2.0, q=[1.0], method="auto")
    assert not best.offer("p", cost=2.0 - 1e-6, q=[2.0], method="memetic")
    assert best.offer("p", cost=1.9, q=[3.0], method="memetic")
    best.save()
    again = BestKnown(path)
    assert ("p" in again, again.cost("p"), again.configuration("p")) == (True, 1.9, [3.0])
