"""The PR2, Willow Garage's mobile manipulator."""

from .assembly import pr2

__all__ = ["pr2"]
