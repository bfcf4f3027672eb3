"""Results as JSON lines: a header with machine and versions, then one row per line.

Each row is written as soon as it is measured, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from memetik import MemetikError, simd

from .machine import describe_machine, usable_cores


def make_header(packages: Iterable[str], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return machine, versions of ``packages``, the build of the core, and ``parameters``."""
    core = importlib.import_module(f"memetik._core_{simd}")
    build = hashlib.sha256(Path(str(core.__file__)).read_bytes()).hexdigest()[:12]
    facts = describe_machine(packages) | {"usable cores": usable_cores(), "core build": build}
    return {"machine": facts, "parameters": dict(parameters)}


class ResultFile:
    """The rows of one benchmark, in memory and on disk.

    Rows at ``path`` are kept if they were measured with the same ``header`` (ignoring the date); otherwise
    an error is raised, unless ``fresh`` discards them.
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
        self._write()  # rewrites the file, because an interrupted run may have left half a line at its end

    def find(self, **key: object) -> dict[str, Any] | None:
        """Return the stored row that has the entries of ``key``, or None."""
        return next((row for row in self.rows if key.items() <= row.items()), None)

    def discard(self, **key: object) -> int:
        """Remove the rows that have the entries of ``key``; return their number."""
        kept = [row for row in self.rows if not key.items() <= row.items()]
        discarded = len(self.rows) - len(kept)
        if discarded:
            self.rows = kept
            self._write()
        return discarded

    def append(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Store ``row`` and write it to disk."""
        stored = dict(row)
        with self.path.open("a") as file:
            file.write(json.dumps(stored) + "\n")
        self.rows.append(stored)
        return stored

    def _write(self) -> None:
        """Write the whole file atomically, through a temporary file."""
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
            f"{path} was measured with {name} {old.get(name)}, but it is {new.get(name)} now; "
            "discard it with --fresh, or choose another folder with --results"
        )


def _facts(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a header that has to match: everything but the date."""
    facts = {**header["machine"], **header["parameters"]}
    facts.pop("date", None)
    return facts
