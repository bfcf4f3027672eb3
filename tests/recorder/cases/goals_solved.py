"""Solves of every goal, on robots of every kind, by memetik's own methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, solved
from tests.recorder.goals import GOALS, takes
from tests.recorder.goals.custom import CUSTOM
from tests.recorder.scenes import CORE, scene
from tests.recorder.situation import Situation


def cases() -> Iterator[Case]:
    for name in CORE:
        for goal in GOALS:
            if goal in CUSTOM or not takes(goal, Situation(scene(name), 0)):
                continue
            for method in LADDER:
                for seed in range(2):
                    tag = f"goal/{method}/{name}/{goal}/seed{seed}"
                    yield Case(tag, partial(solved, method, name, goal, "reachable", seed))
                tag = f"goal/{method}/{name}/position+{goal}/near"
                if not goal.startswith(("pose", "position")):
                    yield Case(tag, partial(solved, method, name, f"position+{goal}", "near", 2))
