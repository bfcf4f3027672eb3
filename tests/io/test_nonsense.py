"""Constructors and readers refuse nonsense with an error of memetik that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.io import bvh, srdf

ARM = mk.Robot.load("ur5")
BASE = mk.Link("base")

NONSENSE: list[Any] = [
    None, 3, 2.5, float("nan"), 10**400, True, b"\xff\xfe", [1], ["a"], [None], ("a",), {"a": 1}, {1: 2},
    object(), np.zeros((2, 2)), np.array(None), type, BASE,
]  # fmt: skip

TEXTS: dict[str, Callable[[Any], Any]] = {
    "from_urdf_string": mk.Robot.from_urdf_string,
    "srdf.parse": lambda value: srdf.parse(value, ARM),
    "bvh.parse": bvh.parse,
}
DOORS: dict[str, Callable[[Any], Any]] = {
    **TEXTS,
    "Robot name": lambda value: mk.Robot(value, [BASE], []),
    "Robot links": lambda value: mk.Robot("robot", value, []),
    "Robot joints": lambda value: mk.Robot("robot", [BASE], [value]),
    "Link inertial": lambda value: mk.Link("link", value if value is not None else 1),  # type: ignore[arg-type]
    "Link visuals": lambda value: mk.Link("link", visuals=value),
    "Joint type": lambda value: mk.Joint("joint", value, "a", "b"),
    "Joint parent": lambda value: mk.Joint("joint", "fixed", value, "b"),
    "Joint mimic": lambda value: mk.Joint("j", "revolute", "a", "b", mimic=value if value is not None else 1),  # type: ignore[arg-type]
    "srdf robot": lambda value: srdf.parse("<robot/>", value),
    "to_pinocchio": lambda value: ARM.to_pinocchio(ARM.neutral, value),
    "from_pinocchio": lambda value: ARM.from_pinocchio(ARM.neutral, value),
    "to_mujoco": lambda value: ARM.to_mujoco(ARM.neutral, value),
    "from_mujoco": lambda value: ARM.from_mujoco(ARM.neutral, value),
    "attach": lambda value: ARM.attach(value, "tool0"),
    "prefix": lambda value: ARM.attach(ARM, "tool0", prefix=value),
    "closure": mk.models.closure,
    "info": mk.models.info,
}


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: f"{type(value).__name__}")
@pytest.mark.parametrize("door", sorted(DOORS))
def test_nonsense_is_refused_by_an_error_of_memetik(door: str, value: Any) -> None:
    with pytest.raises(mk.MemetikError) as caught:
        DOORS[door](value)
    assert str(caught.value)


@pytest.mark.parametrize("text", ["", "abc", "<robot", "<a/>", "<robot/>", b"", b"\0", "\ud800", "HIERARCHY"])
@pytest.mark.parametrize("door", sorted(TEXTS))
def test_texts_that_are_no_robots_are_refused(door: str, text: str | bytes) -> None:
    if (door, text) == ("srdf.parse", "<robot/>"):  # an SRDF may be empty
        assert not TEXTS[door](text).groups
        return
    with pytest.raises(ValueError, match=r"."):
        TEXTS[door](text)


@pytest.mark.parametrize(
    ("lower", "upper"), [(1e6, np.inf), (-np.inf, -1e6), (-1e6, 1e6), (999_999, np.inf), (-np.inf, np.inf)]
)
@pytest.mark.parametrize("type", ["revolute", "prismatic"])
def test_random_configurations_are_accepted_by_fk(type: str, lower: float, upper: float) -> None:
    builder = mk.RobotBuilder("far")
    builder.fixed("mast", "base", "top", xyz=(0, 0, 9e5))
    builder.fixed("boom", "top", "end", xyz=(9e5, 9e5, 0))
    getattr(builder, type)("joint", "end", "tip", lower=lower, upper=upper)
    robot = builder.build()
    q = robot.random(200, rng=0)
    assert np.isfinite(robot.fk(q, "tip")).all()
    assert robot.within_limits(q).all()  # type: ignore[union-attr]
