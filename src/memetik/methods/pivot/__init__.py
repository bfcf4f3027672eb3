"""PivotIK, as a method."""

from .pivot import Pivot

__all__ = ["Pivot"]
