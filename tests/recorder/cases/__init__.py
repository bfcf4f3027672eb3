"""All cases, one file per family."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.recorder import adapter
from tests.recorder.case import Case
from tests.recorder.cases import (
    batches,
    customs,
    goals_solved,
    hard,
    kinematics,
    many_solutions,
    methods,
    options,
    problems,
    rates,
    retargets,
    robots,
    solves,
)
from tests.recorder.goals import GOALS
from tests.recorder.scenes import NAMES, scene
from tests.recorder.situation import Situation

FAMILIES = (
    robots,
    kinematics,
    problems,
    solves,
    goals_solved,
    customs,
    methods,
    batches,
    many_solutions,
    options,
    retargets,
    hard,
    rates,
)


def all_cases(pattern: str = "") -> Iterator[Case]:
    """Yield the cases whose tag matches the regular expression; tags are unique."""
    wanted, seen = re.compile(pattern), set()
    for family in FAMILIES:
        for case in family.cases():
            if case.tag in seen:
                raise ValueError(f"two cases are called {case.tag!r}")
            seen.add(case.tag)
            if wanted.search(case.tag):
                yield case


def not_covered() -> list[str]:
    """Return the bundled robots and kinds of goals that no case covers."""
    situation = Situation(scene("panda"), 0)
    kinds = {type(make(situation)).__name__ for make in GOALS.values()}
    robots = set(adapter.robot_names()) - set(NAMES)
    return sorted(robots | (set(adapter.goal_kinds()) - kinds))
