"""PivotIK: evolution for a remote centre of motion."""

from .pivot import Pivot

__all__ = ["Pivot"]
