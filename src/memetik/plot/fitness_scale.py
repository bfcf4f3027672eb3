"""From fitness to color: the same logarithmic scale in every chart of an evolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..transforms import Array
from .chart import styled

if TYPE_CHECKING:
    from matplotlib.colors import LinearSegmentedColormap

# Worst to best: ever darker, so that gray prints and color-blind readers see the order, too.
COLORS = ("#e9e3dc", "#f7cf9c", "#f59a6d", "#dd5f73", "#a03a83", "#5c2a80", "#1f1548")

_DECADES = 8.0  # below the worst; what is better is as good as solved


@dataclass(frozen=True)
class FitnessScale:
    """Logarithms between the fitness ``best`` and ``worst``, both positive: level 0 is the worst, 1 the best.

    >>> FitnessScale(best=1e-4, worst=1.0).level([1.0, 1e-2, 1e-4, 0.0]).tolist()
    [0.0, 0.5, 1.0, 1.0]
    """

    best: float
    worst: float

    @classmethod
    def of(cls, fitness: npt.ArrayLike) -> FitnessScale:
        """From the best to the worst of ``fitness``, and over eight decades at most."""
        values = np.asarray(fitness, dtype=np.float64)
        positive = values[np.isfinite(values) & (values > 0)]
        if not positive.size:
            return cls(best=1e-3, worst=1.0)
        worst = float(positive.max())
        best = max(float(positive.min()), worst * 10**-_DECADES)
        return cls(best=best, worst=worst) if best < worst else cls(best=best / 10, worst=worst)

    def level(self, fitness: npt.ArrayLike) -> Array:
        """Between 0 for the worst, also for what is not a number, and 1 for the best."""
        values = np.nan_to_num(np.asarray(fitness, dtype=np.float64), nan=np.inf)
        inside = np.clip(values, self.best, self.worst)
        return np.asarray(np.log(self.worst / inside) / np.log(self.worst / self.best))

    def colors(self, fitness: npt.ArrayLike) -> Array:
        """(n, 4): red, green, blue and opacity of each."""
        return np.asarray(colormap()(self.level(fitness)))

    def ticks(self) -> Array:
        """Up to five powers of ten on the scale."""
        low, high = np.ceil(np.log10(self.best) - 1e-9), np.floor(np.log10(self.worst) + 1e-9)
        step = max(1, int(np.ceil((high - low) / 4)))
        return 10.0 ** np.arange(high, low - 1, -step)[::-1]


def colormap() -> LinearSegmentedColormap:
    """``COLORS`` as matplotlib takes them."""
    with styled():
        from matplotlib.colors import LinearSegmentedColormap

        return LinearSegmentedColormap.from_list("memetik_fitness", COLORS)
