"""Solves of custom goals: functions in Python, at addresses, and compiled by numba."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.recorder.case import Case
from tests.recorder.cases.solves import LADDER, solved
from tests.recorder.goals.custom import CUSTOM

METHODS = (*LADDER, "bioik2", "lbfgsb", "gd_c", "de")


def cases() -> Iterator[Case]:
    for name in ("ur5", "panda", "every_joint"):
        for goal in CUSTOM:
            for method in METHODS:
                for goals in (goal, f"position_of_other+{goal}"):
                    tag = f"custom/{method}/{name}/{goals}/reachable/seed0"
                    run = partial(solved, method, name, goals, "reachable", 0, max_evaluations=200)
                    yield Case(tag, run)
            for threads in (1, 2):
                tag = f"custom/memetic/{name}/{goal}/threads{threads}"
                run = partial(
                    solved, "memetic", name, goal, "reachable", 1, max_evaluations=300, threads=threads
                )
                yield Case(tag, run)
