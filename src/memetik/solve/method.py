"""Method: the base class of all search methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError
from ..option_names import KnownOptions

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from .evolution import Evolution
    from .problem import Problem


@dataclass(frozen=True, kw_only=True)
class Method(KnownOptions, ABC):
    """A way to search, with its options. ``method="bioik"`` selects a method with its default options.

    Every method respects timeouts, budgets of evaluations and joint limits, and its success is verified by
    exact kinematics. Methods search for the primary goals. The solver then minimises the secondary goals from
    the solution in the null space of the primary goals, unless the method handles them itself.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method=mk.methods.LBFGSB(restarts=False)).method
    'lbfgsb'
    """

    source: ClassVar[str]  # where it was published
    goals: ClassVar[str] = "any"  # a short description of the accepted goals
    advice: ClassVar[str]  # when to use it
    evolves: ClassVar[bool] = False  # whether its trace has generations
    is_ladder: ClassVar[bool] = False  # whether it supports prefer, evolution, start_table and solve_all
    _name: ClassVar[str]  # the registered name, or the name of the class

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._name = cls.__name__

    @property
    def name(self) -> str:
        """The name for ``method=``; the name of the class if it is not registered."""
        return self._name

    @abstractmethod
    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        """Return the factory of its engines, for a problem that passed ``_check``.

        ``best`` (``prefer="best"``) and ``evolution`` are for the methods of the ladder; for other methods
        ``best`` is always False.
        """

    def _check(self, problem: Problem, threads: int) -> None:
        """Raise :class:`~memetik.MethodError` if the method cannot solve this kind of problem."""

    def _require(self, condition: bool, what: str) -> None:
        if not condition:
            raise MethodError(f"method {self.name!r} {what}")

    def _refuse_secondary(self, problem: Problem) -> None:
        secondary = [name for name, goal in problem.goals.items() if goal.priority == "secondary"]
        self._require(
            not secondary,
            f"accepts no secondary goals ({', '.join(secondary)}): omit them, or use method='auto'",
        )

    def _take_only(self, problem: Problem, kinds: Iterable[type[Goal]]) -> None:
        """Raise :class:`~memetik.MethodError` if a goal is of another class."""
        taken = tuple(kinds)
        for name, goal in problem.goals.items():
            self._require(
                isinstance(goal, taken),
                f"accepts only goals of type {', '.join(kind.__name__ for kind in taken)}, and {name!r} is a "
                f"{type(goal).__name__}",
            )
