"""Tables of S. Starke's dissertation on Bio IK, "D" in this package.

Bio IK: A Memetic Evolutionary Algorithm for Generic Multi-Objective Inverse Kinematics, Universität Hamburg,
2020. Numbers that its text gives for figures are in the modules of the experiments.
"""

from __future__ import annotations

from .table import times_and_percentages

TABLE_3_1 = times_and_percentages(
    "Manipulator",
    ("Orocos KDL",),
    {
        "PR2 Arm, 7 DoF": [(1.37, 83.14)],
        "Baxter Arm, 7 DoF": [(2.21, 61.07)],
        "KuKA LBR iiwa 14 R820, 7 DoF": [(3.37, 37.71)],
        "UR5, 6 DoF": [(3.30, 35.88)],
        "NASA Valkyrie Arm, 7 DoF": [(3.01, 45.18)],
    },
)
"""D 3.2.1: from the authors of TRAC-IK; 10 000 reachable poses, 1e-5, 5 ms."""

TABLE_3_2 = times_and_percentages(
    "Manipulator",
    ("TRAC-IK",),
    {
        "PR2 Arm, 7 DoF": [(0.59, 99.84)],
        "Baxter Arm, 7 DoF": [(0.60, 99.17)],
        "KuKA LBR iiwa 14 R820, 7 DoF": [(0.56, 99.63)],
        "UR5, 6 DoF": [(0.42, 99.55)],
        "NASA Valkyrie Arm, 7 DoF": [(0.61, 99.63)],
    },
)
"""D 3.2.2: the same setup."""

TABLE_5_2 = times_and_percentages(
    "Manipulator (full pose)",
    ("Jacobian-T", "Jacobian-DLS", "L-BFGS-B", "GA, 1 s", "DE, 1 s", "Bio IK, 1 s", "Bio IK, 10 ms"),
    {
        "PR2 Arm, 7 DoF": [
            (4.06, 25.27),
            (0.34, 28.61),
            (0.36, 37.68),
            (334.53, 36.24),
            (197.65, 66.89),
            (1.02, 100.0),
            (0.91, 99.47),
        ],
        "Baxter Arm, 7 DoF": [
            (8.73, 36.92),
            (0.59, 9.78),
            (0.44, 43.19),
            (362.18, 39.22),
            (171.39, 56.84),
            (1.34, 100.0),
            (1.12, 99.16),
        ],
        "KuKA LBR iiwa, 7 DoF": [
            (5.27, 88.71),
            (0.49, 68.64),
            (0.41, 74.33),
            (297.87, 61.14),
            (129.42, 87.39),
            (0.85, 100.0),
            (0.74, 99.93),
        ],
        "KuKA KR120 R2500, 6 DoF": [
            (3.05, 58.77),
            (0.36, 59.62),
            (0.39, 67.74),
            (398.49, 52.21),
            (231.87, 77.17),
            (1.33, 100.0),
            (1.09, 99.21),
        ],
        "UR5, 6 DoF": [
            (7.39, 88.14),
            (0.79, 77.81),
            (0.36, 86.97),
            (323.84, 68.53),
            (159.11, 89.75),
            (0.94, 100.0),
            (0.91, 99.38),
        ],
        "Fanuc M-10iA, 6 DoF": [
            (6.92, 45.78),
            (1.34, 55.83),
            (0.35, 49.66),
            (416.81, 42.67),
            (203.64, 76.91),
            (1.26, 100.0),
            (1.07, 98.96),
        ],
    },
)
"""D 5.4: 10 000 queries, 1e-4 m and 1e-3 rad; the first three stop when they violate a joint limit."""

TABLE_5_3 = times_and_percentages(
    "Solver",
    ("PR2", "UR5", "Valkyrie Arm", "Valkyrie Leg", "LBR iiwa"),
    {
        "KDL": [(4.68, 53.10), (4.59, 41.70), (3.50, 41.13), (0.91, 91.68), (3.17, 51.62)],
        "TRAC-IK": [(0.77, 99.91), (0.52, 99.29), (0.73, 99.64), (0.18, 99.98), (0.41, 99.88)],
        "HGSA": [(3.93, 75.69), (4.12, 51.20), (4.67, 29.13), (3.14, 70.14), (3.49, 66.84)],
        "Bio IK": [(0.45, 100.0), (0.50, 99.93), (0.51, 99.93), (0.28, 100.0), (0.47, 99.93)],
    },
)
"""D 5.4: 10 000 joint configurations, 5 ms, 1e-5 m and rad; "Bio IK" is the C++ solver, BioIK 2."""

TABLE_5_4 = times_and_percentages(
    "NASA Valkyrie setup: DoF, objectives, individuals / elites",
    ("ME loss", "RMSE loss"),
    {
        "Torso to right wrist (position, orientation): 10, 2, 90 / 2": [(1.79, 90.23), (0.87, 99.96)],
        "Right leg (position, orientation): 6, 2, 75 / 2": [(1.48, 93.36), (0.63, 99.98)],
        "Torso to left and right wrist (position, orientation): 17, 4, 100 / 3": [
            (5.97, 24.72),
            (2.07, 98.31),
        ],
        "Torso to right wrist (position, orientation) with right elbow (position) and to head (look at): "
        "13, 4, 110 / 3": [(5.31, 18.11), (2.23, 98.82)],
        "Torso to left and right wrist (position, orientation) and to head (look at): 20, 5, 130 / 3": [
            (6.53, 7.94),
            (2.67, 97.98),
        ],
        "Torso to right wrist (orientation) and to thumb, index, middle and ring fingers (position): "
        "23, 5, 150 / 3": [(6.22, 11.61), (3.24, 97.69)],
        "Torso to left and right wrist (position, orientation) and to both feet (position, orientation): "
        "32, 8, 160 / 4": [(8.43, 1.27), (5.64, 95.29)],
        "Torso to left and right wrist (position, orientation) and to both feet (position, orientation) and "
        "to head (look at): 35, 9, 180 / 4": [(9.13, 0.48), (6.22, 94.56)],
    },
)
"""D 5.5: 10 000 queries, 10 ms."""

TABLE_5_4_PARAMETERS: tuple[tuple[int, int], ...] = (
    (90, 2),
    (75, 2),
    (100, 3),
    (110, 3),
    (130, 3),
    (150, 3),
    (160, 4),
    (180, 4),
)
"""Individuals and elites of each row of Table 5.4."""
