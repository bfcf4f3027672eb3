"""Ladder: the base class of memetik's own methods, which are the whole ladder or a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ... import _core
from ...goals.pose import Pose
from ...solve.method import Method
from ...solve.method_options import engine_factory
from ...solve.opening_hints import OpeningHint

if TYPE_CHECKING:
    from ...solve.evolution import Evolution
    from ...solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class Ladder(Method):
    """Base of the ladder's methods. Their options are the solver's ``prefer`` and ``evolution``."""

    source: ClassVar[str] = "memetik"
    is_ladder: ClassVar[bool] = True

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        options = {"method": self.name, "best": best, "split": _split_of(problem), **vars(evolution)}
        return engine_factory("ladder", options)


def _split_of(problem: Problem) -> int | None:
    """The link at which a problem with the hint of an opening is decoupled; None if there is none.

    Free axes of a pose are random in each decoupled start: then hints take half of the evaluations.
    """
    goals = problem.goals.values()
    free = any(isinstance(goal, Pose) and goal.free for goal in goals)
    if free or not any(isinstance(goal, OpeningHint) for goal in goals):
        return None
    from ..decoupled import Decoupled

    return Decoupled().split_of(problem)
