"""Robots from ``pinocchio.Model`` objects, and the layout of their configurations."""

from .layout import pinocchio_layout
from .reader import read_model

__all__ = ["pinocchio_layout", "read_model"]
