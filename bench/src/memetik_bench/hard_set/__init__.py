"""The hard set: 240 frozen problems in six classes, half of them held out, and the methods measured on them.

Problems, random seeds and budgets were frozen before any tuning. The held-out half is never used for tuning.
"""

from .hard_problem import SPLITS, HardProblem, load
from .methods import METHODS
from .run import run_hard_set
from .table import hard_set_table

__all__ = ["METHODS", "SPLITS", "HardProblem", "hard_set_table", "load", "run_hard_set"]
