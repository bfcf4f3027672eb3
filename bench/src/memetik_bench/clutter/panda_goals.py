"""Goals for the panda among 10 boxes and 4 spheres, and the verification of answers."""

from __future__ import annotations

import numpy as np

import memetik as mk
from memetik.transforms import Array

from ..collision.published_scene import Scene
from ..solvers.memetik_solver import tip_goal
from ..verify import Flags, verify

HAND = "panda_hand"
TIP = "tip"
MARGIN = 1e-3
"""Clearance [m] that is required."""

TOLERANCE = 1e-5
"""Largest error of a pose [m, rad], and by how much the clearance may be below the margin [m]."""

_ROUNDING = 1e-9
_ROTATION_SCALE = 0.2  # per metre of reach


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


def keeps_clear(scene: Scene, rows: Array) -> Flags:
    """Return whether the spheres keep the margin and coal finds no contact, (N,)."""
    coal = scene.coal_check()
    touching = np.array(coal.collides_by_boxes(coal.rows(rows)), dtype=bool)
    return np.asarray(clear_by_spheres(scene, rows) & ~touching)


def pose_costs_by_pinocchio(scene: Scene, poses: Array, rows: Array) -> Array:
    """Return the cost of the hand's pose (N,), by pinocchio; infinite outside of the limits.

    It is distance² + (scale · 2 sin(angle/2))² [m²], with the scale of Pose: 0.2 times the reach.
    """
    errors = verify(scene.robot, HAND, poses, rows, tolerance=TOLERANCE)
    rotation = _ROTATION_SCALE * scene.robot.reach * 2 * np.sin(errors.rotation_error / 2)
    return np.where(errors.within_limits, errors.position_error**2 + rotation**2, np.inf)
