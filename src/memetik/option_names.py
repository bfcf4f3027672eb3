"""Unknown options of calls: the error names those that there are, and where else the option belongs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from .errors import OptionError, UnknownNameError

F = TypeVar("F", bound=Callable[..., Any])


def unknown_option(
    name: str, call: Callable[..., Any], title: str = "", elsewhere: Mapping[str, str] | None = None
) -> OptionError:
    """Return the error for an option that ``call`` does not have.

    ``elsewhere`` maps options of other calls to these calls; ``title`` is how the message names this one.
    """
    title = title or f"{call.__name__}()"
    if name in (elsewhere or {}):
        return OptionError(f"{name} is an option of {(elsewhere or {})[name]}, not of {title}")
    return OptionError(str(UnknownNameError(f"option of {title}", name, names_of(call))))


@functools.cache
def names_of(call: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of all arguments of ``call``, which ``help`` shows."""
    return tuple(name for name in inspect.signature(call).parameters if name not in ("self", "cls"))


def known_options(**instead: str) -> Callable[[F], F]:
    """Decorate a function that is not called often: unknown options are refused with an OptionError.

    ``instead`` maps options of other libraries to what to write here.
    """

    def decorate(function: F) -> F:
        taken = frozenset(inspect.signature(function).parameters)

        @functools.wraps(function)
        def checked(*arguments: Any, **options: Any) -> Any:
            for name in options:
                if name in instead and name not in taken:
                    raise OptionError(f"{function.__name__}(): write {instead[name]} instead of {name}=")
                if name not in taken:
                    raise unknown_option(name, function)
            return function(*arguments, **options)

        return cast(F, checked)

    return decorate


class KnownOptions:
    """Base class whose constructor refuses an unknown option; the OptionError names the known ones."""

    _options_elsewhere: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # type checkers know the options from __init__

        def __new__(cls, *arguments: Any, **options: Any) -> Any:
            """Check the names of the options before ``__init__`` gets them."""
            for name in options:
                if name not in _taken(cls):
                    raise unknown_option(name, cls, f"{cls.__name__}()", cls._options_elsewhere)
            return super().__new__(cls)


class _Everything:
    """Contains any name."""

    def __contains__(self, name: str) -> bool:
        return True


@functools.cache
def _taken(cls: type) -> frozenset[str] | _Everything:
    parameters = inspect.signature(cls).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return _Everything()
    return frozenset(parameters)
