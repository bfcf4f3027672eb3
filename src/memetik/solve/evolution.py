"""Evolution: the parameters of memetic evolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import ConfigurationError
from ..option_names import KnownOptions
from .method_options import engine_factory

Exploitation: TypeAlias = Literal["lm", "lbfgsb", "none"]


@dataclass(frozen=True, kw_only=True)
class Evolution(KnownOptions):
    """Parameters of the memetic stage of :class:`~memetik.Solver`; the defaults suit all measured problems.

    ``islands`` populations evolve independently; the solver's threads share them. On each island ``species``
    compete: every species keeps its best individual, breeds ``children`` from it per generation, and improves
    the best child by local search. ``exploitation`` selects that search: Levenberg-Marquardt (``"lm"``),
    L-BFGS-B (``"lbfgsb"``), or ``"none"``. Solutions depend on these parameters, but not on the number of
    threads.

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
