"""The clearances of single spheres: the smallest is that of a CollisionCheck."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, CollisionCheck, Cylinder, Ellipsoid, HalfSpace, Sphere, SphereRobot
from memetik.collision.sphere_clearances import sphere_clearances

PANDA = mk.Robot.load("panda")
GEOMETRY = SphereRobot(
    {
        "panda_link0": (0, 0, 0.1, 0.12),
        "panda_link5": [(0, 0.05, -0.06 * k, 0.06) for k in range(4)],
        "panda_hand": [(0, 0.04 * k, 0.04, 0.04) for k in (-1, 0, 1)],
    },
    never_pairs=[("panda_link0", "panda_hand")],
)


def scene() -> mk.World:
    world = mk.World()
    world.add("box", Box((0.3, 0.2, 0.4)), at=(0.5, 0.2, 0.3))
    world.add("egg", Ellipsoid((0.2, 0.1, 0.1)), at=mk.transform((0.4, -0.3, 0.5), rpy=(0.1, 0.2, 0.3)))
    world.add("floor", HalfSpace(), at=(0, 0, -0.3))
    world.add("ball", Sphere(0.2), at=(0.3, 0.4, 0.6), touch_links=["panda_hand"])
    world.attach("panda_hand", Cylinder(0.03, 0.2), name="rod", at=(0, 0, 0.2))
    return world


def test_the_smallest_is_that_of_a_check() -> None:
    world = scene()
    check = CollisionCheck(PANDA, GEOMETRY, world)
    touching = set()
    for q in PANDA.random(60, rng=1):
        found = sphere_clearances(PANDA, q, GEOMETRY, world.snapshot())
        assert min(c.min() for _, c in found) == pytest.approx(check.clearance(q), abs=1e-6)
        below = {body.name for body, clearances in found if (clearances < 0).any()}
        contacts = check.contacts(q)
        assert below == {c.link for c in contacts} | {c.other for c in contacts if c.is_link}
        touching |= below
    assert {"rod", "panda_hand", "panda_link5"} <= touching


def test_rows_are_those_of_the_spheres() -> None:
    world = mk.World()
    world.add("floor", HalfSpace())
    (_, base), (_, arm), _ = sphere_clearances(PANDA, PANDA.neutral, GEOMETRY, world.snapshot(), ())
    assert base == pytest.approx([-0.02])
    frame = PANDA.fk(PANDA.neutral, "panda_link5")
    heights = [(frame @ (0, 0.05, -0.06 * k, 1))[2] - 0.06 for k in range(4)]
    np.testing.assert_allclose(arm, heights, atol=1e-12)
