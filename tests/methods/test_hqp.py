"""Hierarchical quadratic programs: no level changes the result of a higher one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

import memetik as mk
from memetik.methods import HQP
from memetik.methods.hqp import hierarchical_step

UR5 = mk.Robot.load("ur5")
SIZE = 9


def tasks(seed: int, *rows: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Residuals so small that there is next to no damping, and Jacobians."""
    rng = np.random.default_rng(seed)
    return [(1e-3 * rng.normal(size=n), rng.normal(size=(n, SIZE))) for n in rows]


@pytest.mark.parametrize("bound", [1e-4, 3e-4, 1e-3, 1.0])
def test_the_first_level_has_its_optimum_whatever_follows(bound: float) -> None:
    for seed in range(20):
        (r, jacobian), second = tasks(seed, 3, 6)
        step = hierarchical_step([(r, jacobian), second], np.full(SIZE, -bound), np.full(SIZE, bound))
        best = lsq_linear(jacobian, -r, (-bound, bound), tol=1e-14).x
        assert np.linalg.norm(jacobian @ step + r) <= np.linalg.norm(jacobian @ best + r) + 1e-6
        assert np.abs(step).max() <= bound + 1e-6  # which DAQP allows itself


def test_the_second_level_has_what_is_left() -> None:
    """Without bounds the optimum is known: d₁ + (J₂N)⁺ (-r₂ - J₂ d₁)."""
    for seed in range(20):
        (r1, j1), (r2, j2) = tasks(seed, 3, 8)
        step = hierarchical_step([(r1, j1), (r2, j2)], np.full(SIZE, -1.0), np.full(SIZE, 1.0))
        first = -np.linalg.pinv(j1) @ r1
        free = np.eye(SIZE) - np.linalg.pinv(j1) @ j1
        best = first - np.linalg.pinv(j2 @ free) @ (r2 + j2 @ first)
        assert np.linalg.norm(j1 @ step + r1) < 1e-6
        assert np.linalg.norm(j2 @ step + r2) <= np.linalg.norm(j2 @ best + r2) + 1e-5


def test_levels_that_repeat_a_higher_one_do_no_harm() -> None:
    (r, jacobian), *_ = tasks(1, 3)
    same = [(r, jacobian), (-r, jacobian), (r, jacobian)]
    step = hierarchical_step(same, np.full(SIZE, -1.0), np.full(SIZE, 1.0))
    assert np.linalg.norm(jacobian @ step + r) < 1e-6


def test_goals_are_levels_by_priority_the_shaft_first() -> None:
    goals = [
        mk.StayClose(name="rest"),
        mk.Position("tool0", (0.4, 0.1, 0.3), name="tip"),
        mk.PassThrough(("forearm_link", "tool0"), (0.1, 0.1, 0.4), name="shaft"),
    ]
    problem = mk.Problem(UR5, goals)
    expected = [problem.rows[name] for name in ("shaft", "tip", "rest")]
    for level, rows in zip(HQP().hierarchy(problem).levels, expected, strict=True):
        assert level.tolist() == list(range(rows.start, rows.stop))
    together = HQP(levels=(("tip", "shaft"), "rest")).hierarchy(problem)  # type: ignore[arg-type]
    assert [len(level) for level in together.levels] == [6, 6]
    assert sorted(together.decisive) == list(range(6))


def test_contradicting_goals_are_met_in_their_order() -> None:
    """Two places for one point: the first gets it, and secondary ones have what it leaves."""
    here, there = (0.4, 0.1, 0.3), (0.4, 0.1, 0.35)
    goals = [
        mk.Position("tool0", there, priority="secondary", name="there"),
        mk.Position("tool0", here, name="here"),
    ]
    solution = mk.solve(UR5, goals, method="hqp")
    assert solution.success
    assert solution.errors["there"]["position"] == pytest.approx(0.05, abs=2e-5)


def test_an_instrument_through_a_hole() -> None:
    robot = mk.Robot.load("ur10e_elise")
    for i, q in enumerate(robot.random(5, rng=2)):
        hole = (robot.fk(q, "endo_base_link") @ (0, 0, 0.5, 1))[:3]
        shaft = mk.PassThrough(("endo_base_link", "endo_first_link"), hole)
        tip = mk.Pose("endo_tool", robot.fk(q, "endo_tool"))
        assert mk.solve(robot, [tip, shaft], method="hqp", random_seed=i).success


@pytest.mark.parametrize(
    "levels", [(), "tip", (("tip",), ()), ((1,),), (("tip", "nobody"),), (("tip",), ("tip",))]
)
def test_levels_name_every_goal_once(levels: object) -> None:
    with pytest.raises(mk.MemetikError):
        mk.Solver(UR5, mk.Position("tool0", (0.4, 0.1, 0.3), name="tip"), method=HQP(levels=levels))  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    for wrong in ({"max_step": 0.0}, {"restarts": None}):
        with pytest.raises(mk.MemetikError):
            HQP(**wrong)
