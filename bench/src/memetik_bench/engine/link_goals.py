"""Goals of links, with targets from known poses that meet them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

import memetik as mk
from memetik.transforms import Array, quaternion_from_rotation

Kind: TypeAlias = Literal["pose", "position", "orientation", "look at"]

_NEAREST, _FARTHEST = 0.5, 2.0  # distance of LookAt targets [m]


def link_goal(
    kind: Kind,
    link: str,
    poses: Array,
    tolerance: tuple[float, float],
    rng: np.random.Generator,
    *,
    gaze: npt.ArrayLike = (0.0, 0.0, 1.0),
) -> tuple[mk.Goal, Array]:
    """Return a goal with the name of its link, and targets that the link meets at ``poses`` (N, 4, 4).

    ``tolerance`` [m] and [rad]; ``gaze`` is the viewing direction in the link's frame.
    """
    metres, radians = tolerance
    if kind == "pose":
        return mk.Pose(link, np.eye(4), tolerance=tolerance, name=link), poses
    if kind == "position":
        return mk.Position(link, np.zeros(3), tolerance=metres, name=link), poses[:, :3, 3]
    if kind == "orientation":
        quaternions = np.array([quaternion_from_rotation(pose[:3, :3]) for pose in poses])
        return mk.Orientation(link, (1, 0, 0, 0), tolerance=radians, name=link), quaternions
    ahead = rng.uniform(_NEAREST, _FARTHEST, (len(poses), 1)) * (poses[:, :3, :3] @ np.asarray(gaze))
    look = mk.LookAt(link, np.asarray(gaze), axis=gaze, tolerance=radians, name=link)
    return look, poses[:, :3, 3] + ahead
