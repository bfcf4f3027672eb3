"""Gradient descent: its three reactions to a rising cost."""

from __future__ import annotations

import pytest

import memetik as mk
from memetik.methods import GradientDescent
from memetik.methods.gradient_descent import NAMES
from tests.solve_cases import HAND, PANDA, PLACE, assert_pose_reached

TARGETS = PANDA.fk(PANDA.random(30, rng=1), HAND)


def solutions(method: str) -> list[mk.Solution]:
    solver = mk.Solver(PANDA, mk.Pose(HAND, TARGETS[0]), method=method)
    return [solver.solve(targets=target) for target in TARGETS]


def test_continuing_beats_resetting_and_that_beats_stopping() -> None:
    stop, reset, go_on = (solutions(name) for name in ("gd", "gd_r", "gd_c"))
    counts = [sum(s.success for s in found) for found in (stop, reset, go_on)]
    assert counts[0] <= counts[1] < counts[2]
    assert {s.starts for s in stop} == {s.starts for s in go_on} == {1}
    assert max(s.starts for s in reset) > 10
    for target, solution in zip(TARGETS, go_on, strict=True):
        if solution.success:
            assert_pose_reached(PANDA, HAND, solution.q, target)


def test_names_are_of_what_stuck_means() -> None:
    for stuck, name in NAMES.items():
        assert mk.methods.find(name) == GradientDescent(stuck=stuck)
        assert mk.solve(PANDA, mk.Position(HAND, PLACE), method=name).method == name


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(mk.UnknownNameError, match="continue"):
        GradientDescent(stuck="never")  # type: ignore[arg-type]
    with pytest.raises(mk.MethodError, match="runners"):
        GradientDescent(runners=-1)
