"""SciPy's optimisers as methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..errors import MissingDependencyError
from ..transforms import Array
from .python_method import PythonMethod, Search

BY_GRADIENT = ("BFGS", "CG", "L-BFGS-B", "SLSQP", "TNC", "trust-constr")
BY_VALUE = ("COBYLA", "COBYQA", "Nelder-Mead", "Powell")
WITH_BOUNDS = ("L-BFGS-B", "SLSQP", "TNC", "trust-constr", "COBYLA", "COBYQA", "Nelder-Mead", "Powell")
ALGORITHMS = tuple(sorted((*BY_GRADIENT, *BY_VALUE), key=str.lower))


@dataclass(frozen=True, kw_only=True)
class SciPy(PythonMethod):
    """``scipy.optimize.minimize`` on the cost of all goals, from one start after the other.

    ``method="scipy:BFGS"`` is ``SciPy(algorithm="BFGS")``. Algorithms that know no bounds see the cost at the
    nearest configuration within limits. Without ``restarts`` the search ends where the first one does.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="scipy:SLSQP").success
    True
    """

    source: ClassVar[str] = "BioIK 2 thesis 3.5.3, EBIKE 8.11"
    advice: ClassVar[str] = "to compare with, or to try an optimiser on goals of your own"

    algorithm: str = "L-BFGS-B"
    restarts: bool = True

    def __post_init__(self) -> None:
        self._check_choice("algorithm", ALGORITHMS)
        self._check_flags("restarts")

    @property
    def name(self) -> str:
        """``"scipy:"`` and the algorithm."""
        return f"scipy:{self.algorithm}"

    def search(self, search: Search) -> None:
        """Minimise from one start after the other."""
        try:
            from scipy.optimize import minimize
        except ImportError:
            raise MissingDependencyError(f"method {self.name!r}", "bench") from None

        by_gradient = self.algorithm in BY_GRADIENT

        def function(x: Array) -> Any:
            if not by_gradient:
                return search.cost(search.full(x))
            cost, gradient = search.gradient(search.full(x))
            return cost, gradient[search.active]

        options: dict[str, Any] = {"method": self.algorithm, "tol": 1e-14}
        if by_gradient:
            options["jac"] = True
        if self.algorithm in WITH_BOUNDS:
            options["bounds"] = np.column_stack((search.lower, search.upper))
        minimize(function, search.next_start()[search.active], **options)
        while self.restarts:
            minimize(function, search.next_start()[search.active], **options)
