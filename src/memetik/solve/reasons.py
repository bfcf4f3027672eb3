"""What keeps goals from being met: limits of joints, other goals, the reach of the robot."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..goals.placement import Placement
from ..transforms import Array
from .bounds import Bound, bounds_at
from .explanation import BeyondReach, Conflict, Limit, Unmet
from .pulls import Pulls, gradient

if TYPE_CHECKING:
    from .problem import Problem

_OPPOSED = -0.2  # largest cosine of two gradients in conflict, ...
_SLIGHTLY = -0.02  # ... or if it is known besides that either goal gets better without the other
_BETTER = 0.95  # largest share of a goal's cost that is left without the other goal of a conflict
_DAMPING = 1e-2  # of steps, relative to the mean square of the Jacobian's columns
_RELEVANT = 0.1  # smallest size of a gradient in conflict, relative to the other
_FELT = 0.02  # smallest size of a gradient, relative to what the Jacobian and the residuals allow
# The same at a minimum. It separates most, not all: 1145 solutions of failing problems on panda and pr2 were
# below 0.03, and of 6000 random configurations 2 were below 0.04.
_STATIONARY = 0.04
_CARRIED = 0.7  # share of an opposition that the joints named with it have together
_MOST_JOINTS = 3
_STEP = 1e-6  # [rad, m] for differences of errors
_AHEAD = 1e-4  # [rad, m] how far ahead obstacles are looked for
_RANK = 1e-9  # singular values of the constraints below this, relative to the largest, count as zero


class Reasons:
    """What keeps the unmet goals of a problem from being met.

    The solution minimises the cost f of the primary goals subject to what the required goals fix, c(q) = 0.
    There ∇f + Aᵀλ vanishes over the free variables, with A = dc/dq. So λ follows by least squares, and Aᵀλ is
    the force of the required goals. For a variable at a limit, the component of ∇f + Aᵀλ is the derivative of
    the lowest cost by that limit. If a required goal is unmet, f is the cost of the required goals instead,
    and there are no constraints. Where the gradient does not vanish over the free variables, because the
    search ended early, goals and limits that oppose each other there need not do so at the end.
    """

    def __init__(self, problem: Problem, pulls: Pulls, lower: Array, upper: Array) -> None:
        self._problem, self._pulls = problem, pulls
        required = [name for name, goal in pulls.goals.items() if goal.priority == "required"]
        self._models = {name: pulls.model(name) for name in pulls.goals}
        self._by_goal = {name: gradient(model) for name, model in self._models.items()}
        cost = sum(float(residuals @ residuals) for residuals, _ in self._models.values())
        total = sum(self._by_goal.values(), np.zeros_like(pulls.q))
        self._bounds = bounds_at(problem.robot, pulls.q, lower, upper, cost, total)
        self._free = np.zeros(len(pulls.q), dtype=bool)
        self._free[problem._native.active] = True
        for bound in self._bounds:
            self._free[bound.outwards != 0] = False
        self._primary = {name: g for name, g in self._by_goal.items() if name not in required}
        self._required = {name: g for name, g in self._by_goal.items() if name in required}
        slope = sum(self._primary.values(), np.zeros_like(pulls.q))
        constraints = self._constraints_near(slope * self._free)
        self._constraints = np.concatenate([np.zeros((0, len(pulls.q))), *constraints.values()])
        columns = self._constraints[:, self._free].T
        multipliers = iter(np.linalg.lstsq(columns, -slope[self._free], rcond=_RANK)[0])
        self._forces = {
            name: sum((next(multipliers) * row for row in rows), np.zeros_like(slope))
            for name, rows in constraints.items()
        }
        self._slope = sum(self._forces.values(), slope)
        self._required_slope = sum(self._required.values(), np.zeros_like(slope))

    def _is_stationary(self, level: Collection[str], slope: Array) -> bool:
        """Whether the gradient of the cost of a level vanishes over the free variables."""
        everything = np.ones_like(self._free)
        largest = sum(self._pulls.size(self._problem.rows[name], everything) for name in level)
        return bool(np.linalg.norm(slope[self._free]) <= _STATIONARY * largest)

    def _constraints_near(self, slope: Array) -> dict[str, Array]:
        """Required goal -> the rows that it fixes (m, dof), here or a short step down the gradient, where
        obstacles act that are not quite touched here.
        """
        found = self._pulls.constraints()
        size = float(np.linalg.norm(slope))
        if found and size > 0:
            ahead = Pulls(self._problem, self._pulls.parameters, self._pulls.q - _AHEAD / size * slope)
            found = {name: rows if len(rows) else ahead.constraints()[name] for name, rows in found.items()}
        return found

    def unmet(self) -> tuple[Unmet, ...]:
        """The errors beyond their tolerances, those of required goals first."""
        parts = sorted((part for part in self._pulls.parts if part.unmet), key=lambda part: not part.required)
        return tuple(
            Unmet(
                part.goal,
                part.name,
                part.error,
                part.tolerance,
                part.unit,
                part.required,
                self._pulls.is_finite(part.goal),
            )
            for part in parts
        )

    # ---------------------------------------------------------------- limits

    def limits(self) -> tuple[Limit, ...]:
        """The bounds that the highest level with unmet goals pushes variables beyond, by falling gain."""
        infeasible = any(self._pulls.is_unmet(name) for name in self._required)
        level = self._required if infeasible else self._primary
        slope = self._required_slope if infeasible else self._slope
        if not self._is_stationary(level, slope):
            return ()
        gains = [-float(slope @ bound.outwards) for bound in self._bounds]
        least = _FELT * max(gains, default=0.0)
        found = [
            self._limit(bound, gain, list(level), keeps_required=not infeasible)
            for bound, gain in zip(self._bounds, gains, strict=True)
            if gain > least and gain > _FELT * self._largest_gain(list(level), bound)
        ]
        return tuple(sorted(found, key=lambda limit: -limit.gain))

    def _largest_gain(self, goals: list[str], bound: Bound) -> float:
        """The gain if the residuals of the unmet goals had the best direction for this bound."""
        moved = bound.outwards != 0
        rows = [self._problem.rows[name] for name in goals if self._pulls.is_unmet(name)]
        return sum(self._pulls.size(part, moved) for part in rows)

    def _limit(self, bound: Bound, gain: float, goals: list[str], *, keeps_required: bool) -> Limit:
        step = bound.outwards.copy()
        if keeps_required:  # the free variables compensate what the step changes of the required goals
            columns = self._constraints[:, self._free]
            step[self._free] -= np.linalg.lstsq(columns, self._constraints @ bound.outwards, rcond=_RANK)[0]
        before = self._pulls.errors_at(self._pulls.q)
        after = self._pulls.errors_at(self._pulls.q + _STEP * step)

        def rate(goal: str, name: str) -> float:
            return (before[goal][name] - after[goal][name]) / _STEP

        _, goal, name = max(
            (self._pulls.factors[goal] ** 2 * value * rate(goal, name), goal, name)
            for goal in goals
            if self._pulls.is_unmet(goal)
            for name, value in before[goal].items()
        )
        unit = next(p.unit for p in self._pulls.parts if p.goal == goal and p.name.startswith(name))
        return Limit(
            bound.name,
            bound.side,
            bound.value,
            bound.unit,
            bound.set_by,
            bound.locked,
            gain,
            goal,
            name,
            rate(goal, name),
            unit,
        )

    # ---------------------------------------------------------------- conflicts

    def conflicts(self, out_of_reach: set[str]) -> tuple[Conflict, ...]:
        """Pairs of goals of one level, of required and primary goals, and of errors of one goal.

        The errors of one goal conflict only if no other goal does, and if its target is not out of reach.
        """
        stationary = [
            *(self._required if self._is_stationary(self._required, self._required_slope) else ()),
            *(self._primary if self._is_stationary(self._primary, self._slope) else ()),
        ]
        felt = {name: self._by_goal[name] for name in stationary if self._is_felt(name)}
        required = {name: g for name, g in felt.items() if name in self._required}
        primary = {name: g for name, g in felt.items() if name in self._primary}
        levels = [(level, pair) for level in (required, primary) for pair in combinations(level, 2)]
        found = [
            self._conflict((a, b), (), level[a], level[b])
            for level, (a, b) in levels
            if self._oppose(level[a], level[b], _SLIGHTLY) and self._helps(a, b) and self._helps(b, a)
        ]
        found += [
            self._conflict((a, b), (), force, primary[b])
            for a, force in self._forces.items()
            for b in primary
            if not self._pulls.is_unmet(a) and self._oppose(force, primary[b])
        ]
        involved = out_of_reach | {name for conflict in found for name in conflict.goals}
        for name in stationary:
            if name not in involved:
                parts = self._gradients_by_error(name)
                found += [
                    self._conflict((name, name), (a, b), parts[a], parts[b])
                    for a, b in combinations(parts, 2)
                    if self._oppose(parts[a], parts[b])
                ]
        return tuple(found)

    def _is_felt(self, goal: str) -> bool:
        """Whether the goal's gradient over the free variables is more than noise."""
        return self._exceeds_noise(self._by_goal[goal], self._problem.rows[goal])

    def _exceeds_noise(self, slope: Array, rows: slice) -> bool:
        largest = self._pulls.size(rows, self._free)
        return bool(np.linalg.norm(slope[self._free]) > _FELT * largest > 0)

    def _oppose(self, a: Array, b: Array, cosine: float = _OPPOSED) -> bool:
        """Whether two gradients over the free variables have similar sizes and opposite directions."""
        a, b = a[self._free], b[self._free]
        sizes = float(np.linalg.norm(a)), float(np.linalg.norm(b))
        return min(sizes) > _RELEVANT * max(sizes) and float(a @ b) < cosine * sizes[0] * sizes[1]

    def _helps(self, removed: str, kept: str) -> bool:
        """Whether the compromise without one goal is better for another of its level."""
        level = self._required if kept in self._required else self._primary
        residuals, jacobian = self._models[kept]
        after = residuals + jacobian @ self._step([name for name in level if name != removed])
        return float(after @ after) < _BETTER * float(residuals @ residuals)

    def _step(self, goals: Collection[str]) -> Array:
        """A damped Gauss-Newton step (dof,) of the free variables towards the best compromise of goals of one
        level; that of primary goals keeps what the required goals fix.
        """
        residuals = np.concatenate([self._models[name][0] for name in goals])
        jacobian = np.concatenate([self._models[name][1] for name in goals])[:, self._free]
        keep = np.eye(jacobian.shape[1])
        if not self._required.keys() & set(goals):
            fixed = self._constraints[:, self._free]
            keep -= np.linalg.pinv(fixed, rcond=_RANK) @ fixed
        jacobian = jacobian @ keep
        square = jacobian.T @ jacobian
        damped = square + _DAMPING * np.trace(square) / len(square) * np.eye(len(square))
        step = np.zeros(len(self._free))
        step[self._free] = -keep @ np.linalg.lstsq(damped, jacobian.T @ residuals, rcond=None)[0]
        return step

    def _gradients_by_error(self, goal: str) -> dict[str, Array]:
        """Gradients of the errors of one goal, such as the position and the rotation of a pose."""
        found: dict[str, Array] = {}
        for part in self._pulls.parts:
            if part.goal == goal and part.rows is not None:
                slope = gradient(self._pulls.model_of_part(part))
                if self._exceeds_noise(slope, part.rows):
                    kind = part.name.split()[0]  # with a tolerance per axis there are several of a kind
                    found[kind] = found.get(kind, 0.0) + slope
        return found

    def _conflict(self, goals: tuple[str, str], errors: tuple[str, ...], a: Array, b: Array) -> Conflict:
        """The conflict of two gradients, with the joints that have the largest share in it."""
        a, b = a * self._free, b * self._free
        cosine = float(a @ b) / float(np.linalg.norm(a) * np.linalg.norm(b))
        robot = self._problem.robot
        shares = {name: -float(a[robot._slice(name)] @ b[robot._slice(name)]) for name in robot.joint_names}
        named: list[str] = []
        for name in sorted(shares, key=lambda name: -shares[name])[:_MOST_JOINTS]:
            if sum(shares[other] for other in named) < _CARRIED * -float(a @ b):
                named.append(name)
        required = (goals[0] in self._required, goals[1] in self._required)
        return Conflict(goals, errors, required, cosine, tuple(named))

    # ---------------------------------------------------------------- reach

    def stretched(self) -> tuple[BeyondReach, ...]:
        """Positions that no variable brings nearer."""
        found = []
        for name, goal in self._pulls.goals.items():
            if not isinstance(goal, Placement) or "position" not in goal.error_names:
                continue
            if not self._pulls.is_unmet(name) or self._is_felt(name):
                continue
            distance = self._pulls.errors_at(self._pulls.q)[name]["position"]
            found.append(BeyondReach(name, distance, proven=False))
        return tuple(found)
