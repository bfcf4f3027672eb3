"""LBFGSB: L-BFGS-B with restarts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.core_method import CoreMethod


@method("lbfgsb")
@dataclass(frozen=True, kw_only=True)
class LBFGSB(CoreMethod):
    """L-BFGS-B (Byrd, Lu, Nocedal and Zhu 1995) on the cost of the primary goals.

    The first of ``runners`` begins at the start, the others at random configurations. A runner that makes no
    more progress restarts at a random configuration, unless ``restarts`` is False. The solver's threads share
    the runners. Joints whose range covers a whole turn wrap around by a turn instead of stopping at a limit.
    With ``stop_at_limits`` the search ignores limits, and the first step beyond one ends the attempt, as in
    the dissertation's Table 5.2.

    >>> import memetik as mk
    >>> mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="lbfgsb").success
    True
    """

    source: ClassVar[str] = "Starke 2020, Table 5.2; Ruppel 2017, 3.5.3"
    advice: ClassVar[str] = "for comparison"

    restarts: bool = True
    stop_at_limits: bool = False
    runners: int = 1
