"""NLopt: the optimisers of NLopt as methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..solve.method_registry import method_family
from ..transforms import Array
from .shared.bridge import Bridge
from .shared.python_method import Search

if TYPE_CHECKING:
    from ..solve.problem import Problem

LOCAL_BY_GRADIENT = (
    "LD_CCSAQ",
    "LD_LBFGS",
    "LD_MMA",
    "LD_SLSQP",
    "LD_TNEWTON",
    "LD_TNEWTON_PRECOND",
    "LD_TNEWTON_PRECOND_RESTART",
    "LD_TNEWTON_RESTART",
    "LD_VAR1",
    "LD_VAR2",
)
LOCAL_BY_VALUE = ("LN_BOBYQA", "LN_COBYLA", "LN_NELDERMEAD", "LN_PRAXIS", "LN_SBPLX")
GLOBAL = (
    "GD_MLSL",
    "GD_MLSL_LDS",
    "GD_STOGO",
    "GD_STOGO_RAND",
    "GN_CRS2_LM",
    "GN_DIRECT",
    "GN_DIRECT_L",
    "GN_DIRECT_L_RAND",
    "GN_ESCH",
    "GN_ISRES",
    "GN_MLSL",
    "GN_MLSL_LDS",
)
ALGORITHMS = (*GLOBAL, *LOCAL_BY_GRADIENT, *LOCAL_BY_VALUE)

# A descent ends when no variable changes by more than this in a step [rad or m], or when the cost stops
# changing.
SMALLEST_STEP = 1e-10

STOP_VALUE = -2.0  # lower than any cost, which is never negative

Function = Callable[[Array], tuple[float, Array | None]]  # x -> value, and gradient if the algorithm uses it


@method_family("nlopt", "algorithm", ALGORITHMS)
@dataclass(frozen=True, kw_only=True)
class NLopt(Bridge):
    """NLopt (Johnson 2007) on the cost of the primary goals.

    ``method="nlopt:LD_SLSQP"`` is ``NLopt(algorithm="LD_SLSQP")``, with NLopt's names: G is global, L local,
    D uses derivatives, N does not. Local algorithms begin at the start. When the cost changes by less than
    ``tolerance`` times itself, they restart at a random configuration, or end if ``restarts`` is False.
    Global algorithms search within the limits until the budget is used up; a joint without limits gets a
    range of half a turn, or the robot's reach, to both sides of the start. MLSL descends by SLSQP (GD) or
    SBPLX (GN). Not included are AUGLAG (for constraints), AGS (for up to five variables), and NEWUOA, which
    BOBYQA has replaced.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method="nlopt:LD_SLSQP").success
    True
    """

    source: ClassVar[str] = "Engelke 2024, 8.11"
    library: ClassVar[str] = "nlopt"
    algorithms: ClassVar[tuple[str, ...]] = ALGORITHMS
    packages: ClassVar[tuple[str, ...]] = ("nlopt",)

    algorithm: str = "LD_SLSQP"
    tolerance: float = 1e-6

    def _check(self, problem: Problem, threads: int) -> None:
        super()._check(problem, threads)
        import nlopt

        self._require(
            hasattr(nlopt, self.algorithm),
            f"is not part of the installed NLopt {nlopt.__version__}: update NLopt",
        )

    def _search(self, search: Search) -> None:
        import nlopt

        nlopt.srand(int(search.rng.integers(2**31)))
        by_gradient = self.algorithm[1] == "D"

        def function(x: Array) -> tuple[float, Array | None]:
            if not by_gradient:
                return search.cost(search.full(x)), None
            cost, gradient = search.gradient(search.full(x))
            return cost, gradient[search.active]

        is_global = self.algorithm in GLOBAL
        optimizer = nlopt.opt(getattr(nlopt, self.algorithm), len(search.active))
        optimizer.set_lower_bounds(search.sampled_lower if is_global else search.lower)
        optimizer.set_upper_bounds(search.sampled_upper if is_global else search.upper)
        if "MLSL" in self.algorithm:
            optimizer.set_local_optimizer(self._local(nlopt, len(search.active), by_gradient))
        elif not is_global:
            set_stop_tolerances(optimizer, self.tolerance)
        search.descend(lambda x: minimize(optimizer, function, x), restarts=self.restarts)

    def _local(self, nlopt: Any, size: int, by_gradient: bool) -> Any:
        optimizer = nlopt.opt(nlopt.LD_SLSQP if by_gradient else nlopt.LN_SBPLX, size)
        set_stop_tolerances(optimizer, self.tolerance)
        return optimizer


def set_stop_tolerances(optimizer: Any, tolerance: float) -> None:
    """Make a descent end when the cost or the variables stop changing."""
    optimizer.set_ftol_rel(tolerance)
    optimizer.set_xtol_abs(SMALLEST_STEP)


def minimize(optimizer: Any, function: Function, x: Array) -> None:
    """Run an ``nlopt.opt`` on a function from x until it ends.

    An exception of the function ends it and is raised again here. NLopt itself does not see the exception:
    some of its algorithms continue after one, others do not return or report another one (observed in 2.11).
    All of them end at a forced stop with STOP_VALUE, which is below their ``stopval``.
    """
    raised: BaseException | None = None

    def objective(x: Array, gradient: Array) -> float:
        nonlocal raised
        gradient[:] = 0.0
        if raised is not None:
            return STOP_VALUE
        try:
            value, slopes = function(x)
        except BaseException as error:  # includes KeyboardInterrupt
            raised = error
            optimizer.force_stop()
            return STOP_VALUE
        if slopes is not None and len(gradient):
            gradient[:] = slopes
        return value

    optimizer.set_min_objective(objective)
    optimizer.set_stopval(0.5 * STOP_VALUE)
    try:
        optimizer.optimize(np.clip(x, optimizer.get_lower_bounds(), optimizer.get_upper_bounds()))
    except Exception:  # NLopt failed; this descent is over
        pass
    finally:
        optimizer.set_force_stop(0)
    if raised is not None:
        raise raised
