"""The table of ``docs/collision.md``, from the results of ``memetik bench collision``."""

from __future__ import annotations

from pathlib import Path

from ..collision import CASES
from .case_tables import case_tables

PACKAGES = ("memetik", "coal", "pin", "libigl", "example-robot-data", "numpy")


def collision_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per row."""
    return case_tables(CASES, "CPU times, the minimum of several rounds", results, PACKAGES, "collision")
