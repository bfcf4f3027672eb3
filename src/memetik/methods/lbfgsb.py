"""L-BFGS-B as a method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_names import method
from .shared.core_method import CoreMethod


@method("lbfgsb")
@dataclass(frozen=True, kw_only=True)
class LBFGSB(CoreMethod):
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
