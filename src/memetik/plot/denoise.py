"""Removes the noise of path-traced pictures: combines several noisy exposures into one clean picture."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Image: TypeAlias = npt.NDArray[np.float32]

_LEVELS = 5
_TOLERANT = 50.0  # how unlikely a difference may be; few exposures underestimate their variance
# Four of the eight neighbours (dy, dx) and their weights relative to the centre's 1; the others follow by
# symmetry.
_TAPS = ((0, 1, 0.5), (1, 0, 0.5), (1, 1, 0.25), (1, -1, 0.25))


def denoise(exposures: Image, labels: Image) -> Image:
    """One picture (H, W, 3) from ``exposures`` (N, H, W, 3), smoothed within each solid, not across edges.

    The variance of the exposures measures the noise of each pixel. An edge-avoiding à-trous wavelet filter
    (Dammertz, Sewtz, Hanika, Lensch, High Performance Graphics 2010) then averages neighbours whose
    difference can be explained by noise; its small kernel is spread further at each level. ``labels``
    (H, W, 3) has one colour per solid, without noise: neighbours of other solids have no weight. The blended
    pixels on edges are only made as bright as one of their neighbours.
    """
    ceiling = 1.5 * np.median(exposures, axis=0) + 0.03  # an outlier path brightens one exposure only
    clamped = np.minimum(exposures, ceiling)
    image = _without_specks(clamped.mean(axis=0))
    brightness = clamped.mean(axis=3)
    variance = _blurred(brightness.var(axis=0) / max(len(exposures) - 1, 1)) + 1e-7
    for level in range(_LEVELS):
        light = image.mean(axis=2)
        total, weights, spread = image.copy(), np.ones_like(light), variance.copy()
        for dy, dx, kernel in _TAPS:
            here, there = _windows(light.shape, dy << level, dx << level)
            foreign = np.abs(labels[here] - labels[there]).sum(axis=2) / 0.02
            contrast = np.square(light[here] - light[there]) / (
                _TOLERANT * (variance[here] + variance[there])
            )
            weight = kernel * np.exp(-(foreign + contrast))
            for a, b in ((here, there), (there, here)):
                total[a] += weight[..., None] * image[b]
                weights[a] += weight
                spread[a] += weight * weight * variance[b]
        image = total / weights[..., None]
        variance = spread / (weights * weights)
    return _without_specks(image)  # pixels on edges are not averaged and may be black


def _without_specks(image: Image) -> Image:
    """The picture with every pixel clipped to the darkest and the brightest of its eight neighbours."""
    light = image.mean(axis=2)
    darkest, brightest = np.full_like(light, np.inf), np.full_like(light, -np.inf)
    for dy, dx, _ in _TAPS:
        here, there = _windows(light.shape, dy, dx)
        for a, b in ((here, there), (there, here)):
            darkest[a] = np.minimum(darkest[a], light[b])
            brightest[a] = np.maximum(brightest[a], light[b])
    known = np.isfinite(brightest)  # a picture of one pixel has no neighbours
    darkest, brightest = np.where(known, darkest, light), np.where(known, brightest, light)
    excess = np.where(light > brightest, brightest / np.maximum(light, 1e-6), 1.0)
    lacking = np.maximum(darkest - light, 0.0)
    return np.asarray(image * excess[..., None] + lacking[..., None], dtype=np.float32)


def _blurred(values: Image) -> Image:
    """The mean over 5 x 5 pixels. It smooths variances, which are noisy when estimated from few exposures."""
    for axis in (0, 1):
        padding = [(2, 2) if i == axis else (0, 0) for i in (0, 1)]
        padded = np.pad(values, padding, mode="edge")
        n = values.shape[axis]
        values = np.mean([padded.take(range(k, k + n), axis=axis) for k in range(5)], axis=0)
    return values


def _windows(shape: tuple[int, ...], dy: int, dx: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The pixels that have a neighbour ``dy, dx`` away, and those neighbours."""
    (rows, other_rows), (columns, other_columns) = _overlap(shape[0], dy), _overlap(shape[1], dx)
    return (rows, columns), (other_rows, other_columns)


def _overlap(length: int, shift: int) -> tuple[slice, slice]:
    shift = max(-length, min(length, shift))
    return slice(max(0, -shift), length - max(0, shift)), slice(max(0, shift), length - max(0, -shift))
