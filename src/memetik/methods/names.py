"""Methods by name."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import MethodError, UnknownNameError
from . import nlopt_bridge, scipy_bridge
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
from .neural import Neural
from .neural2 import Neural2
from .newton import Newton
from .pickik import PickIK
from .pivot import Pivot
from .pso import PSO
from .relaxed import Relaxed
from .swarm import Swarm
from .trac import Trac

_BY_NAME: dict[str, Callable[[], Method]] = {
    "auto": Auto,
    "restarts": Restarts,
    "memetic": Memetic,
    "bioik": BioIK,
    "bioik2": BioIK2,
    "hgsa": HGSA,
    "pickik": PickIK,
    "trac": Trac,
    "newton": Newton,
    "jacobian": Jacobian,
    "lbfgsb": LBFGSB,
    "gd": lambda: GradientDescent(stuck="stop"),
    "gd_r": lambda: GradientDescent(stuck="reset"),
    "gd_c": lambda: GradientDescent(stuck="continue"),
    "swarm": Swarm,
    "de": DE,
    "pso": PSO,
    "ga": GA,
    "relaxed": Relaxed,
    "hqp": HQP,
    "pivot": Pivot,
    "decoupled": Decoupled,
    "ccd": CCD,
    "fabrik": FABRIK,
    "neural": Neural,
    "neural2": Neural2,
}
# prefix -> its algorithms, and what makes a method of one
_FAMILIES: dict[str, tuple[tuple[str, ...], Callable[[str], Method]]] = {
    "scipy": (scipy_bridge.ALGORITHMS, lambda algorithm: scipy_bridge.SciPy(algorithm=algorithm)),
    "nlopt": (nlopt_bridge.ALGORITHMS, lambda algorithm: nlopt_bridge.NLopt(algorithm=algorithm)),
}


def names() -> tuple[str, ...]:
    """All that ``method=`` takes.

    >>> import memetik as mk
    >>> mk.methods.names()[0]
    'auto'
    """
    families = (f"{prefix}:{name}" for prefix, (known, _) in _FAMILIES.items() for name in known)
    return (*_BY_NAME, *families)


def find(method: str | Method) -> Method:
    """The method of this name, with its defaults; a method is returned as it is.

    >>> import memetik as mk
    >>> mk.methods.find("scipy:BFGS")
    SciPy(algorithm='BFGS', restarts=True, tolerance=1e-12)
    """
    if isinstance(method, Method):
        return method
    if isinstance(method, type) and issubclass(method, Method):
        raise MethodError(f"method: this is the class itself, write {method.__name__}()")
    if isinstance(method, str) and method in _BY_NAME:
        return _BY_NAME[method]()
    prefix, _, algorithm = method.partition(":") if isinstance(method, str) else ("", "", "")
    known, make = _FAMILIES.get(prefix, ((), None))
    if make is None or algorithm not in known:
        raise UnknownNameError("method", method, names())
    return make(algorithm)
