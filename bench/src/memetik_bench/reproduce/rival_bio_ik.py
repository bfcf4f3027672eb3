"""Unpublished measurements of bio_ik, the implementation of the thesis on BioIK 2.

TAMS bio_ik, mode bio2_memetic, built with its own flags, on two cores of a shared AMD EPYC: random reachable
poses from random starts, 5 ms, both errors within 1e-5 in norm, verified by independent forward kinematics.
Times vary by a factor of up to 1.8 between runs on that machine.
"""

from __future__ import annotations

from .published.table import percentages, times_and_percentages

BIOIK_2 = times_and_percentages(
    "threads",
    ("UR5", "iiwa14", "panda", "PR2 arm", "Valkyrie arm", "Valkyrie leg"),
    {
        "1": [
            (0.534, 99.39),
            (0.588, 99.25),
            (0.808, 99.05),
            (0.388, 99.99),
            (0.638, 99.60),
            (0.298, 100.0),
        ],
        "2": [
            (0.492, 99.83),
            (0.624, 99.62),
            (0.820, 99.78),
            (0.395, 100.0),
            (0.546, 99.91),
            (0.386, 99.99),
        ],
    },
)

BIOIK_2_GOALS = percentages(
    "Valkyrie",
    ("as published", "its stale link frames corrected"),
    {
        "two palms, 17 joints": (96.4, 99.4),
        "two palms and two feet, 29 joints": (0.0, 60.6),
        "two palms, two feet and a gaze, 32 joints": (0.0, 22.8),
    },
)
"""10 ms, 1e-4 m and 1e-3 rad, two threads."""
