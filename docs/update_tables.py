"""Writes the tables of the README and of pages in docs/ from ``benchmarks/results``: none is typed by hand.

Run: ``python docs/update_tables.py [FOLDER]``; FOLDER is where the pages are, by default the project. Plots
are made from the same results by ``make_plots.py``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from engine_tables import HARD_SET_RESULTS, engine_tables, hard_set_tables
from engine_tables import RESULTS as ENGINE_RESULTS
from fk_tables import fk_tables
from ik_results import RESULTS as IK_RESULTS
from ik_results import read_results
from ik_tables import ik_tables
from method_tables import FIGURES, figures, method_tables
from method_tables import RESULTS as METHOD_RESULTS

ROOT = Path(__file__).parents[1]
FK_RESULTS = ROOT / "benchmarks" / "results" / "fk.json"

# page, what its tables are made from, and how
TABLES: tuple[tuple[str, Path, Callable[[Path], dict[str, str]]], ...] = (
    ("README.md", FK_RESULTS, fk_tables),
    ("README.md", IK_RESULTS, lambda results: ik_tables(read_results(results))),
    ("docs/engine.md", ENGINE_RESULTS, engine_tables),
    ("docs/engine.md", HARD_SET_RESULTS, hard_set_tables),
    ("docs/methods.md", METHOD_RESULTS, method_tables),
)


def with_tables(text: str, tables: dict[str, str]) -> str:
    """``text`` with each table in the place that bears its name."""
    for name, content in tables.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        text, count = re.subn(pattern, lambda m, c=content: f"{m[1]}{c}\n{m[2]}", text, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"no place for the table {name!r}")
    return text


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    for page, results, tables in TABLES:
        if results.exists():
            path = folder / page
            path.write_text(with_tables(path.read_text(), tables(results)))
        else:
            print(f"{page} has nothing new: {results} does not exist yet")
    if METHOD_RESULTS.exists():
        (folder / FIGURES).write_text(figures(METHOD_RESULTS))


if __name__ == "__main__":
    main()
