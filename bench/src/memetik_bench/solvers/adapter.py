"""What the benchmarks ask of a solver."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, Protocol

from memetik import Robot
from memetik.transforms import Array


class Answer(NamedTuple):
    """Of one query: ``q`` (dof,) or None, and what the solver tells of its own time [s] and effort."""

    q: Array | None
    core_seconds: float | None = None
    evaluations: int | None = None


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
    def solve(self, target: Array, start: Array) -> Any:
        """What the solver returns for the pose ``target`` (4, 4) from ``start`` (dof,): this is timed."""

    @abstractmethod
    def read(self, returned: Any) -> Answer:
        """What that means: this is not."""
