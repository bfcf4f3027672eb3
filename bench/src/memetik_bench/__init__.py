"""Benchmarks of memetik: against rival solvers, on hard problems, and against published results."""
