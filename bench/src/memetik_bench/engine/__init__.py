"""The requirements of the engine as cases: success, speed, truthful status and endurance, all verified."""

from .case import Case, EngineSettings, Measurement, Run
from .cases import CASES
from .table import engine_lines, engine_table

__all__ = ["CASES", "Case", "EngineSettings", "Measurement", "Run", "engine_lines", "engine_table"]
