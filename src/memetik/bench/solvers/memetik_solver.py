"""Ours."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

import memetik as mk

from ...robot import Robot
from ...transforms import Array
from .adapter import Adapter


def tip_goal(link: str, tolerance: float) -> mk.Pose:
    """The pose goal of all our measurements, by the name "tip"; ``tolerance`` [m, and rad]."""
    return mk.Pose(link, np.eye(4), name="tip", tolerance=tolerance)


class MemetikSolver(Adapter):
    """``mk.Solver`` with one pose goal, method "auto", one thread."""

    name: ClassVar[str] = "memetik"
    install: ClassVar[str] = "pip install memetik"

    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None:
        self.version = mk.__version__
        self._solver = mk.Solver(robot, tip_goal(link, tolerance), method="auto", threads=1)
        self._timeout = timeout
        self.last: Any = None

    def solve(self, target: Array, start: Array) -> Array | None:
        """See :class:`Adapter`."""
        self.last = solution = self._solver.solve(start, targets={"tip": target}, timeout=self._timeout)
        return solution.q if solution.success else None

    @property
    def core_seconds(self) -> float | None:
        """See :class:`Adapter`."""
        return float(self.last.time)

    @property
    def evaluations(self) -> int | None:
        """See :class:`Adapter`."""
        return int(self.last.evaluations)
