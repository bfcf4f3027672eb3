"""Methods by name."""

from __future__ import annotations

from typing import Any

import pytest

import memetik as mk


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
    with pytest.raises(mk.UnknownNameError, match=r"no method .*methods are: auto, restarts"):
        mk.methods.find(wrong)
