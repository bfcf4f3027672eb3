"""What a method is: a way to search, with its options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError, UnknownNameError
from ..number_checks import is_integer, is_number

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from ..solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """Base of all methods: plain numbers that say how to search. ``method="bioik"`` means its defaults.

    Whatever the method, deadlines, budgets of evaluations and limits are kept, and success is verified by
    exact kinematics. Methods search for the primary goals; secondary ones descend from what was found, along
    the null space of the others, unless a method has a way of its own.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method=mk.methods.LBFGSB(restarts=False)).method
    'lbfgsb'
    """

    source: ClassVar[str]  # where it was published
    goals: ClassVar[str] = "any"  # which goals it takes, in a few words
    advice: ClassVar[str]  # when to use it
    evolves: ClassVar[bool] = False  # its trace has generations

    @property
    @abstractmethod
    def name(self) -> str:
        """What ``method=`` calls it."""

    @abstractmethod
    def _recipe(self, problem: Problem) -> _core.Recipe:
        """How the core makes it, for a problem that it does not refuse."""

    def _check(self, problem: Problem, threads: int) -> None:  # noqa: B027 (most take anything)
        """Raise :class:`~memetik.MethodError` if the problem is none for it."""

    def _require(self, condition: bool, what: str) -> None:
        if not condition:
            raise MethodError(f"method {self.name!r} {what}")

    def _refuse_secondary(self, problem: Problem) -> None:
        secondary = [name for name, goal in problem.goals.items() if goal.priority == "secondary"]
        self._require(
            not secondary,
            f"takes no secondary goals, such as {secondary[:1]}: leave them out, or use method='auto'",
        )

    def _take_only(self, problem: Problem, kinds: Iterable[type[Goal]]) -> None:
        """Refuse goals of other kinds."""
        taken = tuple(kinds)
        for name, goal in problem.goals.items():
            self._require(
                isinstance(goal, taken),
                f"takes goals of {', '.join(kind.__name__ for kind in taken)} only, and {name!r} is of "
                f"{type(goal).__name__}",
            )

    def _check_integers(self, **most: int) -> None:
        """Options that are whole numbers from 1 on; those whose limit is negative, from 0 on."""
        for option, limit in most.items():
            value, least = getattr(self, option), int(limit > 0)
            if not is_integer(value, least, abs(limit)):
                raise MethodError(f"{option}: expected a number from {least} to {abs(limit)}, got {value!r}")

    def _check_numbers(self, **ranges: tuple[float, float]) -> None:
        for option, (least, most) in ranges.items():
            value = getattr(self, option)
            if not (is_number(value) and least <= value <= most):
                raise MethodError(f"{option}: expected a number from {least:g} to {most:g}, got {value!r}")

    def _check_flags(self, *options: str) -> None:
        for option in options:
            if not isinstance(value := getattr(self, option), bool):
                raise MethodError(f"{option}: expected True or False, got {value!r}")

    def _check_choice(self, option: str, choices: Iterable[str]) -> None:
        if (value := getattr(self, option)) not in (names := tuple(choices)):
            raise UnknownNameError(option, value, names)

    def _count_or_threads(self, option: str, most: int = 256) -> int:
        """Of an option that is a number from 1 on, or None for as many as threads: 0 to the core."""
        if (value := getattr(self, option)) is None:
            return 0
        if not is_integer(value, 1, most):
            raise MethodError(f"{option}: expected a number from 1 to {most}, or None, got {value!r}")
        return int(value)
