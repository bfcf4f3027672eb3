"""SciPy's global optimisers on hard problems, each with its default options and the whole budget.

An optimiser that stops by itself is restarted with other random numbers. Those that use gradients get them.
L-BFGS-B is several times faster with ``OPENBLAS_NUM_THREADS=1``, because its matrices are too small for
threads.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from memetik.transforms import Array

from .objective import Objective, SearchEnded

OptimizerRun = Callable[[Any, Objective, np.random.Generator], None]
"""One run of an optimiser of the module ``scipy.optimize``, which returns or raises SearchEnded."""

_POLISH = 0.05
"""The share of the remaining budget that differential evolution leaves to a local search, because alone it
does not converge to a tolerance of 1e-5."""


def basin_hopping(scipy: Any, objective: Objective, rng: np.random.Generator) -> None:
    """Basin hopping with L-BFGS-B, first from the start, then from random configurations."""
    begin = objective.start if objective.evaluations == 0 else _anywhere(objective, rng)
    how = {"method": "L-BFGS-B", "jac": True, "bounds": _bounds(objective)}
    step = StepInBox(objective, rng)
    # niter is never reached: every hop takes at least one evaluation, so the budget ends the run.
    scipy.basinhopping(
        objective.cost_and_gradient,
        begin,
        niter=objective.limit,
        minimizer_kwargs=how,
        take_step=step,
        rng=rng,
    )


def differential_evolution(scipy: Any, objective: Objective, rng: np.random.Generator) -> None:
    """Differential evolution (best1bin) with the start in the population, then L-BFGS-B from the best."""
    budget = objective.limit
    objective.limit -= int(_POLISH * objective.left)
    with suppress(SearchEnded):
        scipy.differential_evolution(
            objective.cost,
            _bounds(objective),
            maxiter=objective.limit,
            polish=False,
            x0=objective.start,
            rng=rng,
        )
    objective.limit = budget
    _descend(scipy, objective, objective.best)


def dual_annealing(scipy: Any, objective: Objective, rng: np.random.Generator) -> None:
    """Generalised simulated annealing from the start, with L-BFGS-B as its local search."""
    bounds = _bounds(objective)
    how = {"method": "L-BFGS-B", "jac": objective.gradient, "bounds": bounds}
    scipy.dual_annealing(
        objective.cost,
        bounds,
        maxiter=objective.limit,
        maxfun=10 * objective.limit,
        minimizer_kwargs=how,
        x0=objective.start,
        rng=rng,
    )


def many_starts(scipy: Any, objective: Objective, rng: np.random.Generator) -> None:
    """L-BFGS-B from the start, then from uniformly random starts."""
    _descend(scipy, objective, objective.start if objective.evaluations == 0 else _anywhere(objective, rng))


OPTIMIZERS: dict[str, OptimizerRun] = {
    "basin hopping": basin_hopping,
    "differential evolution": differential_evolution,
    "dual annealing": dual_annealing,
    "L-BFGS-B restarts": many_starts,
}
"""Optimisers by name, in the order of tables."""


def search(optimizer: OptimizerRun, objective: Objective, random_seed: int) -> None:
    """Run ``optimizer`` repeatedly until ``objective`` has no evaluations left or is solved."""
    from scipy import optimize

    rng = np.random.default_rng(random_seed)
    with suppress(SearchEnded):
        while objective.left > 0:
            optimizer(optimize, objective, rng)


class StepInBox:
    """Basin hopping's random step, uniform and relative to each interval; SciPy adapts ``stepsize``."""

    def __init__(self, objective: Objective, rng: np.random.Generator) -> None:
        self.stepsize = 0.25
        self._low, self._high, self._rng = objective.low, objective.high, rng

    def __call__(self, x: Array) -> Array:
        """Return a random configuration near ``x`` in the box."""
        reach = self.stepsize * (self._high - self._low)
        return np.asarray(np.clip(x + self._rng.uniform(-reach, reach), self._low, self._high))


def _descend(scipy: Any, objective: Objective, x: Array) -> None:
    scipy.minimize(objective.cost_and_gradient, x, jac=True, method="L-BFGS-B", bounds=_bounds(objective))


def _anywhere(objective: Objective, rng: np.random.Generator) -> Array:
    return rng.uniform(objective.low, objective.high)


def _bounds(objective: Objective) -> list[tuple[float, float]]:
    return list(zip(objective.low.tolist(), objective.high.tolist(), strict=True))
