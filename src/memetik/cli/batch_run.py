"""Solves a batch part by part, with a progress bar, and writes its solutions."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import GoalError
from ..solve.batch_solution import BatchSolution
from ..solve.solver import Solver
from ..transforms import Array

_FIRST_PART, _SECONDS_PER_PART = 256, 0.25
_COLUMNS = ("status", "stopped_by", "stage", "evaluations", "cost")


@dataclass(frozen=True)
class BatchResult:
    """The solutions of all parts of a batch, as arrays of N; ``time`` [s] is the sum of the parts."""

    q: Array
    status: npt.NDArray[np.str_]
    stopped_by: npt.NDArray[np.str_]
    stage: npt.NDArray[np.str_]
    evaluations: npt.NDArray[np.int64]
    cost: Array
    time: float

    @classmethod
    def of(cls, parts: Sequence[BatchSolution]) -> BatchResult:
        """The parts, one after the other."""
        columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS}
        q = np.concatenate([part.q for part in parts])
        return cls(q=q, **columns, time=sum(part.time for part in parts))

    @property
    def success(self) -> npt.NDArray[np.bool_]:
        """Whether each target was reached, (N,)."""
        return np.asarray(self.status == "solved")

    def __len__(self) -> int:
        return len(self.q)


def solve_in_parts(
    solver: Solver, targets: Mapping[str, Array], starts: Array | None, options: dict[str, Any]
) -> BatchResult:
    """Solve all targets. Solutions do not depend on the parts, because a query's never depends on others."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    counts = {len(array) for array in targets.values()}
    if len(counts) > 1:
        shapes = ", ".join(f"{name} {len(array)}" for name, array in targets.items())
        raise GoalError(f"targets: expected as many of every goal, got {shapes}")
    (count,) = counts
    console = Console(stderr=True)
    columns = (TextColumn("solving"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    parts: list[BatchSolution] = []
    done, size = 0, _FIRST_PART
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("solving", total=count)
        while done < count:
            rows = slice(done, done + size)
            chosen = {name: array[rows] for name, array in targets.items()}
            own_starts = starts[rows] if starts is not None and starts.ndim == 2 else starts
            parts.append(solver.solve_batch(chosen, own_starts, **_with_time_left(options, parts)))
            done += len(parts[-1])
            progress.update(task, completed=done)
            if parts[-1].time < _SECONDS_PER_PART:
                size *= 2
    return BatchResult.of(parts)


def _with_time_left(options: dict[str, Any], parts: Sequence[BatchSolution]) -> dict[str, Any]:
    """The options of the next part: the timeout is that of the whole batch."""
    if options.get("timeout") is None or not parts:
        return options
    return options | {"timeout": max(0.0, options["timeout"] - sum(part.time for part in parts))}


def check_output(path: Path) -> None:
    """Raise an error before a batch is solved if its solutions could not be written there."""
    if path.suffix.lower() not in (".csv", ".npz"):
        raise GoalError(f"--output: expected a .csv or .npz file, got {path.name!r}")
    if not path.parent.is_dir():
        raise GoalError(f"--output: there is no folder {str(path.parent)!r}")


def write_result(path: Path, variable_names: Sequence[str], result: BatchResult) -> None:
    """Write a row per target: joint values, then status, stopped_by, stage, evaluations and cost.

    A .csv file names the columns in its first row. An .npz file has the arrays ``q`` (N, dof),
    ``variable_names``, ``status`` and so on.
    """
    columns = [getattr(result, name) for name in _COLUMNS]
    if path.suffix.lower() == ".npz":
        arrays = dict(zip(_COLUMNS, columns, strict=True))
        np.savez(path, q=result.q, variable_names=np.array(variable_names), **arrays)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*variable_names, *_COLUMNS])
        lists = [column.tolist() for column in columns]
        for q, *others in zip(result.q.tolist(), *lists, strict=True):
            writer.writerow([*map(repr, q), *others])
