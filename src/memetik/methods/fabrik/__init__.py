"""FABRIK, as a method."""

from .fabrik import FABRIK

__all__ = ["FABRIK"]
