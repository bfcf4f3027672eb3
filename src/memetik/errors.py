"""Every exception memetik raises on purpose; all derive from :class:`MemetikError`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any, TypeVar

from .suggestions import nearest

T = TypeVar("T")

_SILENT: ContextVar[bool] = ContextVar("memetik_silent", default=False)

_NAMES_SHOWN = 40


class MemetikError(Exception):
    """Base class: ``except mk.MemetikError`` catches everything memetik raises on purpose."""


class RobotError(MemetikError, ValueError):
    """A robot description is invalid: a cycle, inverted limits, a broken file, ..."""


class ConfigurationError(MemetikError, ValueError):
    """A configuration or an option is invalid: wrong shape, a value that is not finite or out of range."""


class TransformError(MemetikError, ValueError):
    """Numbers that do not describe a position, a rotation or a rigid transform."""


class RobotWarning(UserWarning):
    """A robot file has faults that were ignored or repaired (``robot.warnings`` lists them), or has no place
    for a part of the robot that is written to it.
    """


class GoalWarning(UserWarning):
    """Goals are valid, but probably a mistake."""


class InputWarning(UserWarning):
    """A value is accepted, but it is probably not what was meant; the message has the value."""


class GoalError(MemetikError, ValueError):
    """A goal is invalid, or goals cannot be combined."""


class MethodError(MemetikError, ValueError):
    """A method does not support the goals, or its options are invalid."""


class OptionError(MemetikError, TypeError):
    """A call has an option that does not exist; the message names those that do."""


class PluginError(MemetikError):
    """A command or a goal of another distribution cannot be imported; the message names the distribution."""


class SolverBusyError(MemetikError, RuntimeError):
    """A solver was called while it solves: by another thread, or ``by_itself``, from a function it calls."""

    by_itself = False


class SolveError(MemetikError, RuntimeError):
    """Raised by ``Solution.raise_if_failed``; the message says which goals were missed, and what helps."""


class UnknownNameError(MemetikError, LookupError):
    """A link, joint, robot or other name does not exist; the message lists the valid names."""

    def __init__(self, kind: str, name: object, valid: Iterable[str], similar: tuple[str, ...] = ()) -> None:
        self.kind = kind
        self.name = name
        self.valid = tuple(valid)
        self.similar = similar
        meant = nearest(str(name), self.valid)
        self._suggestion = "" if meant is None else f"; did you mean {meant!r}?"
        super().__init__(_unknown_name_message(kind, name, self.valid, similar, self._suggestion))

    @property
    def short(self) -> str:
        """The message without the list of valid names, unless there is no suggestion."""
        noun, of, owner = self.kind.partition(" of ")
        return f"no {noun} {self.name!r}{of}{owner}{self._suggestion}" if self._suggestion else str(self)

    def __reduce__(self) -> tuple[type, tuple[str, object, tuple[str, ...], tuple[str, ...]]]:
        return type(self), (self.kind, self.name, self.valid, self.similar)


class MissingDependencyError(MemetikError, ImportError):
    """An optional package is missing; the message says how to install it."""

    def __init__(self, purpose: str, extra: str) -> None:
        from .extras import install_command  # imported here because reading metadata is slow

        self.purpose = purpose
        self.extra = extra
        super().__init__(f"{purpose} needs optional packages: {install_command(extra)}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.purpose, self.extra)


def _unknown_name_message(
    kind: str, name: object, valid: tuple[str, ...], similar: tuple[str, ...], suggestion: str
) -> str:
    hint = suggestion or ";"
    noun, of, owner = kind.partition(" of ")  # "joint of the skeleton"
    if noun == "value" and valid:  # of an option, which accepts a few words
        *others, last = map(repr, valid)
        expected = f"{', '.join(others)} or {last}" if others else last
        return f"{owner}: expected {expected}, got {name!r}{hint}".removesuffix(";")
    if similar:
        hint = f"; similar are: {', '.join(similar)};"
    listed = ", ".join(valid[:_NAMES_SHOWN]) or "(none)"
    more = f", ... ({len(valid)} in all)" if len(valid) > _NAMES_SHOWN else ""
    return f"no {noun} {name!r}{of}{owner}{hint} {_plural(noun)}{of}{owner} are: {listed}{more}"


def _plural(word: str) -> str:
    if word.endswith("is"):
        return word[:-2] + "es"  # axes
    return word + "es" if word.endswith("ss") else word if word.endswith("s") else word + "s"


def warn(message: str, category: type[Warning]) -> None:
    """Give a warning that points to the line of the user's code that led here."""
    if _SILENT.get():
        return
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("memetik"):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def without_warnings(construct: Callable[..., T], **values: Any) -> T:
    """Construct an object again from its stored values; what they warn of was said the first time."""
    token = _SILENT.set(True)
    try:
        return construct(**values)
    finally:
        _SILENT.reset(token)
