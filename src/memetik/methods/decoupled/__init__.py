"""Decoupled: kinematic decoupling of a chain in two parts."""

from .decoupled import Decoupled

__all__ = ["Decoupled"]
