"""Solving once: :func:`solve`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy.typing as npt

from ..goals.goal import Goal
from ..robot.robot import Robot
from ..transforms import Array
from .method import Method
from .options import DEFAULT_EVALUATIONS, Prefer
from .solution import Solution
from .solver import JointChange, Solver


def solve(
    robot: Robot | Any,
    goals: Goal | Iterable[Goal],
    *,
    start: npt.ArrayLike | None = None,
    joints: Iterable[str] | None = None,
    method: str | Method = "auto",
    prefer: Prefer = "first",
    valid: Callable[[Array], bool] | None = None,
    locked: Iterable[str] = (),
    max_joint_change: JointChange | None = None,
    threads: int = 1,
    timeout: float | None = None,
    max_evaluations: int = DEFAULT_EVALUATIONS,
    random_seed: int = 0,
    trace: bool = False,
) -> Solution:
    """A configuration of the robot that meets the goals.

    ``robot`` is a Robot or anything :meth:`Robot.load` takes. For many solves of the same kind, make
    a :class:`Solver` once; its arguments are explained there.

    >>> import memetik as mk
    >>> solution = mk.solve("panda", mk.Position("panda_hand", (0.5, 0.1, 0.4)))
    >>> solution.success
    True
    """
    solver = Solver(
        robot,
        goals,
        joints=joints,
        method=method,
        prefer=prefer,
        valid=valid,
        threads=threads,
        max_evaluations=max_evaluations,
    )
    return solver.solve(
        start,
        locked=locked,
        max_joint_change=max_joint_change,
        timeout=timeout,
        random_seed=random_seed,
        trace=trace,
    )
