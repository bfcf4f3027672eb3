"""PivotIK: steps by the inverse Jacobian of two tasks, in an evolution or alone."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import expm

import memetik as mk
from memetik.methods import Pivot
from memetik.methods.pivot.remote_center import Errors, pose_logarithm

ROBOT = mk.Robot.load("ur10e_elise")
SHAFT = ("endo_base_link", "endo_first_link")


def goals(q: np.ndarray, tolerance: float = 1e-5) -> list[mk.Goal]:
    hole = (ROBOT.fk(q, "endo_base_link") @ (0, 0, 0.5, 1))[:3]
    tip = mk.Pose("endo_tool", ROBOT.fk(q, "endo_tool"), name="tip", tolerance=tolerance)
    return [mk.PassThrough(SHAFT, hole, name="shaft"), tip]


@pytest.mark.parametrize("size", [1e-9, 1e-3, 1.0, 3.1])
def test_the_logarithm_leads_to_the_target(size: float) -> None:
    """exp of the twist, from the tip's place in the root's axes, is the transform to the target."""
    rng = np.random.default_rng(4)
    for _ in range(10):
        shift, axis = rng.normal(size=3), rng.normal(size=3)
        axis *= size / np.linalg.norm(axis)
        chord = 2 * np.sin(size / 2) * axis / size
        twist = pose_logarithm(np.concatenate((-shift, -chord)))
        x, y, z = twist[3:]
        matrix = np.zeros((4, 4))
        matrix[:3] = [[0, -z, y, twist[0]], [z, 0, -x, twist[1]], [-y, x, 0, twist[2]]]
        np.testing.assert_allclose(expm(matrix)[:3, 3], shift, atol=1e-9)
        np.testing.assert_allclose(twist[3:], axis, rtol=1e-6)


def errors(seed: int) -> Errors:
    """Errors of tasks that are far from singular and share joints."""
    rng = np.random.default_rng(seed)
    rows = np.linalg.qr(rng.normal(size=(9, 9)))[0] + 0.1 * rng.normal(size=(9, 9))
    return Errors(rng.uniform(-1, 1, 3), rows[:3], rng.uniform(-1, 1, 6), rows[3:])


def test_the_tip_does_not_move_the_center() -> None:
    """J_r q̇ = -K_r e_r in both projections, for any error of the tip."""
    for seed in range(10):
        e = errors(seed)
        for step in (e.published_step(0.6, 1.0), e.compensated_step(0.6, 1.0)):
            np.testing.assert_allclose(e.center_jacobian @ step, -0.6 * e.center, atol=1e-3)


def test_compensation_moves_the_tip_as_asked_for() -> None:
    for seed in range(10):
        e = errors(seed)
        np.testing.assert_allclose(e.tip_jacobian @ e.compensated_step(0.6, 0.9), 0.9 * e.tip, atol=5e-3)


def test_the_jacobian_of_the_tip_is_geometric() -> None:
    q = ROBOT.random(rng=1)
    problem = mk.Problem(ROBOT, goals(ROBOT.random(rng=2)))
    rows = problem.rows["tip"]
    scale = np.repeat([1.0, 0.2 * ROBOT.reach], 3)
    tip = pose_logarithm(problem.residuals(q)[rows] / scale)
    e = Errors(np.zeros(3), np.zeros((3, 9)), tip, problem.jacobian(q)[rows] / scale[:, None])
    np.testing.assert_allclose(e.tip_jacobian, ROBOT.jacobian(q, "endo_tool"), atol=1e-12)


@pytest.mark.parametrize(
    "method",
    [
        Pivot(projection="published", partner="hqp"),
        Pivot(evolve=False, partner="hqp"),
        Pivot(),
        Pivot(evolve=False),
    ],
)
def test_near_by_problems_are_solved(method: Pivot) -> None:
    for i, q in enumerate(ROBOT.random(3, rng=6)):
        start = np.clip(q + 0.1, ROBOT.lower, ROBOT.upper)
        solution = mk.solve(ROBOT, goals(q), start=start, method=method, max_evaluations=5000, random_seed=i)
        assert solution.success
        assert (solution.generations > 0) <= method.evolve


def test_by_default_random_poses_are_met_from_random_starts() -> None:
    pairs = ROBOT.random(6, rng=10).reshape(3, 2, -1)
    assert all(mk.solve(ROBOT, goals(q), start=start, method="pivot").success for q, start in pairs)


def test_what_is_published_comes_within_a_millimetre_near_by_and_then_stalls() -> None:
    q, published = ROBOT.neutral, Pivot(projection="published")
    assert mk.solve(ROBOT, goals(q, 1e-3), start=q + 0.05, method=published).success
    pairs = ROBOT.random(6, rng=10).reshape(3, 2, -1)
    answers = [mk.solve(ROBOT, goals(q), start=s, method=published, max_evaluations=1500) for q, s in pairs]
    assert not all(answer.success for answer in answers)


def test_weights_are_no_part_of_the_fitness() -> None:
    """The goals' weights scale the residuals, but not the errors."""
    solver = mk.Solver(ROBOT, goals(ROBOT.neutral), method="pivot")
    start = ROBOT.neutral + 0.2
    plain = solver.solve(start, max_evaluations=3)
    weighted = solver.solve(start, max_evaluations=3, weights={"tip": 4.0, "shaft": 4.0})
    np.testing.assert_allclose(plain.q, weighted.q, atol=1e-12)


def test_the_same_again() -> None:
    q, start = ROBOT.random(2, rng=8)
    first, second = (
        mk.solve(ROBOT, goals(q), start=start, method="pivot", max_evaluations=300, random_seed=5)
        for _ in "12"
    )
    assert (first.q == second.q).all()


def refused() -> dict[str, list[mk.Goal]]:
    shaft, tip = goals(ROBOT.neutral)
    target = ROBOT.fk(ROBOT.neutral, "endo_tool")
    return {
        "Position": [shaft, mk.Position("endo_tool", target[:3, 3])],
        "one PassThrough and one Pose": [shaft],
        "got PassThrough, Pose, Pose": [shaft, tip, mk.Pose("endo_tool", target)],
        "free axes": [shaft, mk.Pose("endo_tool", target, free="rz")],
        "without a loss": [shaft, mk.Pose("endo_tool", target, loss=mk.losses.Huber(0.1))],
        "shapes": [mk.PassThrough("endo_base_link", (0, 0, 1), shapes=True), tip],
        "primary": [shaft, mk.Pose("endo_tool", target, priority="secondary")],
    }


@pytest.mark.parametrize("words", refused())
def test_other_goals_are_refused(words: str) -> None:
    with pytest.raises(mk.errors.MethodError, match=words):
        mk.Solver(ROBOT, refused()[words], method="pivot")


@pytest.mark.parametrize(
    "wrong",
    [{"population": 4, "elites": 4}, {"dt": 0.0}, {"partner": "trac"}, {"projection": "none"}, {"evolve": 1}],
)
def test_options_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(mk.MemetikError):
        Pivot(**wrong)  # type: ignore[arg-type]
