"""Collects the faults of a robot file, so that all of them are shown in one warning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from ..errors import RobotError, RobotWarning, warn
from ..robot.topology import Topology
from ..robot.units import odd_units
from .safe_text import located

_SHOWN = 10

T = TypeVar("T")


class Faults:
    """The faults of the file ``source``.

    A cosmetic fault cannot change the kinematics of the robot, so it is only noted. Any other fault is an
    error if ``strict``; otherwise it is repaired, and the repair is noted.
    """

    def __init__(self, source: str, *, strict: bool = True) -> None:
        self.source = source
        self.strict = strict
        self._places: list[str] = []
        self._messages: list[str] = []

    @property
    def messages(self) -> tuple[str, ...]:
        """All faults so far, each with its place in the file."""
        return tuple(self._messages)

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """Put ``where`` before the messages of faults and errors inside."""
        self._places.append(where)
        try:
            with located(where):
                yield
        finally:
            self._places.pop()

    def note(self, message: str) -> None:
        """Add a fault at the current place."""
        self._messages.append(": ".join((*self._places, message)))

    def cosmetic(self, read: Callable[[], T], otherwise: T, consequence: str) -> T:
        """What ``read`` returns; if it fails, ``otherwise``, and the ``consequence`` is noted."""
        try:
            return read()
        except ValueError as error:
            self.note(f"{error}; {consequence}")
            return otherwise

    def repaired(self, read: Callable[[], T], otherwise: T, repair: str) -> T:
        """What ``read`` returns; if it fails and not strict, ``otherwise``, and the ``repair`` is noted."""
        try:
            return read()
        except ValueError as error:
            if self.strict:
                raise RobotError(f"{error} (with strict=False: {repair})") from None
            self.note(f"{error}; repaired: {repair}")
            return otherwise

    def note_odd_units(self, topology: Topology, remedy: str = "") -> None:
        """Add what looks like degrees or millimetres; ``remedy`` says what the user can do about lengths."""
        for message in odd_units(topology, remedy):
            self.note(message)

    def warn(self) -> None:
        """Show all faults in one warning, if there are any."""
        if not self._messages:
            return
        more = len(self._messages) - _SHOWN
        lines = [f"{self.source}: {message}" for message in self._messages[:_SHOWN]]
        if more > 0:
            lines.append(f"{self.source}: and {more} more faults; robot.warnings lists all")
        warn("\n".join(lines), RobotWarning)
