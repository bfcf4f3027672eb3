"""The options of a query: declared, documented and checked once for all functions that take them."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt

from .. import _core
from ..errors import ConfigurationError
from ..number_checks import as_real, is_integer
from ..option_names import names_of, unknown_option

Target: TypeAlias = npt.ArrayLike | Mapping[str, npt.ArrayLike] | Any  # a number, a pose in any form, ...
Start: TypeAlias = npt.ArrayLike | Mapping[str, npt.ArrayLike] | None


class QueryOptions(TypedDict, total=False):
    """Options of every query, by keyword.

    - ``weights``: goal name -> weight, instead of the goal's own; 0 switches a goal off, so that it neither
      attracts nor decides success (``Solution.off`` has its name). A batch also takes arrays (N,) of weights.
    - ``timeout`` [s]: time limit in addition to the budget; for a batch, of the whole batch. By default none.
      A slow ``valid`` or :class:`~memetik.Custom` exceeds it by at most one call; what ``valid`` could not
      check in time counts as rejected.
    - ``max_evaluations``: budget of evaluations of each query; by default the solver's.
    - ``random_seed``: seed of the random numbers; by default 0. The same arguments give the same solution,
      bit for bit, unless it times out.
    - ``max_change`` [rad, m]: largest change of joints from the start: one number for all, joint name ->
      number, or an array (dof,) of one number per variable; 0 locks a joint. For joints with a rotation
      vector it limits the angle, so their variables have the same number. By default unlimited.
    """

    weights: Mapping[str, npt.ArrayLike] | None
    timeout: float | None
    max_evaluations: int | None
    random_seed: int
    max_change: float | Mapping[str, float] | npt.ArrayLike | None


class SearchOptions(QueryOptions, total=False):
    """Options of queries that ask for one solution, in addition to those of :class:`QueryOptions`.

    - ``local``: whether to search from the start only, so that the solution is on its branch; by default
      False.
    - ``thorough``: whether to spend the whole budget as long as the goals are not met. By default a search
      stops when it has nothing left to gain.
    """

    local: bool
    thorough: bool


class SolveOptions(SearchOptions, total=False):
    """Options of a single query, in addition to those of :class:`SearchOptions`.

    - ``targets``: goal name -> target, or the target of the only goal; by default the goals' own.
    - ``history`` (k, dof): the last configurations, the newest last, for :class:`~memetik.Smooth`; the newest
      is the start unless you give one.
    - ``dt`` [s]: the time between two configurations of the history; by default 1.
    - ``trace``: whether to record the search, see :class:`~memetik.Trace`; by default False.
    """

    targets: Mapping[str, Target] | npt.ArrayLike | None
    history: npt.ArrayLike | None
    dt: float
    trace: bool


_PLAIN = _core.solve_options()  # name -> (default, minimum, maximum, whether None means the default)
DEFAULT_EVALUATIONS: int = _PLAIN["max_evaluations"][0]

_F = TypeVar("_F", bound=Callable[..., Any])


def shows_options(options: type) -> Callable[[_F], _F]:
    """Decorate a function that takes ``**options``, so that ``help`` and completion show each option."""

    def decorate(function: _F) -> _F:
        signature = inspect.signature(function)
        shown = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        for name, hint in options.__annotations__.items():
            default, _, _, or_none = _PLAIN.get(name, (None, None, None, True))
            shown.append(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=None if or_none else default,
                    annotation=hint.__forward_arg__,
                )
            )
        function.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
        return function

    return decorate


def check_names(options: Mapping[str, Any], known: type, call: Callable[..., Any]) -> None:
    """Raise an error for an option that is not in the TypedDict ``known``.

    It names all arguments of ``call``; an option of :class:`~memetik.Solver` is named as such.
    """
    for name in options:
        if name not in known.__annotations__:
            from .solver import Solver  # imported here because it imports this module

            raise unknown_option(name, call, elsewhere=dict.fromkeys(names_of(Solver), "Solver()"))


def plain_option(name: str, value: Any) -> Any:
    """Check an option that is a number or a flag against the range that the core declares."""
    default, least, most, or_none = _PLAIN[name]
    hint = ""
    if value is None and or_none:
        return None
    if isinstance(default, bool):
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        expected = "True or False"
    elif isinstance(default, int):
        if is_integer(value, least, most):
            return int(value)
        if isinstance(value, float) and value.is_integer():
            hint = f"; write {int(value):_} or int({value!r})"
        expected = _integers(value, least, most)
    else:
        if least <= (number := as_real(value)) <= most:
            return number
        expected = (
            f"a number of at least {least:g}" if math.isinf(most) else f"a number from {least:g} to {most:g}"
        )
    raise ConfigurationError(
        f"{name}: expected {expected}{', or None' if or_none else ''}, got {value!r}{hint}"
    )


def _integers(value: Any, least: int, most: int) -> str:
    """What an option expects; a bound that hardly any value exceeds is left out unless this one does."""
    if most > 2**32 and not as_real(value) > most:
        return f"an integer of at least {least}"
    return f"an integer from {least} to {most}"
