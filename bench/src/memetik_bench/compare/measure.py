"""Measures two builds in turns, chunk by chunk, and verifies their answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from memetik.transforms import Array

from ..builds import Build, Part, Worker
from ..builds.answers import false_successes, solved_queries
from ..engine.case import OnProgress, Row, no_progress
from ..progress import Watch, no_watch
from ..store import ResultFile
from .ratio import speedup, spread
from .tasks import TASKS, CompareSettings, Task


def measure_comparison(
    own: Build,
    other: Build,
    sections: Iterable[str],
    settings: CompareSettings,
    results: ResultFile,
    *,
    watch: Watch = no_watch,
) -> list[Row]:
    """Return a row per task; those that are not stored yet are measured and stored."""
    rows = []
    with Worker(own) as mine, Worker(other) as theirs:
        key = {"beside": other.name, "beside build": theirs.facts["core build"]}
        for task in (task for section in sections for task in TASKS[section](settings)):
            row = results.find(section=task.section, case=task.case, **key)
            if row is None:
                on_progress = watch(f"{task.section}: {task.case}", settings.rounds * len(task.chunks))
                measured = measure_task(task, mine, theirs, settings.rounds, on_progress)
                row = results.append({"section": task.section, "case": task.case, **key, **measured})
            rows.append(row)
    return rows


def measure_task(
    task: Task, own: Worker, other: Worker, rounds: int, on_progress: OnProgress = no_progress
) -> Row:
    """Return times [µs] of both builds, by query or by chunk, and how many times as long the other takes."""
    part, workers = task.make(), (own, other)
    for worker in workers:
        worker.call("prepare", "task", [part.message()])
    seen = _Seen(part, task), _Seen(part, task)
    for round_ in range(rounds):
        for number, (first, last) in enumerate(task.chunks):
            for i in (0, 1) if (round_ + number) % 2 == 0 else (1, 0):
                seen[i].add(_answer(workers[i], task, first, last))
        on_progress(len(task.chunks))
    for worker in workers:
        worker.call("forget", "task")
    ratio, interval = speedup(seen[0].chunk_times(rounds), seen[1].chunk_times(rounds))
    values: dict[str, Any] = {"own": seen[0].row(rounds), "other": seen[1].row(rounds)}
    return {"count": task.count, "rounds": rounds, "speedup": ratio, "interval": interval, **values}


def _answer(worker: Worker, task: Task, first: int, last: int) -> Row:
    if task.each:
        return dict(worker.call("time_each", "task", first, last))
    return dict(worker.call("time_all", "task", first, last, task.repeats))


class _Seen:
    """What a build answered, chunk by chunk and round by round."""

    def __init__(self, part: Part, task: Task) -> None:
        self._part, self._task = part, task
        self._times: list[Array] = []  # of each query, or of each chunk
        self._calls: list[Array] = []
        self._evaluations: list[Array] = []
        self._solved = self._false = 0

    def add(self, answer: Row) -> None:
        """Add the answer of a chunk; those of the first round are verified."""
        first_round = len(self._times) < len(self._task.chunks)
        first, last = self._task.chunks[len(self._times) % len(self._task.chunks)]
        self._times.append(np.atleast_1d(answer["core" if self._task.each else "wall"]))
        self._calls.append(np.atleast_1d(answer["wall"]))
        if first_round and "q" in answer:
            part = Part(self._part.queries.take(slice(first, last)))
            self._solved += solved_queries(part, answer)
            self._false += false_successes(part, answer)
            self._evaluations.append(np.asarray(answer["evaluations"], dtype=float))

    def chunk_times(self, rounds: int) -> Array:
        """Return the times (rounds, chunks); for queries that are timed individually, of their minima."""
        if not self._task.each:
            return np.array(self._times).reshape(rounds, -1)
        best = self._best(self._times, rounds)
        return np.array([[best[first:last].sum() for first, last in self._task.chunks]])

    def row(self, rounds: int) -> Row:
        """Return mean times per query [µs], and what else is known."""
        row: Row = {"mean_us": 1e6 * float(self.chunk_times(rounds).min(axis=0).sum()) / self._task.count}
        if self._task.each:
            row["core_us"] = spread(self._best(self._times, rounds), 1e6)
            row["call_us"] = spread(self._best(self._calls, rounds), 1e6)
            row["evaluations"] = spread(np.concatenate(self._evaluations))
        if self._evaluations:
            row["solved"] = self._solved / self._task.count
            row["false_success"] = self._false
        return row

    @staticmethod
    def _best(times: list[Array], rounds: int) -> Array:
        """Return the shortest time of each query."""
        best: Array = np.concatenate(times).reshape(rounds, -1).min(axis=0)
        return best
