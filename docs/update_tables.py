"""Writes the tables of the README and of docs/engine.md from ``benchmarks/results``: none is typed by hand.

Run: ``python docs/update_tables.py [README ENGINE_PAGE]``. Plots are made from the same results by
``make_plots.py``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engine_tables import HARD_SET_RESULTS, engine_tables, hard_set_tables
from engine_tables import RESULTS as ENGINE_RESULTS
from fk_tables import fk_tables
from ik_results import RESULTS as IK_RESULTS
from ik_results import read_results
from ik_tables import ik_tables

ROOT = Path(__file__).parents[1]
FK_RESULTS = ROOT / "benchmarks" / "results" / "fk.json"


def with_tables(text: str, tables: dict[str, str]) -> str:
    """``text`` with each table in the place that bears its name."""
    for name, content in tables.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        text, count = re.subn(pattern, lambda m, c=content: f"{m[1]}{c}\n{m[2]}", text, flags=re.DOTALL)
        if count != 1:
            raise SystemExit(f"no place for the table {name!r}")
    return text


def main() -> None:
    given = [Path(argument) for argument in sys.argv[1:]]
    readme, engine_page = given or (ROOT / "README.md", ROOT / "docs" / "engine.md")
    text = with_tables(readme.read_text(), fk_tables(FK_RESULTS))
    if IK_RESULTS.exists():
        text = with_tables(text, ik_tables(read_results(IK_RESULTS)))
    else:
        print(f"inverse kinematics is left out: {IK_RESULTS} does not exist yet")
    readme.write_text(text)
    if ENGINE_RESULTS.exists():
        engine_page.write_text(with_tables(engine_page.read_text(), engine_tables(ENGINE_RESULTS)))
    else:
        print(f"the engine is left out: {ENGINE_RESULTS} does not exist yet")
    if HARD_SET_RESULTS.exists():
        engine_page.write_text(with_tables(engine_page.read_text(), hard_set_tables(HARD_SET_RESULTS)))
    else:
        print(f"the hard set is left out: {HARD_SET_RESULTS} does not exist yet")


if __name__ == "__main__":
    main()
