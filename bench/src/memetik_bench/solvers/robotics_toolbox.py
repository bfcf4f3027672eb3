"""The Robotics Toolbox for Python: its solvers in C++, ``ETS.ik_LM`` and ``ETS.ik_GN``."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, ClassVar

from memetik import Robot
from memetik.transforms import Array

from ..serial_chain import serial_chain
from .measured_solver import INSTALL_RIVALS, MeasuredSolution, MeasuredSolver

_GAIN = 0.1
"""Chan's λ; its documentation recommends 1.0 to 0.01. On ur5, iiwa14, panda and the Valkyrie arm, the default
of 1.0 takes twice as long, and the methods of Sugihara and Wampler take 1.5 to 40 times as long. Values from
0.2 to 0.03, and 15 or 20 iterations per search instead of the default of 30, are not measurably better."""

_SEARCHES = 100
"""Its default. It has no timeout; this many searches take 5 to 9 ms, no less than the others have."""


class _RoboticsToolbox(MeasuredSolver):
    """An ETS with one constant transform and one elementary motion per joint, which is its cheapest form."""

    install: ClassVar[str] = f"{INSTALL_RIVALS} (roboticstoolbox-python; 1.5 and later go with numpy 2)"

    def __init__(self, robot: Robot, link: str, *, tolerance: float, timeout: float) -> None:
        from roboticstoolbox import ET, ETS

        self.version = version("roboticstoolbox-python")
        chain = serial_chain(robot, link)
        transforms = [ET.SE3(chain.constants[0])]
        for i, constant in enumerate(chain.constants[1:]):
            moving = ET.tz if chain.is_prismatic[i] else ET.Rz
            transforms += [moving(jindex=i, qlim=[chain.lower[i], chain.upper[i]]), ET.SE3(constant)]
        self.chain = ETS(transforms)
        # It stops at ½(|position error|² + |rotation error|²) < tol, so that each is below the tolerance.
        self._bound = 0.5 * tolerance**2

    def read(self, returned: Any) -> MeasuredSolution:
        """See :class:`MeasuredSolver`; an iteration counts as an evaluation."""
        return MeasuredSolution(
            returned.q if returned.success else None, evaluations=int(returned.iterations)
        )


class RoboticsToolboxLM(_RoboticsToolbox):
    """Levenberg-Marquardt."""

    name: ClassVar[str] = "rtb-lm"

    def solve(self, target: Array, start: Array) -> Any:
        """See :class:`MeasuredSolver`."""
        return self.chain.ik_LM(
            target, q0=start, tol=self._bound, slimit=_SEARCHES, k=_GAIN, method="chan", joint_limits=True
        )


class RoboticsToolboxGN(_RoboticsToolbox):
    """Gauss-Newton: steps by the pseudo-inverse of the Jacobian."""

    name: ClassVar[str] = "rtb-gn"

    def solve(self, target: Array, start: Array) -> Any:
        """See :class:`MeasuredSolver`."""
        return self.chain.ik_GN(
            target, q0=start, tol=self._bound, slimit=_SEARCHES, pinv=True, joint_limits=True
        )
