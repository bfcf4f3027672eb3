"""Memetic: the ladder's evolution alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.ladder import Ladder


@method("memetic")
@dataclass(frozen=True, kw_only=True)
class Memetic(Ladder):
    """Only memetic evolution on islands, by default with Levenberg-Marquardt as local search."""

    advice: ClassVar[str] = "discontinuous or black-box goals"
    evolves: ClassVar[bool] = True
