"""memetik measured: beside rival solvers, on hard problems, and against published results."""
