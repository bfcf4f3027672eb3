"""Limbs of whole robots: a leg and arms whose robot keeps still, beside the same limbs cut out of it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..progress import ThrottledProgress
from ..runner import garbage_collection_disabled
from ..solvers.memetik_solver import tip_goal
from .case import Case, Measurement, OnProgress, Row, Run, percent
from .queries import Queries

How: TypeAlias = Literal["joints", "max_change"]
"""What keeps the other joints still: the solver's option ``joints``, or ``max_change`` of every query."""

_COUNT = 1_000
_REPEATS = 7
_TOLERANCE = 1e-5
_ROTATION_SCALE = 0.2  # per reach
_MOST = 1.3
"""The requirement: time of the limb relative to the cut one."""


@dataclass(frozen=True)
class Limb:
    """The joints between ``base`` and ``link`` of a bundled robot."""

    name: str
    robot: str
    base: str
    link: str


LIMBS: tuple[Limb, ...] = (
    Limb("right leg of Valkyrie", "valkyrie", "pelvis", "rightFoot"),
    Limb("right arm of Valkyrie", "valkyrie", "torso", "rightPalm"),
    Limb("right arm of the pr2", "pr2", "torso_lift_link", "r_gripper_palm_link"),
)
WAYS: tuple[How, ...] = ("joints", "max_change")


def limb_queries(limb: Limb, count: int, random_seed: int) -> tuple[Queries, Queries]:
    """Return the same queries for the limb cut out of its robot, and for the robot with its limb.

    The rest of the robot has another random configuration in every query.
    """
    whole = mk.Robot.load(limb.robot)
    cut = whole.subtree(limb.base, limb.link)
    rng = np.random.default_rng(random_seed)
    solutions, starts = cut.random(count, rng), cut.random(count, rng)
    own = [whole.variable_names.index(name) for name in cut.variable_names]
    rest = _bounded(whole).random(count, rng)
    places = whole.fk(rest, limb.base)
    poses = cut.fk(solutions, limb.link)
    # by default the weight of a rotation depends on the robot's reach
    goal = replace(tip_goal(limb.link, _TOLERANCE), rotation_scale=_ROTATION_SCALE * cut.reach)
    alone = Queries(cut, (goal,), {"tip": poses}, starts, solutions)

    def with_limb(q: Array) -> Array:
        together = rest.copy()
        together[:, own] = q
        return together

    return alone, Queries(
        whole,
        (goal,),
        {"tip": places @ poses},
        with_limb(starts),
        with_limb(solutions),
        tuple(cut.joint_names),
    )


def _bounded(robot: mk.Robot) -> mk.Robot:
    """The robot with variables without limits, as those of a humanoid's pelvis, within 1 m or rad."""
    unlimited = ~(np.isfinite(robot.lower) & np.isfinite(robot.upper))
    names = [name for name, is_free in zip(robot.variable_names, unlimited, strict=True) if is_free]
    return robot.with_limits(position=dict.fromkeys(names, (-1.0, 1.0)))


def measure_limb(limb: Limb, how: How, run: Run, on_progress: OnProgress) -> Row:
    """Solve the same queries with the whole robot and with the limb alone, in turns.

    The time of a query is the shortest of its repetitions, in the core.
    """
    count = run.settings.count(_COUNT)
    alone, together = limb_queries(limb, count, run.settings.random_seed)
    locked = set(together.robot.joint_names) - set(together.joints or ())
    options: dict[str, Any] = {"max_change": dict.fromkeys(locked, 0.0)} if how == "max_change" else {}
    solver = (together if how == "joints" else replace(together, joints=None)).solver()
    pairs: tuple[tuple[Queries, mk.Solver, dict[str, Any]], ...] = (
        (alone, alone.solver(), {}),
        (together, solver, options),
    )
    best, q = np.full((2, count), np.inf), [np.empty_like(queries.starts) for queries in (alone, together)]
    evaluations = np.zeros((2, count))
    progress = ThrottledProgress(on_progress)
    with garbage_collection_disabled():
        for repeat in range(_REPEATS):
            for i in range(count):
                for k, (queries, own, given) in enumerate(pairs):
                    solution = own.solve(
                        queries.starts[i], targets={"tip": queries.targets["tip"][i]}, **given
                    )
                    best[k, i] = min(best[k, i], solution.time)
                    q[k][i], evaluations[k, i] = solution.q, solution.evaluations
                progress.update((repeat * count + i + 1) // _REPEATS)
    progress.finish(count)
    cut_us, limb_us = (1e6 * times.mean() for times in best)
    return {
        "count": count,
        "dof": together.robot.dof,
        "solved": float((alone.met(q[0]) & together.met(q[1])).mean()),
        "cut_us": float(cut_us),
        "limb_us": float(limb_us),
        "ratio": float(limb_us / cut_us),
        "cut_evaluations": float(evaluations[0].mean()),
        "limb_evaluations": float(evaluations[1].mean()),
    }


def _measurements(run: Run) -> Iterator[Measurement]:
    for limb in LIMBS:
        for how in WAYS:
            measure = functools.partial(measure_limb, limb, how, run)
            yield Measurement({"case": f"{limb.name}, {how}"}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    times = f"{row['limb_us']:.2f} µs, cut {row['cut_us']:.2f} µs"
    return f"{percent(row['solved'])}; {times}: {row['ratio']:.2f} times"


def _met(row: Row, rows: Sequence[Row]) -> bool:
    return bool(row["solved"] == 1.0 and row["ratio"] <= _MOST)


LIMBS_CASE = Case(
    "limbs",
    "Limbs of whole robots, beside the same cut out, 1e-5",
    f"100 %; ≤ {_MOST} times the time of the cut limb",
    _measurements,
    _outcome,
    _met,
)
