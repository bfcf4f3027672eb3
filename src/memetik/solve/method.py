"""What a solver asks of a method."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from ..errors import MethodError

if TYPE_CHECKING:
    from ..goals.goal import Goal
    from .evolution import Evolution
    from .problem import Problem


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """Base of all methods: a way to search, with its options. ``method="bioik"`` means its defaults.

    Whatever the method, deadlines, budgets of evaluations and limits are kept, and success is verified by
    exact kinematics. Methods search for the primary goals; secondary goals descend from what was found, in
    the null space of the primary goals, unless a method has a way of its own.

    >>> import memetik as mk
    >>> goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    >>> mk.solve("ur5", goal, method=mk.methods.LBFGSB(restarts=False)).method
    'lbfgsb'
    """

    source: ClassVar[str]  # where it was published
    goals: ClassVar[str] = "any"  # which goals it takes, in a few words
    advice: ClassVar[str]  # when to use it
    evolves: ClassVar[bool] = False  # its trace has generations
    is_ladder: ClassVar[bool] = False  # it takes prefer, evolution and start_table, and finds all solutions
    _name: ClassVar[str]  # that it is registered by, else the class's own

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._name = cls.__name__

    @property
    def name(self) -> str:
        """What ``method=`` calls it; the name of the class if it is not registered."""
        return self._name

    @abstractmethod
    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        """What makes its engines, for a problem that it does not refuse.

        ``best`` and ``evolution`` are for the ladder's methods; others are never asked for the best.
        """

    def _check(self, problem: Problem, threads: int) -> None:  # noqa: B027 (most take any problem)
        """Raise :class:`~memetik.MethodError` if it cannot search for this problem."""

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
