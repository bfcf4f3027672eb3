"""Results as JSON lines: a header that says what they were measured with, then a row a line.

A row is on disk as soon as it is measured, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from memetik import MemetikError, simd

from .machine import describe_machine


def make_header(packages: Iterable[str], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What results depend on: machine, versions of ``packages``, the build of the core, ``parameters``."""
    core = importlib.import_module(f"memetik._core_{simd}")
    build = hashlib.sha256(Path(str(core.__file__)).read_bytes()).hexdigest()[:12]
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    facts = describe_machine(packages) | {"usable cores": usable, "core build": build}
    return {"machine": facts, "parameters": dict(parameters)}


class ResultFile:
    """The rows of one benchmark, in memory and on disk.

    Rows found at ``path`` are kept if they were measured with the same ``header`` (but for the date); if
    not, that is an error unless ``fresh`` discards them.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], *, fresh: bool = False) -> None:
        self.path = path
        self.header = dict(header)
        self.rows: list[dict[str, Any]] = []
        lines = [] if fresh or not path.exists() else _complete_lines(path)
        if lines:
            _require_same(path, lines[0], self.header)
            self.header, self.rows = lines[0], lines[1:]
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write()  # anew, because an interrupted run may have left half a line at the end

    def find(self, **key: object) -> dict[str, Any] | None:
        """The stored row that has the entries of ``key``, if there is one."""
        return next((row for row in self.rows if key.items() <= row.items()), None)

    def discard(self, **key: object) -> int:
        """Remove the rows that have the entries of ``key``, and say how many there were."""
        kept = [row for row in self.rows if not key.items() <= row.items()]
        discarded = len(self.rows) - len(kept)
        if discarded:
            self.rows = kept
            self._write()
        return discarded

    def append(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Store ``row``, on disk before this returns."""
        stored = dict(row)
        with self.path.open("a") as file:
            file.write(json.dumps(stored) + "\n")
        self.rows.append(stored)
        return stored

    def _write(self) -> None:
        """All of it, under another name first: an interruption leaves the old file or the new one."""
        beside = self.path.with_name(self.path.name + ".new")
        beside.write_text("".join(json.dumps(line) + "\n" for line in (self.header, *self.rows)))
        beside.replace(self.path)


def _complete_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines(keepends=True) if line.endswith("\n")]


def _require_same(path: Path, stored: Mapping[str, Any], header: Mapping[str, Any]) -> None:
    old, new = _facts(stored), _facts(header)
    differing = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if differing:
        name = differing[0]
        raise MemetikError(
            f"{path} was measured with {name} {old.get(name)}, this is {new.get(name)}; "
            "discard it by --fresh, or write elsewhere"
        )


def _facts(header: Mapping[str, Any]) -> dict[str, Any]:
    """All that two headers have to agree in: not the date."""
    facts = {**header["machine"], **header["parameters"]}
    facts.pop("date", None)
    return facts
