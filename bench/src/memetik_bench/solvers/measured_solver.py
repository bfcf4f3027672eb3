"""MeasuredSolver: the interface of all measured solvers, including memetik."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, Protocol

from memetik import Robot
from memetik.transforms import Array

INSTALL_RIVALS = "pip install './bench[rivals]' in a checkout of memetik"


class MeasuredSolution(NamedTuple):
    """``q`` (dof,), None if the query failed, and time [s] and evaluations if the solver reports them."""

    q: Array | None
    core_seconds: float | None = None
    evaluations: int | None = None


class MeasuredSolver(Protocol):
    """A solver for the pose of one link, constructed once for many queries.

    ``tolerance`` [m and rad] bounds the norm of the position error, and the angle of the rotation error.
    ``timeout`` [s] applies to each query, if the solver supports one. The constructor raises ImportError if
    the solver's package is missing.
    """

    name: ClassVar[str]
    """Its name in tables and on the command line."""
    install: ClassVar[str]
    """How to install it."""
    version: str

    @abstractmethod
    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None: ...

    @abstractmethod
    def solve(self, target: Array, start: Array) -> Any:
        """Solve for the pose ``target`` (4, 4) from ``start`` (dof,); this call is timed."""

    @abstractmethod
    def read(self, returned: Any) -> MeasuredSolution:
        """Convert what ``solve`` returned; this call is not timed."""
