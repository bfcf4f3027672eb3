"""The table of ``docs/clutter.md``, from the results of ``memetik bench clutter``."""

from __future__ import annotations

from pathlib import Path

from ..clutter import CASES
from .case_tables import case_tables

PACKAGES = ("memetik", "coal", "pin", "example-robot-data", "numpy")


def clutter_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per row."""
    times = "Times are CPU times of single calls, and of batches the minimum of several rounds"
    return case_tables(CASES, times, results, PACKAGES, "clutter")
