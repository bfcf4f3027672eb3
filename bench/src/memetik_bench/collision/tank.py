"""The endoscope robot before a hydrogen tank, which is a distance field: the second scene of timings.

Source of the tank's profile and of the posture: the published tank of Engelke's thesis on inverse kinematics
for endoscopic inspection (University of Hamburg, 2024).
"""

from __future__ import annotations

import math

import numpy as np

import memetik as mk
from memetik.collision import Revolution, SphereRobot
from memetik.transforms import Array

PROFILE_MM = (
    (35, 1002.7), (35, 1053), (37, 1056.3), (39, 1060), (40.6, 1063.5), (41.8, 1067), (42.5, 1071),
    (42.9, 1075), (43.1, 1079), (43.1, 1083), (43.1, 2083), (0, 2083), (0, 2094), (82.4, 2094), (82.4, 1090),
    (82.8, 1079), (82.5, 1073), (82, 1067), (81, 1061), (79.8, 1055), (78, 1050), (75.7, 1044), (73, 1039),
    (70, 1033.5), (66.7, 1029), (63, 1024), (59, 1020), (54.7, 1015.7), (50, 1012), (50, 1002.7),
)  # fmt: skip
"""The wall as corners (r, y) [mm]; its axis is parallel to y."""

HEIGHT, SPACING, MARGIN = 0.5, 0.004, 0.001
"""[m]: of the axis above the robot's base, of the field's nodes, and around the spheres."""

SPHERES = 100

ENTERING = (1.134, -1.478, 2.438, 2.070, -1.138, 0.0, 0.0, 0.0, 0.0)
"""The endoscope is straight in the opening [rad]."""

_SPREAD = 0.05
"""[rad] of the arm's joints around this posture."""


def tank_world() -> mk.World:
    """Return the tank as a distance field."""
    world = mk.World()
    wall = Revolution(1e-3 * np.array(PROFILE_MM)).as_field(spacing=SPACING)
    world.add("tank", wall, at=mk.transforms.transform((0, 0, HEIGHT), rpy=(-math.pi / 2, 0, 0)))
    return world


def near_opening(robot: mk.Robot, count: int, random_seed: int) -> Array:
    """Return configurations (N, dof) with the endoscope in the opening or beside it, its joints at random."""
    rng = np.random.default_rng(random_seed)
    rows = robot.random(count, rng=rng)
    rows[:, :6] = np.array(ENTERING[:6]) + rng.uniform(-_SPREAD, _SPREAD, (count, 6))
    return np.asarray(robot.clip(rows))


def tank_problem(robot: mk.Robot) -> mk.Problem:
    """Return the problem to keep clear of the tank and of itself."""
    geometry = SphereRobot.fit(robot, max_spheres=SPHERES)
    return mk.Problem(robot, mk.KeepClear(geometry, tank_world(), margin=MARGIN))
