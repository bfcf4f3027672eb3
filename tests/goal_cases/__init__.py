"""Goals of every kind on robots of every kind, for theorems that hold for all of them.

The name of a case is the class of its goal and its variant: "OnLine", "OnLine in a frame", "Pose free". Every
class that ``memetik.goals`` names has a case, made from its signature.
"""

from __future__ import annotations

import zlib

import numpy as np

import memetik as mk
from memetik.goals.kinds import all_kinds
from tests.goal_cases.automatic import automatic_goal, parameters_of
from tests.goal_cases.subjects import Subject
from tests.goal_cases.unmet import BY_HAND, Numbers
from tests.naive_kinematics import Array

KINDS = all_kinds()
IN_A_FRAME = " in a frame"
AUTOMATIC = tuple(
    name + variant
    for name, kind in KINDS.items()
    for variant in ("", IN_A_FRAME)
    if name + variant not in BY_HAND and (not variant or "frame" in parameters_of(kind))
)
GOALS = (*AUTOMATIC, *BY_HAND)


def kind_of(case: str) -> type[mk.Goal]:
    return KINDS[case.split()[0]]


PLAIN_GOALS = tuple(case for case in GOALS if kind_of(case) is not mk.Custom)
GOALS_WITH_TARGET = tuple(case for case in GOALS if "target" in parameters_of(kind_of(case)))


def make_goal(case: str, s: Subject, rng: np.random.Generator) -> mk.Goal:
    """A goal of this case, with random parameters."""
    if case in BY_HAND:
        return BY_HAND[case](s, Numbers(s, rng))
    return automatic_goal(kind_of(case), s, rng, in_frame=case.endswith(IN_A_FRAME))


def unmet_goal(case: str, s: Subject, rng: np.random.Generator) -> tuple[mk.Goal, Array]:
    """A goal of this case, and a configuration that does not meet it."""
    for _ in range(50):
        goal, q = make_goal(case, s, rng), s.robot.random(rng=rng)
        if not mk.Problem(s.robot, goal).accepts(q):
            return goal, q
    raise AssertionError(f"any configuration meets {goal}: make a {case!r} by hand in goal_cases/unmet.py")


def rng_of(*names: str) -> np.random.Generator:
    """A random generator per case, which does not depend on other cases."""
    return np.random.default_rng(zlib.crc32(" ".join(names).encode()))
