"""Restarts: the ladder's local searches alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..solve.method_registry import method
from .shared.ladder import Ladder


@method("restarts")
@dataclass(frozen=True, kw_only=True)
class Restarts(Ladder):
    """Local search from one start after the other, in SIMD lanes."""

    advice: ClassVar[str] = "smooth goals, which need no evolution"
