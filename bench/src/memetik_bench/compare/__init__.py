"""Two builds of memetik that solve the same queries in turns: ratios of their times in one run."""

from .measure import measure_comparison
from .table import comparison_table
from .tasks import TASKS, CompareSettings, Task

__all__ = ["TASKS", "CompareSettings", "Task", "comparison_table", "measure_comparison"]
