"""Tables of P. Ruppel's thesis on BioIK 2, "R" in this package.

Performance optimization and implementation of evolutionary inverse kinematics in ROS, master's thesis,
Universität Hamburg, 2017. Unless noted otherwise (R 3.2): 5 ms, 1e-5 m and rad.
"""

from __future__ import annotations

from .table import percentages, times

_ROBOTS = ("PR2", "UR5")
_LIMBS = ("PR2", "UR5", "Valkyrie arm", "Valkyrie foot", "iiwa")
_TRAC_IK, _KDL = (99.91, 99.29, 99.64, 99.98, 99.88), (53.10, 41.70, 41.13, 91.68, 51.62)
_BIOIK_2 = (100.0, 99.93, 99.93, 100.0, 99.93)
_OTHERS = {"TRAC_IK": _TRAC_IK[:2], "KDL": _KDL[:2]}

TABLE_3_1 = percentages(
    "", ("Evolution", "KDL", "TRAC-IK"), {"PR2": (51.5, 50.6, 99.9), "UR5": (24.1, 41.8, 99.7)}
)
TABLE_3_2 = percentages(
    "",
    ("Linear Fitness", "Quadratic Fitness", "KDL", "TRAC-IK"),
    {"PR2": (51.5, 57.0, 50.6, 99.9), "UR5": (24.1, 43.2, 41.8, 99.7)},
)
TABLE_3_3 = percentages(
    "",
    ("Original", "Modified 1 Thread", "Modified 4 Threads", "KDL", "TRAC-IK"),
    {"PR2": (51.5, 57.0, 77.4, 50.6, 99.9), "UR5": (24.1, 43.2, 53.4, 41.8, 99.7)},
)
TABLE_3_4 = percentages(
    "",
    ("Jac 1 T", "Jac 4 T", "KDL", "TRAC-IK"),
    {"PR2": (67.3, 82.5, 50.6, 99.9), "UR5": (87.9, 95.5, 41.8, 99.7)},
)
TABLE_3_5 = percentages(
    "",
    ("GD", "GD R", "GD C", "GD C 4", "Jac 1", "Jac 4", "KDL", "TRAC-IK"),
    {
        "PR2": (7.7, 36.9, 67.8, 85.0, 67.3, 82.5, 50.6, 99.9),
        "UR5": (1.4, 10.9, 83.8, 90.5, 87.9, 95.5, 41.8, 99.7),
    },
)
TABLE_3_6 = percentages(
    "CppNumericalSolvers",
    ("UR5", "PR2"),
    {
        "BFGS": (92.5, 13.9),
        "Conjugate GD": (35.4, 13.5),
        "Gradient Descent": (35.6, 6.9),
        "L-BFGS-B": (0.4, 1.7),
        "L-BFGS": (0.0, 0.1),
        "Nelder-Mead / Simplex": (30.7, 15.8),
        "Newton Descent": (18.1, 3.1),
    },
)
TABLE_3_7 = percentages("", _LIMBS, {"BioIK 2": _BIOIK_2, "TRAC_IK": _TRAC_IK, "KDL": _KDL})
TABLE_3_8 = percentages(
    "",
    _ROBOTS,
    {
        "BioIK 2, with memetics, per-individual mutation size": _BIOIK_2[:2],
        "BioIK 2, no memetics, per-individual mutation size": (100.0, 99.86),
        "BioIK 2, no memetics, per-gene mutation size": (76.38, 35.85),
        **_OTHERS,
    },
)
TABLE_3_9 = percentages(
    "",
    _ROBOTS,
    {
        "BioIK 2, 4 islands (4 threads)": _BIOIK_2[:2],
        "BioIK 2, 2 islands (2 threads)": (100.0, 99.81),
        "BioIK 2, 1 island (1 thread)": (99.99, 99.34),
        "TRAC_IK (2 threads)": _TRAC_IK[:2],
        "KDL (1 thread)": _KDL[:2],
    },
)
TABLE_3_10 = percentages(
    "",
    _ROBOTS,
    {"BioIK 2, with wipeouts": _BIOIK_2[:2], "BioIK 2, no wipeouts": (95.39, 96.42), **_OTHERS},
)
TABLE_3_11 = percentages(
    "",
    _ROBOTS,
    {
        "BioIK 2, initial guess": _BIOIK_2[:2],
        "BioIK 2, random initialization": (100.0, 99.97),
        **_OTHERS,
    },
)
TABLE_3_12 = percentages(
    "",
    _ROBOTS,
    {
        "BioIK 2, with particle swarm optimization": _BIOIK_2[:2],
        "BioIK 2, no particle swarm optimization": (99.41, 91.24),
        **_OTHERS,
    },
)
TABLE_3_13 = percentages(
    "",
    _LIMBS,
    {
        "BioIK 2, quadratic memetics": _BIOIK_2,
        "BioIK 2, linear memetics": (99.99, 99.90, 99.94, 99.99, 99.91),
        "BioIK 2, LBFGS-B memetics": (99.99, 99.90, 99.91, 100.0, 99.92),
        "BioIK 2, no memetics": (99.98, 99.75, 99.50, 99.99, 99.71),
        "TRAC_IK": _TRAC_IK,
        "KDL": _KDL,
    },
)
"""Without memetics, PR2 and UR5 have other figures than in Table 3.8; both are as printed."""

TABLE_3_14 = percentages(
    "",
    _LIMBS,
    {
        "Square distance": _BIOIK_2,
        "Norm and dot product": (100.0, 99.83, 86.30, 97.21, 99.73),
        "Square angle": (99.95, 97.08, 98.97, 100.0, 98.77),
        "TRAC_IK": _TRAC_IK,
        "KDL": _KDL,
    },
)
TABLE_4_1 = percentages(
    "",
    _LIMBS,
    {
        "BioIK 2": _BIOIK_2,
        "BioIK 1": (75.69, 51.20, 29.13, 70.14, 66.84),
        "TRAC_IK": _TRAC_IK,
        "KDL": _KDL,
    },
)
TABLE_4_2 = times(
    "",
    _LIMBS,
    {
        "BioIK 2": (0.45, 0.50, 0.51, 0.28, 0.47),
        "TRAC_IK": (0.77, 0.52, 0.73, 0.18, 0.41),
        "BioIK 1": (3.93, 4.12, 4.67, 3.14, 3.49),
        "KDL": (4.68, 4.59, 3.50, 0.91, 3.17),
    },
)
GRID = percentages("Grid test", _ROBOTS, {"BioIK 2": (100.0, 100.0), "TRAC_IK": (100.0, 100.0)})
"""From the text of R 4.2; for KDL and BioIK 1 there are only pictures."""
