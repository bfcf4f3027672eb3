"""The endoscope robot before a hydrogen tank, which is a distance field: the second scene of timings.

Source of the tank's profile and of the posture: the published tank of Engelke's thesis on inverse kinematics
for endoscopic inspection (University of Hamburg, 2024).
"""

from __future__ import annotations

import math

import numpy as np

import memetik as mk
from memetik.collision import PairTable, Revolution, SphereRobot
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

ARM_TOLERANCE = 0.05
"""[m] by which the few spheres of the arm protrude at most; the endoscope has spheres of its own."""

RODS = {"endo_base_link": (0.25, 0.79), "endo_first_link": (0.0, 0.09), "endo_second_link": (0.0, 0.06)}
"""[m] on the z axis of the link."""

ROD_RADIUS, ROD_STEP = 0.006, 0.008  # [m]
DRIVES, DRIVES_RADIUS, DRIVES_STEP = (0.02, 0.25), 0.06, 0.06
"""[m]: the box at the endoscope's base."""

ENTERING = (1.134, -1.478, 2.438, 2.070, -1.138, 0.0, 0.0, 0.0, 0.0)
"""The endoscope is straight in the opening [rad]."""


def tank_world() -> mk.World:
    """Return the tank as a distance field."""
    world = mk.World()
    wall = Revolution(1e-3 * np.array(PROFILE_MM)).as_field(spacing=SPACING)
    world.add("tank", wall, at=mk.transforms.transform((0, 0, HEIGHT), rpy=(-math.pi / 2, 0, 0)))
    return world


def near_opening(robot: mk.Robot, count: int, random_seed: int, deviation: float) -> Array:
    """Return configurations (N, dof) with the endoscope in the opening or beside it: all joints deviate from
    the posture by this standard deviation [rad].
    """
    rng = np.random.default_rng(random_seed)
    return np.asarray(robot.clip(np.array(ENTERING) + rng.normal(0, deviation, (count, len(ENTERING)))))


def thin_spheres(robot: mk.Robot) -> SphereRobot:
    """Return about 100 spheres: few on the arm, one each 8 mm on the rods, thin enough for the opening."""
    spheres = dict(SphereRobot.fit(robot, tolerance=ARM_TOLERANCE).spheres)
    for link, ends in RODS.items():
        spheres[link] = _row(ends, ROD_RADIUS, ROD_STEP)
    drives = _row(DRIVES, DRIVES_RADIUS, DRIVES_STEP)
    spheres["endo_base_link"] = np.vstack([drives, spheres["endo_base_link"]])
    return SphereRobot(spheres)


def _row(ends: tuple[float, float], radius: float, step: float) -> Array:
    """Return spheres (N, 4) that cover a cylinder on the z axis, at most ``step`` apart."""
    count = math.ceil((ends[1] - ends[0]) / step)
    width = (ends[1] - ends[0]) / count
    rows = np.zeros((count, 4))
    rows[:, 2] = ends[0] + width * (0.5 + np.arange(count))
    rows[:, 3] = math.hypot(radius, width / 2)
    return rows


def tank_problem(robot: mk.Robot, geometry: SphereRobot) -> mk.Problem:
    """Return the problem to keep clear of the tank and of itself."""
    pairs = PairTable.sample(robot, geometry, samples=2000).pairs
    return mk.Problem(robot, mk.KeepClear(geometry, tank_world(), self_pairs=pairs, margin=MARGIN))
