"""RelaxedIK: the same goals with other losses, but the same limits and tolerances."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Relaxed, Search
from memetik.methods.relaxed.relaxed import _Floor, _RelaxedCost
from tests.goal_cases import GOALS, make_goal, rng_of
from tests.goal_cases.subjects import subject

UR5 = mk.Robot.load("ur5")


@pytest.mark.parametrize("case", GOALS)
@pytest.mark.parametrize("ranged", [False, True])
def test_relaxed_goals_take_the_numbers_of_a_query(case: str, ranged: bool) -> None:
    panda = subject("panda")
    goal = make_goal(case, panda, rng_of("relaxed", case))
    problem = mk.Problem(panda.robot, [goal, mk.StayClose()])
    relaxed = Relaxed(ranged=ranged).relaxed(problem)
    np.testing.assert_array_equal(relaxed._parameters, problem._parameters)
    assert list(relaxed.goals) == list(problem.goals)
    assert relaxed.active_variables == problem.active_variables


def test_the_cost_is_the_groove_of_every_error() -> None:
    goals = [
        mk.Position("tool0", (0.4, 0.1, 0.3)),
        mk.PassThrough(("forearm_link", "tool0"), (0.1, 0.1, 0.4)),
    ]
    relaxed = Relaxed(width=0.2, pass_through_width=0.03, steepness=7, power=4).relaxed(
        mk.Problem(UR5, goals)
    )
    grooves = (
        mk.losses.Groove(width=0.2, steepness=7, power=4),
        mk.losses.Groove(width=0.03, steepness=7, power=4),
    )
    for q in UR5.random(20, rng=1):
        errors = [next(iter(of_goal.values())) for of_goal in mk.Problem(UR5, goals).errors(q).values()]
        expected = sum(groove(error) for groove, error in zip(grooves, errors, strict=True))
        assert relaxed.cost(q) == pytest.approx(expected)


def test_within_its_tolerance_a_ranged_goal_does_not_pull() -> None:
    goal = mk.Position("tool0", UR5.fk(UR5.neutral, "tool0")[:3, 3] + (0.0, 0.0, 0.001), tolerance=0.01)
    ranged = Relaxed(ranged=True).relaxed(mk.Problem(UR5, goal))
    relaxed = Relaxed().relaxed(mk.Problem(UR5, goal))
    assert np.abs(ranged.gradient(UR5.neutral)).max() < 0.05 * np.abs(relaxed.gradient(UR5.neutral)).max()


def test_losses_of_the_users_own_stay() -> None:
    goal = mk.Position("tool0", (0.4, 0.1, 0.3), loss=mk.losses.Huber(0.1))
    problem = mk.Problem(UR5, goal)
    relaxed = Relaxed().relaxed(problem)
    q = UR5.random(rng=1)
    assert relaxed.cost(q) == problem.cost(q)


def test_success_is_by_the_tolerances_of_the_goals() -> None:
    for q in UR5.random(5, rng=3):
        goal = mk.Pose("tool0", UR5.fk(q, "tool0"))
        solution = mk.solve(UR5, goal, method="relaxed")
        assert solution.success
        assert mk.Problem(UR5, goal).accepts(solution.q)
        assert solution.cost == pytest.approx(mk.Problem(UR5, goal).cost(solution.q), abs=1e-12)


def test_history_reaches_the_relaxed_goals() -> None:
    """Every joint is 0.3 rad from where it was: six grooves of that."""
    seen: list[float] = []

    class Spy(Relaxed):
        def prepare(self, problem: mk.Problem) -> Callable[[Search], None]:
            relaxed = self.relaxed(problem)

            def search(search: Search) -> None:
                cost, _ = _RelaxedCost(search, relaxed)(search.start[search.active])
                seen.append(cost)

            return search

    goals = [mk.JointValue("elbow_joint", 0.2), mk.Smooth(weight=4.0)]
    mk.Solver(UR5, goals, method=Spy()).solve(UR5.neutral, history=UR5.neutral[None] + 0.3)
    groove = mk.losses.Groove()
    assert seen == [pytest.approx(groove(0.2) + 4 * 6 * groove(0.3))]


def test_a_floor_of_manipulability_is_held() -> None:
    def measure(q: np.ndarray) -> float:
        jacobian = UR5.jacobian(q, "tool0")
        return float(np.sqrt(np.linalg.det(jacobian @ jacobian.T)))

    floor = mk.Manipulability("tool0", floor=0.06, priority="primary")
    goal = mk.Position("tool0", (0.4, 0.2, 0.4))
    solution = mk.solve(UR5, [goal, floor], method="relaxed")
    assert solution.success
    assert measure(solution.q) >= 0.06


def test_the_floor_is_a_function_with_its_derivative() -> None:
    constraint = _Floor(UR5, mk.Manipulability("tool0", floor=0.06))

    class Everything:
        start, active = UR5.neutral, np.arange(UR5.dof)

    lacking = constraint.function(Everything())  # type: ignore[arg-type]
    q, gradient, h = UR5.random(rng=5), np.zeros(UR5.dof), 1e-6
    lacking(q, gradient)
    nothing = np.zeros(0)
    for i, step in enumerate(h * np.eye(UR5.dof)):
        slope = (lacking(q + step, nothing) - lacking(q - step, nothing)) / (2 * h)
        assert gradient[i] == pytest.approx(slope, abs=1e-6)


@pytest.mark.parametrize("wrong", [{"width": 0.0}, {"power": 3}, {"steepness": -1.0}, {"ranged": "yes"}])
def test_options_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(mk.MemetikError):
        Relaxed(**wrong)  # type: ignore[arg-type]
