"""NASA's humanoid Valkyrie."""

from .assembly import valkyrie

__all__ = ["valkyrie"]
