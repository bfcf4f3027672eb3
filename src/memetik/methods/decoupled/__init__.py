"""Kinematic decoupling, as a method."""

from .decoupled import Decoupled

__all__ = ["Decoupled"]
