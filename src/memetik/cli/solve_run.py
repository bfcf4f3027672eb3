"""Runs ``memetik solve``: one solution, all distinct solutions, or a batch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from ..errors import GoalError
from ..goals import Goal
from ..robot.robot import Robot
from ..solve.solution import Solution
from ..solve.solver import Solver
from ..transforms import Array
from . import solve_report as report
from .batch_run import check_output, solve_in_parts, write_result
from .default_link import default_link
from .exit_codes import APPROXIMATE, SOLVED, code_of
from .solve_arguments import (
    GoalOptions,
    goals_of_file,
    make_goals,
    make_starts,
    random_targets,
    targets_of_file,
)
from .target_files import read_targets


@dataclass(frozen=True, kw_only=True)
class Request:
    """What the user asked for: the options of ``memetik solve``, as they were typed."""

    robot: Robot
    link: str | None
    goals: GoalOptions
    goals_file: Path | None
    targets_file: Path | None
    random: int | None
    start: tuple[str, ...]
    joints: tuple[str, ...] | None
    method: str
    prefer: str
    max_solutions: int | None
    local: bool
    thorough: bool
    search: dict[str, Any]
    trace: bool
    as_json: bool
    picture: Path | None
    quality: str
    output: Path | None

    @property
    def is_batch(self) -> bool:
        """Whether there are many targets."""
        return self.random is not None or self.targets_file is not None

    def solver(self, goals: list[Goal]) -> Solver:
        """A solver for these goals."""
        options: Any = {"joints": self.joints, "method": self.method, "prefer": self.prefer}
        return Solver(self.robot, goals, **options)  # which checks them

    def starts(self, count: int | None = None) -> Array | None:
        """The start (dof,), or ``count`` random ones (count, dof); None if the user gave none."""
        seed = self.search["random_seed"]
        return make_starts(self.robot, list(self.start), count=count, random_seed=seed)

    @property
    def one_search(self) -> dict[str, Any]:
        """The options of a search for one solution of each target."""
        return self.search | {"local": self.local, "thorough": self.thorough}


def run(request: Request) -> None:
    """Solve, print the result, and exit with its code."""
    _check_combination(request)
    if request.is_batch:
        code = _run_batch(request)
    elif request.max_solutions is not None:
        code = _run_all(request, request.max_solutions)
    else:
        code = _run_one(request)
    raise typer.Exit(code)


def _check_combination(request: Request) -> None:
    several = request.is_batch or request.max_solutions is not None
    if request.random is not None and (request.targets_file or request.goals_file):
        raise GoalError("--random makes its own goals and targets: omit --goals and --targets")
    if request.picture is not None and several:
        raise GoalError(
            "--picture shows one solution: it cannot be combined with --random, --targets or --all"
        )
    if request.trace and several:
        raise GoalError(
            "--trace is for one solution: it cannot be combined with --random, --targets or --all"
        )
    if request.max_solutions is not None and request.is_batch:
        raise GoalError("--all is for one target: it cannot be combined with --random or --targets")
    if request.max_solutions is not None and (request.local or request.thorough):
        raise GoalError("--all spends its whole budget everywhere: it takes neither --local nor --thorough")
    if request.link and request.goals_file:
        raise GoalError("--goals FILE names the links of its goals: omit --link")
    if request.output is not None:
        if not request.is_batch:
            raise GoalError("--output is for --targets and --random; --json prints one solution")
        check_output(request.output)


def _goals(request: Request) -> list[Goal]:
    """The goals of one target."""
    if request.goals_file is not None:
        return goals_of_file(request.goals_file, request.goals)
    return make_goals(request.link or default_link(request.robot), request.goals)


def _goals_and_targets(request: Request) -> tuple[list[Goal], Mapping[str, Array], str]:
    """The goals of a batch, the arrays of their targets, and what the targets are."""
    robot = request.robot
    if request.random is not None:
        link = request.link or default_link(robot)
        seed = request.search["random_seed"]
        goals, targets = random_targets(robot, link, request.goals, count=request.random, random_seed=seed)
        return goals, targets, f"{counted(request.random, 'random pose')} of {link} of {robot.name}"
    assert request.targets_file is not None
    if request.goals_file is not None:
        arrays = read_targets(request.targets_file)
        if request.targets_file.suffix.lower() != ".npz":
            raise GoalError("--goals with --targets: expected an .npz file with an array by each goal's name")
        goals, what = goals_of_file(request.goals_file, request.goals), ", ".join(arrays)
        return goals, arrays, f"targets of {what} of {robot.name}"
    link = request.link or default_link(robot)
    goals, targets = targets_of_file(request.targets_file, link, request.goals)
    (array,) = targets.values()
    return goals, targets, f"{counted(len(array), 'target')} of {link} of {robot.name}"


def _run_batch(request: Request) -> int:
    goals, targets, what = _goals_and_targets(request)
    solver = request.solver(goals)
    starts = request.starts(len(next(iter(targets.values()))))
    result = solve_in_parts(solver, targets, starts, request.one_search)
    if request.output is not None:
        write_result(request.output, request.robot.variable_names, result)
    if request.as_json:
        shown = None if request.targets_file is None else request.robot.variable_names
        _print_json(report.batch_entry(result, shown))
    else:
        report.print_batch(result, what)
        if request.output is not None:
            typer.echo(f"wrote {request.output}")
    return code_of(result.status.tolist())


def _run_all(request: Request, max_solutions: int) -> int:
    solver = request.solver(_goals(request))
    solutions = solver.solve_all(request.starts(), max_solutions=max_solutions, **request.search)
    if request.as_json:
        _print_json([report.solution_entry(solver.problem, solution) for solution in solutions])
    else:
        report.print_solutions(solver.problem, solutions)
    if solutions:
        return SOLVED
    one = solver.solve(request.starts(), **request.search)  # says whether a target is out of reach
    return code_of([one.status]) or APPROXIMATE


def _run_one(request: Request) -> int:
    solver = request.solver(_goals(request))
    solution = solver.solve(request.starts(), trace=request.trace, **request.one_search)
    if request.picture is not None:
        _render(request.picture, request.quality, solver, solution)
    if request.as_json:
        _print_json(report.solution_entry(solver.problem, solution))
    else:
        report.print_solution(solver.problem, solution)
        if request.trace:
            typer.echo(f"\n{solution.trace}")
        if request.picture is not None:
            typer.echo(f"wrote {request.picture}")
    return code_of([solution.status])


def counted(count: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "target"), counted(2, "target")
    ('1 target', '2 targets')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _print_json(entry: Any) -> None:
    typer.echo(json.dumps(entry, indent=2, ensure_ascii=False))


def _render(file: Path, quality: str, solver: Solver, solution: Solution) -> None:
    from ..plot.picture import save_picture

    shown = {"goals": solver.problem.goals.values(), "contacts": solution.contacts}
    save_picture(file, solver.robot, solution.q, quality=quality, **shown)
