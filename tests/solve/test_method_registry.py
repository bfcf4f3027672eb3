"""Methods by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import memetik as mk
from memetik.solve import method_registry


def test_a_name_means_the_defaults_and_a_method_itself() -> None:
    assert mk.methods.find("bioik") == mk.methods.BioIK()
    assert mk.methods.find("scipy:BFGS") == mk.methods.SciPy(algorithm="BFGS")
    method = mk.methods.BioIK2(islands=3)
    assert mk.methods.find(method) is method
    assert [mk.methods.find(name).name for name in mk.methods.names()] == list(mk.methods.names())


def test_a_class_is_no_method() -> None:
    given: Any = mk.methods.BioIK
    with pytest.raises(mk.MethodError, match=r"write BioIK\(\)"):
        mk.methods.find(given)


@pytest.mark.parametrize("wrong", ["bioik3", "scipy:", "scipy:bfgs", "numpy:BFGS", "", 5, None])
def test_others_are_refused_with_a_list(wrong: Any) -> None:
    with pytest.raises(mk.UnknownNameError, match=r"no method .*methods are: auto, memetic, restarts"):
        mk.methods.find(wrong)


@dataclass(frozen=True, kw_only=True)
class Still(mk.methods.PythonMethod):
    """Evaluates nothing."""

    speed: str = "slow"

    def prepare(self, problem: mk.Problem) -> Callable[[mk.methods.Search], None]:
        return lambda search: None


@pytest.fixture
def still() -> Iterator[type[Still]]:
    """The class, registered by two names during a test."""
    for name in ("still", "still_fast"):
        mk.methods.method(name, **({"speed": "fast"} if "fast" in name else {}))(Still)
    yield Still
    for name in ("still", "still_fast"):
        del method_registry._REGISTERED[name]
    del method_registry._CLASSES["Still"]


def test_methods_of_users_register_as_ours_do(still: type[Still]) -> None:
    assert mk.methods.find("still") == still() and mk.methods.find("still_fast") == still(speed="fast")
    assert {"still", "still_fast"} <= set(mk.methods.names())
    assert mk.solve("ur5", mk.Position("tool0", (0.4, 0.1, 0.3)), method="still").evaluations == 1


def test_a_name_is_given_once(still: type[Still]) -> None:
    with pytest.raises(mk.MethodError, match="a method named 'still' exists already"):
        mk.methods.method("still")(still)


def test_what_is_not_registered_has_the_name_of_its_class() -> None:
    class Other(Still):
        pass

    assert Other().name == "Other"
