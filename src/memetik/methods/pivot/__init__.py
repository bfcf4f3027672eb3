"""PivotIK: evolution for a remote center of motion."""

from .pivot import Pivot

__all__ = ["Pivot"]
