"""The core's record of a goal takes the data of its kind by name, and nothing else."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

from memetik import _core
from memetik.goals.keep_clear import Form

LINE: dict[str, Any] = {"direction": (0, 0, 1), "offset": np.zeros(3)}
CLEAR: dict[str, Any] = {
    "over": "sum",
    "margin": 0.1,
    "scale": 0.1,
    "robot": _core.SphereRobot([], [], []),
    "obstacles": [],
}


def test_fields_are_listed() -> None:
    assert _core.goal_fields("on_line") == ["direction", "offset"]
    assert _core.goal_fields("external") == []


def test_data_are_sequences_or_arrays() -> None:
    _core.Goal("on_line", **LINE)
    _core.Goal("on_line", direction=[0.0, 0.0, 1.0], offset=(1, 2, 3))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"direction": (0, 0, 1)}, "goal on_line: no value for offset"),
        ({**LINE, "normal": 3}, "goal on_line: its only data are direction, offset"),
        ({**LINE, "direction": (0, 1)}, "goal on_line: direction is of the wrong type or shape"),
        ({**LINE, "offset": None}, "goal on_line: offset is of the wrong type or shape"),
    ],
)
def test_other_data_are_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.Goal("on_line", **data)


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="no such kind of goal"):
        _core.Goal("on_circle")


@pytest.mark.parametrize("form", get_args(Form))
def test_the_forms_of_keep_clear_are_those_of_the_core(form: str) -> None:
    _core.Goal("keep_clear", form=form, **CLEAR)


def test_other_forms_are_refused() -> None:
    with pytest.raises(ValueError, match="goal keep_clear: form is of the wrong type or shape"):
        _core.Goal("keep_clear", form="fence", **CLEAR)
