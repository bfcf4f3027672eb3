"""Batches: by all methods, with one and two threads, with and without starts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case, rng_of
from tests.recorder.cases.solves import LADDER
from tests.recorder.goals import make
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation

COUNT = 13
ROBOTS = ("ur5", "panda", "iiwa14", "kr120", "snake", "pr2", "valkyrie", "shadow_hand", "every_joint")
VARIANTS = (
    "plain",
    "starts",
    "one_start",
    "some_far",
    "secondary",
    "position",
    "weights",
    "max_change",
    "best",
)


def cases() -> Iterator[Case]:
    for name in ROBOTS:
        for method in LADDER:
            for variant in VARIANTS:
                for threads in (1, 2):
                    tag = f"batch/{method}/{name}/{variant}/threads{threads}"
                    yield Case(tag, partial(batch, method, name, variant, 1000, threads=threads))
    for method in adapter.method_names():
        if method in LADDER or ":" in method or method.startswith("neural") or method == "pivot":
            continue
        for name in ("ur5", "panda"):
            for threads in (1, 2):
                tag = f"batch/{method}/{name}/position/threads{threads}"
                yield Case(tag, partial(batch, method, name, "position", 300, threads=threads))
    for method in ("scipy:L-BFGS-B", "nlopt:LD_SLSQP"):
        yield Case(f"batch/{method}/panda/plain", partial(batch, method, "panda", "plain", 50))
    for method in ("auto", "restarts"):
        for threads in (1, 2):
            tag = f"batch/{method}/panda/start_table/threads{threads}"
            run = partial(batch, method, "panda", "plain", 1000, threads=threads, start_table="panda_hand")
            yield Case(tag, run)


def batch(method: Any, name: str, variant: str, budget: int, **options: Any) -> Values:
    s = scene(name)
    rng = rng_of("batch", name, variant)
    targets = adapter.fk(s.robot, adapter.random(s.robot, rng, COUNT), s.tip)
    goals = {
        "secondary": "pose+stay_close+center_joints",
        "position": "position",
        "weights": "position+look_at_secondary",
        "best": "pose+stay_close",
    }
    query: dict[str, Any] = {}
    if variant == "starts":
        query["starts"] = adapter.random(s.robot, rng, COUNT)
    if variant == "one_start":
        query["starts"] = adapter.random(s.robot, rng)
    if variant == "some_far":
        targets[::3, :3, 3] += 4 * adapter.reach(s.robot)
    if variant == "weights":
        query["weights"] = {"tip": 2.5}
    if variant == "max_change":
        query["max_change"] = {s.joints[0]: 0.5, s.joints[-1]: 0.0}
    if variant == "best":
        options["prefer"] = "best"
    made = make(goals.get(variant, "pose"), Situation(s, 0))
    rows = targets[:, :3, 3] if variant in ("position", "weights") else targets
    solver = adapter.solver(s.robot, made, method=method, max_evaluations=budget, **options)
    return adapter.solve_batch(solver, {"tip": np.ascontiguousarray(rows)}, seed=1, **query)
