"""Options are declared once: the core's list, the types, the signatures and the checks agree."""

from __future__ import annotations

import inspect
from typing import Any, get_args

import numpy as np
import pytest

import memetik as mk
from memetik import _core
from memetik.goals.fields import PriorityName
from memetik.solve.query_options import QueryOptions, SolveOptions
from memetik.solve.solution import Stage, Status, StoppedBy
from memetik.solve.solver_options import AfterRejection
from tests.solve_cases import HAND, PANDA, PLACE

PLAIN = _core.solve_options()
SOLVER = mk.Solver(PANDA, mk.Position(HAND, PLACE))
CALLS = {
    "solve": (SOLVER.solve, (), SolveOptions),
    "solve_all": (SOLVER.solve_all, (), QueryOptions),
    "solve_batch": (SOLVER.solve_batch, ([PLACE],), QueryOptions),
    "mk.solve": (mk.solve, (PANDA, mk.Position(HAND, PLACE)), SolveOptions),
}
every_call = pytest.mark.parametrize(("call", "arguments", "options"), CALLS.values(), ids=CALLS)


def test_every_plain_option_of_the_core_is_an_option_of_solve() -> None:
    assert PLAIN.keys() <= SolveOptions.__annotations__.keys()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (_core.Status, Status),
        (_core.StoppedBy, StoppedBy),
        (_core.Stage, Stage),
        (_core.AfterRejection, AfterRejection),
        (_core.Priority, PriorityName),
    ],
)
def test_types_have_the_words_of_the_core(kind: Any, words: Any) -> None:
    """The core does not see queries of a batch whose input is invalid."""
    assert [member.value for member in kind] == [word for word in get_args(words) if word != "invalid_input"]


@every_call
def test_signatures_show_every_option(call: Any, arguments: Any, options: Any) -> None:
    parameters = inspect.signature(call).parameters
    assert options.__annotations__.keys() <= parameters.keys()
    assert all(p.kind is not p.VAR_KEYWORD for p in parameters.values())
    for name, (default, _, _, or_none) in PLAIN.items():
        if name in parameters:
            assert parameters[name].default == (None if or_none else default)


@every_call
def test_signatures_show_nothing_that_is_not_taken(call: Any, arguments: Any, options: Any) -> None:
    for name, parameter in inspect.signature(call).parameters.items():
        if name in options.__annotations__:
            call(*arguments, **{name: parameter.default})


@every_call
def test_other_options_are_refused_with_those_that_there_are(call: Any, arguments: Any, options: Any) -> None:
    with pytest.raises(
        mk.OptionError, match=r"no option 'timeot' of \w+\(\); did you mean 'timeout'\?.*are: .*weights"
    ):
        call(*arguments, timeot=1)
    if options is QueryOptions:
        with pytest.raises(TypeError, match="no option 'trace'"):
            call(*arguments, trace=True)


@every_call
@pytest.mark.parametrize("name", PLAIN)
def test_options_beyond_their_range_are_refused(call: Any, arguments: Any, options: Any, name: str) -> None:
    default, least, most, or_none = PLAIN[name]
    if name not in options.__annotations__:
        return
    if isinstance(default, bool):
        refused: list[Any] = [0, 1, "yes", None]
    else:
        refused = [least - 1, most * 2 if np.isfinite(most) else -most, "many", True, np.nan, [least]]
        refused += [] if or_none else [None]
    for value in refused:
        with pytest.raises(mk.ConfigurationError, match=f"{name}: expected .*, got "):
            call(*arguments, **{name: value})


@every_call
@pytest.mark.parametrize("name", PLAIN)
def test_options_at_their_bounds_are_taken(call: Any, arguments: Any, options: Any, name: str) -> None:
    _, least, most, or_none = PLAIN[name]
    if name not in options.__annotations__:
        return
    for value in (least, most, *([None] if or_none else [])):
        if name == "max_evaluations" and value == most:
            continue  # a whole budget that only a solution ends
        call(*arguments, **{name: value})
    if not isinstance(least, bool):
        call(*arguments, **{name: np.float64(1.0) if isinstance(least, float) else np.int64(1)})
