"""The tables of ``docs/engine.md``, from the results of ``memetik bench engine``."""

from __future__ import annotations

from pathlib import Path

from ..engine import engine_lines
from ..hard_set.methods import METHODS
from ..hard_set.table import pivot
from .case_tables import case_section
from .markdown import circumstances, table
from .results import Results

PACKAGES = ("memetik", "pin", "scipy", "numpy")


def engine_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per row; case and requirement only appear in the first line of a case."""
    measured = Results.read(results)
    lines = engine_lines(measured.rows)
    times = "Times are means of the CPU time of a call from Python, failures included"
    return {"engine-table": case_section(lines, times, measured, PACKAGES, "memetik bench engine")}


def hard_set_tables(results: Path) -> dict[str, str]:
    """Return the table of success rates by class and method, with the highest of each line in bold."""
    measured = Results.read(results)
    head, *lines = pivot(measured.rows, METHODS)
    for line in lines:
        highest = max(int(cell) for cell in line[2:] if cell)
        line[2:] = [f"**{cell}**" if cell and int(cell) == highest else cell for cell in line[2:]]
    versions = {name: measured.machine[name] for name in PACKAGES}
    caption = "Problems solved, or for trade-offs within 1 % of the best known cost [%], on " + circumstances(
        measured.machine, versions, "memetik bench engine"
    )
    return {"hard-set-table": f"{table(head, lines, align='--')}\n\n{caption}"}
