"""Solves a batch in the core: at once, or in chunks with a progress bar."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..transforms import Array
from .batch_arguments import BatchArguments
from .batch_solution import FIELDS, code_of, mark_invalid

_FIRST_CHUNK = 256
_SHORT = 0.2  # [s] chunks grow until one takes this long


def solve_good_rows(
    native: _core.Solver,
    queries: BatchArguments,
    options: Mapping[str, Any],
    progress: bool,
    is_cancelled: Callable[[], bool],
) -> tuple[Array, npt.NDArray[np.void], float]:
    """Solve all queries but the bad ones, which are marked; return the same as ``solve_at_once``."""
    good = np.ones(queries.count, dtype=bool)
    good[list(queries.bad)] = False
    solvable = queries.only(good) if queries.bad else queries
    if progress:
        found = solve_in_chunks(native, solvable, options, is_cancelled)
    else:
        found = solve_at_once(native, solvable, options)
    if not queries.bad:
        return found
    q, fields = np.empty((queries.count, found[0].shape[1])), np.empty(queries.count, dtype=FIELDS)
    q[good], fields[good], time = found
    mark_invalid(q, fields, ~good)
    return q, fields, time


def solve_at_once(
    native: _core.Solver, queries: BatchArguments, options: Mapping[str, Any]
) -> tuple[Array, npt.NDArray[np.void], float]:
    """Return ``q`` (N, dof), the fields of the solutions (N,) and the time [s]."""
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
) -> tuple[Array, npt.NDArray[np.void], float]:
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
