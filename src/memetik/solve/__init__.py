"""Problems, solvers, methods and solutions."""
