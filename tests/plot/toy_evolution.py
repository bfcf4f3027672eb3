"""A small evolution with a complete record, for charts: a planar arm reaches for a point."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memetik.solve.generations import OPERATORS, Generations
from memetik.transforms import Array

START, RANDOM, SURVIVED, BRED, EXPLOITED = range(len(OPERATORS))
PATIENCE = 6  # generations without progress until the island begins anew


def toy_evolution(
    *,
    variables: int = 4,
    population: int = 20,
    elites: int = 2,
    count: int = 12,
    islands: int = 1,
    patience: int = PATIENCE,
    random_seed: int = 0,
) -> Generations:
    """``count`` generations of ``population`` on every island, of joints ``q1`` ... within ±2.5 rad."""
    random = np.random.default_rng(random_seed)
    history = _History(variables)
    for island in range(islands):
        _evolve(history, random, island, population, elites, count, patience)
    return history.generations()


def distance(q: Array) -> Array:
    """How far the tips of arms (n, k) of one metre are from the target."""
    angles = np.cumsum(q, axis=1)
    tip = np.stack([np.cos(angles), np.sin(angles)], axis=2).mean(axis=1)
    return np.asarray(np.linalg.norm(tip - np.array([0.25, 0.45]), axis=1))


class _History:
    """Records one generation after the other."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.length = 0
        self.columns: dict[str, list[npt.NDArray[np.generic]]] = {}
        self.wipe_outs: list[tuple[int, int]] = []

    def add(self, **columns: npt.ArrayLike) -> slice:
        size = len(np.atleast_1d(columns["fitness"]))
        for name, values in columns.items():
            self.columns.setdefault(name, []).append(np.asarray(values))
        self.length += size
        return slice(self.length - size, self.length)

    def generations(self) -> Generations:
        types = {"q": float, "fitness": float, "operator": np.uint8, "elite": bool}
        joined = {
            name: np.concatenate(parts).astype(types.get(name, np.int32))
            for name, parts in self.columns.items()
        }
        wipe_outs = np.array(self.wipe_outs, dtype=np.int32).reshape(-1, 2)
        return Generations(tuple(f"q{i + 1}" for i in range(self.variables)), wipe_outs=wipe_outs, **joined)  # type: ignore[arg-type]


def _evolve(
    history: _History,
    random: np.random.Generator,
    island: int,
    population: int,
    elites: int,
    count: int,
    patience: int,
) -> None:
    q = random.uniform(-2.5, 2.5, (population, history.variables))
    parents, operator = np.full((population, 2), -1), np.full(population, RANDOM)
    operator[0] = START
    best, stuck = np.inf, 0
    for generation in range(count):
        fitness = distance(q)
        order = np.argsort(fitness, kind="stable")
        q, fitness, parents, operator = q[order], fitness[order], parents[order], operator[order]
        rows = history.add(
            q=q,
            fitness=fitness,
            generation=np.full(population, generation),
            island=np.full(population, island),
            parents=parents,
            operator=operator,
            elite=np.arange(population) < elites,
        )
        stuck = 0 if fitness[0] < 0.9 * best else stuck + 1
        best = min(best, float(fitness[0]))
        if stuck >= patience and generation + 1 < count:
            history.wipe_outs.append((island, generation + 1))
            q = random.uniform(-2.5, 2.5, q.shape)
            parents, operator = np.full((population, 2), -1), np.full(population, RANDOM)
            best, stuck = np.inf, 0
        else:
            q, parents, operator = _children(random, q, fitness, elites, rows.start)


def _children(
    random: np.random.Generator, q: Array, fitness: Array, elites: int, first_row: int
) -> tuple[Array, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    population, variables = q.shape
    chance = np.arange(population, 0, -1.0)
    pairs = random.choice(population, size=(population, 2), p=chance / chance.sum())
    share = random.uniform(size=(population, variables))
    # as Bio IK's extinction factor: children of the worst are mutated by the whole range
    spread = pairs.mean(axis=1, keepdims=True) / population + 0.1 * np.minimum(fitness[0], 1.0)
    children = share * q[pairs[:, 0]] + (1 - share) * q[pairs[:, 1]]
    children += spread * random.normal(size=q.shape) * (random.uniform(size=q.shape) < 0.3)
    children, parents, operator = np.clip(children, -2.5, 2.5), pairs + first_row, np.full(population, BRED)
    for elite in range(elites):
        tried = np.clip(q[elite] + 0.2 * fitness[elite] * random.normal(size=(8, variables)), -2.5, 2.5)
        found = tried[np.argmin(distance(tried))]
        better = distance(found[None])[0] < fitness[elite]
        children[elite] = found if better else q[elite]
        parents[elite], operator[elite] = (first_row + elite, -1), EXPLOITED if better else SURVIVED
    return children, parents, operator
