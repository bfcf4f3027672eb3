"""Orocos KDL by PyKDL: its two solvers for poses, with restarts and limit checks added here."""

from __future__ import annotations

import time
from abc import abstractmethod
from math import sqrt
from typing import Any, ClassVar

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from ..serial_chain import serial_chain
from .measured_solver import MeasuredSolution, MeasuredSolver

_ITERATIONS = 50
"""Per start: as fast as 30 and 100, and solves more than the default of 500 (measured)."""

_ROTATION_WEIGHT = 0.01
"""KDL's default [m/rad]. With 0.3 it is 1.3 to 1.5 times faster (measured with numpy 1), but setting weights
crashes PyKDL 1.5.1 of Debian 12 with numpy 2."""


class _Kdl(MeasuredSolver):
    """Solves from the given start, then from random starts, until a solution is within the limits."""

    install: ClassVar[str] = (
        "apt install python3-pykdl, then ln -s /usr/lib/python3/dist-packages/PyKDL*.so into the "
        "site-packages of an environment with the system's version of Python (PyPI has no working package)"
    )

    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None:
        import PyKDL

        self._kdl = PyKDL
        self.version = str(PyKDL.__version__)
        self._serial = serial_chain(robot, link)
        self.chain = PyKDL.Chain()
        fixed = PyKDL.Joint("base", PyKDL.Joint.Fixed)
        self.chain.addSegment(PyKDL.Segment("base", fixed, self._frame(self._serial.constants[0])))
        for i, constant in enumerate(self._serial.constants[1:]):
            kind = PyKDL.Joint.TransZ if self._serial.is_prismatic[i] else PyKDL.Joint.RotZ
            joint = PyKDL.Joint(f"joint_{i}", kind)
            self.chain.addSegment(PyKDL.Segment(f"link_{i}", joint, self._frame(constant)))
        self._solver = self._make_solver(tolerance)
        self._timeout = timeout
        self._rng = np.random.default_rng(0)

    @abstractmethod
    def _make_solver(self, tolerance: float) -> Any:
        """Return a KDL solver for ``self.chain`` that keeps the norms of both errors below ``tolerance``."""

    def solve(self, target: Array, start: Array) -> Array | None:
        """See :class:`MeasuredSolver`."""
        deadline = time.perf_counter() + self._timeout
        goal, q = self._frame(target), start
        found = self._kdl.JntArray(len(start))
        while True:
            if self._solver.CartToJnt(self._joints(q), goal, found) >= 0:
                shifted = self._serial.shift_into_limits(np.array([found[i] for i in range(len(start))]))
                if shifted is not None:
                    return shifted
            if time.perf_counter() > deadline:
                return None
            q = self._rng.uniform(self._serial.lower, self._serial.upper)

    def read(self, returned: Array | None) -> MeasuredSolution:
        """See :class:`MeasuredSolver`."""
        return MeasuredSolution(returned)

    def _frame(self, pose: Array) -> Any:
        rotation, translation = pose[:3, :3].ravel().tolist(), pose[:3, 3].tolist()
        return self._kdl.Frame(self._kdl.Rotation(*rotation), self._kdl.Vector(*translation))

    def _joints(self, q: Array) -> Any:
        joints = self._kdl.JntArray(len(q))
        for i, value in enumerate(q.tolist()):
            joints[i] = value
        return joints


class KdlLMA(_Kdl):
    """``ChainIkSolverPos_LMA``, KDL's Levenberg-Marquardt, which ignores limits."""

    name: ClassVar[str] = "kdl-lma"

    def _make_solver(self, tolerance: float) -> Any:
        # It stops at √(|position error|² + (weight |rotation error|)²) < eps.
        bound = min(1.0, _ROTATION_WEIGHT) * tolerance
        return self._kdl.ChainIkSolverPos_LMA(self.chain, eps=bound, maxiter=_ITERATIONS)


class KdlNewton(_Kdl):
    """``ChainIkSolverPos_NR_JL``, which MoveIt's plugin uses: Newton by pseudo-inverse, clipped at limits."""

    name: ClassVar[str] = "kdl-newton"

    def _make_solver(self, tolerance: float) -> Any:
        kdl = self._kdl
        # The C++ solver refers to these two, so they must not be freed.
        self._forward = kdl.ChainFkSolverPos_recursive(self.chain)
        self._velocity = kdl.ChainIkSolverVel_pinv(self.chain)
        low, high = self._joints(self._serial.lower), self._joints(self._serial.upper)
        # It bounds each component of both errors: this keeps the norm of three below the tolerance.
        bound = tolerance / sqrt(3.0)
        return kdl.ChainIkSolverPos_NR_JL(
            self.chain, low, high, self._forward, self._velocity, _ITERATIONS, bound
        )
