"""Ways to search: ours, and the systems of the literature on the same goals, to be compared in one run."""

from .de import DE
from .decoupled import Decoupled
from .fabrik import FABRIK
from .ga import GA
from .ladder import Auto, Memetic, Restarts
from .lbfgsb import LBFGSB
from .method import Method
from .names import find, names
from .neural import Neural
from .neural2 import Neural2
from .pso import PSO
from .python_method import PythonMethod, Search
from .scipy_bridge import SciPy
from .swarm import Swarm

__all__ = [
    "DE",
    "FABRIK",
    "GA",
    "LBFGSB",
    "PSO",
    "Auto",
    "Decoupled",
    "Memetic",
    "Method",
    "Neural",
    "Neural2",
    "PythonMethod",
    "Restarts",
    "SciPy",
    "Search",
    "Swarm",
    "find",
    "names",
]
