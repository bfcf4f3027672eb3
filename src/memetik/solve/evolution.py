"""The few parameters of memetic evolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..errors import ConfigurationError, UnknownNameError
from ..number_checks import is_integer

Exploitation: TypeAlias = Literal["lm", "lbfgsb", "none"]
EXPLOITATIONS: tuple[Exploitation, ...] = ("lm", "lbfgsb", "none")  # in the order of memetik::Exploitation


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
        for name, most in (("islands", 64), ("species", 64), ("children", 1000)):
            value = getattr(self, name)
            if not is_integer(value, 1, most):
                raise ConfigurationError(f"{name}: expected a number from 1 to {most}, got {value!r}")
        if self.exploitation not in EXPLOITATIONS:
            raise UnknownNameError("exploitation", self.exploitation, EXPLOITATIONS)

    def _numbers(self) -> list[int]:
        return [self.islands, self.species, self.children, EXPLOITATIONS.index(self.exploitation)]
