"""SphereRobot: spheres on links, their plain form, and refused values."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import SphereRobot

SPHERES = {"hand": (0, 0, 0.1, 0.05), "arm": [(0, 0, 0, 0.1), (0, 0, 0.1, 0.2)]}


def test_it_has_rows_for_every_link() -> None:
    geometry = SphereRobot(SPHERES, [("hand", "arm")])
    assert len(geometry) == 3
    assert geometry.spheres["hand"].shape == (1, 4)
    assert geometry.pairs == (("hand", "arm"),)
    with pytest.raises(ValueError, match="read-only"):
        geometry.spheres["hand"][0, 0] = 1


def test_it_survives_json_and_pickle() -> None:
    for pairs in (None, (), [("hand", "arm")]):
        geometry = SphereRobot(SPHERES, pairs)
        plain = json.loads(json.dumps(geometry.to_dict()))
        assert SphereRobot.from_dict(plain) == geometry
        assert pickle.loads(pickle.dumps(geometry)) == geometry
    assert SphereRobot(SPHERES) != SphereRobot({"hand": SPHERES["hand"]})
    assert SphereRobot(SPHERES) != SphereRobot(SPHERES, ())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({},), "spheres: expected a mapping"),
        ((None,), "spheres: expected a mapping"),
        (({3: (0, 0, 0, 1)},), "spheres: expected names of links"),
        (({"a": (0, 0, 1)},), "expected rows"),
        (({"a": "round"},), "expected rows"),
        (({"a": (0, 0, 0, -1)},), "negative radius"),
        (({"a": (0, 0, np.inf, 1)},), "not finite"),
        ((SPHERES, "hand"), "pairs: expected pairs"),
        ((SPHERES, [("hand",)]), "pairs: expected pairs of two"),
        ((SPHERES, [("hand", "hand")]), "pairs: expected pairs of two"),
        ((SPHERES, [3]), "pairs: expected pairs"),
        ((SPHERES, 3), "pairs: expected pairs"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(mk.RobotError, match=message):
        SphereRobot(*arguments)
