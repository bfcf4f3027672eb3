"""Ways to search: ours, and the systems of the literature on the same goals, to be compared in one run."""

from .ladder import Auto, Memetic, Restarts
from .lbfgsb import LBFGSB
from .method import Method
from .names import find, names
from .python_method import PythonMethod, Search
from .scipy_bridge import SciPy

__all__ = [
    "LBFGSB",
    "Auto",
    "Memetic",
    "Method",
    "PythonMethod",
    "Restarts",
    "SciPy",
    "Search",
    "find",
    "names",
]
