"""What the benchmarks ask of a solver."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Protocol

from ...robot import Robot
from ...transforms import Array


class Adapter(Protocol):
    """A solver for the pose of one link, made ready once and then asked many times.

    Made with ``tolerance`` [m and rad], which the norm of the position error and the angle of the
    rotation error have to meet each, and ``timeout`` [s] per query, as far as the solver knows one.
    Raises ImportError where its package is missing.
    """

    name: ClassVar[str]
    """In tables and on the command line."""
    install: ClassVar[str]
    """What makes it available, for those who miss it."""
    version: str

    @abstractmethod
    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None: ...

    @abstractmethod
    def solve(self, target: Array, start: Array) -> Array | None:
        """A configuration (dof,) for the pose ``target`` (4, 4) from ``start`` (dof,), or None."""

    @property
    def core_seconds(self) -> float | None:
        """Time of the last call inside the solver's own code [s], where it tells."""
        return None

    @property
    def evaluations(self) -> int | None:
        """Evaluations of the kinematics in the last call, where it tells."""
        return None
