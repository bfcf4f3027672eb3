"""Solving: problems, solvers, and what they return."""
