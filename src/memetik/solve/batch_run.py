"""Solves a batch in the core: at once, or in chunks with a progress bar."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import _core
from ..transforms import Array
from .batch_arguments import BatchArguments
from .batch_solution import FIELDS, code_of, mark_invalid

Found: TypeAlias = tuple[Array, npt.NDArray[np.void], float]
"""``q`` (N, dof), the fields of the solutions (N,) and the time [s]."""

_FIRST_CHUNK = 256
_SHORT = 0.2  # [s] chunks grow until one takes this long


def solve_good_rows(queries: BatchArguments, run: Callable[[BatchArguments], Found]) -> Found:
    """Solve all queries by ``run`` but the bad ones, which are marked."""
    if not queries.bad:
        return run(queries)
    good = np.ones(queries.count, dtype=bool)
    good[list(queries.bad)] = False
    solvable = queries.only(good)
    q, fields = np.empty((queries.count, queries.problem.robot.dof)), np.empty(queries.count, dtype=FIELDS)
    q[good], fields[good], time = run(solvable)
    mark_invalid(q, fields, ~good)
    if solvable.starts is not None:  # what ``run`` started at
        queries.starts = all_starts(queries)
        queries.starts[good] = solvable.starts
    return q, fields, time


def all_starts(queries: BatchArguments) -> Array:
    """The starts (N, dof) of all queries, in an array of its own."""
    if queries.starts is not None:
        return np.array(queries.starts)
    start = queries.problem.robot.neutral if queries.start is None else queries.start
    return np.tile(start, (queries.count, 1))


def solve_at_once(native: _core.Solver, queries: BatchArguments, options: Mapping[str, Any]) -> Found:
    """Solve all queries in one call of the core."""
    q = np.empty((queries.count, queries.problem.robot.dof))
    fields = np.empty(queries.count, dtype=FIELDS)
    time = native.solve_batch(
        queries.targets,
        queries.weights,
        queries.start,
        queries.starts,
        dict(options),
        q,
        fields.view(np.uint8),
    )
    return q, fields, time


def solve_in_chunks(
    native: _core.Solver,
    queries: BatchArguments,
    options: Mapping[str, Any],
    is_cancelled: Callable[[], bool],
) -> Found:
    """Like ``solve_at_once``, with a progress bar. No solution depends on the other queries, so all are the
    same, bit for bit.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    q = np.empty((queries.count, queries.problem.robot.dof))
    fields = np.empty(queries.count, dtype=FIELDS)
    timeout = options.get("timeout")
    begin, size, time = 0, _FIRST_CHUNK, 0.0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("solving", total=queries.count)
        while begin < queries.count:
            part = slice(begin, min(begin + size, queries.count))
            left = math.inf if timeout is None else max(timeout - time, 0.0)
            cancelled = is_cancelled()
            if cancelled:
                left = 0.0
            q[part], fields[part], spent = solve_at_once(
                native, queries.only(part), {**options, "timeout": left}
            )
            if cancelled:
                fields["stopped_by"][part] = code_of("stopped_by", "cancelled")
            begin, time = part.stop, time + spent
            if spent < _SHORT:
                size *= 2
            bar.update(task, completed=begin)
    return q, fields, time
