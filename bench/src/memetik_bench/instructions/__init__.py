"""Instructions that solves take, counted by valgrind's callgrind: the same on every run."""

from .cases import CASES, CountedCase, InstructionSettings, counted_cases
from .measure import count_cases, measure_instructions
from .table import instruction_lines, instructions_table

__all__ = [
    "CASES",
    "CountedCase",
    "InstructionSettings",
    "count_cases",
    "counted_cases",
    "instruction_lines",
    "instructions_table",
    "measure_instructions",
]
