"""SciPy's optimisers without joint limits, as the documents used theirs.

R passed limits only to optimisers that support bounds (R 3.5.3), and D's descents fail when they violate a
limit (D 5.4). memetik's methods never leave the limits; therefore this is a rival and not a method.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import ClassVar

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..serial_chain import serial_chain
from ..solvers.measured_solver import MeasuredSolution, MeasuredSolver
from .goal_styles import GoalStyle, pose_goals

_NO_END = 1e-14
"""SciPy's tolerance, never reached: a callback ends a descent when its goals are met or it times out."""


class Unbounded(MeasuredSolver):
    """``scipy.optimize.minimize`` from the start alone.

    Its result fails unless whole turns shift it into the limits. Its times mean little, because problems are
    compiled and evaluated from Python.
    """

    name: ClassVar[str] = "scipy without limits"
    install: ClassVar[str] = "pip install scipy"

    def __init__(
        self,
        robot: mk.Robot,
        link: str,
        *,
        tolerance: float,
        timeout: float,
        algorithm: str,
        style: GoalStyle,
    ) -> None:
        from scipy.optimize import minimize

        self.version = version("scipy")
        self._minimize = functools.partial(minimize, jac=True, method=algorithm, tol=_NO_END)
        self._serial = serial_chain(robot, link)
        self._robot, self._link, self._style = robot, link, style
        self._tolerance, self._timeout = tolerance, timeout

    def solve(self, target: Array, start: Array) -> Array | None:
        """See :class:`MeasuredSolver`."""
        deadline = time.perf_counter() + self._timeout
        tolerance = self._tolerance, self._tolerance
        problem = mk.Problem(self._robot, pose_goals(self._link, target, self._style, tolerance=tolerance))

        def function(q: Array) -> tuple[float, Array]:
            return problem.cost(q), problem.gradient(q)

        def end(q: Array) -> None:
            met = all(
                error <= self._tolerance for errors in problem.errors(q).values() for error in errors.values()
            )
            if met or time.perf_counter() > deadline:
                raise StopIteration

        return self._serial.shift_into_limits(np.asarray(self._minimize(function, start, callback=end).x))

    def read(self, returned: Array | None) -> MeasuredSolution:
        """See :class:`MeasuredSolver`."""
        return MeasuredSolution(returned)


_ALGORITHMS: tuple[tuple[str, str, GoalStyle], ...] = (
    ("BFGS", "R", "bioik2"),
    ("CG", "R", "bioik2"),
    ("L-BFGS-B", "R", "bioik2"),
    ("L-BFGS-B", "D", "bioik"),
)

UNBOUNDED: dict[str, Callable[..., MeasuredSolver]] = {
    f"scipy {algorithm} without limits, {letter}'s losses": functools.partial(
        Unbounded, algorithm=algorithm, style=style
    )
    for algorithm, letter, style in _ALGORITHMS
}
"""Constructors by their name in results."""
