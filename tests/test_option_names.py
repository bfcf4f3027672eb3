"""A misspelt option is refused with those that there are, and with the call that it belongs to."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import memetik as mk
from memetik.goals.kinds import all_kinds

UR5 = mk.Robot.load("ur5")
GOAL = mk.Position("tool0", (0.4, 0.1, 0.3))

CALLS: list[tuple[Callable[..., Any], tuple[Any, ...], str, str]] = [
    (mk.solve, (UR5, GOAL), "prefr", "prefer"),
    (mk.solve, (UR5, GOAL), "strat", "start"),
    (mk.solve, (UR5, GOAL), "timeot", "timeout"),
    (mk.Solver, (UR5, GOAL), "thread", "threads"),
    (mk.Solver(UR5, GOAL).solve, (), "strat", "start"),
    (mk.Solver(UR5, GOAL).solve_batch, ([(0.4, 0.1, 0.3)],), "strats", "starts"),
    (mk.Position, ("tool0", (0.4, 0.1, 0.3)), "tolerence", "tolerance"),
    (mk.Evolution, (), "island", "islands"),
    (mk.methods.BioIK2, (), "elits", "elites"),
]


@pytest.mark.parametrize(("call", "arguments", "wrong", "right"), CALLS)
def test_a_misspelt_option_is_refused_with_a_suggestion_and_all_options(
    call: Callable[..., Any], arguments: tuple[Any, ...], wrong: str, right: str
) -> None:
    with pytest.raises(
        mk.OptionError, match=rf"no option '{wrong}' of .*; did you mean '{right}'\?"
    ) as raised:
        call(*arguments, **{wrong: None})
    assert isinstance(raised.value, mk.MemetikError)
    assert isinstance(raised.value, TypeError)
    listed = str(raised.value).rpartition("are: ")[2].split(", ")
    assert listed == list(inspect.signature(call).parameters)


@pytest.mark.parametrize(
    ("call", "option", "message"),
    [
        (lambda **o: mk.Solver(UR5, GOAL, **o), {"local": True}, r"local is an option of solve\(\)"),
        (lambda **o: mk.solve(UR5, GOAL, **o), {"evolution": None}, r"evolution is an option of Solver\(\)"),
        (mk.Solver(UR5, GOAL).solve, {"method": "auto"}, r"method is an option of Solver\(\)"),
    ],
)
def test_an_option_of_another_call_is_refused_with_that_call(
    call: Callable[..., Any], option: dict[str, Any], message: str
) -> None:
    with pytest.raises(mk.OptionError, match=message):
        call(**option)


@pytest.mark.parametrize("kind", all_kinds().values())
def test_every_goal_refuses_misspelt_options(kind: type[mk.goals.Goal]) -> None:
    with pytest.raises(mk.OptionError, match=rf"no option 'wieght' of {kind.__name__}\(\); .* 'weight'"):
        kind(wieght=1)  # type: ignore[call-arg]


def test_a_goal_class_that_takes_any_option_gets_them() -> None:
    @dataclass(frozen=True, eq=False)
    class Loose(mk.Position):
        def __init__(self, link: str, **options: Any) -> None:
            super().__init__(link, (0, 0, 0), tolerance=options["millimetres"] / 1000)

    assert Loose("tool0", millimetres=5).tolerance == (0.005,)


def test_goals_and_methods_survive_pickling() -> None:
    for value in (GOAL, mk.Evolution(islands=2), mk.methods.BioIK2()):
        assert pickle.loads(pickle.dumps(value)) == value
