"""Networks that solve inverse kinematics."""

from .neural import Neural
from .neural2 import Neural2

__all__ = ["Neural", "Neural2"]
