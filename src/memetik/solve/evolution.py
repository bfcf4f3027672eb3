"""The few parameters of memetic evolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import ConfigurationError
from .core_options import engine_factory

Exploitation: TypeAlias = Literal["lm", "lbfgsb", "none"]


@dataclass(frozen=True, kw_only=True)
class Evolution:
    """How populations evolve, for :class:`~memetik.Solver`; the defaults suit all problems we know of.

    ``islands`` populations evolve side by side, shared by the solver's threads. On each, ``species`` compete:
    every one keeps its best individual, breeds ``children`` of it per generation, and hands the best child
    to local search: ``exploitation`` by Levenberg-Marquardt (``"lm"``), by gradients alone (``"lbfgsb"``), or
    ``"none"``, plain evolution. Answers depend on these numbers, but not on the number of threads.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.Solver("ur5", goal, evolution=mk.Evolution(islands=2)).solve().status
    'solved'
    """

    islands: int = 4
    species: int = 4
    children: int = 12
    exploitation: Exploitation = "lm"

    def __post_init__(self) -> None:
        engine_factory("ladder", vars(self), ConfigurationError)
