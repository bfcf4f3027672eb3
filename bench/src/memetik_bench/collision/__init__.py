"""The requirements of collision checks as cases: time, and that no collision is missed."""

from .cases import CASES
from .settings import CollisionSettings

__all__ = ["CASES", "CollisionSettings"]
