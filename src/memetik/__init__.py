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
from .goals import (
    AlignAxis,
    AvoidJointLimits,
    Balance,
    CenterJoints,
    Custom,
    FaceAway,
    Goal,
    JointValue,
    KeepDistance,
    LinearJoints,
    LookAt,
    OnLine,
    OnPlane,
    Orientation,
    PassThrough,
    Pose,
    Position,
    Scan,
    StayClose,
    WithinCone,
)
from .problem import Problem
from .robot import Robot
from .solution import BatchSolution, Solution
from .solve import Solver, solve
from .transforms import transform

__all__ = [
    "AlignAxis",
    "AvoidJointLimits",
    "Balance",
    "BatchSolution",
    "CenterJoints",
    "ConfigurationError",
    "Custom",
    "FaceAway",
    "Goal",
    "GoalError",
    "Inertial",
    "Joint",
    "JointValue",
    "KeepDistance",
    "LinearJoints",
    "Link",
    "LookAt",
    "MemetikError",
    "Mimic",
    "MissingDependencyError",
    "OnLine",
    "OnPlane",
    "Orientation",
    "PassThrough",
    "Pose",
    "Position",
    "Problem",
    "Robot",
    "RobotBuilder",
    "RobotError",
    "Scan",
    "Solution",
    "SolveError",
    "Solver",
    "SolverBusyError",
    "StayClose",
    "TransformError",
    "UnknownNameError",
    "WithinCone",
    "__version__",
    "collision",
    "goals",
    "simd",
    "solve",
    "transform",
    "transforms",
]
