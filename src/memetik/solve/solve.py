"""``solve``: a single solve in one call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..goals.goal import Goal
from ..robot.robot import Robot
from .method import Method
from .method_names import MethodName
from .problem import Problem
from .query_options import SolveOptions, Start, check_names, shows_options
from .solution import Solution
from .solver import Solver
from .solver_options import Prefer
from .validity import Valid

if TYPE_CHECKING:
    from typing_extensions import Unpack


@shows_options(SolveOptions)
def solve(
    robot: Robot | Problem | Any,
    goals: Goal | Iterable[Goal] | None = None,
    *,
    start: Start = None,
    joints: Iterable[str] | None = None,
    method: MethodName | Method = "auto",
    prefer: Prefer = "first",
    valid: Valid | None = None,
    threads: int = 1,
    **options: Unpack[SolveOptions],
) -> Solution:
    """Find a configuration of the robot that meets the goals.

    ``robot`` is a Robot or anything that :meth:`Robot.load` accepts; or a :class:`Problem`, which has goals.
    The other arguments are those of :class:`Solver`, the options those of :class:`SolveOptions`. To solve
    repeatedly, construct a :class:`Solver` once.

    >>> import memetik as mk
    >>> solution = mk.solve("panda", mk.Position("panda_hand", (0.5, 0.1, 0.4)))
    >>> solution.success
    True
    """
    check_names(options, SolveOptions, solve)
    solver = Solver(robot, goals, joints=joints, method=method, prefer=prefer, valid=valid, threads=threads)
    return solver.solve(start, **options)
