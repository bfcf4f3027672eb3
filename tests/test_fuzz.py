"""Public functions refuse nonsense with errors of memetik; ``make fuzz`` makes many more calls."""

from __future__ import annotations

import pytest

from .fuzz import calls
from .fuzz.public import callables


@pytest.mark.parametrize("first", range(0, 1000, 250))
def test_random_calls_return_or_raise_a_clear_error(first: int) -> None:
    wrong = [line for line in map(calls.call, range(first, first + 250)) if line]
    assert not wrong, "\n".join(wrong)


def test_all_kinds_of_public_functions_are_called() -> None:
    some = {"memetik.solve", "goals.Pose", "io.bvh.parse", "transforms.inverse", "Solver.solve"}
    assert some <= set(callables())


def test_a_foreign_exception_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise AttributeError("nothing")

    monkeypatch.setattr(calls, "callables_once", lambda: {"broken": broken})
    assert "AttributeError: nothing" in (calls.call(1) or "")
