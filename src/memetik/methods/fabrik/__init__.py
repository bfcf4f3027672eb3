"""FABRIK: forward and backward reaching inverse kinematics."""

from .fabrik import FABRIK

__all__ = ["FABRIK"]
