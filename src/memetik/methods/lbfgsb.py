"""L-BFGS-B as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from .. import _core
from .method import Method

if TYPE_CHECKING:
    from ..solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class LBFGSB(Method):
    """L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995) on the cost of the primary goals.

    The first of ``runners`` begins at the start, the others at random configurations, and all of them anew at
    random configurations when they get no further, unless ``restarts`` is False. By default there are as many
    runners as the solver has threads. Joints with a whole turn within their limits are not held by them, but
    go on a turn back. With ``stop_at_limits`` the search knows of no limits, and its first step beyond one is
    the end of the attempt, as in the dissertation's Table 5.2.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="lbfgsb").success
    True
    """

    source: ClassVar[str] = "dissertation Table 5.2, BioIK 2 thesis 3.5.3"
    advice: ClassVar[str] = "to compare with"

    restarts: bool = True
    stop_at_limits: bool = False
    runners: int | None = None

    def __post_init__(self) -> None:
        self._check_flags("restarts", "stop_at_limits")
        self._count_or_threads("runners")

    @property
    def name(self) -> str:
        """``"lbfgsb"``."""
        return "lbfgsb"

    def _recipe(self, problem: Problem) -> _core.Recipe:
        return _core.lbfgsb(self._count_or_threads("runners"), self.restarts, self.stop_at_limits)
