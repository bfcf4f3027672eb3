"""Robots, problems and solutions as tables: as HTML in notebooks, as text on the command line.

HTML takes its colours from the page, so that it is readable on light and dark themes.
"""
