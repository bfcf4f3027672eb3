"""Descents without limits return a true solution within the limits, or none."""

from __future__ import annotations

import pytest

from memetik_bench.reproduce.solver_spec import NamedRival, unbounded
from memetik_bench.reproduce.trial import Trial, arm_targets, make_rival
from memetik_bench.reproduce.unbounded import UNBOUNDED
from memetik_bench.runner import run


def test_the_limits_decide_in_the_end() -> None:
    """On the UR5 most descents succeed after shifting by whole turns; on the PR2 most violate limits."""
    spec = unbounded("BFGS", document="R")
    trial = Trial(spec, timeout=10.0, tolerance=(1e-4, 1e-4))
    solved = {}
    for arm in ("ur5", "pr2 arm"):
        targets = arm_targets(arm, 20, 1)
        row = run(arm, make_rival(trial, spec, targets), targets, tolerance=1e-4)
        solved[arm] = row.solved
    assert solved["ur5"] > 0.6 > solved["pr2 arm"]


@pytest.mark.parametrize("name", UNBOUNDED)
def test_every_one_descends(name: str) -> None:
    spec = NamedRival(name)
    targets = arm_targets("ur5", 3, 1)
    rival = make_rival(Trial(spec, timeout=0.5, tolerance=(1e-3, 1e-3)), spec, targets)
    assert rival.read(rival.solve(targets.poses[0], targets.solutions[0] + 1e-3)).q is not None


def test_the_deadline_ends_them() -> None:
    trial = Trial(unbounded("BFGS", document="R"), timeout=0.0, tolerance=(1e-4, 1e-4))
    targets = arm_targets("ur5", 3, 1)
    assert (
        run(
            "ur5", make_rival(trial, unbounded("BFGS", document="R"), targets), targets, tolerance=1e-4
        ).solved
        == 0
    )
