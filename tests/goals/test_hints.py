"""Goals with priority="hint" guide the search; they count neither in costs nor in success."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box
from memetik.goals import goal_from_dict

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
SPHERES = {HAND: (0, 0, 0.05, 0.08), "panda_link5": (0, 0, -0.1, 0.08)}
WALL = Box((0.05, 1.0, 0.4)).at((0.35, 0, 0.3))


def goals(**hint: object) -> list[mk.Goal]:
    pose = mk.Pose(HAND, position=(0.55, 0.1, 0.3), rpy=(3.14, 0, 0), name="pose")
    clear = mk.KeepClear(SPHERES, WALL, name="clear")
    options: dict[str, object] = {"target": (0.3, 0.0, 0.7), "name": "over", **hint}
    over = mk.PassThrough(("panda_link4", HAND), priority="hint", **options)  # type: ignore[arg-type]
    return [pose, clear, over]


def test_a_hint_has_errors_but_neither_rows_nor_cost() -> None:
    q = PANDA.random(rng=1)
    with_hint, without = mk.Problem(PANDA, goals()), mk.Problem(PANDA, goals()[:2])
    assert with_hint.cost(q) == without.cost(q)
    np.testing.assert_array_equal(with_hint.residuals(q), without.residuals(q))
    np.testing.assert_array_equal(with_hint.jacobian(q), without.jacobian(q))
    np.testing.assert_array_equal(with_hint.gradient(q), without.gradient(q))
    alone = mk.Problem(PANDA, mk.PassThrough(("panda_link4", HAND), (0.3, 0.0, 0.7), name="over"))
    assert with_hint.errors(q)["over"] == alone.errors(q)["over"]


def test_what_only_a_hint_depends_on_stays_at_the_start() -> None:
    robot = mk.Robot.load("valkyrie")
    hand = mk.Position("rightPalm", (0.5, -0.3, 0.3))
    hint = mk.Position("leftPalm", (0.5, 0.3, 0.3), priority="hint")
    assert mk.Problem(robot, [hand, hint]).active_variables == mk.Problem(robot, hand).active_variables


@pytest.mark.parametrize("place", [(0.3, 0.0, 0.7), (0.0, 0.0, 9.0)], ids=["helpful", "out of reach"])
def test_the_answer_need_not_follow_it(place: tuple[float, ...]) -> None:
    solver = mk.Solver(PANDA, goals(target=place))
    targets = PANDA.fk(PANDA.random(40, rng=2), HAND)
    plain = mk.Solver(PANDA, goals()[:2])
    solved = solver.solve_batch({"pose": targets}).success
    np.testing.assert_array_equal(solved, plain.solve_batch({"pose": targets}).success)
    assert solved.mean() > 0.5


def test_solutions_are_repeatable_in_batches_and_on_threads() -> None:
    targets = PANDA.fk(PANDA.random(20, rng=3), HAND)
    one, two = (mk.Solver(PANDA, goals(), threads=threads) for threads in (1, 2))
    batch = one.solve_batch({"pose": targets}, random_seed=5)
    np.testing.assert_array_equal(batch.q, two.solve_batch({"pose": targets}, random_seed=5).q)
    for i, target in enumerate(targets):
        solution = one.solve(targets={"pose": target}, random_seed=5)
        np.testing.assert_array_equal(solution.q, batch.q[i])
        assert (solution.evaluations, solution.stage) == (batch.evaluations[i], batch[i].stage)


def test_budgets_hold() -> None:
    far = mk.Solver(PANDA, goals(name="over"))
    for budget in (1, 50, 500, 2000):
        found = far.solve(targets={"pose": mk.transform((0.3, 0, 0.3))}, max_evaluations=budget)
        assert found.evaluations <= 1.2 * budget + 220


def test_a_hint_that_is_switched_off_is_none() -> None:
    solver = mk.Solver(PANDA, goals())
    targets = PANDA.fk(PANDA.random(20, rng=4), HAND)
    for target in targets:
        assert solver.solve(targets={"pose": target}, weights={"over": 0}).stage != "hints"


def test_targets_without_a_name_are_not_those_of_hints() -> None:
    pose = mk.Pose(HAND, PANDA.fk(PANDA.neutral, HAND), name="pose")
    hint = mk.PassThrough(("panda_link4", HAND), (0.3, 0.0, 0.7), priority="hint")
    solver = mk.Solver(PANDA, [pose, hint])
    assert solver.solve_batch(PANDA.fk(PANDA.random(5, rng=5), HAND)).success.all()


def test_other_methods_ignore_hints() -> None:
    pose = mk.Pose(HAND, PANDA.fk(PANDA.random(rng=6), HAND))
    hint = mk.PassThrough(("panda_link4", HAND), (0.3, 0.0, 0.7), priority="hint")
    for method in ("memetic", "jacobian", "bioik2", "hqp"):
        one, two = (mk.solve(PANDA, given, method=method) for given in ([pose, hint], [pose]))
        np.testing.assert_array_equal(one.q, two.q)
        assert one.evaluations == two.evaluations


def test_it_survives_json() -> None:
    hint = goals()[2]
    assert goal_from_dict(hint.to_dict()) == hint
    assert hint.priority == "hint"
