"""Generates parts of ``docs/goals.md``: tables, and sections from docstrings."""
