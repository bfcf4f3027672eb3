"""Our own methods: the ladder, and its parts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..solve.evolution import Evolution
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Ladder(Method):
    """Base of the ladder's methods, which share the solver's ``prefer`` and ``evolution``."""

    source: ClassVar[str] = "memetik"
    _index: ClassVar[int]  # memetik::Method

    def _recipe(self, problem: Problem) -> _core.Recipe:
        return self._recipe_with(False, Evolution())

    def _recipe_with(self, best: bool, evolution: Evolution) -> _core.Recipe:
        return _core.ladder(self._index, best, evolution._numbers())


@dataclass(frozen=True, kw_only=True)
class Auto(Ladder):
    """The ladder: local search from the start, then from many starts, then turn by turn with evolution."""

    advice: ClassVar[str] = "always; the others are for comparison, or for what this one cannot do"
    _index: ClassVar[int] = 0

    @property
    def name(self) -> str:
        """``"auto"``."""
        return "auto"


@dataclass(frozen=True, kw_only=True)
class Restarts(Ladder):
    """Local search from one start after the other, in SIMD lanes."""

    advice: ClassVar[str] = "smooth goals, when evolution would only be waste"
    _index: ClassVar[int] = 1

    @property
    def name(self) -> str:
        """``"restarts"``."""
        return "restarts"


@dataclass(frozen=True, kw_only=True)
class Memetic(Ladder):
    """Evolution on islands alone, with Levenberg-Marquardt as exploitation."""

    advice: ClassVar[str] = "discontinuous or black-box goals"
    evolves: ClassVar[bool] = True
    _index: ClassVar[int] = 2

    @property
    def name(self) -> str:
        """``"memetic"``."""
        return "memetic"
