"""Baxter, Rethink Robotics' two-armed robot."""

from .assembly import baxter

__all__ = ["baxter"]
