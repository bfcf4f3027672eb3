"""The Shadow Dexterous Hand."""

from .assembly import shadow_hand

__all__ = ["shadow_hand"]
