"""Robots from MuJoCo models: MJCF files, as MuJoCo's own compiler reads them, and ``mujoco.MjModel`` objects.

The format is described at https://mujoco.readthedocs.io/en/stable/XMLreference.html. Bodies and sites become
links; the trees of all bodies are below one root, the world. Actuators, sensors and tendons are ignored.
Loops (``connect``, ``weld``) and nonlinear couplings become ``robot.loops``, goals that close them.
"""

from .reader import parse_mjcf, read_mjcf, read_model

__all__ = ["parse_mjcf", "read_mjcf", "read_model"]
