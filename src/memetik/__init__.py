"""Inverse kinematics for Python: any robot or character, any mix of goals."""

from . import collision, goals, transforms
from ._core import simd
from ._version import __version__
from .builder import RobotBuilder
from .description import Inertial, Joint, Link, Mimic
from .errors import (
    ConfigurationError,
    GoalError,
    MemetikError,
    MissingDependencyError,
    RobotError,
    SolveError,
    SolverBusyError,
    TransformError,
    UnknownNameError,
)
from .goals import Custom, Goal, LookAt, Orientation, Pose, Position, StayClose
from .problem import Problem
from .robot import Robot
from .solution import BatchSolution, Solution
from .solve import Solver, solve
from .transforms import transform

__all__ = [
    "BatchSolution",
    "ConfigurationError",
    "Custom",
    "Goal",
    "GoalError",
    "Inertial",
    "Joint",
    "Link",
    "LookAt",
    "MemetikError",
    "Mimic",
    "MissingDependencyError",
    "Orientation",
    "Pose",
    "Position",
    "Problem",
    "Robot",
    "RobotBuilder",
    "RobotError",
    "Solution",
    "SolveError",
    "Solver",
    "SolverBusyError",
    "StayClose",
    "TransformError",
    "UnknownNameError",
    "__version__",
    "collision",
    "goals",
    "simd",
    "solve",
    "transform",
    "transforms",
]
