"""Solves the two parts of a chain one after the other, from the target to the root."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...goals.fields import Priority
from ...goals.goal import Goal
from ...goals.pass_through import PassThrough
from ...goals.pose import Pose, Position
from ...robot.inversion import inverted
from ...solve.problem import Problem
from ...solve.solver import Solver
from ...transforms import Array, inverse
from ..shared.link_targets import active_joints, wanted_link_pose
from ..shared.python_method import Search


class TwoParts:
    """The solvers of the distal part and of the arm."""

    def __init__(self, problem: Problem, split: str, hint: Array | None, evaluations: int) -> None:
        self._split, self._hint, self._evaluations = split, hint, evaluations
        ((self._pose, goal),) = ((n, g) for n, g in problem.goals.items() if isinstance(g, Pose))
        assert isinstance(goal, Pose)
        self._backwards = inverted(problem.robot, goal.link, split)
        index = {name: i for i, name in enumerate(problem.robot.variable_names)}
        self._indices = np.array([index[name] for name in self._backwards.variable_names], dtype=np.intp)
        self._passes = [name for name, g in problem.goals.items() if isinstance(g, PassThrough)]
        self._hint_name = "hint" + "".join(self._passes)  # differs from all names of goals
        active = active_joints(problem)
        self._distal = self._distal_solver(problem, [n for n in self._backwards.joint_names if n in active])
        self._arm = self._arm_solver(problem, goal)

    def _distal_solver(self, problem: Problem, joints: list[str]) -> Solver | None:
        """Return a solver for the distal part's goals other than its tip, or None if it has none."""
        goals = [_named(problem.goals[name], name) for name in self._passes]
        if self._hint is not None:
            rank: Priority = "secondary" if goals else "primary"
            goals.append(Position(self._split, np.zeros(3), name=self._hint_name, priority=rank))
        return Solver(self._backwards, goals, joints=joints) if goals else None

    def _arm_solver(self, problem: Problem, goal: Pose) -> Solver:
        """Return a solver for the pose of the split link, tight enough for the tip's tolerance.

        Errors δp, δφ of the split link cause at most δp + L δφ at the tip, with the distal part's length L.
        """
        half = len(goal.tolerance) // 2
        place, turn = min(goal.tolerance[:half]), min(goal.tolerance[half:])
        offset = 0.0 if goal.offset is None else float(np.linalg.norm(goal.offset[:3, 3]))
        length = max(self._backwards.reach + offset, 1e-3)
        exact = Pose(self._split, np.eye(4), tolerance=(0.5 * place, min(turn, 0.5 * place / length)))
        joints = active_joints(problem).keys() - set(self._backwards.joint_names)
        return Solver(problem.robot, exact, joints=sorted(joints))

    def search(self, search: Search) -> None:
        """Solve both parts, from one start after the other."""
        target = wanted_link_pose(search, self._pose)
        while True:
            q = search.next_start()
            if self._distal is not None:
                q[self._indices] = self._solve_distal(search, self._distal, q, target)
            base = target @ self._backwards.fk(q[self._indices], self._split)
            search.cost(self._solve_part(search, self._arm, q, {self._split: base}, np.arange(len(q))))

    def _solve_distal(self, search: Search, solver: Solver, start: Array, target: Array) -> Array:
        """Return the distal joint values that best meet the part's goals, seen from the target."""
        places = {name: search.target(name)[:3] for name in self._passes}
        if self._hint is not None:
            places[self._hint_name] = self._hint
        seen = {name: (inverse(target) @ np.append(place, 1.0))[:3] for name, place in places.items()}
        return self._solve_part(search, solver, start, seen, self._indices)

    def _solve_part(
        self,
        search: Search,
        solver: Solver,
        start: Array,
        targets: dict[str, Array],
        indices: npt.NDArray[np.intp],
    ) -> Array:
        """Solve a part within the remaining time and budget; ``indices`` are its variables in q."""
        change = search.max_change[indices] if len(search.max_change) else np.full(len(indices), np.inf)
        near = np.isfinite(change)  # limited relative to the query's start, so they begin there
        slices = solver.robot._variables.slices
        solution = solver.solve(
            np.where(near, search.start[indices], start[indices]),
            targets=targets,
            timeout=search.time_left if np.isfinite(search.time_left) else None,
            max_evaluations=max(1, min(self._evaluations, search.evaluations_left)),
            random_seed=int(search.rng.integers(2**32)),
            max_change={n: float(change[s.start]) for n, s in slices.items() if near[s.start]} or None,
        )
        search.spend(solution.evaluations)
        return solution.q


def _named(goal: Goal, name: str) -> Goal:
    return type(goal)(**{**goal._plain_fields(), "name": name})
