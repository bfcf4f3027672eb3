"""Functions for Custom goals without a useful derivative, by name.

Each takes its parameters and returns a function of a batch, ``function(poses, q) -> residuals``, for
:class:`~memetik.Custom`. The residuals are zero, or within the goal's tolerance, at the problem's witness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from memetik import UnknownNameError
from memetik.transforms import Array

Residuals: TypeAlias = Callable[[Array, Array], Array]


def quantized(*, target: npt.ArrayLike, step: float, axis: npt.ArrayLike, axis_step: float) -> Residuals:
    """Rounded errors of the position and of the link's z axis: piecewise constant, with zero gradient.

    Six rows, which are zero within half a ``step`` [m] of ``target`` and half an ``axis_step`` of ``axis`` in
    every coordinate.
    """
    place, direction = np.asarray(target), np.asarray(axis)

    def function(poses: Array, q: Array) -> Array:
        near = np.round((poses[:, 0, :3, 3] - place) / step) * step
        aligned = np.round((poses[:, 0, :3, 2] - direction) / axis_step) * axis_step
        return np.concatenate([near, aligned], axis=1)

    return function


def collides(
    *, spheres: Sequence[npt.ArrayLike], balls: npt.ArrayLike, height: float, margin: float = 0.0
) -> Residuals:
    """A boolean collision checker: ``height`` if a sphere of a link intersects one of the ``balls``, else 0.

    ``spheres`` has rows (x, y, z, radius) for each link, in its frame; ``balls`` are in the root's frame. A
    distance below ``margin`` [m] counts as a collision.
    """
    rows = [np.atleast_2d(np.asarray(links_rows, dtype=float)) for links_rows in spheres]
    owner = np.repeat(np.arange(len(rows)), [len(links_rows) for links_rows in rows])
    every, solid = np.concatenate(rows), np.asarray(balls, dtype=float)
    local = np.concatenate([every[:, :3], np.ones((len(every), 1))], axis=1)
    too_near = (every[:, 3, None] + solid[:, 3] + margin) ** 2
    solid_squared = (solid[:, :3] ** 2).sum(axis=1)

    def function(poses: Array, q: Array) -> Array:
        centers = np.einsum("nsij,sj->nsi", poses[:, owner, :3], local)
        # |c - b|² expanded: one matrix product instead of an array of differences
        squared = (centers**2).sum(axis=-1)[..., None] - 2 * centers @ solid[:, :3].T + solid_squared
        return np.where((squared < too_near).any(axis=(1, 2)), height, 0.0)[:, None]

    return function


def occluded(*, target: npt.ArrayLike, balls: npt.ArrayLike, height: float, margin: float = 0.0) -> Residuals:
    """``height`` if one of the ``balls`` is between the link's origin and ``target``, else 0.

    A line of sight that passes a ball within ``margin`` [m] counts as occluded.
    """
    place, solid = np.asarray(target, dtype=float), np.asarray(balls, dtype=float)

    def function(poses: Array, q: Array) -> Array:
        eye = poses[:, 0, :3, 3]
        way = place - eye
        squared = np.maximum((way**2).sum(axis=1), 1e-12)
        along = np.einsum("nki,ni->nk", solid[:, :3] - eye[:, None], way) / squared[:, None]
        nearest = eye[:, None] + np.clip(along, 0.0, 1.0)[..., None] * way[:, None]
        apart = np.linalg.norm(nearest - solid[:, :3], axis=-1)
        return np.where((apart < solid[:, 3] + margin).any(axis=1), height, 0.0)[:, None]

    return function


def ripples(*, target: npt.ArrayLike, wavelength: float, height: float) -> Residuals:
    """Rastrigin's function of the position error: a bowl with a local minimum every ``wavelength`` [m].

    Three rows whose squares are e² + height · wavelength² · (1 - cos(2π e / wavelength)); Rastrigin's own
    ``height`` is 10.
    """
    place = np.asarray(target)

    def function(poses: Array, q: Array) -> Array:
        error = poses[:, 0, :3, 3] - place
        wave = 2.0 * np.sin(np.pi * error / wavelength) ** 2  # 1 - cos, without its rounding
        return np.asarray(np.copysign(np.sqrt(error**2 + height * wavelength**2 * wave), error))

    return function


def beacons(
    *, centers: npt.ArrayLike, widths: npt.ArrayLike, strengths: npt.ArrayLike, level: float
) -> Residuals:
    """``level`` minus the signal at the link's origin, if positive; only one beacon is strong enough.

    The signal is the maximum of Gaussians with ``centers`` (n, 3), ``widths`` [m] and ``strengths`` (n,).
    """
    places, wide, strong = np.asarray(centers), np.asarray(widths), np.asarray(strengths)

    def function(poses: Array, q: Array) -> Array:
        squared = ((poses[:, 0, None, :3, 3] - places) ** 2).sum(axis=-1)
        signal = (np.exp(-0.5 * squared / wide**2) * strong).max(axis=1)
        return np.asarray(np.maximum(level - signal, 0.0)[:, None])

    return function


def whisper(*, target: npt.ArrayLike, width: float, range: float) -> Residuals:
    """1 if the link's origin is farther than ``range`` [m] from ``target``, without any gradient there.

    Within ``range``, an inverted Gaussian of ``width`` [m] that is zero at the target.
    """
    place = np.asarray(target)

    def function(poses: Array, q: Array) -> Array:
        squared = ((poses[:, 0, :3, 3] - place) ** 2).sum(axis=1)
        felt = 1.0 - np.exp(-0.5 * squared / width**2)
        return np.where(squared > range**2, 1.0, felt)[:, None]

    return function


def network(
    *, inner: npt.ArrayLike, shift: npt.ArrayLike, outer: npt.ArrayLike, wanted: npt.ArrayLike
) -> Residuals:
    """Output of a network with sine activations, minus ``wanted``: outer · sin(inner · q + shift) - wanted.

    It stands for a learned score. ``inner`` is (waves, values), ``shift`` (waves,), ``outer`` (rows, waves),
    ``wanted`` (rows,); larger ``inner`` make it more rugged.
    """
    first, bias, last, goal = (np.asarray(value) for value in (inner, shift, outer, wanted))

    def function(poses: Array, q: Array) -> Array:
        return np.asarray(np.sin(q @ first.T + bias) @ last.T - goal)

    return function


def gates(*, windows: Sequence[npt.ArrayLike]) -> Residuals:
    """Signed distance of each joint from the nearest of its windows, rows [lower, upper]; a row per joint.

    It is discontinuous halfway between two windows.
    """
    ends = [np.asarray(rows, dtype=float) for rows in windows]

    def function(poses: Array, q: Array) -> Array:
        rows = []
        for value, window in zip(q.T, ends, strict=True):
            beyond = value[:, None] - np.clip(value[:, None], window[:, 0], window[:, 1])
            nearest = np.abs(beyond).argmin(axis=1)
            rows.append(beyond[np.arange(len(value)), nearest])
        return np.stack(rows, axis=1)

    return function


FUNCTIONS: dict[str, Callable[..., Residuals]] = {
    function.__name__: function
    for function in (quantized, collides, occluded, ripples, beacons, whisper, network, gates)
}
"""Functions by name, as stored in problems."""


def make_function(name: str, parameters: Mapping[str, Any]) -> Residuals:
    """Return the function ``name`` with its parameters; an unknown name raises an error that lists all."""
    if name not in FUNCTIONS:
        raise UnknownNameError("function", name, FUNCTIONS)
    return FUNCTIONS[name](**parameters)
