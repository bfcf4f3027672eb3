"""The pickled form of a solution."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from ..collision.collision_check import Contact
from ..transforms import Array
from .batch_row import NO_NUMBERS
from .clearances import keep_clears
from .explanation import Explanation
from .generations import Generations
from .pulls import units_of
from .trace import Trace

if TYPE_CHECKING:
    from .problem import Problem

FIELD_NAMES: tuple[str, ...] = tuple(_core.batch_layout()[0]["names"])
"""The fields of the core's solution."""


class SolutionRecord(dict[str, Any]):
    """The pickled form of a solution, without the core's object, the robot and the goals.

    It has the fields of the core's solution, plus the attributes annotated below.
    """

    q: Array
    success: bool
    time: float
    trace: Trace
    joints: dict[str, float | Array]
    variable_names: tuple[str, ...]
    errors: dict[str, dict[str, float]]
    off: tuple[str, ...]
    units: dict[str, tuple[str, ...]]
    clearance: float | None
    contacts: list[Contact]
    explanation: Explanation

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def refused_record(
    problem: Problem, q: Array, fields: dict[str, Any], time: float, reason: str
) -> SolutionRecord:
    """The record of a query that was not solved because its input is invalid."""
    status = "invalid_input"
    goals = problem._goals.items()
    return SolutionRecord(
        fields,
        q=q,
        success=False,
        time=time,
        trace=Trace((), NO_NUMBERS, Generations._of_islands(problem.active_variables, [])),
        joints=problem.robot._by_joint(q),
        variable_names=problem.robot.variable_names,
        errors={name: dict.fromkeys(goal.error_names, np.nan) for name, goal in goals},
        off=(),
        clearance=math.nan if keep_clears(problem) else None,
        contacts=[],
        units={name: units_of(problem, goal) for name, goal in goals},
        explanation=Explanation(status, status, len(goals), invalid_input=reason),
    )
