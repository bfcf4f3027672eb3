"""The registry of methods by name. Each method registers itself; its module is imported on first use."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..errors import MethodError, UnknownNameError
from .method import Method

PACKAGE = "memetik.methods"  # its modules and packages register the built-in methods

M = TypeVar("M", bound=Method)

_REGISTERED: dict[str, tuple[type[Method], dict[str, Any]]] = {}  # class and options by method name
_CLASSES: dict[str, type[Method]] = {}  # classes by class name


def method(name: str, **options: Any) -> Callable[[type[M]], type[M]]:
    """Register a method class: ``method="name"`` then creates an object of it with these ``options``.

    A built-in method is in the module of its name. A class may be registered by several names with different
    options; it then overrides ``name``. Type checkers know only the names of built-in methods: where you use
    one, write ``method=Mine()`` or ``method=mk.methods.find("mine")``.

    ::

        @mk.methods.method("mine")
        @dataclass(frozen=True, kw_only=True)
        class Mine(mk.methods.PythonMethod): ...
    """

    def register(kind: type[M]) -> type[M]:
        if name in _REGISTERED:
            raise MethodError(f"a method named {name!r} exists already")
        _REGISTERED[name] = kind, options
        _CLASSES[kind.__name__] = kind
        kind._name = name
        return kind

    return register


def method_family(prefix: str, option: str, values: Iterable[str]) -> Callable[[type[M]], type[M]]:
    """Register a method class by the names ``prefix:value``, one for each value of an option."""

    def register(kind: type[M]) -> type[M]:
        for value in values:
            method(f"{prefix}:{value}", **{option: value})(kind)
        return kind

    return register


def find(method: str | Method) -> Method:
    """Return the method of this name with its default options; a Method object is returned unchanged.

    >>> import memetik as mk
    >>> mk.methods.find("scipy:BFGS")
    SciPy(algorithm='BFGS', restarts=True, tolerance=1e-12)
    """
    if isinstance(method, Method):
        return method
    if isinstance(method, type) and issubclass(method, Method):
        raise MethodError(f"method: got the class {method.__name__} itself; write {method.__name__}()")
    if not isinstance(method, str):
        raise UnknownNameError("method", method, names())
    if method not in _REGISTERED and method in _module_names():
        importlib.import_module(f"{PACKAGE}.{method}")
    if method not in _REGISTERED:
        _import_all()
    if method not in _REGISTERED:
        raise UnknownNameError("method", method, names())
    kind, options = _REGISTERED[method]
    return kind(**options)


def names() -> tuple[str, ...]:
    """Return all names for ``method=``: first the ladder's methods, then others, then other libraries'.

    >>> import memetik as mk
    >>> mk.methods.names()[:3]
    ('auto', 'memetic', 'restarts')
    """
    _import_all()
    own = {name for name, (kind, _) in _REGISTERED.items() if kind.is_ladder}
    return tuple(sorted(_REGISTERED, key=lambda name: (":" in name, name not in own, name)))


def classes() -> dict[str, type[Method]]:
    """Return all registered method classes by class name."""
    _import_all()
    return dict(_CLASSES)


@functools.cache
def _module_names() -> tuple[str, ...]:
    package = importlib.import_module(PACKAGE)
    return tuple(module.name for module in pkgutil.iter_modules(package.__path__))


@functools.cache
def _import_all() -> None:
    for name in _module_names():
        importlib.import_module(f"{PACKAGE}.{name}")
