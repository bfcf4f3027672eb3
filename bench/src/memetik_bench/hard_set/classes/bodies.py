"""The body of an arm as spheres, and balls as obstacles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from memetik import Robot
from memetik.collision import Geometry, Sphere
from memetik.transforms import Array

from ..draws import Draws

Body = dict[str, list[list[float]]]
"""Link -> rows (x, y, z, radius) in its frame."""


def body_spheres(robot: Robot, tip: str, radius: float) -> Body:
    """Return spheres along the chain to ``tip``, less than two radii apart, but none on the root."""
    body: Body = {}
    leading = {joint.child: joint for joint in robot.joints.values()}
    link = tip
    while link in leading:
        joint = leading[link]
        end = joint.origin[:3, 3]
        count = int(np.ceil(np.linalg.norm(end) / (1.8 * radius)))
        if joint.parent in leading and count:
            shares = np.arange(1, count + 1) / count
            body[joint.parent] = [[*map(float, np.round(share * end, 4)), radius] for share in shares]
        link = joint.parent
    return body


def world_spheres(robot: Robot, q: Array, body: Mapping[str, Sequence[Sequence[float]]]) -> Array:
    """Return the spheres at configuration ``q`` as rows (x, y, z, radius) in the root's frame."""
    return np.array(
        [[*(robot.fk(q, link) @ (*row[:3], 1.0))[:3], row[3]] for link, rows in body.items() for row in rows]
    )


def balls_beside(
    spheres: Array, draws: Draws, *, count: int, radii: tuple[float, float], gaps: tuple[float, float]
) -> Array:
    """Return balls (count, 4) next to ``spheres``, with at least the smaller of ``gaps`` between them."""
    balls: list[Array] = []
    while len(balls) < count:
        sphere = spheres[draws.integer(0, len(spheres) - 1)]
        radius, gap = draws.number(*radii), draws.number(*gaps)
        center = sphere[:3] + (sphere[3] + radius + gap) * draws.direction()
        clearances = np.linalg.norm(spheres[:, :3] - center, axis=1) - spheres[:, 3] - radius
        if clearances.min() > gaps[0] - 1e-6:
            balls.append(np.array([*center, radius]))
    return np.asarray(np.round(np.stack(balls), 6), dtype=np.float64)


def as_shapes(balls: Array) -> list[Geometry]:
    """Return balls as shapes for goals."""
    return [Sphere(float(ball[3])).at(ball[:3]) for ball in balls]
