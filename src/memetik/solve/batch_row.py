"""One query of a solved batch in the form of the core's solution, from which a Solution is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import _core
from ..transforms import Array
from .batch_arguments import BatchArguments
from .evolution import Evolution
from .method_registry import find

NO_NUMBERS = np.zeros(0)


class BatchRow(dict[str, Any]):
    """The fields of one solution of a batch, with the attributes of ``_core.Solution``."""

    def __init__(self, fields: Mapping[str, Any], q: Array, time: float, like: _core.Solution) -> None:
        """``like`` is a solution of the core with the same arguments."""
        super().__init__(fields)
        self.q = q
        self.time = time
        self.success = fields["status"] == "solved"
        self.parameters, self.options = like.parameters, like.options
        self.lower, self.upper, self.start_given = like.lower, like.upper, like.start_given
        self.trace: list[Any] = []
        self.lineages: list[Any] = []
        self.gaps = NO_NUMBERS


class BatchQueries:
    """The queries of a batch: their ``arguments``, and ``options`` in the core's form."""

    def __init__(
        self, arguments: BatchArguments, options: Mapping[str, Any], method: str, prefers_best: bool
    ) -> None:
        self.arguments = arguments
        self.options = options
        self.method = method
        self.prefers_best = prefers_best
        self.problem = arguments.problem._as_compiled()
        self._reader: _core.Solver | None = None

    def only(self, rows: Any) -> BatchQueries:
        """The queries of some rows, given as a slice, an index array or a mask."""
        return BatchQueries(self.arguments.only(rows), self.options, self.method, self.prefers_best)

    def as_single(self, row: int) -> _core.Solution:
        """The core's solution of one query after no search at all, for its parameters and bounds."""
        names, queries = list(self.problem._goals), self.arguments
        targets = {names[goal]: array[row] for goal, array in queries.targets}
        weights = {names[goal]: float(array[row]) for goal, array in queries.weights}
        start = queries.start if queries.starts is None else queries.starts[row]
        weights |= self.options.get("weights") or {}
        options = {**self.options, "targets": targets, "weights": weights, "timeout": 0.0}
        return self._core_solver().solve(start, options, True)

    def _core_solver(self) -> _core.Solver:
        """A solver of its own, because that of the user may be busy."""
        if self._reader is None:
            problem = self.problem
            self._reader = _core.Solver(
                problem._native,
                list(problem._goals),
                find("auto")._engine_factory(problem, False, Evolution()),
                None,
                1,
                1,
                problem.robot._neutral.tolist(),
                None,
                _core.AfterRejection("anywhere"),
                False,
                None,
            )
        return self._reader
