"""Ways to search: ours, and the systems of the literature on the same goals, to be compared in one run."""

from .de import DE
from .decoupled import Decoupled
from .fabrik import FABRIK
from .ga import GA
from .hqp import HQP
from .bioik import BioIK
from .ladder import Auto, Memetic, Restarts
from .lbfgsb import LBFGSB
from .method import Method
from .names import find, names
from .neural import Neural
from .neural2 import Neural2
from .nlopt_bridge import NLopt
from .pivot import Pivot
from .pso import PSO
from .python_method import PythonMethod, Search
from .relaxed import Relaxed
from .scipy_bridge import SciPy
from .swarm import Swarm

__all__ = [
    "DE",
    "FABRIK",
    "GA",
    "HQP",
    "LBFGSB",
    "PSO",
    "Auto",
    "Decoupled",
    "BioIK",
    "Memetic",
    "Method",
    "NLopt",
    "Neural",
    "Neural2",
    "Pivot",
    "PythonMethod",
    "Relaxed",
    "Restarts",
    "SciPy",
    "Search",
    "Swarm",
    "find",
    "names",
]
