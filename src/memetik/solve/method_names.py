"""Methods by name: each registers where it is written, and is imported when it is first asked for."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ..errors import MethodError, UnknownNameError
from .method import Method

PACKAGE = "memetik.methods"  # its modules and packages register the methods that come with memetik

M = TypeVar("M", bound=Method)

_REGISTERED: dict[str, tuple[type[Method], dict[str, Any]]] = {}  # classes and their options, by name
_CLASSES: dict[str, type[Method]] = {}  # by their own names


def method(name: str, **options: Any) -> Callable[[type[M]], type[M]]:
    """Register a class of methods: ``method="name"`` then means an object of it, with these ``options``.

    A method that comes with memetik is in the module of its name. A class may have several names, with
    options that tell them apart; it then overrides ``name``.

    ::

        @mk.methods.method("mine")
        @dataclass(frozen=True, kw_only=True)
        class Mine(mk.methods.PythonMethod): ...
    """

    def register(kind: type[M]) -> type[M]:
        if name in _REGISTERED:
            raise MethodError(f"there is a method {name!r} already")
        _REGISTERED[name] = kind, options
        _CLASSES[kind.__name__] = kind
        kind._name = name
        return kind

    return register


def method_family(prefix: str, option: str, values: Iterable[str]) -> Callable[[type[M]], type[M]]:
    """Register a class by the names ``prefix:value``, one for every value of an option."""

    def register(kind: type[M]) -> type[M]:
        for value in values:
            method(f"{prefix}:{value}", **{option: value})(kind)
        return kind

    return register


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
    """All that ``method=`` takes: memetik's own methods, others, and those of other libraries.

    >>> import memetik as mk
    >>> mk.methods.names()[:3]
    ('auto', 'memetic', 'restarts')
    """
    _import_all()
    own = {name for name, (kind, _) in _REGISTERED.items() if kind.is_ladder}
    return tuple(sorted(_REGISTERED, key=lambda name: (":" in name, name not in own, name)))


def classes() -> dict[str, type[Method]]:
    """All registered classes by their names."""
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
