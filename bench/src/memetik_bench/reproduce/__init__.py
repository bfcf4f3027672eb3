"""Repeats published experiments and compares the published numbers with ours.

"D" is Starke's dissertation on Bio IK (2020), "R" is Ruppel's thesis on BioIK 2 (2017).
"""

from .catalog import EXPERIMENTS, find_experiments
from .experiment import Comparison, Experiment, Scale, finder
from .run import Session, missing_measurements, open_results, run_experiment

__all__ = [
    "EXPERIMENTS",
    "Comparison",
    "Experiment",
    "Scale",
    "Session",
    "find_experiments",
    "finder",
    "missing_measurements",
    "open_results",
    "run_experiment",
]
