"""Reasons of unsolved solutions: joints at limits, goals in conflict, targets out of reach."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

import memetik as mk
from memetik.solve.explanation import Limit
from memetik.solve.pulls import Pulls
from memetik.solve.reasons import Reasons
from tests.naive_kinematics import Array
from tests.solve_cases import FAR, HAND, PANDA, UR5, ball, goals_in_conflict, planar_arm

SEEDS = range(8)


def arm(*upper: float) -> mk.Robot:
    """A planar arm of 1 m links whose joints turn from -upper to upper."""
    b = mk.RobotBuilder("arm")
    for i, most in enumerate(upper):
        b.revolute(f"j{i}", f"l{i}", f"l{i + 1}", xyz=(float(i > 0), 0, 0), lower=-most, upper=most)
    b.fixed("end", f"l{len(upper)}", "tip", xyz=(1, 0, 0))
    return b.build()


class TestLimits:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_loosening_one_lowers_the_cost_by_its_gain(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        upper = rng.uniform(0.2, 0.6, 4)
        angle = rng.uniform(1.5, 3.0)
        goal = mk.Position("tip", (2.2 * np.cos(angle), 2.2 * np.sin(angle), 0))
        robot = arm(*upper)
        solution = mk.solve(robot, goal)
        limits = solution.explain().limits
        assert limits
        assert [limit.gain for limit in limits] == sorted((limit.gain for limit in limits), reverse=True)
        for limit in limits:
            assert_gain(mk.Problem(robot, goal), solution.q, limit, -upper, upper)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_those_of_max_change_too(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        start = PANDA.clip(np.add(rng.uniform(-1, 1, 7), (0, 0, 0, -1.5, 0, 1.5, 0)))
        problem = mk.Problem(PANDA, mk.Position(HAND, (0.4, 0.4, 0.5)))
        change = np.array([0.1, 0.1, 0, 0.1, 0.1, 0.1, 0.1])
        by_joint = dict(zip(PANDA.joint_names, change.tolist(), strict=True))
        solution = mk.Solver(problem).solve(start, max_change=by_joint)
        limits = solution.explain().limits
        assert limits
        for limit in limits:
            assert limit.set_by == "max_change"
            assert limit.locked == (limit.variable == "panda_joint3")
            assert_gain(problem, solution.q, limit, start - change, start + change)

    def test_joints_that_end_just_short_of_a_limit_count(self) -> None:
        upper = np.array([0.3, 0.4, 0.5, 0.2])
        problem = mk.Problem(arm(*upper), mk.Position("tip", (-2.2, 0.5, 0)))
        for short in (0.0, 5e-4):  # costs that differ by less than 0.1 % are equal to the selection rule
            q = upper - (short, 0, 0, 0)
            assert problem.cost(q) <= 1.001 * problem.cost(upper)
            listed = {limit.variable for limit in reasons_at(problem, q, upper).limits()}
            assert listed == {"j0", "j1", "j2", "j3"}

    def test_the_largest_angle_of_a_ball_joint_is_one(self) -> None:
        goal = mk.Position("tip", (1, 0, 0.3))
        solution = mk.solve(ball(0.5), goal)
        (limit,) = solution.explain().limits
        assert (limit.variable, limit.value) == ("ball", 0.5)
        better = mk.solve(ball(0.51), goal)
        assert solution.cost - better.cost == pytest.approx(limit.gain * 0.01, rel=0.1)

    def test_the_rate_is_that_of_the_error(self) -> None:
        solution = mk.solve(PANDA, mk.JointValue("panda_joint4", 0.5, name="elbow"))
        (limit,) = solution.explain().limits
        assert (limit.variable, limit.side, limit.goal) == ("panda_joint4", "upper", "elbow")
        assert limit.value == PANDA.upper[3]
        assert limit.rate == pytest.approx(1)
        assert "at its upper limit (-4°)" in str(limit)

    def test_joints_at_a_limit_that_are_not_pushed_are_not_listed(self) -> None:
        b = mk.RobotBuilder("cross")
        for joint, parent, child, axis in (("x", "a", "b", (1, 0, 0)), ("y", "b", "c", (0, 1, 0))):
            b.prismatic(joint, parent, child, axis=axis, lower=0, upper=1)
        solution = mk.solve(b.build(), mk.Position("c", (5, 0, 0)))
        np.testing.assert_array_equal(solution.q, (1, 0))
        assert [limit.variable for limit in solution.explain().limits] == ["x"]

    @pytest.mark.parametrize("seed", SEEDS)
    def test_with_required_goals_the_gain_is_that_of_the_best_compromise(self, seed: int) -> None:
        problem, q, upper = best_compromise(seed)
        cost = problem.cost(q)
        limits = reasons_at(problem, q, upper).limits()
        assert limits
        looser = upper.copy()
        looser[int(limits[0].variable[1:])] += (step := 1e-4)
        _, better, _ = best_compromise(seed, looser)
        assert cost - problem.cost(better) == pytest.approx(limits[0].gain * step, rel=0.02)


def assert_gain(problem: mk.Problem, q: Array, limit: Limit, lower: Array, upper: Array) -> None:
    """Loosening a limit lowers the lowest cost near q by about its gain."""

    def lowest(low: Array, high: Array) -> float:
        bounds = list(zip(low, high, strict=True))
        options = {"ftol": 1e-15, "gtol": 1e-12}
        return float(minimize(problem.cost, q, jac=problem.gradient, bounds=bounds, options=options).fun)

    step = np.zeros_like(q)
    step[problem.robot.variable_names.index(limit.variable)] = 1e-4
    side = limit.side == "upper"
    gained = lowest(lower, upper) - lowest(lower - step * (not side), upper + step * side)
    assert gained == pytest.approx(limit.gain * 1e-4, rel=0.1, abs=1e-9)


def best_compromise(seed: int, upper: Array | None = None) -> tuple[mk.Problem, Array, Array]:
    """The primary goal of an arm minimised subject to a required one, within limits, by SLSQP."""
    rng = np.random.default_rng(seed)
    limits = np.concatenate([rng.uniform(0.2, 0.4, 2), rng.uniform(1.0, 2.0, 3)])
    upper = limits if upper is None else upper
    plane = mk.OnPlane("l4", (0, 0.3, 0), normal=(0, 1, 0), name="plane", priority="required")
    robot, angle = arm(*[9.0] * 5), rng.uniform(1.5, 2.5)
    goal = mk.Position("tip", (3 * np.cos(angle), 3 * np.sin(angle), 0), name="tip")
    problem = mk.Problem(robot, [goal, plane])
    place, row = mk.Problem(robot, goal), mk.Problem(robot, plane)
    found = minimize(
        place.cost,
        np.full(5, 0.1),
        jac=place.gradient,
        bounds=list(zip(-upper, upper, strict=True)),
        constraints={"type": "eq", "fun": row.residuals, "jac": row.jacobian},
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return problem, np.clip(found.x, -upper, upper), upper


def reasons_at(problem: mk.Problem, q: Array, upper: Array) -> Reasons:
    return Reasons(problem, Pulls(problem, problem._parameters, q), -upper, upper)


class TestConflicts:
    @pytest.mark.parametrize("seed", SEEDS)
    def test_removing_one_goal_lets_the_other_get_better(self, seed: int) -> None:
        solver = mk.Solver(PANDA, goals_in_conflict(seed))
        solution = solver.solve()
        conflicts = solution.explain().conflicts
        assert conflicts
        for conflict in conflicts:
            assert conflict.cosine < 0
            assert set(conflict.joints) <= set(PANDA.joint_names)
            for kept, removed in (conflict.goals, conflict.goals[::-1]):
                other = solver.solve(solution.q, weights={removed: 0}, local=True)
                assert total(other.errors[kept]) < total(solution.errors[kept]) * (1 - 1e-3)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_a_required_goal_conflicts_with_what_it_holds_back(self, seed: int) -> None:
        problem, q, upper = best_compromise(seed)
        (conflict,) = reasons_at(problem, q, upper).conflicts(set())
        assert (conflict.goals, conflict.required) == (("plane", "tip"), (True, False))
        assert conflict.cosine == pytest.approx(-1, abs=1e-3)
        assert "plane, which is required, keeps tip from its target" in str(conflict)

    def test_an_obstacle_in_the_way_conflicts_with_the_target_behind_it(self) -> None:
        b = mk.RobotBuilder("slide")
        b.prismatic("slide", "a", "b", axis=(1, 0, 0), lower=-9, upper=9)
        wall = mk.collision.Box((1, 9, 9)).at((2, 0, 0))
        clear = mk.KeepClear({"b": (0, 0, 0, 0.1)}, wall, name="clear")
        problem = mk.Problem(b.build(), [clear, mk.Position("b", (2, 0, 0), name="hand")])
        for missing in (5e-6, 0.0, -1e-6):  # clearance: just within tolerance, exact, not quite touching
            q = np.array([1.4 + missing])
            (conflict,) = reasons_at(problem, q, np.array([9.0])).conflicts(set())
            assert conflict.goals == ("clear", "hand")
        assert reasons_at(problem, np.array([1.0]), np.array([9.0])).conflicts(set()) == ()

    def test_position_and_rotation_of_a_pose_may_conflict(self) -> None:
        target = mk.transform((0.05, 0.02, 0.3))
        solution = mk.solve(UR5, mk.Pose("tool0", target, name="tool"), prefer="best")
        explanation = solution.explain()
        (conflict,) = explanation.conflicts
        assert (conflict.goals, conflict.errors) == (("tool", "tool"), ("position", "rotation"))

    @pytest.mark.parametrize("seed", SEEDS)
    def test_goals_that_can_be_met_together_are_not_in_conflict_after_an_early_end(self, seed: int) -> None:
        q = PANDA.random(rng=seed)  # true of nearly all configurations: some happen to have a small gradient
        goals = [mk.Position(link, PANDA.fk(q, link)[:3, 3]) for link in ("panda_link4", "panda_link6", HAND)]
        solution = mk.solve(PANDA, goals, start=PANDA.random(rng=seed + 99), timeout=0.0)
        assert solution.stopped_by == "deadline"
        assert solution.explain().conflicts == ()

    def test_secondary_goals_are_never_in_conflict(self) -> None:
        goals = [mk.Position(HAND, FAR), mk.StayClose(weight=100)]
        assert mk.solve(PANDA, goals, joints=["panda_joint1"]).explain().conflicts == ()

    def test_goals_of_independent_joints_are_not_in_conflict(self) -> None:
        goals = [mk.JointValue("panda_joint1", 5, name="a"), mk.JointValue("panda_joint2", 5, name="b")]
        explanation = mk.solve(PANDA, goals).explain()
        assert explanation.conflicts == ()
        assert {limit.goal for limit in explanation.limits} == {"a", "b"}


def total(errors: dict[str, float]) -> float:
    return float(np.sqrt(sum(value**2 for value in errors.values())))


class TestReach:
    @pytest.mark.parametrize("tolerance", [1e-5, 0.1])
    def test_is_missed_by_the_distance_beyond_the_length_of_the_arm(self, tolerance: float) -> None:
        goal = mk.Position("tip", (3, 4, 0), tolerance=tolerance)
        solution = mk.solve(planar_arm(), goal)  # 2 m long
        (entry,) = solution.explain().beyond_reach
        assert (entry.goal, entry.proven, entry.too_near) == ("tip", True, False)
        assert entry.distance == pytest.approx(3 - tolerance)
        assert entry.distance <= solution.errors["tip"]["position"] - tolerance + 1e-9

    def test_may_be_too_near(self) -> None:
        b = mk.RobotBuilder("uneven")
        b.revolute("a", "base", "upper", lower=-3, upper=3)
        b.revolute("b", "upper", "fore", xyz=(1, 0, 0), lower=-3, upper=3)
        b.fixed("c", "fore", "tip", xyz=(0.4, 0, 0))
        (entry,) = mk.solve(b.build(), mk.Position("tip", (0.1, 0, 0))).explain().beyond_reach
        assert (entry.proven, entry.too_near) == (True, True)
        assert entry.distance == pytest.approx(0.5, abs=1e-4)

    def test_of_a_stretched_arm_is_what_is_left(self) -> None:
        goal = mk.Position("tip", (3, 0, 0), tolerance=(1e-5, 1e-5, 1e-5))  # by axis: no proof is known
        solution = mk.solve(planar_arm(), goal)
        assert solution.status == "approximate"
        (entry,) = solution.explain().beyond_reach
        assert not entry.proven
        assert entry.distance == pytest.approx(1, rel=1e-4)


class TestOneSidedRequiredGoals:
    CENTER = (0.3, 0.0, 0.6)

    def goals(self) -> list[mk.Goal]:
        return [
            mk.KeepDistance(HAND, self.CENTER, max=0.1, priority="required", name="within"),
            mk.KeepDistance(HAND, self.CENTER, min=0.5, priority="required", name="outside"),
            mk.Position(HAND, (0.4, 0.0, 0.6), name="hand"),
        ]

    def test_keep_a_primary_goal_from_its_target_only_if_they_push_away_from_it(self) -> None:
        within, outside, hand = self.goals()
        (conflict,) = mk.solve(PANDA, [outside, hand]).explain().conflicts
        assert conflict.goals == ("outside", "hand")
        assert mk.solve(PANDA, [within, hand]).explain().conflicts == ()

    def test_that_contradict_each_other_are_not_said_to_keep_others_from_their_targets(self) -> None:
        explanation = mk.solve(PANDA, self.goals(), max_evaluations=5000).explain()
        assert {conflict.goals for conflict in explanation.conflicts} <= {("within", "outside")}

    @pytest.mark.parametrize("seed", range(20))
    def test_that_keep_a_goal_from_its_target_let_it_come_nearer_when_they_are_off(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        place = PANDA.fk(PANDA.random(rng=rng), HAND)[:3, 3]
        goals: list[mk.Goal] = [mk.Position(HAND, place, name="hand")]
        for i in range(3):
            offset = rng.normal(size=3)
            center = place + rng.uniform(0.02, 0.09) * offset / np.linalg.norm(offset)
            goals.append(mk.KeepDistance(HAND, center, min=0.12, priority="required", name=f"away {i}"))
        solver = mk.Solver(PANDA, goals)
        solution = solver.solve(max_evaluations=3000)
        conflicts = solution.explain().conflicts
        assert conflicts
        for conflict in conflicts:
            assert conflict.required == (True, False)
            without = solver.solve(solution.q, weights={conflict.goals[0]: 0}, local=True)
            assert without.errors["hand"]["position"] < 0.9999 * solution.errors["hand"]["position"]
