"""Goals with the cost functions of the documents, which change what solvers minimise, but not acceptance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

import memetik as mk
from memetik.transforms import Array, quaternion_from_rotation

from ..engine.queries import Queries

GoalStyle: TypeAlias = Literal["pose", "bioik", "bioik2", "bioik2 dot product", "bioik2 angle"]
"""``"pose"``: memetik's Pose. ``"bioik"``: D 4.4, normalised distance and angle. ``"bioik2"``: R 3.6, squared
distances of positions and of quaternions. The others have the measures of rotation of R Table 3.14."""

_ROTATION_SCALE = 0.5  # [m]: s_r of R (3.6), its implementation's default

# For a small angle t, the three measures are s²t²/4, or half of it for the dot product: R compares
# ‖Q - Q'‖² = 2 - 2cos(t/2), 1 - cos(t/2), and the squared angle t/2 between quaternions.
_R_ORIENTATIONS: dict[GoalStyle, tuple[mk.losses.Loss, float]] = {
    "bioik2": (mk.losses.Quaternion(), _ROTATION_SCALE**2),
    "bioik2 dot product": (mk.losses.Quadratic(), _ROTATION_SCALE**2 / 8),
    "bioik2 angle": (mk.losses.Angle(), _ROTATION_SCALE**2 / 4),
}


def in_style(queries: Queries, style: GoalStyle) -> Queries:
    """Return the queries with the cost functions of ``style``; each pose becomes two goals."""
    if style == "pose":
        return queries
    goals, targets = [], {}
    for goal in queries.goals:
        rows = queries.targets[str(goal.name)]
        for made, target in _parts(goal, rows, style):
            goals.append(made)
            targets[str(made.name)] = target
    return replace(queries, goals=tuple(goals), targets=targets)


def pose_goals(link: str, pose: Array, style: GoalStyle, *, tolerance: tuple[float, float]) -> list[mk.Goal]:
    """Return a position and an orientation goal for a pose (4, 4); ``tolerance`` [m] and [rad]."""
    position, orientation = _measures(style)
    metres, radians = tolerance
    return [
        position(link, pose[:3, 3], metres, "position"),
        orientation(link, pose[:3, :3], radians, "orientation"),
    ]


def _parts(goal: mk.Goal, targets: Array, style: GoalStyle) -> Iterator[tuple[mk.Goal, Array]]:
    """Yield the goals that replace ``goal``, two for a pose, with their targets (N, ...)."""
    position, orientation = _measures(style)
    if isinstance(goal, mk.Pose):
        metres, radians = goal.tolerance
        quaternions = np.array([quaternion_from_rotation(pose[:3, :3]) for pose in targets])
        yield position(goal.link, targets[0, :3, 3], metres, f"{goal.name} position"), targets[:, :3, 3]
        yield orientation(goal.link, quaternions[0], radians, f"{goal.name} orientation"), quaternions
    elif isinstance(goal, mk.Position):
        yield position(goal.link, targets[0], goal.tolerance[0], str(goal.name)), targets
    elif isinstance(goal, mk.Orientation):
        yield orientation(goal.link, targets[0], goal.tolerance[0], str(goal.name)), targets
    elif isinstance(goal, mk.LookAt):
        loss = mk.losses.Angle() if style == "bioik" else None
        look = mk.LookAt(
            goal.link, targets[0], axis=goal.axis, tolerance=goal.tolerance, name=goal.name, loss=loss
        )
        yield look, targets
    else:
        raise NotImplementedError(f"{type(goal).__name__} has no cost function of the documents here")


Make: TypeAlias = Callable[[str, Array, float, str], mk.Goal]
"""Makes a goal from link, target, tolerance and name."""


def _measures(style: GoalStyle) -> tuple[Make, Make]:
    """Return functions that make position and orientation goals."""
    metric: Literal["normalized", "distance"] = "normalized" if style == "bioik" else "distance"
    loss, weight = (mk.losses.Angle(), 1.0) if style == "bioik" else _R_ORIENTATIONS[style]

    def position(link: str, target: Array, tolerance: float, name: str) -> mk.Goal:
        return mk.Position(link, target, tolerance=tolerance, metric=metric, name=name)

    def orientation(link: str, target: Array, tolerance: float, name: str) -> mk.Goal:
        return mk.Orientation(link, target, tolerance=tolerance, loss=loss, weight=weight, name=name)

    return position, orientation
