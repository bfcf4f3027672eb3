"""How a robot holds an object: the link that it moves with, its pose there, and the spheres that cover it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import RobotError
from ..pose_forms import rigid_transform
from ..transforms import MAX_VALUE, Array
from .geometry import Shape

DEFAULT_TOLERANCE = 0.01
"""How far the spheres of a held object protrude [m]."""


@dataclass(frozen=True, eq=False)
class Grip:
    """An object is at ``pose`` (4, 4) in the frame of ``link`` and may touch ``touch_links``.

    ``spheres`` are rows (x, y, z, radius) [m] in the link's frame that cover it and protrude by at most
    ``tolerance`` [m].
    """

    link: str
    pose: Array
    touch_links: frozenset[str]
    tolerance: float
    spheres: Array

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grip):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.link, self.touch_links, self.tolerance))

    def to_dict(self) -> dict[str, Any]:
        """The arguments of Handle.attach."""
        return {
            "link": self.link,
            "at": self.pose.tolist(),
            "touch_links": sorted(self.touch_links),
            "tolerance": self.tolerance,
        }


def grip(shape: Shape, link: str, pose: Array, touch_links: frozenset[str], tolerance: float) -> Grip:
    """Hold a shape. It is covered in its own frame, so that its spheres are the same at every pose."""
    from .fit_spheres import cover_shape  # few programs fit spheres

    rows = cover_shape(shape, tolerance)
    centers = rows[:, :3] @ pose[:3, :3].T + pose[:3, 3]
    spheres = np.column_stack([centers, rows[:, 3]])
    spheres.setflags(write=False)
    return Grip(link, pose, touch_links, float(tolerance), spheres)


def as_pose(value: Any, what: str = "pose") -> Array:
    """A pose (4, 4) from any form of a pose, or from a position alone."""
    place = np.eye(4)
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.shape != (3,):
        place = rigid_transform(value, what)
    elif not np.isfinite(numbers).all():
        raise RobotError(f"{what}: not finite: {value!r}")
    else:
        place[:3, 3] = numbers
    if np.abs(place[:3, 3]).max() > MAX_VALUE:
        raise RobotError(f"{what}: farther than {MAX_VALUE:g} m: {place[:3, 3].tolist()}")
    return place


def link_names(value: Any) -> frozenset[str]:
    """Names of links that may touch an object."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise RobotError(f"touch_links: expected names of links, got {value!r}")
    links = tuple(value)
    if not all(isinstance(link, str) and link for link in links):
        raise RobotError(f"touch_links: expected names of links, got {value!r}")
    return frozenset(links)
