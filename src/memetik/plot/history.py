"""What charts ask of an evolution: which variables, within which range, and no more than can be seen."""

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
        """For a caption, such as ``-2.9 … 2.9 rad``."""
        text = f"{self.lower:.3g} … {self.upper:.3g} {self.unit}"
        return text.strip().replace("-", "−")

    def values(self, generations: Generations) -> Array:
        """(n,) of all individuals [rad, m]."""
        return np.asarray(generations.q[:, generations.names.index(self.name)])

    def heights(self, generations: Generations) -> Array:
        """(n,): 0 at the lower end of the range, 1 at the upper one."""
        extent = self.upper - self.lower
        values = self.values(generations)
        return (values - self.lower) / extent if extent > 0 else np.full(len(values), 0.5)


def checked(generations: Any) -> Generations:
    """``generations``, if there is something to draw."""
    if not isinstance(generations, Generations):
        raise MemetikError(
            "expected the generations of an evolution, such as "
            f"mk.solve(..., method='bioik', trace=True).trace.generations, got {generations!r}"
        )
    if not len(generations):
        raise MemetikError("nothing to draw: there are no individuals in these generations")
    return generations


def chosen_variables(
    histories: Sequence[Generations], variables: Sequence[str] | str | None, robot: Robot | None
) -> list[Variable]:
    """Those that are asked for, in that order; within the limits of ``robot``, or as far as they went."""
    known = histories[0].names
    for generations in histories:
        if generations.names != known:
            raise MemetikError(
                f"evolutions of different variables: {', '.join(known)} and {', '.join(generations.names)}"
            )
    wanted = known if variables is None else [variables] if isinstance(variables, str) else variables
    for name in wanted:
        if name not in known:
            raise UnknownNameError("evolving variable", name, known)
    if not wanted:
        raise MemetikError(f"no variables to draw; those that evolve are: {', '.join(known)}")
    return [
        _variable(np.concatenate([g.q[:, known.index(name)] for g in histories]), name, robot)
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
    """Metres along axes, radians about them."""
    if name in robot.joints:
        return "m" if robot.joints[name].type == "prismatic" else "rad"
    return "m" if name.rpartition(".")[2] in ("x", "y", "z") else "rad"


def worse_first(generations: Generations, rows: Rows, most: int) -> Rows:
    """``rows`` by falling fitness, so that the better are drawn over the worse, and at most ``most``.

    If they are more, chance decides which are left out; elites stay as long as they are not the larger half.
    """
    if len(rows) > most:
        shuffled = np.random.default_rng(0).permutation(rows)
        elite = generations.elite[shuffled]
        kept = shuffled[elite][: max(most - int((~elite).sum()), (most + 1) // 2)]
        rows = np.concatenate([kept, shuffled[~elite][: most - len(kept)]])
    fitness = np.nan_to_num(generations.fitness[rows], nan=np.inf)
    return np.asarray(rows[np.argsort(-fitness, kind="stable")])


def births(generations: Generations, rows: Rows) -> tuple[Rows, Rows]:
    """Parents and children, row by row: a child of two appears twice, one of none not at all."""
    parents = generations.parents[rows]
    known = parents >= 0
    known[:, 1] &= parents[:, 0] != parents[:, 1]  # of itself with itself: one line
    child = np.broadcast_to(rows[:, None], parents.shape)
    return parents[known].astype(np.int64), np.asarray(child[known])


def wipe_outs(generations: Generations) -> Rows:
    """Generations, each once, in which an island began anew."""
    return np.unique(generations.wipe_outs[:, 1]).astype(np.int64)
