"""The evolution of PivotIK: that of Bio IK, with an inverse-Jacobian step as local search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from ...transforms import Array
from ..shared.python_method import Search

E = TypeVar("E")


@dataclass(eq=False)
class Individual(Generic[E]):
    """Genes x (k,) and momentum g (k,), with their errors and fitness."""

    x: Array
    momentum: Array
    errors: E
    fitness: float
    extinction: float = field(default=0.0)


class Evolution(Generic[E]):
    """Evolves a population, sorted by fitness (Starke's dissertation, chapter 4).

    ``evaluate(x)`` returns the errors and the fitness, which is minimised; ``exploit(x, errors)`` returns an
    improved x.
    """

    def __init__(
        self,
        search: Search,
        population: int,
        elites: int,
        evaluate: Callable[[Array], tuple[E, float]],
        exploit: Callable[[Array, E], Array],
    ) -> None:
        self._search = search
        self._size, self._elites = population, elites
        self._evaluate, self._exploit = evaluate, exploit
        self._rng = search.rng
        self._span = search.sampled_upper - search.sampled_lower
        self._lower = np.maximum(search.lower, search.sampled_lower - self._span)  # finite
        self._upper = np.minimum(search.upper, search.sampled_upper + self._span)
        self._individuals: list[Individual[E]] = []

    def run(self, x: Array) -> Iterator[None]:
        """Evolve from x without end; yields after every evaluation."""
        best, fitness, generations = x, np.inf, 0
        while True:
            yield from self._populate(best)
            improves = True
            while improves:  # otherwise all but the best are wiped out
                elites = [individual.fitness for individual in self._individuals[: self._elites]]
                yield from self._next_generation()
                generations += 1
                self._search.count_generations(generations)
                fitter = zip(self._individuals, elites, strict=False)
                improves = self._individuals[0].fitness < fitness or any(p.fitness < f for p, f in fitter)
                if self._individuals[0].fitness < fitness:
                    best, fitness = self._individuals[0].x, self._individuals[0].fitness

    def _populate(self, x: Array) -> Iterator[None]:
        """Create the population: an individual at x, and random ones."""
        self._individuals = [self._individual(x, np.zeros_like(x))]
        yield
        while len(self._individuals) < self._size:
            self._individuals.append(self._random_individual())
            yield
        self._rank()

    def _individual(self, x: Array, momentum: Array) -> Individual[E]:
        x = np.clip(x, self._lower, self._upper)
        return Individual(x, momentum, *self._evaluate(x))

    def _rank(self) -> None:
        """Sort by fitness; compute extinctions ξ_i = (f_i + f_min ((i-1)/(N-1) - 1)) / f_max, i = 1...N."""
        self._individuals.sort(key=lambda individual: individual.fitness)
        least, most = self._individuals[0].fitness, self._individuals[-1].fitness
        for i, individual in enumerate(self._individuals):
            rank = i / max(self._size - 1, 1)
            individual.extinction = (individual.fitness + least * (rank - 1.0)) / most if most > 0.0 else rank

    def _next_generation(self) -> Iterator[None]:
        pool = list(self._individuals)
        generation: list[Individual[E]] = []
        for individual in self._individuals[: self._elites]:
            x = self._exploit(individual.x, individual.errors)
            generation.append(
                self._individual(x, self._rng.random() * individual.momentum + x - individual.x)
            )
            yield
        while len(generation) < self._size:
            generation.append(self._child(pool) if pool else self._random_individual())
            yield
        self._individuals = generation
        self._rank()

    def _random_individual(self) -> Individual[E]:
        x = self._search.next_start()[self._search.active]
        return self._individual(x, np.zeros_like(x))

    def _child(self, pool: list[Individual[E]]) -> Individual[E]:
        """Breed from two parents and a prototype; parents worse than the child leave the pool (niching)."""
        first, second, prototype = (self._select(pool) for _ in range(3))
        extinction = 0.5 * (first.extinction + second.extinction)
        x, momentum = self._recombine(first, second)
        changed = self._adopt(self._mutate(x, extinction), first, second, prototype)
        child = self._individual(changed, momentum + changed - x)
        for parent in (first, second):
            if child.fitness < parent.fitness and parent in pool:
                pool.remove(parent)
        return child

    def _select(self, pool: list[Individual[E]]) -> Individual[E]:
        """Select by rank: the i-th of γ individuals with the probability (γ - i + 1) / Σ i."""
        weights = np.cumsum(np.arange(len(pool), 0, -1))
        return pool[int(np.searchsorted(weights, self._rng.random() * weights[-1], side="right"))]

    def _recombine(self, first: Individual[E], second: Individual[E]) -> tuple[Array, Array]:
        share, own, other = self._rng.random((3, len(self._span)))
        momentum = own * first.momentum + other * second.momentum
        return share * first.x + (1.0 - share) * second.x + momentum, momentum

    def _mutate(self, x: Array, extinction: float) -> Array:
        """Change each gene by up to ξ times its interval, with the probability (ξ (n-1) + 1) / n."""
        happens, size = self._rng.random((2, len(x)))
        rate = (extinction * (len(x) - 1) + 1) / len(x)
        return x + np.where(happens < rate, (2.0 * size - 1.0) * extinction * self._span, 0.0)

    def _adopt(self, x: Array, first: Individual[E], second: Individual[E], model: Individual[E]) -> Array:
        """Return x + lerp(U (mean of the parents - x), U (prototype - x)), with random factors U."""
        share, to_parents, to_model, between = self._rng.random((4, len(x)))
        parents = share * first.x + (1.0 - share) * second.x
        towards_parents, towards_model = to_parents * (parents - x), to_model * (model.x - x)
        adopted: Array = x + (1.0 - between) * towards_parents + between * towards_model
        return adopted
