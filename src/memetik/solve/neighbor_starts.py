"""Solves a batch in waves: queries start at the solution of the nearest target that was solved before."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ..transforms import Array
from .batch_arguments import BatchArguments
from .batch_run import Found, all_starts, solve_at_once
from .batch_solution import FIELDS, code_of

_METERS_PER_RADIAN = 0.2
_KNOWN = 2048  # at most, among which the nearest is chosen
_BLOCK = 4096


def solve_from_neighbors(
    native: _core.Solver,
    queries: BatchArguments,
    options: Mapping[str, Any],
    is_cancelled: Callable[[], bool],
) -> Found:
    """Like ``solve_at_once``, in waves of 1, 2, 4, ... queries; ``queries.starts`` gets all their starts."""
    q, fields = np.empty((queries.count, queries.problem.robot.dof)), np.empty(queries.count, dtype=FIELDS)
    queries.starts = all_starts(queries)
    places = _places(queries)
    solved = np.zeros(queries.count, dtype=bool)
    timeout, time, begin = options.get("timeout"), 0.0, 0
    while begin < queries.count:
        wave = slice(begin, min(2 * begin + 1, queries.count))
        known = np.flatnonzero(solved[:begin])[-_KNOWN:]
        if len(known):
            queries.starts[wave] = q[known[_nearest(places[wave], places[known])]]
        cancelled = is_cancelled()
        left = 0.0 if cancelled else math.inf if timeout is None else max(timeout - time, 0.0)
        q[wave], fields[wave], spent = solve_at_once(native, queries.only(wave), {**options, "timeout": left})
        if cancelled:
            fields["stopped_by"][wave] = code_of("stopped_by", "cancelled")
        solved[wave] = fields["status"][wave] == code_of("status", "solved")
        begin, time = wave.stop, time + spent
    return q, fields, time


def _places(queries: BatchArguments) -> Array:
    """The targets of all goals as rows (N, F), whose distances are about those of the targets [m]."""
    return np.hstack([_place(array) for _, array in queries.targets])


def _place(targets: Array) -> Array:
    """Poses (N, 4, 4) and quaternions (N, 4) by the distance of rotations; other targets as they are."""
    count = len(targets)
    if targets.ndim > 2 and targets.shape[-2:] == (4, 4):  # |R - S| is √2 times the angle, if it is small
        turned = (_METERS_PER_RADIAN / math.sqrt(2)) * targets[..., :3, :3]
        return np.hstack([targets[..., :3, 3].reshape(count, -1), turned.reshape(count, -1)])
    if targets.shape[1:] == (4,):  # q and -q are the same rotation; |q qᵀ - p pᵀ| is about the angle / √2
        products = targets[:, :, None] * targets[:, None, :]
        return _METERS_PER_RADIAN * math.sqrt(2) * products.reshape(count, -1)
    return targets.reshape(count, -1)


def _nearest(rows: Array, others: Array) -> npt.NDArray[np.intp]:
    """The index of the nearest of ``others`` (M, F) for each of the rows (N, F)."""
    size = (others**2).sum(axis=1)
    blocks = (rows[i : i + _BLOCK] for i in range(0, len(rows), _BLOCK))
    return np.concatenate([(size - 2 * block @ others.T).argmin(axis=1) for block in blocks])
