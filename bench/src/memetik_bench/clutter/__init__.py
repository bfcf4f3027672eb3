"""The requirements of inverse kinematics in clutter as cases: success within budgets, all verified."""

from .cases import CASES
from .run import ClutterRun

__all__ = ["CASES", "ClutterRun"]
