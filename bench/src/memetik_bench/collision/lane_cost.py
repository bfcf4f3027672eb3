"""The time of a problem's cost in the core, with one configuration in each lane of a pack."""

from __future__ import annotations

import numpy as np

import memetik as mk
from memetik import _core
from memetik.transforms import Array

from .alternate import Measured, cpu_us

_PASSES = 3
"""How often a call evaluates its configurations."""


def lane_us(problem: mk.Problem, q: Array, *, derivatives: bool) -> Measured:
    """Return a function that measures the CPU time [µs] of the cost of one configuration of ``q`` (N, dof).

    Kinematics are included, and with ``derivatives`` the gradient and the Gauss-Newton rows.
    """
    rows = np.ascontiguousarray(q)

    def call() -> None:
        _core.measure_problem(problem._native, rows, derivatives, True, _PASSES)

    return cpu_us(call, len(rows) * _PASSES)
