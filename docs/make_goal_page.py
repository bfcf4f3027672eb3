"""Writes the tables and sections of ``docs/goals.md``, so that formulas and signatures match the code.

Run: ``python docs/make_goal_page.py [PAGE]``. It replaces the text between the page's marks with text from
the docstrings of goals and losses and from ``goal_page/``. ``make_goal_pictures.py`` draws the pictures.
"""

from __future__ import annotations

import sys
from pathlib import Path

from goal_page.literature import literature_table
from goal_page.loss_tables import loss_table, thesis_table
from goal_page.sections import goal_sections, overview

from memetik_bench.report.markdown import with_tables

PAGE = Path(__file__).parent / "goals.md"


def main() -> None:
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    parts = {
        "overview": overview(),
        "goals": goal_sections(),
        "losses": loss_table(),
        "thesis": thesis_table(),
        "literature": literature_table(),
    }
    page.write_text(with_tables(page.read_text(), parts))


if __name__ == "__main__":
    main()
