"""The whole body: Valkyrie in the eight setups of Bio IK's table 5.4, several goals at once."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from memetik import Robot
from memetik.transforms import Array

from .case import Case, Measurement, OnProgress, Row, Run, count_cell
from .link_goals import Kind, link_goal
from .queries import Queries, solve_each, summary

_COUNT = 10_000
PELVIS = ("pelvis_x", "pelvis_y", "pelvis_z")
_PELVIS_RANGE = 1.0  # [m] to each side; the joints themselves have no limits
_TORSO = ("torsoYaw", "torsoPitch", "torsoRoll")
_NECK = ("lowerNeckPitch", "neckYaw", "upperNeckPitch")
_GAZE = (1.0, 0.0, 0.0)  # viewing direction of the head, in its own frame


def _limb(side: str, *joints: str) -> tuple[str, ...]:
    return tuple(side + joint for joint in joints)


def _arm(side: str) -> tuple[str, ...]:
    shoulder = _limb(side, "ShoulderPitch", "ShoulderRoll", "ShoulderYaw")
    return shoulder + _limb(side, "ElbowPitch", "ForearmYaw", "WristRoll", "WristPitch")


def _leg(side: str) -> tuple[str, ...]:
    return _limb(side, "HipYaw", "HipRoll", "HipPitch", "KneePitch", "AnklePitch", "AnkleRoll")


def _fingers(side: str) -> tuple[str, ...]:
    pitches = [f"{finger}Pitch{k}" for finger in ("IndexFinger", "MiddleFinger", "Pinky") for k in (1, 2, 3)]
    return _limb(side, "ThumbRoll", "ThumbPitch1", "ThumbPitch2", "ThumbPitch3", *pitches)


@dataclass(frozen=True)
class Setup:
    """The joints that may move, and the goals by link."""

    name: str
    joints: tuple[str, ...]
    goals: tuple[tuple[Kind, str], ...]


_HANDS: tuple[tuple[Kind, str], ...] = (("pose", "rightPalm"), ("pose", "leftPalm"))
_FEET: tuple[tuple[Kind, str], ...] = (("pose", "rightFoot"), ("pose", "leftFoot"))
_LOOK: tuple[tuple[Kind, str], ...] = (("look at", "head"),)
_ELBOW: tuple[tuple[Kind, str], ...] = (("position", "rightElbowPitchLink"),)
_TIPS: tuple[tuple[Kind, str], ...] = tuple(
    ("position", f"right{finger}Tip") for finger in ("Thumb", "IndexFinger", "MiddleFinger", "Pinky")
)
_ARMS = _TORSO + _arm("right") + _arm("left")
LIMBS = _ARMS + _leg("right") + _leg("left")
"""The joints of arms, legs and torso."""
_WITH_PELVIS = PELVIS + LIMBS

SETUPS: tuple[Setup, ...] = (
    Setup("right hand", _TORSO + _arm("right"), _HANDS[:1]),
    Setup("right leg", _leg("right"), _FEET[:1]),
    Setup("both hands", _ARMS, _HANDS),
    Setup("right hand, elbow, gaze", _TORSO + _arm("right") + _NECK, _HANDS[:1] + _ELBOW + _LOOK),
    Setup("both hands, gaze", _ARMS + _NECK, _HANDS + _LOOK),
    Setup(
        "right palm's orientation, four fingertips",
        _TORSO + _arm("right") + _fingers("right"),
        (("orientation", "rightPalm"), *_TIPS),
    ),
    Setup("both hands and feet", _WITH_PELVIS, _HANDS + _FEET),
    Setup("both hands and feet, gaze", _WITH_PELVIS + _NECK, _HANDS + _FEET + _LOOK),
)
"""In the order of the dissertation's table; a pose counts as two goals there."""


@functools.cache
def valkyrie() -> Robot:
    """Return the whole robot."""
    return Robot.load("valkyrie")


def random_bodies(joints: Sequence[str], count: int, rng: np.random.Generator) -> Array:
    """Return configurations (count, dof) with ``joints`` uniform within limits, the others neutral."""
    robot = valkyrie()
    drawn = robot.random(count, rng)
    pelvis = [robot.variable_names.index(name) for name in PELVIS]
    drawn[:, pelvis] = rng.uniform(-_PELVIS_RANGE, _PELVIS_RANGE, (count, len(pelvis)))
    moved = [robot.variable_names.index(name) for name in joints]
    bodies = np.tile(robot.neutral, (count, 1))
    bodies[:, moved] = drawn[:, moved]
    return bodies


def setup_queries(setup: Setup, count: int, *, tolerance: tuple[float, float], random_seed: int) -> Queries:
    """Return queries with targets of random configurations and independent starts; ``tolerance`` [m, rad]."""
    rng = np.random.default_rng(random_seed)
    solutions, starts = (random_bodies(setup.joints, count, rng) for _ in range(2))
    goals, targets = [], {}
    for kind, link in setup.goals:
        poses = valkyrie().fk(solutions, link)
        goal, targets[link] = link_goal(kind, link, poses, tolerance, rng, gaze=_GAZE)
        goals.append(goal)
    return Queries(valkyrie(), tuple(goals), targets, starts, solutions, setup.joints)


def measure_setup(
    setup: Setup,
    run: Run,
    tolerance: tuple[float, float],
    timeout: float,
    on_progress: OnProgress,
) -> Row:
    """Measure on one thread, with one call per query."""
    count = run.settings.count(_COUNT)
    queries = setup_queries(setup, count, tolerance=tolerance, random_seed=run.settings.random_seed)
    results = solve_each(queries.solver(), queries, timeout=timeout, on_progress=on_progress)
    facts = {"dof": len(setup.joints), "tolerance": tolerance, "timeout": timeout}
    return {**facts, **summary(queries, results)}


def _measurements(run: Run, tolerance: tuple[float, float], timeout: float) -> Iterator[Measurement]:
    for setup in SETUPS:
        measure = functools.partial(measure_setup, setup, run, tolerance, timeout)
        yield Measurement({"case": setup.name}, run.settings.count(_COUNT), measure)


def _outcome(row: Row) -> str:
    return f"{count_cell(row)} in {row['mean_cpu_us']:.0f} µs"


def _often_enough(row: Row, rows: Sequence[Row]) -> bool:
    return row["solved"] >= 0.999 and not row["false_success"]


def _and_fast(row: Row, rows: Sequence[Row]) -> bool:
    return _often_enough(row, rows) and (row["case"] != SETUPS[-1].name or row["mean_cpu_us"] <= 200.0)


VALKYRIE = Case(
    "valkyrie",
    "Valkyrie, 1e-4 m and 1e-3 rad, 10 ms",
    "≥ 99.9 %; with all goals ≤ 200 µs",
    functools.partial(_measurements, tolerance=(1e-4, 1e-3), timeout=0.010),
    _outcome,
    _and_fast,
)
VALKYRIE_EXACT = Case(
    "valkyrie-exact",
    "Valkyrie, 1e-5 m and rad, 20 ms",
    "≥ 99.9 %",
    functools.partial(_measurements, tolerance=(1e-5, 1e-5), timeout=0.020),
    _outcome,
    _often_enough,
)
