"""The table of instructions in ``docs/engine.md``, from the results of ``memetik bench instructions``."""

from __future__ import annotations

from pathlib import Path

from ..instructions.table import HEAD, instruction_lines, without_repeats
from .markdown import circumstances, table
from .results import Results, Row

PACKAGES = ("memetik", "pin", "numpy")


def instruction_tables(results: Path) -> dict[str, str]:
    """Return the table of the build that was measured last, beside another build if there is one."""
    measured = Results.read(results)
    own, others = split(measured)
    head = [others[0]["build"] if others and name == "beside" else name for name in HEAD]
    columns = len(HEAD) if others else len(HEAD) - 2
    lines = [list(line[:columns]) for line in without_repeats(instruction_lines(own, others))]
    versions = {name: measured.machine[name] for name in PACKAGES}
    where = circumstances(measured.machine, versions, "memetik bench instructions")
    caption = f"Instructions per query in the core, and of the whole call from Python, on {where}"
    return {"instructions-table": f"{table(head[:columns], lines)}\n\n{caption}"}


def split(measured: Results) -> tuple[list[Row], list[Row]]:
    """Return the rows of the build in the header, and those of the other build that was measured last."""
    build = measured.machine["core build"]
    own = [row for row in measured.rows if row["core build"] == build]
    others = [row for row in measured.rows if row["core build"] != build]
    last = others[-1]["core build"] if others else None
    return own, [row for row in others if row["core build"] == last]
