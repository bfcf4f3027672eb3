"""The options of a solver, and their checks."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from .. import _core
from ..errors import ConfigurationError, GoalError, MethodError
from ..number_checks import check_choice, is_integer
from .evolution import Evolution
from .method import Method
from .problem import Problem
from .validity import Valid, check_valid

StartTable: TypeAlias = _core.StartTable

LADDER_METHODS = ("auto", "restarts", "memetic")  # methods with solve_all and prefer="best"
LOCAL_METHODS = ("auto", "restarts")  # methods that can search from the start only

Prefer: TypeAlias = Literal["first", "best"]
AfterRejection: TypeAlias = Literal["anywhere", "near start"]


def check_options(
    problem: Problem,
    method: Method,
    prefer: Prefer,
    valid: Valid | None,
    after_rejection: AfterRejection,
    threads: int,
    evolution: Evolution | None,
    start_table: StartTable | None,
) -> None:
    """Raise an error if an option is wrong or does not fit the problem or the method."""
    check_choice(prefer, get_args(Prefer), "prefer")
    check_choice(after_rejection, get_args(AfterRejection), "after_rejection")
    check_valid(valid)
    if not isinstance(evolution, Evolution | None):
        raise ConfigurationError(f"evolution: expected an mk.Evolution, got {evolution!r}")
    if not is_integer(threads, 1, 256):
        raise ConfigurationError(f"threads: expected an integer from 1 to 256, got {threads!r}")
    if not isinstance(start_table, StartTable | None):
        raise GoalError(f"start_table: expected the result of Robot.build_start_table, got {start_table!r}")
    if start_table is not None and not start_table.serves(problem._native):
        raise GoalError(
            "start_table: needs a Pose without free axes in the root's frame, of the link that the table was "
            "built for, on the same Robot object, with all joints of the chain free to move"
        )
    if not method.is_ladder:
        asked = {"prefer": prefer != "first", "evolution": evolution, "start_table": start_table}
        for option, given in asked.items():
            if given:
                ladder = ", ".join(repr(name) for name in LADDER_METHODS)
                raise MethodError(f"{option}: only methods {ladder} support it, not {method.name!r}")
    method._check(problem, int(threads))
