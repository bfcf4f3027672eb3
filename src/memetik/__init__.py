"""Inverse kinematics for Python: any robot or character, any mix of goals."""

from typing import TYPE_CHECKING

from . import collision, goals, losses, transforms
from ._core import simd
from ._version import __version__
from .collision.world import World
from .errors import (
    ConfigurationError,
    GoalError,
    GoalWarning,
    InputWarning,
    MemetikError,
    MethodError,
    MissingDependencyError,
    OptionError,
    PluginError,
    RobotError,
    RobotWarning,
    SolveError,
    SolverBusyError,
    TransformError,
    UnknownNameError,
)
from .goals import *  # noqa: F403 (all that its __all__ names)
from .robot.builder import RobotBuilder
from .robot.description import Inertial, Joint, Link, Mimic
from .robot.robot import Robot
from .solve.batch_explanation import BatchExplanation
from .solve.batch_solution import BatchSolution
from .solve.evolution import Evolution
from .solve.explanation import Explanation
from .solve.generations import Generations
from .solve.problem import Problem
from .solve.query_options import QueryOptions, SearchOptions, SolveOptions
from .solve.solution import Solution
from .solve.solutions import Solutions
from .solve.solve import solve
from .solve.solver import Solver
from .solve.trace import Trace
from .transforms import transform

if TYPE_CHECKING:
    from . import io, methods, models, plot
    from .models import close_loops
else:
    _ON_DEMAND = ("io", "methods", "models", "plot")

    def __getattr__(name):
        """Import the packages that only some programs use when they are first used."""
        if name == "close_loops":
            from .models import close_loops

            return close_loops
        if name not in _ON_DEMAND:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        return importlib.import_module(f"{__name__}.{name}")

    def __dir__():
        hidden = ("__all__", "__builtins__", "__dir__", "__getattr__")
        return sorted({*__all__, *(n for n in globals() if n.startswith("__") and n not in hidden)})


__all__ = [
    "BatchExplanation",
    "BatchSolution",
    "ConfigurationError",
    "Evolution",
    "Explanation",
    "Generations",
    "GoalError",
    "GoalWarning",
    "Inertial",
    "InputWarning",
    "Joint",
    "Link",
    "MemetikError",
    "MethodError",
    "Mimic",
    "MissingDependencyError",
    "OptionError",
    "PluginError",
    "Problem",
    "QueryOptions",
    "Robot",
    "RobotBuilder",
    "RobotError",
    "RobotWarning",
    "SearchOptions",
    "Solution",
    "Solutions",
    "SolveError",
    "SolveOptions",
    "Solver",
    "SolverBusyError",
    "Trace",
    "TransformError",
    "UnknownNameError",
    "World",
    "__version__",
    "close_loops",
    "collision",
    "goals",
    "io",
    "losses",
    "methods",
    "models",
    "plot",
    "simd",
    "solve",
    "transform",
    "transforms",
]
__all__ += goals.__all__
