"""Solves of a pose, reachable or not, alone and with other goals, on every robot, by our own methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.recorder import adapter
from tests.recorder.adapter import Values, goal
from tests.recorder.case import Case
from tests.recorder.goals import all_taken, make
from tests.recorder.scenes import NAMES, scene
from tests.recorder.situation import Situation

LADDER = ("auto", "restarts", "memetic")
VARIANTS = ("reachable", "near", "random_start", "far", "contradicting")
MIXED = (
    "pose+stay_close",
    "position+center_joints+avoid_joint_limits",
    "pose_frame+stay_close_to",
    "position+position_secondary+manipulability",
    "position+orientation_free+keep_clear",
    "position+balance",
)
LOOPS = {"five_bar": "position", "stewart": "pose"}


def cases() -> Iterator[Case]:
    for method in LADDER:
        for name in NAMES:
            for variant in VARIANTS:
                for seed in range(3):
                    tag = f"solve/{method}/{name}/pose/{variant}/seed{seed}"
                    yield Case(tag, partial(solved, method, name, "pose", variant, seed))
            for goals in MIXED:
                if not all_taken(goals, Situation(scene(name), 0)):
                    continue
                for variant in ("reachable", "far"):
                    for seed in range(2):
                        tag = f"solve/{method}/{name}/{goals}/{variant}/seed{seed}"
                        yield Case(tag, partial(solved, method, name, goals, variant, seed))
        for name in LOOPS:
            for seed in range(4):
                yield Case(f"solve/{method}/{name}/loops/seed{seed}", partial(_loops, method, name, seed))


def solved(method: Any, name: str, goals: str, variant: str, seed: int, **options: Any) -> Values:
    """Solve for goals of the situation with this seed, which is also the seed of the search."""
    t = Situation(scene(name), seed)
    made = make(goals, t)
    if variant == "far":
        move_away(t)
        made = make(goals, t)
    if variant == "contradicting":
        made.append(goal("Position", t.scene.tip, t.tip[:3, 3] + 0.1, weight=t.weight, name="contradiction"))
    start = {"near": t.near, "random_start": t.start}.get(variant)
    return adapter.solve(adapter.solver(t.scene.robot, made, method=method, **options), start, seed=seed)


def move_away(t: Situation) -> None:
    """Move the targets of the tip four times as far away as the robot reaches."""
    t.tip = t.tip.copy()
    t.tip[:3, 3] += 4 * adapter.reach(t.scene.robot) * t.unit
    t.in_frame = t.in_frame.copy()
    t.in_frame[:3, 3] += 4 * adapter.reach(t.scene.robot) * t.unit


def _loops(method: str, name: str, seed: int) -> Values:
    """Solve for a pose of a parallel robot near its neutral one, with closed loops."""
    s = scene(name)
    target = adapter.fk(s.robot, adapter.neutral(s.robot), s.tip)
    target[:3, 3] += 0.02 * Situation(s, seed).unit * ((1, 1, 0) if name == "five_bar" else (1, 1, 1))
    kind, value = ("Position", target[:3, 3]) if LOOPS[name] == "position" else ("Pose", target)
    goals = [goal(kind, s.tip, value), *adapter.loop_goals(name)]
    return adapter.solve(adapter.solver(s.robot, goals, method=method, max_evaluations=2000), seed=seed)
