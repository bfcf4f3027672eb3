"""Ladder: the base class of memetik's own methods, which are the whole ladder or a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ... import _core
from ...solve.method import Method
from ...solve.method_options import engine_factory

if TYPE_CHECKING:
    from ...solve.evolution import Evolution
    from ...solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Ladder(Method):
    """Base of the ladder's methods. Their options are the solver's ``prefer`` and ``evolution``."""

    source: ClassVar[str] = "memetik"
    is_ladder: ClassVar[bool] = True

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        return engine_factory("ladder", {"method": self.name, "best": best, **vars(evolution)})
