"""Solutions: what solve_all returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from .. import _core
from ..transforms import Array
from .solution import Solution

if TYPE_CHECKING:
    from .problem import Problem


class Solutions(Sequence[Solution]):
    """The distinct solutions of one query, the best first: a sequence that equals a list of them.

    >>> import memetik as mk
    >>> robot = mk.Robot.load("ur5")
    >>> target = robot.fk([0.1, -1.2, 1.5, -0.3, 0.8, 0.2], "tool0")
    >>> solutions = mk.Solver(robot, mk.Pose("tool0", target)).solve_all()
    >>> len(solutions), solutions.complete, solutions.q.shape
    (8, True, (8, 6))
    >>> solver = mk.Solver("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5)))
    >>> solver.solve_all(max_solutions=3).complete
    False
    """

    __slots__ = ("_list", "_method", "_native", "_prefers_best", "_problem")
    _list: list[Solution]

    def __init__(self, native: _core.Solutions, problem: Problem, method: str, prefers_best: bool) -> None:
        self._native: _core.Solutions | _Record = native
        self._problem = problem
        self._method = method
        self._prefers_best = prefers_best

    @property
    def complete(self) -> bool:
        """Whether these are all solutions that exist.

        The goals are met at no other configuration, up to whole turns, the tolerance around each solution,
        and what ``valid`` rejects. This is known only of a single pose of an arm whose six joints have a
        closed form, and only if the sequence is not cut at ``max_solutions`` and the solutions form no
        continuum. An empty sequence that is complete is a proof that there is no solution.
        """
        return self._native.complete

    @property
    def q(self) -> Array:
        """The configurations of all solutions (K, dof) [rad, m]."""
        return self._native.q

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        return self._made()[index]

    def _made(self) -> list[Solution]:
        """The solutions, which are made when they are first asked for."""
        try:
            return self._list
        except AttributeError:
            native, problem = self._native, self._problem
            assert not isinstance(native, _Record)
            self._list = [
                Solution(native[i], problem, self._method, self._prefers_best) for i in range(len(native))
            ]
            return self._list

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Solutions, list)) and self._made() == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list

    def __repr__(self) -> str:
        return repr(self._made())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._made(), self.complete, self.q)


class _Record:
    """What a pickle keeps of the core's solutions."""

    def __init__(self, complete: bool, q: Array) -> None:
        self.complete, self.q = complete, q

    def __len__(self) -> int:
        return len(self.q)


def _restored(solutions: list[Solution], complete: bool, q: Array) -> Solutions:
    restored = Solutions.__new__(Solutions)
    restored._native, restored._list = _Record(complete, q), solutions
    return restored
