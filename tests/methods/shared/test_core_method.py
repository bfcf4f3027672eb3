"""Methods of the core have the options that the core declares, and refuse values out of range."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

import memetik as mk
from memetik import _core
from memetik.methods import CoreMethod

BY_NAME = {name: mk.methods.find(name) for name in mk.methods.names()}
CLASSES = {type(method): method for method in BY_NAME.values() if isinstance(method, CoreMethod)}
every_class = pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)


def options_of(kind: type[CoreMethod]) -> dict[str, _core.MethodOption]:
    return {option.name: option for option in _core.method_options(CLASSES[kind]._name_in_core)}


def test_every_method_of_the_core_has_a_class() -> None:
    assert {method._name_in_core for method in CLASSES.values()} | {"ladder"} == set(_core.method_names())


@every_class
def test_fields_are_the_options_with_their_defaults(kind: type[CoreMethod]) -> None:
    defaults = {field.name: field.default for field in dataclasses.fields(kind)}
    assert defaults == {name: option.default for name, option in options_of(kind).items()}


@every_class
def test_literals_are_the_choices(kind: type[CoreMethod]) -> None:
    hints = get_type_hints(kind)
    for name, option in options_of(kind).items():
        if option.choices:
            assert set(get_args(hints[name])) == set(option.choices)


@every_class
def test_what_an_option_does_not_take_is_refused_in_words(kind: type[CoreMethod]) -> None:
    for name, option in options_of(kind).items():
        if (kind.__name__, name) == ("Decoupled", "split"):
            continue  # the core has the index of the link that users name
        for wrong in (-1, 10**30, float("nan"), "nonsense", object()):
            given: Any = {name: wrong}
            with pytest.raises((mk.MethodError, mk.UnknownNameError)) as raised:
                kind(**given)
            message = str(raised.value)
            assert name in message and repr(wrong)[:30] in message
            assert option.choices or option.expected in message


@pytest.mark.parametrize("number", [np.int32(3), np.int64(3), 3])
def test_integers_of_numpy_are_integers(number: Any) -> None:
    goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    assert mk.solve("ur5", goal, method=mk.methods.Newton(runners=number)).success


@pytest.mark.parametrize("number", [np.float32(0.5), np.float64(0.5), Fraction(1, 2), 1])
def test_real_numbers_are_numbers(number: Any) -> None:
    mk.methods.DE(factor=number)


@pytest.mark.parametrize("wrong", [True, 3.0, None, "3"])
def test_other_things_are_no_integers(wrong: Any) -> None:
    with pytest.raises(mk.MethodError, match=r"population: expected a number from 4 to 100000, got"):
        mk.methods.DE(population=wrong)


def test_the_core_refuses_options_that_it_does_not_have() -> None:
    with pytest.raises(ValueError, match="speed: no such option"):
        _core.engine_factory("de", {"speed": 3})
    with pytest.raises(ValueError, match="no method 'dee'"):
        _core.engine_factory("dee", {})
