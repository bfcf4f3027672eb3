"""Bridge: the base class of optimisers of other libraries."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .python_method import PythonMethod, Search

if TYPE_CHECKING:
    from ...solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Bridge(PythonMethod):
    """Base of methods that minimise the cost by an algorithm of another library.

    A descent ends at the library's ``tolerance``; the next one begins at a random configuration, unless
    ``restarts`` is False.
    """

    advice: ClassVar[str] = "for comparison, or to try an optimiser on goals of your own"
    library: ClassVar[str]  # prefix of the methods' names "library:algorithm"
    algorithms: ClassVar[tuple[str, ...]]

    algorithm: str
    restarts: bool = True
    tolerance: float

    def __post_init__(self) -> None:
        self._check_choice("algorithm", self.algorithms)
        self._check_flags("restarts")
        self._check_numbers(tolerance=(0.0, 1.0))

    @property
    def name(self) -> str:
        """The library and the algorithm, such as ``"scipy:BFGS"``."""
        return f"{self.library}:{self.algorithm}"

    def prepare(self, problem: Problem) -> Callable[[Search], None]:
        """Return the search by the library's algorithm."""
        return self._search

    @abstractmethod
    def _search(self, search: Search) -> None:
        """Minimise the cost from one start after the other, or globally."""
