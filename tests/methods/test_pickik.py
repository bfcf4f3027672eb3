"""PickIK, with its differences from BioIK."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import PickIK
from memetik.solve.generations import OPERATORS
from tests.method_cases import count_solved


@pytest.mark.parametrize(
    "wrong",
    [
        {"islands": 0},
        {"population": 0},
        {"elites": 0},
        {"elites": 17},
        {"descent_iterations": -1},
        {"descent_step": 0},
        {"descent_tolerance": -1},
        {"local_iterations": 0},
        {"wipe_out_tolerance": -1},
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(mk.MethodError, match=next(iter(wrong))):
        PickIK(**wrong)


def test_a_wrong_mode_is_refused_with_the_right_ones() -> None:
    with pytest.raises(mk.MemetikError, match="mode: expected 'global' or 'local'"):
        PickIK(mode="locl")  # type: ignore[arg-type]


def _solved(method: str | mk.methods.Method) -> int:
    """The number of solved poses, of 20 random reachable ones of an iiwa."""
    return count_solved(method, mk.Robot.load("iiwa14"), "tool0", count=20, budget=50_000)


def test_its_wipe_outs_are_what_keeps_it_from_small_tolerances() -> None:
    assert _solved(PickIK(wipe_out_tolerance=0.0)) >= 18 > _solved("pickik")


def test_only_elites_are_parents() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=PickIK(islands=1), max_evaluations=10_000, trace=True)
    generations = solution.trace.generations
    bred = generations.operator == OPERATORS.index("bred")
    assert bred.any()
    assert generations.elite[generations.parents[bred]].all()


def test_a_wipe_out_forgets_all_and_begins_at_the_start() -> None:
    goal = mk.Position("tool0", (9, 0, 0))
    solution = mk.solve("ur5", goal, method=PickIK(islands=1), max_evaluations=30_000, trace=True)
    generations = solution.trace.generations
    wiped = generations.wipe_outs[:, 1]
    begun = generations.generation[generations.operator == OPERATORS.index("start")]
    assert len(wiped) > 0
    np.testing.assert_array_equal(begun, [0, *wiped])


UR5 = mk.Robot.load("ur5")
STEP = 2 * UR5.dof + 3  # evaluations: differences, two points of the line, the new point


def _local(**options: Any) -> PickIK:
    return PickIK(mode="local", **options)


class TestLocalMode:
    def test_takes_the_published_steps(self) -> None:
        """With g_i = f(q + h e_i) - f(q - h e_i) and d = h g / (h + sum |g|), a step is -d m / s, where m is
        the mean of f(q + d) and f(q - d), and s half their difference.
        """
        problem = mk.Problem(UR5, mk.Pose("tool0", UR5.fk(UR5.random(rng=2), "tool0")))
        h, q = 1e-4, UR5.random(rng=3)
        costs = [problem.cost(q)]
        path = [q]
        for _ in range(6):
            g = np.array([problem.cost(q + e) - problem.cost(q - e) for e in h * np.eye(UR5.dof)])
            d = h * g / (h + np.abs(g).sum())
            low, high = problem.cost(q - d), problem.cost(q + d)
            q = UR5.clip(q - d * (high + low) / (high - low))
            path.append(q)
            costs.append(problem.cost(q))
        solver = mk.Solver(UR5, problem.goals.values(), method=_local(local_iterations=6))
        solution = solver.solve(path[0])
        assert solution.cost == pytest.approx(min(costs), rel=1e-6)
        np.testing.assert_allclose(solution.q, path[int(np.argmin(costs))], atol=1e-6)

    def test_descends_from_the_start_alone(self) -> None:
        goal = mk.Position("tool0", (9, 0, 0))
        solver = mk.Solver(UR5, goal, method=_local(local_iterations=7))
        solution = solver.solve(UR5.random(rng=1), trace=True)
        assert (solution.starts, solution.generations) == (1, 0)
        assert solution.evaluations == 2 + 7 * STEP  # the start twice: by the solver and by the method
        operators = [OPERATORS[i] for i in solution.trace.generations.operator]
        assert operators == ["start"]

    def test_ends_when_the_cost_hardly_changes(self) -> None:
        goal = mk.Position("tool0", (9, 0, 0))
        solver = mk.Solver(UR5, goal, method=_local(descent_tolerance=1e6))
        assert solver.solve(UR5.random(rng=1)).evaluations == 2 + STEP

    def test_is_not_random(self) -> None:
        q, start = UR5.random(2, rng=4)
        solver = mk.Solver(UR5, mk.Pose("tool0", UR5.fk(q, "tool0")), method=_local())
        first, second = (solver.solve(start, random_seed=seed) for seed in (1, 2))
        np.testing.assert_array_equal(first.q, second.q)
        islands = mk.Solver(UR5, solver.problem.goals.values(), method=_local(islands=3), threads=2)
        np.testing.assert_array_equal(first.q, islands.solve(start).q)

    def test_solves_poses_near_the_start(self) -> None:
        rng = np.random.default_rng(5)
        rows = UR5.random(40, rng)
        starts = UR5.clip(rows + rng.uniform(-0.02, 0.02, rows.shape))
        goal = mk.Pose("tool0", tolerance=1e-3, name="tip")
        solver = mk.Solver(UR5, goal, method=_local())
        solutions = [
            solver.solve(start, targets={"tip": UR5.fk(q, "tool0")})
            for q, start in zip(rows, starts, strict=True)
        ]
        assert sum(solution.success for solution in solutions) >= 38
        assert all(np.abs(s.q - start).max() < 0.5 for s, start in zip(solutions, starts, strict=True))

    def test_gives_up_where_evolution_goes_on(self) -> None:
        solved = [
            count_solved(method, UR5, "tool0", count=20, budget=50_000, tolerance=1e-3)
            for method in (_local(local_iterations=1000), PickIK())
        ]
        assert solved[0] < solved[1]

    def test_stays_within_limits_and_changes(self) -> None:
        for q, start in zip(UR5.random(10, rng=6), UR5.random(10, rng=7), strict=True):
            solver = mk.Solver(UR5, mk.Pose("tool0", UR5.fk(q, "tool0")), method=_local())
            assert UR5.within_limits(solver.solve(start).q)
            solution = solver.solve(start, max_change=dict.fromkeys(UR5.joint_names, 0.02))
            assert np.abs(solution.q - start).max() <= 0.02 + 1e-12

    def test_ends_with_a_rejected_solution(self) -> None:
        q = UR5.random(rng=8)
        goal = mk.Pose("tool0", UR5.fk(q, "tool0"), tolerance=1e-3)
        solution = mk.Solver(UR5, goal, method=_local(), valid=lambda q: False).solve(UR5.clip(q + 0.01))
        assert (solution.status, solution.starts) == ("invalid", 1)
        assert solution.evaluations < 100 * STEP
