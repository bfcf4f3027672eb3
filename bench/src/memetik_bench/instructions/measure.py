"""Counts the instructions of cases with one process per build, and verifies every solution."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ..builds import Build, Worker
from ..builds.answers import false_successes, solved_queries
from ..engine.case import Row
from ..progress import Watch, no_watch
from ..store import ResultFile
from .callgrind import Counts, ValgrindError, callgrind_command, read_counts
from .cases import CountedCase, InstructionSettings, counted_cases


def measure_instructions(
    build: Build,
    sections: Iterable[str],
    settings: InstructionSettings,
    results: ResultFile,
    *,
    watch: Watch = no_watch,
) -> list[Row]:
    """Return the rows of a build; those that are not stored yet are counted and stored."""
    with Worker(build) as plain:  # without valgrind, to know the build soon
        key = {"core build": plain.facts["core build"]}
    rows, missing = [], []
    for section, case, make in counted_cases(sections, settings):
        row = results.find(section=section, case=case, **key)
        if row is None:
            missing.append(make)
        else:
            rows.append(row)
    on_progress = watch(build.name, len(missing))
    for counted in count_cases(build, [make() for make in missing]) if missing else ():
        rows.append(results.append({**_row(*counted), **key, "build": build.name}))
        on_progress(1)
    return rows


def count_cases(
    build: Build, cases: Iterable[CountedCase]
) -> Iterator[tuple[CountedCase, list[Row], Counts]]:
    """Yield each case with the answers to its parts and its counts.

    All cases are prepared before anything is counted: what runs uncounted is several times faster.
    """
    cases = list(cases)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Worker(build, callgrind_command(folder)) as worker:
            for number, case in enumerate(cases):
                worker.call("prepare", str(number), [part.message() for part in case.parts])
            if not worker.call("start_counting"):
                raise ValgrindError("the process that should be counted does not run under valgrind")
            for number, case in enumerate(cases):
                answers = worker.call("count", str(number))
                worker.call("forget", str(number))
                yield case, answers, read_counts(folder, number + 1)


def _row(case: CountedCase, answers: list[Row], counts: Counts) -> Row:
    """Return instructions and evaluations per query, the fraction solved, and false successes.

    ``instructions`` are those of the core, ``call_instructions`` those of the call from Python; the
    construction of a solver has no part in the core.
    """
    searches = any(part.call != "solver" for part in case.parts)
    if searches and counts.core is None:
        raise ValgrindError(f"{case.section}, {case.case}: callgrind does not show where the core runs")
    solved = sum(map(solved_queries, case.parts, answers))
    false = sum(map(false_successes, case.parts, answers))
    evaluations = [n for answer in answers for n in answer.get("evaluations", ())]
    total = counts.total / case.count
    return {
        "section": case.section,
        "case": case.case,
        "count": case.count,
        "instructions": total if counts.core is None else counts.core / case.count,
        "call_instructions": total,
        "evaluations": float(np.mean(evaluations)) if evaluations else None,
        "solved": solved / case.count if evaluations else None,
        "false_success": false,
    }
