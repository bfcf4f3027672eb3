"""Goals with new targets in each query, one by one and in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from tests.recorder import adapter
from tests.recorder.adapter import Values
from tests.recorder.case import Case
from tests.recorder.goals import make, takes
from tests.recorder.scenes import scene
from tests.recorder.situation import Situation

COUNT = 5


def quaternion(rotation: np.ndarray) -> np.ndarray:
    """Return the quaternion (w, x, y, z) of a rotation by less than half a turn."""
    w = 0.5 * np.sqrt(max(1e-9, 1 + np.trace(rotation)))
    skew = rotation - rotation.T
    parts = np.array([w, *(np.array([skew[2, 1], skew[0, 2], skew[1, 0]]) / (4 * w))])
    return parts / np.linalg.norm(parts)


# goal -> its target in another situation
TARGETS: dict[str, Callable[[Situation], Any]] = {
    "pose": lambda t: t.tip,
    "pose_frame": lambda t: t.in_frame,
    "position": lambda t: t.tip[:3, 3],
    "orientation": lambda t: quaternion(t.tip[:3, :3]),
    "look_at": lambda t: t.seen,
    "align_axis": lambda t: t.along,
    "within_cone": lambda t: t.along,
    "face_away": lambda t: t.along,
    "on_line": lambda t: t.tip[:3, 3],
    "on_plane_frame": lambda t: t.in_frame[:3, 3],
    "keep_distance_max": lambda t: t.tip[:3, 3],
    "pass_through": lambda t: 0.5 * (t.frame[:3, 3] + t.tip[:3, 3]),
    "scan": lambda t: t.tip[:3, 3],
    "balance": lambda t: adapter.center_of_mass(t.scene.robot, t.q),
    "touch": lambda t: t.tip[:3, 3],
    "joint_value": lambda t: t.value(t.scene.joints[0]),
    "linear_joints": lambda t: t.value(t.scene.joints[0]),
    "stay_close_primary": lambda t: t.q,
}


def cases() -> Iterator[Case]:
    for name in ("ur5", "snake(8)", "every_joint"):
        for goal in TARGETS:
            if not takes(goal, Situation(scene(name), 0)):
                continue
            for method in ("auto", "memetic", "jacobian", "bioik2"):
                tag = f"retarget/{method}/{name}/{goal}"
                yield Case(f"{tag}/single", partial(_single, method, name, goal))
                yield Case(f"{tag}/batch", partial(_batch, method, name, goal, 1))
            yield Case(f"retarget/auto/{name}/{goal}/batch_threads2", partial(_batch, "auto", name, goal, 2))


def _solver_and_targets(method: str, name: str, goal: str, threads: int) -> tuple[Any, list[Any]]:
    s = scene(name)
    targets = [TARGETS[goal](Situation(s, seed)) for seed in range(1, COUNT + 1)]
    goals = make(f"{goal}+stay_close" if goal != "stay_close_primary" else goal, Situation(s, 0))
    return adapter.solver(s.robot, goals, method=method, max_evaluations=300, threads=threads), targets


def _single(method: str, name: str, goal: str) -> Values:
    solver, targets = _solver_and_targets(method, name, goal, 1)
    goal_name = adapter.goal_names(solver)[0]
    return adapter.joined([adapter.solve(solver, targets={goal_name: target}) for target in targets])


def _batch(method: str, name: str, goal: str, threads: int) -> Values:
    solver, targets = _solver_and_targets(method, name, goal, threads)
    rows = np.array([np.atleast_1d(target) for target in targets])
    return adapter.solve_batch(solver, {adapter.goal_names(solver)[0]: rows})
