"""Runs a program under callgrind and reads the instruction counts that it writes."""

from __future__ import annotations

import platform
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memetik import MemetikError

_CORE = re.compile(r"/_core_\w+\.[\w.-]*so$")
_RELEASE, _ACQUIRE = "PyEval_SaveThread", "PyEval_RestoreThread"


class ValgrindError(MemetikError):
    """Valgrind is missing or cannot count on this machine."""


def callgrind_command(folder: Path) -> list[str]:
    """Return the command that runs a program under callgrind, which writes files into ``folder``.

    Nothing is counted until the program asks for it.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise ValgrindError(
            "valgrind is not installed, which counts instructions: install it with the system's package "
            "manager, for example `apt-get install valgrind`"
        )
    if platform.machine() != "x86_64":
        raise ValgrindError(f"instructions are counted on x86-64 only, not on {platform.machine()}")
    positions = ("--dump-instr=yes", "--compress-pos=no", "--compress-strings=no")
    files = (f"--callgrind-out-file={folder / 'counts'}", f"--log-file={folder / 'log'}")
    return [valgrind, "--tool=callgrind", "--instr-atstart=no", *positions, *files]


@dataclass(frozen=True)
class Counts:
    """Instructions of everything, and of the ``core``: None if it was not called or cannot be told apart."""

    total: int
    core: int | None


def read_counts(folder: Path, part: int) -> Counts:
    """Return the counts of a part, from 1, that a program had written; its file is removed."""
    path = folder / f"counts.{part}"
    with path.open() as file:
        counts = count_instructions(file)
    path.unlink()
    return counts


def count_instructions(lines: Iterable[str]) -> Counts:
    """Return the counts of a file in callgrind's format with addresses of instructions, uncompressed.

    The bindings release the GIL around what ``Solution.time`` measures. The core's count is therefore that of
    all instructions, and of the functions called, between the call that releases and the next one in memory
    that acquires it. Calls are found by address, because the modules have no symbols.
    """
    total, core = 0, None
    for function in _functions(lines):
        total += function.own
        if _CORE.search(function.file):
            part = function.between(_RELEASE, _ACQUIRE)
            core = part if core is None else core + (part or 0)
    return Counts(total, core)


class _Function:
    """The costs of a function: of its own instructions, and of the calls at each address."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.own = 0
        self._costs: list[tuple[int, int]] = []  # address, instructions
        self._calls: dict[str, list[int]] = {}  # function -> addresses of calls

    def add(self, address: int, cost: int, called: str | None) -> None:
        """Add a line: own instructions at an address, or those of a function ``called`` there."""
        self._costs.append((address, cost))
        if called is None:
            self.own += cost
        else:
            self._calls.setdefault(called, []).append(address)

    def between(self, first: str, second: str) -> int | None:
        """Return the cost after calls of ``first`` and before the next calls of ``second``, or None."""
        begins, ends = sorted(self._calls.get(first, ())), sorted(self._calls.get(second, ()))
        costs = []
        for begin in begins:
            end = next((address for address in ends if address > begin), None)
            if end is not None:
                costs.append(sum(cost for address, cost in self._costs if begin < address < end))
        return sum(costs) if costs else None


def _functions(lines: Iterable[str]) -> Iterator[_Function]:
    """Yield the functions of a file. A function may occur several times: its parts are put together."""
    file, found = "", dict[tuple[str, str], _Function]()
    current: _Function | None = None
    called: str | None = None
    for line in lines:
        if line.startswith("ob="):
            file = line[3:].strip()
        elif line.startswith("fn="):
            key = file, line[3:].strip()
            current = found.setdefault(key, _Function(file))
        elif line.startswith("cfn="):
            called = line[4:].strip()
        elif line.startswith("0x") and current is not None:
            address, _, cost = line.split()
            current.add(int(address, 16), int(cost), called)
            called = None
    yield from found.values()
