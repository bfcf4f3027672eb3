"""What the engine has to reach, case by case: success, speed, honesty and endurance, all verified."""

from .case import Case, EngineSettings, Measurement, Run
from .cases import CASES
from .table import engine_lines, engine_table

__all__ = ["CASES", "Case", "EngineSettings", "Measurement", "Run", "engine_lines", "engine_table"]
