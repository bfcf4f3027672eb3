"""Selects the data of an evolution that charts draw: variables, their ranges, a sample of individuals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import MemetikError, UnknownNameError
from ..solve.generations import Generations
from ..transforms import Array

if TYPE_CHECKING:
    from ..robot.robot import Robot

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Variable:
    """A variable that evolves, and its range."""

    name: str
    lower: float
    upper: float
    unit: str

    @property
    def range_text(self) -> str:
        """The range as text for a caption, such as ``-2.9 … 2.9 rad``."""
        text = f"{self.lower:.3g} … {self.upper:.3g} {self.unit}"
        return text.strip().replace("-", "−")

    def values(self, generations: Generations) -> Array:
        """The values (n,) of this variable in all individuals [rad, m]."""
        return np.asarray(generations.q[:, generations.names.index(self.name)])

    def heights(self, generations: Generations) -> Array:
        """The values (n,) scaled to 0 at the lower end of the range and 1 at the upper end."""
        extent = self.upper - self.lower
        values = self.values(generations)
        return (values - self.lower) / extent if extent > 0 else np.full(len(values), 0.5)


def checked(generations: Any) -> Generations:
    """``generations``, or an error if it is something else or has no individuals."""
    if not isinstance(generations, Generations):
        raise MemetikError(
            "expected the generations of an evolution, such as "
            f"mk.solve(..., method='bioik', trace=True).trace.generations, got {generations!r}"
        )
    if not len(generations):
        raise MemetikError("nothing to draw: there are no individuals in these generations")
    return generations


def chosen_variables(
    evolutions: Sequence[Generations], variables: Sequence[str] | str | None, robot: Robot | None
) -> list[Variable]:
    """The variables to draw, in the order given, with the limits of ``robot`` or the range of the values."""
    known = evolutions[0].names
    for generations in evolutions:
        if generations.names != known:
            raise MemetikError(
                f"evolutions with different variables: {', '.join(known)} and {', '.join(generations.names)}"
            )
    wanted = known if variables is None else [variables] if isinstance(variables, str) else variables
    for name in wanted:
        if name not in known:
            raise UnknownNameError("evolving variable", name, known)
    if not wanted:
        raise MemetikError(f"variables: expected at least one; those that evolve are: {', '.join(known)}")
    return [
        _variable(np.concatenate([g.q[:, known.index(name)] for g in evolutions]), name, robot)
        for name in wanted
    ]


def _variable(values: Array, name: str, robot: Robot | None) -> Variable:
    lower, upper = float(values.min()), float(values.max())
    if robot is None:
        return Variable(name, lower, upper, "")
    if name not in robot.variable_names:
        raise UnknownNameError("variable", name, robot.variable_names)
    index = robot.variable_names.index(name)
    low, high = float(robot.lower[index]), float(robot.upper[index])
    lower, upper = low if np.isfinite(low) else lower, high if np.isfinite(high) else upper
    return Variable(name, lower, upper, _unit(robot, name))


def _unit(robot: Robot, name: str) -> str:
    """The unit of a variable: "m" for translations, "rad" for rotations."""
    if name in robot.joints:
        return "m" if robot.joints[name].type == "prismatic" else "rad"
    return "m" if name.rpartition(".")[2] in ("x", "y", "z") else "rad"


def worse_first(generations: Generations, rows: Rows, most: int) -> Rows:
    """At most ``most`` of ``rows``, from worst to best, so that better individuals are drawn over worse ones.

    If there are more, the result is a random sample that prefers elites for up to half of its size.
    """
    if len(rows) > most:
        shuffled = np.random.default_rng(0).permutation(rows)
        elite = generations.elite[shuffled]
        kept = shuffled[elite][: max(most - int((~elite).sum()), (most + 1) // 2)]
        rows = np.concatenate([kept, shuffled[~elite][: most - len(kept)]])
    fitness = np.nan_to_num(generations.fitness[rows], nan=np.inf)
    return np.asarray(rows[np.argsort(-fitness, kind="stable")])


def births(generations: Generations, rows: Rows) -> tuple[Rows, Rows]:
    """Pairs of parents and children. A child of two parents is in two pairs, one without parents in none."""
    parents = generations.parents[rows]
    known = parents >= 0
    known[:, 1] &= parents[:, 0] != parents[:, 1]  # one pair only if both parents are the same
    child = np.broadcast_to(rows[:, None], parents.shape)
    return parents[known].astype(np.int64), np.asarray(child[known])


def wipe_outs(generations: Generations) -> Rows:
    """The generations, without repetition, in which an island was wiped out."""
    return np.unique(generations.wipe_outs[:, 1]).astype(np.int64)
