"""memetik itself, with the interface of a measured solver."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

import memetik as mk
from memetik.transforms import Array

from .measured_solver import MeasuredSolution, MeasuredSolver

LADDER_METHODS = ("auto", "restarts", "memetic")
"""memetik's own methods: they accept all goals, and ``prefer="best"`` as well as ``"first"``."""


def tip_goal(link: str, tolerance: float | tuple[float, float]) -> mk.Pose:
    """Return a pose goal with the name "tip"; ``tolerance`` is one for [m] and [rad], or one for each."""
    return mk.Pose(link, np.eye(4), name="tip", tolerance=tolerance)


class MemetikSolver(MeasuredSolver):
    """``mk.Solver`` with one pose goal, method "auto", one thread."""

    name: ClassVar[str] = "memetik"
    install: ClassVar[str] = "pip install . in a checkout of memetik"

    def __init__(self, robot: mk.Robot, link: str, *, tolerance: float, timeout: float) -> None:
        self.version = mk.__version__
        self._solver = mk.Solver(robot, tip_goal(link, tolerance), method="auto", threads=1)
        self._timeout = timeout

    def solve(self, target: Array, start: Array) -> mk.Solution:
        """See :class:`MeasuredSolver`."""
        return self._solver.solve(start, targets={"tip": target}, timeout=self._timeout)

    def read(self, returned: mk.Solution) -> MeasuredSolution:
        """See :class:`MeasuredSolver`."""
        q = returned.q if returned.success else None
        return MeasuredSolution(q, returned.time, returned.evaluations)
