"""Generations: the optional record of every individual and its parents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from .. import _core
from ..transforms import Array

Operator: TypeAlias = Literal["start", "random", "survived", "bred", "exploited"]
OPERATORS = cast("tuple[Operator, ...]", _core.operators())


@dataclass(frozen=True, eq=False)
class Generations:
    """All individuals of an evolutionary solve, oldest first: ``solve(..., trace=True).trace.generations``.

    Arrays have one row per individual and generation in which it was alive. ``names`` (k) are the variables
    that evolve, ``q`` (n, k) the genotypes [rad, m], ``fitness`` (n,) the values that the method minimises.
    ``generation`` counts from 0, separately on every ``island``. ``parents`` (n, 2) are rows, or -1 for no
    parent. ``operator`` (n,) is the operator that created the individual, an index into :data:`OPERATORS`.
    ``elite`` (n,) tells whether the individual is an elite. ``wipe_outs`` (m, 2) lists the island and
    generation of every wipe-out, in which the population was drawn anew.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> solution = mk.solve("ur5", goal, method="bioik2", trace=True)
    >>> generations = solution.trace.generations
    >>> generations.q.shape == (len(generations), len(generations.names))
    True
    """

    names: tuple[str, ...]
    q: Array
    fitness: Array
    generation: npt.NDArray[np.int32]
    island: npt.NDArray[np.int32]
    parents: npt.NDArray[np.int32]
    operator: npt.NDArray[np.uint8]
    elite: npt.NDArray[np.bool_]
    wipe_outs: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.fitness)

    @property
    def count(self) -> int:
        """The number of generations, including the first, random one."""
        return int(self.generation.max()) + 1 if len(self) else 0

    @property
    def last_whole(self) -> int:
        """The last generation with at least half as many individuals as the largest one.

        A search stops as soon as it finds a solution, so the generation of the solution may be incomplete.
        """
        sizes = np.bincount(self.generation, minlength=1)
        return int(np.flatnonzero(sizes >= 0.5 * sizes.max())[-1])

    @property
    def best(self) -> Array:
        """The lowest fitness of every generation over all islands, (count,)."""
        lowest = np.full(self.count, np.inf)
        np.minimum.at(lowest, self.generation, self.fitness)
        return lowest

    @classmethod
    def _of_islands(cls, names: tuple[str, ...], lineages: Sequence[_core.Lineage]) -> Generations:
        counts = [len(lineage.fitness) for lineage in lineages]
        firsts = np.cumsum([0, *counts])[:-1]

        def joined(columns: Sequence[Array]) -> Array:
            return np.concatenate([np.empty(0), *columns])

        def parents(which: int) -> Array:
            rows = [lineage.parent(which) for lineage in lineages]
            return joined([np.where(r < 0, -1, r + first) for r, first in zip(rows, firsts, strict=True)])

        generations = [lineage.wipe_outs for lineage in lineages]
        islands = [np.full(len(g), float(i)) for i, g in enumerate(generations)]
        return cls(
            names=names,
            q=joined([lineage.genes for lineage in lineages]).reshape(-1, max(len(names), 1)),
            fitness=joined([lineage.fitness for lineage in lineages]),
            generation=joined([lineage.generation for lineage in lineages]).astype(np.int32),
            island=np.repeat(np.arange(len(counts), dtype=np.int32), counts),
            parents=np.column_stack((parents(0), parents(1))).astype(np.int32),
            operator=joined([lineage.operator for lineage in lineages]).astype(np.uint8),
            elite=joined([lineage.elite for lineage in lineages]).astype(bool),
            wipe_outs=np.column_stack((joined(islands), joined(generations))).astype(np.int32),
        )
