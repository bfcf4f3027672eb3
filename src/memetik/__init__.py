"""Inverse kinematics for Python: any robot or character, any mix of goals."""

from importlib.metadata import version as _version

from . import collision, transforms
from ._core import simd
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

__version__ = _version("memetik")

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
