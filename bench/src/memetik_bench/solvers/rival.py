"""A rival: any solver that the benchmarks ask, ours among them."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, NamedTuple, Protocol

from memetik import MemetikError, Robot
from memetik.transforms import Array

INSTALL_RIVALS = "pip install './bench[rivals]' in a checkout of memetik"


class MissingRivalError(MemetikError, ImportError):
    """A rival's package is not installed; the message says how to install it."""

    def __init__(self, purpose: str, install: str) -> None:
        super().__init__(f"{purpose} is not installed: {install}")


class RivalSolution(NamedTuple):
    """Of one query: ``q`` (dof,) or None, and what the solver tells of its own time [s] and effort."""

    q: Array | None
    core_seconds: float | None = None
    evaluations: int | None = None


class Rival(Protocol):
    """A solver for the pose of one link, constructed once and then asked many times.

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
    def read(self, returned: Any) -> RivalSolution:
        """What that means: this is not."""
