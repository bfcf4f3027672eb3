"""Ways to search: ours, and the systems of the literature on the same goals, to be compared in one run."""

from .bioik import BioIK
from .bioik2 import BioIK2
from .ccd import CCD
from .de import DE
from .decoupled import Decoupled
from .fabrik import FABRIK
from .ga import GA
from .gradient_descent import GradientDescent
from .hgsa import HGSA
from .hqp import HQP
from .jacobian import Jacobian
from .ladder import Auto, Memetic, Restarts
from .lbfgsb import LBFGSB
from .method import Method
from .names import find, names
from .neural import Neural
from .neural2 import Neural2
from .newton import Newton
from .nlopt_bridge import NLopt
from .pickik import PickIK
from .pivot import Pivot
from .pso import PSO
from .python_method import PythonMethod, Search
from .relaxed import Relaxed
from .scipy_bridge import SciPy
from .swarm import Swarm
from .trac import Trac

__all__ = [
    "CCD",
    "DE",
    "FABRIK",
    "GA",
    "HGSA",
    "HQP",
    "LBFGSB",
    "PSO",
    "Auto",
    "BioIK",
    "BioIK2",
    "Decoupled",
    "GradientDescent",
    "Jacobian",
    "Memetic",
    "Method",
    "NLopt",
    "Neural",
    "Neural2",
    "Newton",
    "PickIK",
    "Pivot",
    "PythonMethod",
    "Relaxed",
    "Restarts",
    "SciPy",
    "Search",
    "Swarm",
    "Trac",
    "find",
    "names",
]
