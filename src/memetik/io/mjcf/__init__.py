"""Robots from MuJoCo models: MJCF files, as MuJoCo's own compiler reads them, and ``mujoco.MjModel`` objects.

The format is described at https://mujoco.readthedocs.io/en/stable/XMLreference.html. Bodies and sites become
links; the trees of all bodies are below one root, the world. What is not kinematics is left out: actuators,
sensors, tendons, and loops (``connect`` and ``weld``), which goals between links can close.
"""

from .reader import parse_mjcf, read_mjcf, read_model

__all__ = ["parse_mjcf", "read_mjcf", "read_model"]
