"""A small network of tanh layers, and the Adam optimiser."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8  # of Adam


class Network:
    """y = W_n tanh(... tanh(W_1 x + b_1) ...) + b_n in single precision; ``sizes`` has all layers'."""

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator) -> None:
        shapes = list(itertools.pairwise(sizes))
        self.weights: list[Floats] = [
            (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32) for shape in shapes
        ]
        self.biases: list[Floats] = [np.zeros(size, dtype=np.float32) for size in sizes[1:]]

    def __call__(self, x: npt.NDArray[np.floating]) -> Floats:
        """Return the outputs (n, sizes[-1]) for inputs (n, sizes[0])."""
        return self.layers(x)[-1]

    def layers(self, x: npt.NDArray[np.floating]) -> list[Floats]:
        """Return the inputs, the values of every hidden layer, and the outputs."""
        values: list[Floats] = [x.astype(np.float32)]
        last = len(self.weights) - 1
        for i, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            sums: Floats = values[-1] @ weights + biases
            values.append(sums if i == last else np.tanh(sums))
        return values

    def slopes(self, values: list[Floats], gradient: Floats) -> list[Floats]:
        """Return the gradient of a loss by the parameters, from its ``gradient`` by the outputs (n, ...)."""
        by_weights: list[Floats] = []
        by_biases: list[Floats] = []
        for i in reversed(range(len(self.weights))):
            by_weights.insert(0, values[i].T @ gradient)
            by_biases.insert(0, gradient.sum(0))
            if i:
                gradient = (gradient @ self.weights[i].T) * (1 - values[i] ** 2)
        return by_weights + by_biases

    def to_arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return weights and biases by name."""
        return {f"{kind}{i}": a for kind in ("weights", "biases") for i, a in enumerate(getattr(self, kind))}

    def load(self, arrays: dict[str, npt.NDArray[np.float32]]) -> bool:
        """Load the arrays of ``to_arrays``; if their shapes do not fit, change nothing and return False."""
        own = self.to_arrays()
        same = arrays.keys() == own.keys() and all(arrays[n].shape == a.shape for n, a in own.items())
        if not same or not all(np.isfinite(array).all() for array in arrays.values()):
            return False
        for name, array in own.items():
            array[...] = arrays[name]
        return True


class Adam:
    """The optimiser Adam (Kingma and Ba 2015)."""

    def __init__(self, network: Network) -> None:
        self._numbers = network.weights + network.biases
        self._mean = [np.zeros_like(a) for a in self._numbers]
        self._square = [np.zeros_like(a) for a in self._numbers]
        self._steps = 0

    def step(self, slopes: list[Floats], rate: float) -> None:
        """Make one step against the gradient ``slopes``."""
        self._steps += 1
        rate *= np.sqrt(1 - _BETA2**self._steps) / (1 - _BETA1**self._steps)
        for number, slope, mean, square in zip(self._numbers, slopes, self._mean, self._square, strict=True):
            mean += (1 - _BETA1) * (slope - mean)
            square += (1 - _BETA2) * (slope * slope - square)
            number -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(_EPSILON))
