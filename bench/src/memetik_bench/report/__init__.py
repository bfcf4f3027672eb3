"""Writes results as tables and plots into README.md and docs."""
