"""Robots: kinematic trees with names, limits and geometry, and how to build, edit and invert them."""

from .builder import RobotBuilder
from .description import Inertial, Joint, Link, Mimic
from .robot import Robot

__all__ = ["Inertial", "Joint", "Link", "Mimic", "Robot", "RobotBuilder"]
