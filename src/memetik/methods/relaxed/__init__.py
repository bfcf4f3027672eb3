"""RelaxedIK, RangedIK and CollisionIK: relaxed goals."""

from .relaxed import Relaxed

__all__ = ["Relaxed"]
