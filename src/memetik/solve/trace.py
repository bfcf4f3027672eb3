"""Trace: the record of a solve's stages and improvements over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from ..transforms import Array
from .generations import Generations


@dataclass(frozen=True)
class TraceEntry:
    """The beginning of a stage, or a new lowest cost: ``time`` [s] since the beginning of the solve, the
    ``stage``, the number of ``starts`` and ``evaluations`` so far, and the lowest ``cost`` of the primary
    goals.
    """

    time: float
    stage: str
    starts: int
    evaluations: int
    cost: float


class Trace(Sequence[TraceEntry]):
    """The record of one solve, from ``solver.solve(..., trace=True).trace``; it prints as a table.

    ``gaps`` (n,) [s] are the CPU times of the calling thread between successive checks of the clock. A solve
    notices its timeout at most the longest of them late, and then still has to finish. ``generations`` has
    all individuals of methods that evolve, see :class:`Generations`.

    >>> import memetik as mk
    >>> far = mk.Position("tool0", (0.4, 0.1, 3.3))
    >>> trace = mk.Solver("ur5", far).solve(trace=True).trace
    >>> [entry.stage for entry in trace][0], trace[-1].cost < 7
    ('start', True)
    """

    def __init__(self, entries: Sequence[TraceEntry], gaps: Array, generations: Generations) -> None:
        self._entries = tuple(entries)
        self.gaps = gaps
        self.generations = generations

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[TraceEntry]:
        return iter(self._entries)

    @overload
    def __getitem__(self, index: int) -> TraceEntry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TraceEntry, ...]: ...
    def __getitem__(self, index: int | slice) -> TraceEntry | tuple[TraceEntry, ...]:
        return self._entries[index]

    def __repr__(self) -> str:
        lines = [f"{'time [µs]':>10}  {'stage':<9} {'starts':>7} {'evaluations':>11}  lowest cost"]
        lines += [
            f"{1e6 * e.time:10.1f}  {e.stage:<9} {e.starts:7d} {e.evaluations:11d}  {e.cost:.6g}"
            for e in self._entries
        ]
        return "\n".join(lines)
