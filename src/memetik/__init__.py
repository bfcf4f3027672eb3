"""Inverse kinematics for Python: any robot or character, any mix of goals."""

from . import collision, transforms
from ._core import simd
from ._version import __version__
from .builder import RobotBuilder
from .description import Inertial, Joint, Link, Mimic
from .errors import (
    ConfigurationError,
    MemetikError,
    MissingDependencyError,
    RobotError,
    TransformError,
    UnknownNameError,
)
from .robot import Robot
from .transforms import transform

__all__ = [
    "ConfigurationError",
    "Inertial",
    "Joint",
    "Link",
    "MemetikError",
    "Mimic",
    "MissingDependencyError",
    "Robot",
    "RobotBuilder",
    "RobotError",
    "TransformError",
    "UnknownNameError",
    "__version__",
    "collision",
    "simd",
    "transform",
    "transforms",
]
