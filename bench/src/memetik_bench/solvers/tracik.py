"""TRAC-IK by pytracik: KDL's Newton with restarts and NLopt's SQP race on two threads."""

from __future__ import annotations

from importlib.metadata import version
from math import sqrt
from typing import ClassVar

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from ..urdf_text import urdf_text
from .measured_solver import INSTALL_RIVALS, MeasuredSolution, MeasuredSolver


class TracIK(MeasuredSolver):
    """TRAC-IK in its mode "Speed", the fastest: it returns the first solution found.

    This calls the extension module directly, because the Python wrapper takes as long to convert a rotation
    as memetik takes to solve.
    """

    name: ClassVar[str] = "trac-ik"
    install: ClassVar[str] = f"{INSTALL_RIVALS} (pytracik; wheels for Linux on x86-64, glibc >= 2.34)"

    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None:
        import pytracik

        self.version = version("pytracik")
        # It bounds each component of both errors: this keeps the norm of three below the tolerance.
        bound = tolerance / sqrt(3.0)
        mode = pytracik.SolveType.Speed
        self.solver = pytracik.TRAC_IK(robot.root, link, urdf_text(robot), timeout, bound, mode)
        # It reads limits in single precision, so that its solutions are up to 1e-7 outside of them; on the
        # panda, 5 to 10 % would fail verification. Therefore finite limits are set in double precision.
        lower = np.array(pytracik.get_joint_lower_bounds(self.solver))
        upper = np.array(pytracik.get_joint_upper_bounds(self.solver))
        lower = np.where(np.isfinite(robot.lower), robot.lower, lower)
        upper = np.where(np.isfinite(robot.upper), robot.upper, upper)
        pytracik.set_joint_limits(self.solver, lower.tolist(), upper.tolist())
        self._ik = pytracik.ik

    def solve(self, target: Array, start: Array) -> Array:
        """See :class:`MeasuredSolver`. The first entry of the result is the return code."""
        rows = target.tolist()
        answer: Array = self._ik(
            self.solver, start, rows[0][3], rows[1][3], rows[2][3], *quaternion_scalar_last(rows)
        )
        return answer

    def read(self, returned: Array) -> MeasuredSolution:
        """See :class:`MeasuredSolver`."""
        return MeasuredSolution(returned[1:] if returned[0] >= 0 else None)


def quaternion_scalar_last(rows: list[list[float]]) -> tuple[float, float, float, float]:
    """Return the unit quaternion (x, y, z, w) of a rotation, by Shepperd's method.

    >>> quaternion_scalar_last([[1, 0, 0], [0, -1, 0], [0, 0, -1]])
    (1.0, 0.0, 0.0, 0.0)
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rows[0][:3], rows[1][:3], rows[2][:3]
    trace = xx + yy + zz
    largest = max(trace, xx, yy, zz)
    if largest == trace:
        double = sqrt(1.0 + trace)
        half = 0.5 / double
        return (zy - yz) * half, (xz - zx) * half, (yx - xy) * half, 0.5 * double
    double = sqrt(1.0 + 2.0 * largest - trace)
    half = 0.5 / double
    if largest == xx:
        return 0.5 * double, (yx + xy) * half, (xz + zx) * half, (zy - yz) * half
    if largest == yy:
        return (yx + xy) * half, 0.5 * double, (zy + yz) * half, (xz - zx) * half
    return (xz + zx) * half, (zy + yz) * half, 0.5 * double, (yx - xy) * half
