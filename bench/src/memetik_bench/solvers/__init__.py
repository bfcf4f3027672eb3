"""Solvers behind one interface, :class:`MeasuredSolver`: memetik and its rivals, one file each."""

from .kdl import KdlLMA, KdlNewton
from .measured_solver import MeasuredSolver
from .memetik_solver import MemetikSolver
from .robotics_toolbox import RoboticsToolboxGN, RoboticsToolboxLM
from .tracik import TracIK

SOLVERS: dict[str, type[MeasuredSolver]] = {
    solver.name: solver
    for solver in (MemetikSolver, RoboticsToolboxLM, RoboticsToolboxGN, TracIK, KdlLMA, KdlNewton)
}
"""Solvers by their name in tables, memetik first. A solver's package is imported when it is constructed."""

__all__ = [
    "SOLVERS",
    "KdlLMA",
    "KdlNewton",
    "MeasuredSolver",
    "MemetikSolver",
    "RoboticsToolboxGN",
    "RoboticsToolboxLM",
    "TracIK",
]
