"""Methods and solvers, and all fields of solutions except times."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import memetik as mk
from tests.recorder.adapter.values import Values

Array = np.ndarray
MaxChange = float | Mapping[str, float] | None


def method_names() -> tuple[str, ...]:
    return mk.methods.names()


OPTIONS = {"swarm": {"seeds": "starts"}}  # method -> the recorder's name of an option -> memetik's


def method(name: str, options: Mapping[str, Any] | None = None) -> Any:
    """Return a method by name, with the given options."""
    found, names = mk.methods.find(name), OPTIONS.get(name, {})
    own = {names.get(option, option): value for option, value in (options or {}).items()}
    return dataclasses.replace(found, **own) if own else found


@dataclasses.dataclass(frozen=True, kw_only=True)
class DescentInPython(mk.methods.PythonMethod):
    """A method in Python as users write one: gradient descent with random restarts."""

    source = "the recorder"
    advice = "never"

    @property
    def name(self) -> str:
        return "descent in python"

    def prepare(self, problem: Any) -> Callable[[Any], None]:
        def search(search: Any) -> None:
            while True:
                q, step = search.next_start(), 0.5
                while step > 1e-3:
                    cost, gradient = search.gradient(q)
                    moved = search.clip(q - step * gradient)
                    q, step = (moved, 1.2 * step) if search.cost(moved) < cost else (q, 0.4 * step)

        return search


def solver(
    robot: Any,
    goals: Sequence[Any],
    *,
    method: Any = "auto",
    joints: Sequence[str] | None = None,
    prefer: str = "first",
    valid: Callable[[Array], bool] | None = None,
    after_rejection: str = "anywhere",
    threads: int = 1,
    max_evaluations: int = 1000,
    evolution: Mapping[str, Any] | None = None,
    start_table: str | None = None,
) -> Any:
    """Return a solver; ``evolution`` has options by name, ``start_table`` is the link of a start table."""
    return mk.Solver(
        robot,
        goals,
        joints=joints,
        method=method,
        prefer=prefer,
        valid=valid,
        after_rejection=after_rejection,
        threads=threads,
        max_evaluations=max_evaluations,
        evolution=None if evolution is None else mk.Evolution(**evolution),
        start_table=None if start_table is None else robot.build_start_table(start_table),
    )


def copied(a_solver: Any) -> Any:
    return pickle.loads(pickle.dumps(a_solver))


def solve_and_copy(solver: Any, start: Any = None, *, seed: int = 0, **options: Any) -> Values:
    """Return the values of a solution after pickling."""
    solution = copied(solver.solve(start, random_seed=seed, **options))
    return _solution_values(solution, solver.robot)


def _change(max_change: MaxChange) -> dict[str, Any]:
    """Return the option for the largest change from the start: a number, or joint -> number; 0 locks it."""
    if max_change is None:
        return {}
    if "max_change" in inspect.signature(mk.Solver.solve).parameters:
        return {"max_change": max_change}
    if not isinstance(max_change, Mapping):
        return {"max_joint_change": max_change}
    farther = {joint: change for joint, change in max_change.items() if change > 0}
    return {
        "max_joint_change": farther or None,
        "locked": [name for name in max_change if name not in farther],
    }


def solve(
    solver: Any, start: Any = None, *, seed: int = 0, max_change: MaxChange = None, **options: Any
) -> Values:
    """Solve one query; return all values of its solution except times."""
    solution = solver.solve(start, random_seed=seed, **_change(max_change), **options)
    values = _solution_values(solution, solver.robot)
    return {**values, **_trace_values(solution.trace)} if options.get("trace") else values


def solve_once(robot: Any, goals: Sequence[Any], *, seed: int = 0, **options: Any) -> Values:
    """Solve by ``mk.solve``, which constructs the solver itself."""
    return _solution_values(mk.solve(robot, goals, random_seed=seed, **options), robot)


def solve_batch(
    solver: Any,
    targets: Any,
    starts: Any = None,
    *,
    seed: int = 0,
    max_change: MaxChange = None,
    **options: Any,
) -> Values:
    batch = solver.solve_batch(targets, starts, random_seed=seed, **_change(max_change), **options)
    return {
        "status": [str(status) for status in batch.status],
        "stage": [str(stage) for stage in batch.stage],
        "success": [bool(success) for success in batch.success],
        "q": batch.q,
        "cost": batch.cost,
        "evaluations": [int(count) for count in batch.evaluations],
        "within_limits": [bool(inside) for inside in solver.robot.within_limits(batch.q, tolerance=1e-9)],
    }


def solve_all(
    solver: Any, start: Any = None, *, seed: int = 0, max_change: MaxChange = None, **options: Any
) -> Values:
    found = solver.solve_all(start, random_seed=seed, **_change(max_change), **options)
    return {"count": len(found), **joined([_solution_values(solution, solver.robot) for solution in found])}


def joined(solutions: Sequence[Values]) -> Values:
    """Return the values of several solutions as lists and arrays over the solutions."""
    lists = {name: [values[name] for values in solutions] for name in (solutions[0] if solutions else ())}
    return lists | {name: np.array(lists[name]) for name in ("q", "cost", "errors") if name in lists}


def _solution_values(solution: Any, robot: Any) -> Values:
    errors = [value for by_name in solution.errors.values() for value in by_name.values()]
    return {
        "status": str(solution.status),
        "stage": str(solution.stage),
        "success": bool(solution.success),
        "q": solution.q,
        "cost": np.float64(solution.cost),
        "errors": np.array(errors, dtype=np.float64),
        "evaluations": int(solution.evaluations),
        "starts": int(solution.starts),
        "generations": int(solution.generations),
        "within_limits": bool(robot.within_limits(solution.q, tolerance=1e-9)),
    }


def _trace_values(trace: Any) -> Values:
    individuals = trace.generations
    return {
        "trace.stage": [str(entry.stage) for entry in trace],
        "trace.starts": [int(entry.starts) for entry in trace],
        "trace.evaluations": [int(entry.evaluations) for entry in trace],
        "trace.cost": np.array([entry.cost for entry in trace]),
        "trace.individuals": len(individuals),
        **{
            f"trace.generations.{name}": _hash(getattr(individuals, name))
            for name in ("q", "fitness", "generation", "island", "parents", "operator", "elite", "wipe_outs")
        },
    }


def _hash(array: Array) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]
