"""Success rates: batches of random poses, or positions, by every method that accepts them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values, goal
from tests.recorder.case import Case, rng_of
from tests.recorder.cases.solves import LADDER
from tests.recorder.scenes import scene

COUNT = 40
ROBOTS = (
    "ur5",
    "panda",
    "iiwa14",
    "lwr4",
    "kr120",
    "m10ia",
    "snake",
    "pr2",
    "baxter",
    "valkyrie",
    "mannequin",
)
BY_POSITION = ("ccd", "fabrik")
PYTHON = ("relaxed", "hqp", "fabrik")  # slow: fewer targets
# Budgets that suffice for some targets only, and tolerances.
NARROW, WIDE = 1e-5, 0.02
BUDGETS = {
    **dict.fromkeys(LADDER, (10, NARROW)),
    **dict.fromkeys(
        ("trac", "newton", "jacobian", "lbfgsb", "bioik", "ccd", "decoupled", *PYTHON), (40, NARROW)
    ),
    "gd_c": (300, NARROW),
    **dict.fromkeys(("bioik2", "hgsa", "pickik", "pso"), (3000, WIDE)),
}
OTHERS = (6000, WIDE)


def cases() -> Iterator[Case]:
    for method in LADDER:
        for name in ROBOTS:
            yield Case(f"rate/{method}/{name}/pose", partial(_rate, method, name))
    for method in adapter.method_names():
        if method in LADDER or ":" in method or method == "pivot" or method.startswith("neural"):
            continue
        for name in ("panda", "iiwa14"):
            tag = f"rate/{method}/{name}/{'position' if method in BY_POSITION else 'pose'}"
            yield Case(tag, partial(_rate, method, name))


def _rate(method: str, name: str) -> Values:
    """Solve for random targets from the neutral posture."""
    s = scene(name)
    budget, tolerance = BUDGETS.get(method, OTHERS)
    configurations = adapter.random(s.robot, rng_of("rate", name), 8 if method in PYTHON else COUNT)
    targets = adapter.fk(s.robot, configurations, s.tip)
    if method in BY_POSITION:
        targets = np.ascontiguousarray(targets[:, :3, 3])
    kind = "Position" if method in BY_POSITION else "Pose"
    goals = [goal(kind, s.tip, targets[0], tolerance=tolerance)]
    solver = adapter.solver(s.robot, goals, method=method, max_evaluations=budget)
    return adapter.solve_batch(solver, targets)
