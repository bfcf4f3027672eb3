"""Auto: the default method, the whole ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.ladder import Ladder


@method("auto")
@dataclass(frozen=True, kw_only=True)
class Auto(Ladder):
    """Local search from the start, then from many starts, then in turns with memetic evolution."""

    advice: ClassVar[str] = "always; the other methods are for comparison and special goals"
