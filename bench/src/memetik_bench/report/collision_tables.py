"""The table of ``docs/collision.md``, from the results of ``memetik bench collision``."""

from __future__ import annotations

from pathlib import Path

from ..case_table import case_lines
from ..collision import CASES
from .case_tables import case_section
from .results import Results

PACKAGES = ("memetik", "coal", "pin", "libigl", "example-robot-data", "numpy")


def collision_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per row."""
    measured = Results.read(results)
    lines = case_lines(CASES, measured.rows)
    times = "CPU times, the minimum of several rounds"
    return {"collision-table": case_section(lines, times, measured, PACKAGES, "memetik bench collision")}
