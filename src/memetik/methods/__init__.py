"""Search methods: memetik's own, and systems of the literature on the same goals, for comparison.

Every method registers its class by name in its own module. The classes, such as ``mk.methods.BioIK2``, are
imported on first use.
"""

from typing import Any

from ..solve.method import Method
from ..solve.method_registry import classes, find, method, method_family, names
from .shared.core_method import CoreMethod
from .shared.python_method import PythonMethod, Search

_OTHERS = (CoreMethod, Method, PythonMethod, Search, find, method, method_family, names)


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted([*(other.__name__ for other in _OTHERS), *classes()])
    if name.startswith("_") or name not in classes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return classes()[name]


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
