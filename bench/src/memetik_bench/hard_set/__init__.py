"""The hard set: 240 frozen problems in six classes, half of them held out, and who solves them.

Problems, random seeds and budgets were frozen before any tuning; the held-out half judges and is not looked
at before.
"""

from .hard_problem import SPLITS, HardProblem, load
from .methods import METHODS
from .run import run_hard_set
from .table import hard_set_table

__all__ = ["METHODS", "SPLITS", "HardProblem", "hard_set_table", "load", "run_hard_set"]
