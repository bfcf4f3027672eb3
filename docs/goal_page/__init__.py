"""The parts of ``docs/goals.md`` that are made, not written: tables, sections from docstrings."""
