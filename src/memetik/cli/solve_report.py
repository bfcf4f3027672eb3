"""The output of ``memetik solve``: tables for people, dictionaries for JSON."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..report.error_rows import error_rows
from ..report.percent import percent
from ..robot.sampling import angle_mask
from ..solve.problem import Problem
from ..solve.solution import Solution
from ..solve.wording import duration, human
from .batch_run import BatchResult

_AT_A_LIMIT = 1e-6  # [rad, m]
_COLUMN_WIDTH = 11  # of a joint value: -12.3456 and the space between columns
_VERDICTS = {
    "solved": "within all tolerances",
    "approximate": "not solved; this is the best that was found",
    "unreachable": "not solved; the target is out of the robot's reach; this is the best that was found",
    "invalid": "not solved; every configuration that met the goals was rejected",
}


def solution_entry(problem: Problem, solution: Solution) -> dict[str, Any]:
    """A solution as a dictionary of names and numbers [rad, m, s], with its trace if it has one."""
    trace = [dataclasses.asdict(entry) for entry in solution.trace]
    explanation = {} if solution else {"explanation": solution.explain().to_dict()}
    clearance, contacts = solution.clearance, [contact.to_dict() for contact in solution.contacts]
    known = None if clearance is None or not math.isfinite(clearance) else clearance
    near = {} if clearance is None else {"clearance": known, "contacts": contacts}
    return {
        "robot": problem.robot.name,
        "success": solution.success,
        "status": solution.status,
        "stopped_by": solution.stopped_by,
        "stage": solution.stage,
        "q": dict(zip(problem.robot.variable_names, solution.q.tolist(), strict=True)),
        "errors": solution.errors,
        "off": solution.off,
        **near,
        "evaluations": solution.evaluations,
        "time": solution.time,
        **explanation,
    } | ({"trace": trace} if trace else {})


def batch_entry(batch: BatchResult, variable_names: Sequence[str] | None) -> dict[str, Any]:
    """The totals of a batch as a dictionary of names and numbers [s]; with names, also every solution."""
    solutions = (
        []
        if variable_names is None
        else [
            {"q": dict(zip(variable_names, q, strict=True)), "status": status}
            for q, status in zip(batch.q.tolist(), batch.status.tolist(), strict=True)
        ]
    )
    return {
        "count": len(batch),
        "solved": int(np.count_nonzero(batch.success)),
        "statuses": dict(Counter(batch.status.tolist())),
        "stopped_by": dict(Counter(batch.stopped_by.tolist())),
        "stages": dict(Counter(batch.stage.tolist())),
        "mean_evaluations": float(batch.evaluations.mean()),
        "time": batch.time,
        **({} if variable_names is None else {"solutions": solutions}),
    }


def print_solution(problem: Problem, solution: Solution) -> None:
    """Print joint values, the errors of every goal, and the status."""
    console = Console(highlight=False)
    console.print(_joint_table(problem, solution))
    others = problem.robot.dof - len(problem.active_variables)
    if others:
        console.print(f"[dim]the other {others} variables affect no goal: they stay at the start[/]\n")
    console.print(_error_table(solution))
    effort = f"{duration(solution.time)}, {solution.evaluations} evaluations, stage {solution.stage!r}"
    style = "bold green" if solution else "bold yellow"
    verdict = _VERDICTS[solution.status]
    if solution and solution.explain().goal_count == 0:
        verdict = "no goal decides success"
    console.print(Text.assemble((solution.status, style), f" in {effort}: {verdict}"))
    if solution.clearance is not None:
        _print_clearance(console, solution, solution.clearance)
    if not solution:
        console.print(f"\n{solution.explain()}", markup=False, soft_wrap=True)


def _print_clearance(console: Console, solution: Solution, clearance: float) -> None:
    """Print the smallest clearance, and the contacts unless the explanation has them."""
    words = human(clearance, "m") if math.isfinite(clearance) else "nothing is near"
    console.print(f"clearance: {words}")
    if not solution.explain().contacts:
        for contact in solution.contacts:
            console.print(f"- {contact}", markup=False, soft_wrap=True)


def print_solutions(problem: Problem, solutions: Sequence[Solution]) -> None:
    """Print the joint values of all distinct solutions, one per column, in tables that fit the terminal."""
    console = Console(highlight=False)
    if not solutions:
        console.print(Text("no solution found", "bold yellow"))
        return
    shown = problem.active_variables
    rows = [problem.robot.variable_names.index(name) for name in shown]
    fit = max(1, (console.width - max(map(len, shown)) - 2) // _COLUMN_WIDTH)
    for first in range(0, len(solutions), fit):
        table = Table(box=box.SIMPLE, pad_edge=False)
        table.add_column("variable", overflow="fold")
        for number in range(first, min(first + fit, len(solutions))):
            table.add_column(str(number + 1), justify="right", no_wrap=True)
        for name, i in zip(shown, rows, strict=True):
            part = solutions[first : first + fit]
            table.add_row(name, *(_rounded(solution.q[i], 4) for solution in part))
        console.print(table)
    effort = f"{duration(solutions[0].time)}, {solutions[0].evaluations} evaluations"
    console.print(Text.assemble((f"{len(solutions)} solutions", "bold green"), f" in {effort}"))


def print_batch(batch: BatchResult, what: str) -> None:
    """Print how many targets were solved, in what time, with how many evaluations and by which stages."""
    solved, count = int(np.count_nonzero(batch.success)), len(batch)
    each = batch.time / count
    console = Console(highlight=False)
    style = "bold green" if solved == count else "bold yellow"
    console.print(Text.assemble(f"{what}: ", (f"{solved} solved ({percent(solved, count)})", style)))
    console.print(f"in {duration(batch.time)}: {duration(each)} each, {1 / each:,.0f} a second")
    console.print(
        f"evaluations: {batch.evaluations.mean():.1f} on average, {batch.evaluations.max()} at most"
    )
    for title, values in (("status", batch.status), ("stopped by", batch.stopped_by), ("stage", batch.stage)):
        shares = (f"{name} {number}" for name, number in Counter(values.tolist()).most_common())
        console.print(f"{title}: {', '.join(shares)}")


def _joint_table(problem: Problem, solution: Solution) -> Table:
    robot, shown = problem.robot, set(problem.active_variables)
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column("variable", overflow="fold")
    for heading in ("value", "degrees", "lower", "upper", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    turning = angle_mask(robot.joints.values())
    columns = (solution.q, robot.lower, robot.upper, turning)
    for name, value, lower, upper, is_angle in zip(robot.variable_names, *columns, strict=True):
        if name not in shown:
            continue
        unit = "rad" if is_angle else "m"
        limits = (_rounded(limit, 4) if np.isfinite(limit) else "none" for limit in (lower, upper))
        at_limit = min(value - lower, upper - value) < _AT_A_LIMIT
        table.add_row(
            name,
            f"{_rounded(value, 5)} {unit}",
            f"{_rounded(np.degrees(value), 2)}°" if is_angle else "",
            *limits,
            "[yellow]at its limit[/]" if at_limit else "",
        )
    return table


def _error_table(solution: Solution) -> Table:
    table = Table(box=box.SIMPLE, pad_edge=False)
    for heading in ("goal", "error"):
        table.add_column(heading, overflow="fold")
    for heading in ("", "allowed"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("")
    styles = {"met": "green", "missed": "yellow", "secondary": "dim", "off": "dim"}
    for row in error_rows(solution):
        verdict = Text(row.verdict, styles[row.verdict])
        table.add_row(Text(row.goal), Text(row.error), row.value, row.allowed, verdict)
    return table


def _rounded(value: float, digits: int) -> str:
    """A rounded number as text, without the minus sign of -0."""
    return f"{round(float(value), digits) + 0.0:.{digits}f}"
