"""Methods that use trained neural networks."""

from .neural import Neural
from .neural2 import Neural2

__all__ = ["Neural", "Neural2"]
