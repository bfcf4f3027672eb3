"""SciPy: the optimisers of SciPy as methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..solve.method_registry import method_family
from ..transforms import Array
from .shared.bridge import Bridge
from .shared.python_method import Search

if TYPE_CHECKING:
    from ..solve.problem import Problem

BY_GRADIENT = ("BFGS", "CG", "L-BFGS-B", "Newton-CG", "SLSQP", "TNC", "trust-constr")
BY_VALUE = ("COBYLA", "COBYQA", "Nelder-Mead", "Powell")
WITHOUT_BOUNDS = ("BFGS", "CG", "Newton-CG")
ALGORITHMS = tuple(sorted((*BY_GRADIENT, *BY_VALUE), key=str.lower))
FIRST_WITH_COBYQA = (1, 14)  # version of SciPy


@method_family("scipy", "algorithm", ALGORITHMS)
@dataclass(frozen=True, kw_only=True)
class SciPy(Bridge):
    """``scipy.optimize.minimize`` on the primary goals' cost, from one start after the other.

    ``method="scipy:BFGS"`` is ``SciPy(algorithm="BFGS")``. Algorithms without bounds (BFGS, CG, Newton-CG)
    get the cost of the nearest configuration within limits. ``tolerance`` is SciPy's ``tol``: an algorithm
    that has converged to it restarts at a random configuration, or ends if ``restarts`` is False. Algorithms
    that need second derivatives (dogleg, trust-exact, trust-krylov, trust-ncg) are not included, because
    goals have none; Newton-CG uses differences of gradients. Of the solvers that the BioIK 2 thesis compares,
    BFGS, CG, L-BFGS-B, Nelder-Mead and Newton are here, L-BFGS is ``"nlopt:LD_LBFGS"`` and gradient descent
    is ``"gd"``.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="scipy:SLSQP").success
    True
    """

    source: ClassVar[str] = "Ruppel 2017, 3.5.3; Engelke 2024, 8.11"
    library: ClassVar[str] = "scipy"
    algorithms: ClassVar[tuple[str, ...]] = ALGORITHMS
    packages: ClassVar[tuple[str, ...]] = ("scipy.optimize",)

    algorithm: str = "L-BFGS-B"
    tolerance: float = 1e-12

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        import scipy
        from scipy.optimize import minimize

        major, minor = (int(number) for number in scipy.__version__.split(".")[:2])
        self._require(
            self.algorithm != "COBYQA" or (major, minor) >= FIRST_WITH_COBYQA,
            f"needs SciPy 1.14 or later, and {scipy.__version__} is installed; nlopt:LN_BOBYQA is similar",
        )
        jac = (lambda x: 2 * x) if self.algorithm in BY_GRADIENT else None
        minimize(lambda x: x @ x, [1.0], method=self.algorithm, jac=jac)  # triggers SciPy's lazy imports

    def _search(self, search: Search) -> None:
        from scipy.optimize import minimize

        options: dict[str, Any] = {"method": self.algorithm, "tol": self.tolerance}
        if self.algorithm in BY_GRADIENT:
            options["jac"] = True
        if self.algorithm not in WITHOUT_BOUNDS:
            options["bounds"] = np.column_stack((search.lower, search.upper))
        if self.algorithm == "trust-constr":
            options["hess"] = _quiet_bfgs()

        def descent(x: Array) -> None:
            minimize(self._function, x, args=(search,), **options)

        search.descend(descent, restarts=self.restarts)

    def _function(self, x: Array, search: Search) -> Any:
        """Return the cost, and the gradient if the algorithm uses it; it is zero outside of limits."""
        if self.algorithm in BY_VALUE:
            return search.cost(search.full(x))
        cost, gradient = search.gradient(search.full(x))
        inside = (search.lower <= x) & (x <= search.upper)
        return cost, np.where(inside, gradient[search.active], 0.0)


def _quiet_bfgs() -> Any:
    """Return trust-constr's Hessian approximation, without the warning that the gradient does not change."""
    from scipy.optimize import BFGS

    class QuietBFGS(BFGS):  # type: ignore[misc]
        def update(self, delta_x: Array, delta_grad: Array) -> None:
            if delta_grad.any():
                super().update(delta_x, delta_grad)

    return QuietBFGS()
