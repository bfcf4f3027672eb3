"""The table of ``docs/collision.md``, from the results of ``memetik bench collision``."""

from __future__ import annotations

from pathlib import Path

from ..case_table import case_lines
from ..collision import CASES
from .case_tables import case_rows
from .markdown import circumstances
from .results import Results

PACKAGES = ("memetik", "coal", "pin", "libigl", "example-robot-data", "numpy")


def collision_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per row."""
    measured = Results.read(results)
    versions = {name: measured.machine[name] for name in PACKAGES}
    caption = "CPU times, the minimum of several rounds, on " + circumstances(
        measured.machine, versions, "memetik bench collision"
    )
    return {"collision-table": f"{case_rows(case_lines(CASES, measured.rows))}\n\n{caption}"}
