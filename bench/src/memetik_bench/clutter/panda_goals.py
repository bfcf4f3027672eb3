"""Goals for the panda among 10 boxes and 4 spheres."""

from __future__ import annotations

import memetik as mk
from memetik.transforms import Array

from ..collision.published_scene import Scene
from ..solvers.memetik_solver import tip_goal
from ..verify import Flags

HAND = "panda_hand"
TIP = "tip"
MARGIN = 1e-3
"""Clearance [m] that is required."""

TOLERANCE = 1e-5
"""Largest error of a pose [m, rad], and by how much the clearance may be below the margin [m]."""

_ROUNDING = 1e-9


def pose_goal() -> mk.Pose:
    """Return the goal for the hand, whose target each query gives."""
    return tip_goal(HAND, TOLERANCE)


def clear_goals(scene: Scene) -> list[mk.Goal]:
    """Return the pose of the hand, and that nothing touches."""
    clear = mk.KeepClear(
        scene.geometry,
        list(scene.obstacles),
        self_pairs=scene.pairs,
        margin=MARGIN,
        tolerance=TOLERANCE,
        name="clear",
    )
    return [pose_goal(), clear]


def clear_by_spheres(scene: Scene, rows: Array) -> Flags:
    """Return whether the spheres keep the margin, up to the tolerance, at configurations (N, dof)."""
    free: Flags = scene.sphere_check().free(rows, margin=MARGIN - TOLERANCE - _ROUNDING)
    return free
