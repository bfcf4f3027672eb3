"""Every bundled robot with its typical goals: a tool, hands and a gaze, fingertips, paws."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

import memetik as mk
from memetik.models import BUNDLED, closure
from memetik.models.loops import PARALLEL
from memetik.transforms import Array

from .case import Case, Measurement, OnProgress, Row, Run, count_cell
from .link_goals import Kind, link_goal
from .queries import Queries, solve_each, summary

_COUNT = 10_000
_TIMEOUT = 0.010  # [s]
_TOLERANCE = (1e-5, 1e-5)  # [m, rad]

_TOOL: tuple[tuple[Kind, str], ...] = (("pose", "tool0"),)
_FINGERTIPS: tuple[tuple[Kind, str], ...] = tuple(
    ("position", f"{finger}tip") for finger in ("th", "ff", "mf", "rf", "lf")
)
_HUMAN: tuple[tuple[Kind, str], ...] = (
    *(("pose", f"{side}_{end}") for side in ("left", "right") for end in ("hand", "foot")),
    ("look at", "eyes"),
)

TYPICAL_GOALS: Mapping[str, tuple[tuple[Kind, str], ...]] = {
    "ur5": _TOOL,
    "ur10": _TOOL,
    "ur10e": _TOOL,
    "ur10e_eeloscope": (("pose", "endo_tool"),),
    "ur10e_elise": (("pose", "endo_tool"),),
    "panda": (("pose", "panda_hand_tcp"),),
    "fr3": (("pose", "fr3_hand_tcp"),),
    "xarm7": (("pose", "link_eef"),),
    "iiwa14": _TOOL,
    "lwr4": _TOOL,
    "kr120": _TOOL,
    "m10ia": _TOOL,
    "so101": (("pose", "gripper_frame_link"),),
    "pr2": (
        ("pose", "r_gripper_tool_frame"),
        ("pose", "l_gripper_tool_frame"),
        ("look at", "wide_stereo_optical_frame"),
    ),
    "baxter": (("pose", "left_gripper"), ("pose", "right_gripper")),
    "valkyrie": (
        *(("pose", f"{side}{end}") for side in ("left", "right") for end in ("Palm", "Foot")),
        ("look at", "left_camera_optical_frame"),
    ),
    "g1": (
        *(
            ("pose", f"{side}_{end}")
            for side in ("left", "right")
            for end in ("rubber_hand", "ankle_roll_link")
        ),
    ),
    "go2": tuple(("position", f"{leg}_foot") for leg in ("FL", "FR", "RL", "RR")),
    "spot": tuple(
        ("position", f"{end}_{side}_foot") for end in ("front", "rear") for side in ("left", "right")
    ),
    "shadow_hand": _FINGERTIPS,
    "allegro": tuple(("position", f"link_{number}_tip") for number in (3, 7, 11, 15)),
    "iiwa14_shadow_hand": _FINGERTIPS,
    "lwr4_shadow_hand": _FINGERTIPS,
    "pr2_arm_shadow_hand": _FINGERTIPS,
    "snake": (("pose", "tip"),),
    "mannequin": _HUMAN,
    "kyle": _HUMAN,
    "wolf": (
        *(("pose", f"{side}_{end}_paw") for side in ("left", "right") for end in ("front", "back")),
        ("look at", "eyes"),
    ),
    "five_bar": (("position", "tool"),),
    "stewart": (("pose", "platform"),),
}
"""The goals of each robot by link; parallel robots also have to close their loops."""


def body_queries(
    name: str, count: int, random_seed: int, *, tolerance: tuple[float, float] = _TOLERANCE
) -> Queries:
    """Return queries with targets of random configurations and independent starts; ``tolerance`` [m, rad]."""
    robot, rng = mk.Robot.load(name), np.random.default_rng(random_seed)
    solutions, starts = _possible(robot, count, rng), robot.random(count, rng)
    goals, targets = [], {}
    for kind, link in TYPICAL_GOALS[name]:
        goal, targets[link] = link_goal(kind, link, robot.fk(solutions, link), tolerance, rng)
        goals.append(goal)
    for loop in closure(name) if name in PARALLEL else []:
        goals.append(loop)
        targets[loop.link] = np.tile(loop.target, (count, 1))
    return Queries(robot, tuple(goals), targets, starts, solutions)


def _possible(robot: mk.Robot, count: int, rng: np.random.Generator) -> Array:
    """Return random configurations (count, dof); for parallel robots with closed loops."""
    if robot.name not in PARALLEL:
        return robot.random(count, rng)
    solver = mk.Solver(robot, closure(robot))
    found: list[Array] = []
    while len(found) < count:
        solution = solver.solve(robot.random(rng=rng))
        if solution.success:
            found.append(solution.q)
    return np.array(found)


def measure_body(name: str, run: Run, on_progress: OnProgress) -> Row:
    """Measure on one thread, with one call per query."""
    queries = body_queries(name, run.settings.count(_COUNT), run.settings.random_seed)
    results = solve_each(queries.solver(), queries, timeout=_TIMEOUT, on_progress=on_progress)
    facts = {"dof": queries.robot.dof, "goals": len(queries.goals), "timeout": _TIMEOUT}
    return {**facts, **summary(queries, results)}


def _measurements(run: Run) -> Iterator[Measurement]:
    for name in BUNDLED:
        measure = functools.partial(measure_body, name, run)
        yield Measurement({"case": name}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    return f"{count_cell(row)} in {row['mean_cpu_us']:.0f} µs"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return row["solved"] >= 0.999 and not row["false_success"]


BODIES = Case(
    "bodies",
    "Every bundled robot with its typical goals, 1e-5 m and rad, loops to 1e-8 m, 10 ms",
    "≥ 99.9 %",
    _measurements,
    _outcome,
    _met,
)
