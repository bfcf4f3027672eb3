"""CollisionCheck: free configurations, clearances and contacts are those of a plain double loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, CollisionCheck, Cylinder, Geometry, HalfSpace, Sphere, SphereRobot
from memetik.collision.self_pairs import pairs_of

PANDA = mk.Robot.load("panda")
SPHERES = {
    "panda_link1": [(0, 0, -0.1, 0.08), (0, 0, 0, 0.08)],
    "panda_link3": [(0, 0, -0.1, 0.07), (0.05, 0, 0, 0.07)],
    "panda_link5": [(0, 0.05, -0.02 * k, 0.06) for k in range(12)],
    "panda_hand": [(0, 0.03 * k, 0.05, 0.04) for k in (-2, -1, 0, 1, 2)],
}
PAIRS = [("panda_hand", "panda_link1"), ("panda_hand", "panda_link3"), ("panda_link5", "panda_link1")]
WORLD = {
    "box": Box((0.3, 0.2, 0.4)).at((0.5, 0.2, 0.3), rpy=(0.3, 0.2, 0.1)),
    "ball": Sphere(0.15).at((-0.3, 0.4, 0.5)),
    "can": Cylinder(0.1, 0.3).at((0.4, -0.5, 0.3), rpy=(1, 0, 0)),
    "rod": Capsule(0.05, 0.6).at((-0.4, -0.3, 0.6), rpy=(0, 1, 0)),
    "floor": HalfSpace().at((0, 0, -0.1)),
}


def check() -> tuple[mk.World, CollisionCheck]:
    world = mk.World()
    for name, shape in WORLD.items():
        world.add(name, shape)
    return world, CollisionCheck(PANDA, SphereRobot(SPHERES, PAIRS), world)


def clearances(q: Any, shapes: dict[str, Geometry]) -> dict[tuple[str, str], float]:
    """The smallest clearance of every link and object, and of every pair of links."""
    frames = PANDA.fk(q)
    placed = {
        link: (np.array(rows)[:, :3] @ frames[link][:3, :3].T + frames[link][:3, 3], np.array(rows)[:, 3])
        for link, rows in SPHERES.items()
    }
    found = {
        (link, name): float((shape.distance(centers) - radii).min())
        for link, (centers, radii) in placed.items()
        for name, shape in shapes.items()
    }
    for a, b in PAIRS:
        (p, r), (o, s) = placed[a], placed[b]
        apart = np.linalg.norm(p[:, None] - o[None], axis=-1) - r[:, None] - s[None]
        found[a, b] = float(apart.min())
    return found


def test_free_means_that_no_clearance_is_below_the_margin() -> None:
    _, checker = check()
    q = PANDA.random(401, rng=1)
    smallest = np.array([min(clearances(row, WORLD).values()) for row in q])
    for margin in (-0.05, 0.0, 0.03):
        free = checker.free(q, margin=margin)
        np.testing.assert_array_equal(free, smallest >= margin)
        assert 10 < free.sum() < 391
    assert checker.free(q[0]) is bool(checker.free(q)[0])


def test_the_clearance_is_the_smallest() -> None:
    _, checker = check()
    q = PANDA.random(100, rng=2)
    expected = [min(clearances(row, WORLD).values()) for row in q]
    np.testing.assert_allclose(checker.clearance(q), expected, atol=1e-12)
    assert CollisionCheck(PANDA, {"panda_hand": (0, 0, 0, 0.1)}).clearance(PANDA.neutral) == np.inf


def test_contacts_are_all_pairs_below_the_margin_the_deepest_first() -> None:
    _, checker = check()
    several = 0
    for q in PANDA.random(50, rng=3):
        expected = {pair: c for pair, c in clearances(q, WORLD).items() if c < 0.05}
        contacts = checker.contacts(q, margin=0.05)
        found = {(c.link, c.other): c.clearance for c in contacts}
        known = {pair if pair in found else pair[::-1]: c for pair, c in expected.items()}
        assert found == pytest.approx(known, abs=1e-12)
        assert list(found.values()) == sorted(found.values())
        assert all(c.is_link == (c.other in SPHERES) for c in contacts)
        several += len(found) > 1
    assert several > 5


def test_a_contact_lies_on_the_surface_of_its_object() -> None:
    _, checker = check()
    for q in PANDA.random(30, rng=4):
        for contact in checker.contacts(q):
            assert np.linalg.norm(contact.normal) == pytest.approx(1)
            if not contact.is_link:
                assert WORLD[contact.other].distance(contact.point) == pytest.approx(0, abs=1e-9)


def test_it_follows_its_world() -> None:
    world, checker = check()
    q = PANDA.random(200, rng=5)
    world["box"].move((9, 9, 9))
    world["ball"].remove()
    others = {name: shape for name, shape in WORLD.items() if name not in ("box", "ball")}
    smallest = np.array([min(clearances(row, others).values()) for row in q])
    np.testing.assert_array_equal(checker.free(q), smallest >= 0)


def test_links_that_may_touch_an_object_do() -> None:
    world, checker = check()
    q = next(row for row in PANDA.random(500, rng=6) if min(clearances(row, WORLD).values()) >= 0)
    place = PANDA.fk(q, "panda_hand")[:3, 3]
    world["ball"].move(place)
    assert not checker.free(q)
    world["ball"].touch_links = list(SPHERES)
    assert checker.free(q)


def test_automatic_pairs_are_apart_in_the_neutral_posture_and_determined_once() -> None:
    few, many = (SphereRobot({link: rows[:n] for link, rows in SPHERES.items()}) for n in (1, 12))
    for margin in (0.0, 0.3):
        for geometry in (few, many):
            pairs = pairs_of(PANDA, geometry, "auto", margin)
            assert pairs is pairs_of(PANDA, geometry, "auto", margin)
            alone = CollisionCheck(PANDA, geometry, self_pairs=pairs)
            assert not pairs or alone.clearance(PANDA.neutral) > margin
    apart, near = (set(pairs_of(PANDA, many, "auto", margin)) for margin in (0.0, 0.3))
    assert near < apart


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda c: c.free([0, 1]), "7"),
        (lambda c: c.free(PANDA.neutral, margin=np.nan), "margin: expected a number"),
        (lambda c: c.contacts(PANDA.random(2, rng=1)), "one configuration"),
        (lambda c: CollisionCheck(PANDA, {"nose": (0, 0, 0, 1)}), "nose"),
        (lambda c: CollisionCheck(PANDA, SPHERES, self_pairs="all"), "self_pairs: expected 'auto'"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        call(check()[1])
