"""Unitree's humanoid G1."""

from .assembly import g1

__all__ = ["g1"]
