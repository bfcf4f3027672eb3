"""Maps fitness to colour, with the same logarithmic scale in every chart of an evolution."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..transforms import Array

# From worst to best. Colours get darker, so that the order is visible in grey and to colour-blind readers.
COLORS = ("#e9e3dc", "#f7cf9c", "#f59a6d", "#dd5f73", "#a03a83", "#5c2a80", "#1f1548")

_DECADES = 8.0  # the scale ends this far below the worst fitness; better values are as good as solved


@dataclass(frozen=True)
class FitnessScale:
    """A logarithmic scale of fitness from ``worst`` (level 0) to ``best`` (level 1), both positive.

    >>> FitnessScale(best=1e-4, worst=1.0).level([1.0, 1e-2, 1e-4, 0.0]).tolist()
    [0.0, 0.5, 1.0, 1.0]
    """

    best: float
    worst: float

    @classmethod
    def of(cls, fitness: npt.ArrayLike) -> FitnessScale:
        """The scale from the worst to the best of ``fitness``, but at most eight decades."""
        values = np.asarray(fitness, dtype=np.float64)
        positive = values[np.isfinite(values) & (values > 0)]
        if not positive.size:
            return cls(best=1e-3, worst=1.0)
        worst = float(positive.max())
        best = max(float(positive.min()), worst * 10**-_DECADES)
        return cls(best=best, worst=worst) if best < worst else cls(best=best / 10, worst=worst)

    def level(self, fitness: npt.ArrayLike) -> Array:
        """The level of each value, from 0 for the worst to 1 for the best; 0 for NaN."""
        values = np.nan_to_num(np.asarray(fitness, dtype=np.float64), nan=np.inf)
        inside = np.clip(values, self.best, self.worst)
        return np.asarray(np.log(self.worst / inside) / np.log(self.worst / self.best))

    def colors(self, fitness: npt.ArrayLike) -> Array:
        """Colours (n, 4) of ``fitness`` (n,): red, green, blue and opacity from 0 to 1."""
        return colors_of(self.level(fitness))

    def ticks(self) -> Array:
        """Up to five powers of ten on the scale, or the ends of the scale if it contains no power of ten."""
        low, high = np.ceil(np.log10(self.best) - 1e-9), np.floor(np.log10(self.worst) + 1e-9)
        step = max(1, int(np.ceil((high - low) / 4)))
        powers = 10.0 ** np.arange(high, low - 1, -step)[::-1]
        return powers if powers.size else np.array([self.best, self.worst])

    def tick_texts(self, power: str) -> list[str]:
        """The labels of the ticks; powers of ten are formatted with the template ``power``."""
        return [_tick_text(tick, power) for tick in self.ticks().tolist()]


def colors_of(level: Array) -> Array:
    """Colours (n, 4), red, green, blue and opacity, of levels (n,) from 0 (worst) to 1 (best)."""
    stops = np.array([[int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)] for color in COLORS])
    places = np.linspace(0, 1, len(COLORS))
    channels = [np.interp(level, places, stops[:, channel]) for channel in range(3)]
    return np.stack([*channels, np.ones_like(channels[0])], axis=-1)


def _tick_text(tick: float, power: str) -> str:
    exponent = math.log10(tick)
    return (
        power.format(round(exponent))
        if math.isclose(exponent, round(exponent), abs_tol=1e-9)
        else f"{tick:.2g}"
    )
