"""Held objects: an attached object is a part of the robot, and detaching it makes it an obstacle again."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, CollisionCheck, Cylinder, Geometry, HalfSpace, Sphere, SphereRobot

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
SPHERES = {
    "panda_link0": (0, 0, 0.05, 0.1),
    "panda_link3": (0, 0, 0, 0.08),
    "panda_link5": [(0, 0.05, -0.04 * k, 0.06) for k in range(6)],
    HAND: [(0, 0.04 * k, 0.04, 0.04) for k in (-1, 0, 1)],
}
GRASP = mk.transform((0, 0, 0.15), rpy=(1.2, 0, 0.4))


def scene() -> mk.World:
    world = mk.World()
    world.add("table", Box((0.8, 1.2, 0.04)), at=(0.6, 0, 0.2))
    world.add("cup", Cylinder(0.04, 0.12), at=(0.5, 0.3, 0.3))
    world.add("ball", Sphere(0.1), at=(0.3, -0.3, 0.6))
    return world


def with_rigid_link() -> mk.Robot:
    """The panda with one link more, at the place of its hand."""
    b = mk.RobotBuilder("cup")
    b.link("cup")
    return PANDA.attach(b.build(), HAND, np.eye(4))


def test_a_held_object_is_a_link_with_its_spheres() -> None:
    world, plain = scene(), scene()
    world["cup"].attach(HAND, at=GRASP)
    plain["cup"].remove()
    rows = world.snapshot().held[0].grip.spheres  # type: ignore[union-attr]
    known = {*SPHERES} - {HAND}
    pairs = [("panda_link0", "panda_link3"), *((link, "cup") for link in SPHERES if link in known)]
    given = mk.KeepClear(SPHERES, world, margin=0.02, self_pairs=pairs[:1])
    expected = mk.KeepClear(SphereRobot({**SPHERES, "cup": rows}, pairs), plain, margin=0.02)
    ours, theirs = mk.Problem(PANDA, given), mk.Problem(with_rigid_link(), expected)
    q = PANDA.random(200, rng=1)
    np.testing.assert_array_equal(ours.cost(q), theirs.cost(q))
    assert (ours.cost(q) > 0).sum() > 40
    reach = mk.Position(HAND, (0.5, 0.1, 0.45))
    a, b = (
        mk.Solver(PANDA, [reach, given]).solve(q[0]),
        mk.Solver(with_rigid_link(), [reach, expected]).solve(q[0]),
    )
    assert a.success
    np.testing.assert_array_equal(a.q, b.q)


def test_its_spheres_cover_it_wherever_the_hand_is() -> None:
    world = scene()
    world["cup"].attach(HAND, at=GRASP, tolerance=0.005)
    grip = world.snapshot().held[0].grip
    assert grip is not None
    for q in PANDA.random(5, rng=2):
        frame = PANDA.fk(q, HAND)
        cup = Geometry(Cylinder(0.04, 0.12), frame @ GRASP)
        points = np.random.default_rng(3).uniform(-0.1, 0.1, (20_000, 3)) + (frame @ GRASP)[:3, 3]
        inside = points[cup.distance(points) <= 0]
        centers = grip.spheres[:, :3] @ frame[:3, :3].T + frame[:3, 3]
        apart = np.linalg.norm(inside[:, None] - centers, axis=-1) - grip.spheres[:, 3]
        assert len(inside) > 500 and (apart.min(axis=1) <= 0).all()
        assert (cup.distance(centers) + grip.spheres[:, 3] <= 0.005 + 1e-9).all()


def test_detaching_restores_every_bit() -> None:
    world = scene()
    solver = mk.Solver(PANDA, [mk.Position(HAND, (0.5, 0.2, 0.4)), mk.KeepClear(SPHERES, world)])
    check = CollisionCheck(PANDA, SPHERES, world)
    q = PANDA.random(100, rng=4)
    before, clearances, place = solver.solve(q[0]).q, check.clearance(q), world["cup"].pose
    world["cup"].attach(HAND, at=GRASP, touch_links=["panda_link5"])
    assert (check.clearance(q) != clearances).any()
    assert (solver.solve(q[0]).q != before).any() or solver.solve(q[0]).evaluations
    world["cup"].detach(at=place)
    np.testing.assert_array_equal(check.clearance(q), clearances)
    np.testing.assert_array_equal(solver.solve(q[0]).q, before)
    assert world["cup"].touch_links == frozenset()


def test_a_held_box_stays_above_the_table() -> None:
    """Without its box the hand goes lower than the box allows; corners of the box tell, not its spheres."""
    world, size = mk.World(), np.array((0.06, 0.06, 0.3))
    world.add("table", Box((2, 2, 0.1)), at=(0, 0, -0.05))
    reach = mk.Pose(HAND, mk.transform((0.45, 0.1, 0.15), rpy=(np.pi, 0, 0)), name="reach")
    clear = mk.KeepClear({"panda_link7": (0, 0, 0, 0.03)}, world, name="clear")
    loose = mk.Position(HAND, (0.45, 0.1, 0.15), name="loose")
    assert mk.solve(PANDA, [reach, clear]).success
    world.attach(HAND, Box(tuple(size)), at=(0, 0, 0.15), name="box")
    assert not mk.solve(PANDA, [reach, clear], max_evaluations=3000).success
    solver = mk.Solver(PANDA, [loose, clear])
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size / 2 + (
        0,
        0,
        0.15,
    )
    for start in PANDA.random(5, rng=5):
        solution = solver.solve(start).raise_if_failed()
        frame = PANDA.fk(solution.q, HAND)
        assert (corners @ frame[:3, :3].T + frame[:3, 3])[:, 2].min() >= -1e-4


def test_touch_links_and_rigid_neighbours_may_touch_it() -> None:
    q = PANDA.neutral
    spheres = {"panda_link5": (0, 0, 0, 0.05), "panda_link8": (0, 0, 0, 0.05), HAND: (0, 0, 0, 0.05)}
    world = mk.World()
    cup = world.attach(HAND, Sphere(0.5), name="cup")  # around all of them
    check = CollisionCheck(PANDA, spheres, world)
    assert {(c.link, c.other) for c in check.contacts(q)} in (
        {("cup", "panda_link5")},
        {("panda_link5", "cup")},
    )
    cup.touch_links = ["panda_link5"]
    assert check.contacts(q) == []
    table = world.add("table", Sphere(0.1), at=PANDA.fk(q, HAND)[:3, 3])
    assert {c.link for c in check.contacts(q)} == {"cup", *spheres}
    table.touch_links = ["cup", *spheres]
    assert check.contacts(q) == []


def test_robot_and_q_leave_it_where_it_is() -> None:
    world, (q, later) = scene(), PANDA.random(2, rng=6)
    place = world["cup"].pose
    world["cup"].attach(HAND, robot=PANDA, q=q)
    np.testing.assert_allclose(PANDA.fk(q, HAND) @ world["cup"].pose, place, atol=1e-12)
    held = world["cup"].pose
    world.detach("cup", robot=PANDA, q=later)
    np.testing.assert_allclose(world["cup"].pose, PANDA.fk(later, HAND) @ held, atol=1e-12)


def test_snapshots_and_plain_form() -> None:
    world = scene()
    before = world.snapshot()
    world["cup"].attach(HAND, at=GRASP, touch_links=["panda_leftfinger"], tolerance=0.02)
    now = world.snapshot()
    assert now.structure == before.structure + 1 and not before.held
    assert [item.name for item in now.objects] == ["table", "ball"] and list(world) == [
        "table",
        "cup",
        "ball",
    ]
    for copy in (mk.World.from_dict(world.to_dict()), pickle.loads(pickle.dumps(world))):
        assert copy.snapshot().items == now.items
        assert copy["cup"].link == HAND


def test_held_objects_are_no_targets() -> None:
    world = scene()
    world["cup"].attach(HAND, at=GRASP)
    solver = mk.Solver(
        PANDA, [mk.Position(HAND, (0.5, 0.2, 0.5)), mk.KeepClear(SPHERES, world, name="clear")]
    )
    assert solver.solve(targets={"clear": {"ball": mk.transform((0.6, 0.1, 0.9))}}).success
    with pytest.raises(mk.GoalError, match="'cup' is held by 'panda_hand'"):
        solver.solve(targets={"clear": {"cup": np.eye(4)}})


def test_bad_arguments_change_nothing() -> None:
    world = scene()
    cup, before = world["cup"], world.snapshot()
    for wrong in (
        {},
        {"at": GRASP, "robot": PANDA, "q": PANDA.neutral},
        {"robot": PANDA},
        {"q": PANDA.neutral},
    ):
        with pytest.raises(mk.RobotError, match="either at=pose"):
            cup.attach(HAND, **wrong)
    with pytest.raises(mk.RobotError, match="not held"):
        cup.detach(at=GRASP)
    with pytest.raises(mk.ConfigurationError, match="tolerance"):
        cup.attach(HAND, at=GRASP, tolerance=0.0)
    with pytest.raises(mk.RobotError, match="finite size"):
        world.attach(HAND, HalfSpace(), name="floor")
    with pytest.raises(mk.RobotError, match="has an object 'cup'"):
        world.attach(HAND, Sphere(0.1), name="cup")
    assert world.snapshot() is before
    cup.attach("hand", at=GRASP)
    with pytest.raises(mk.RobotError, match=r"world: 'cup' is held by 'hand': no link 'hand'.* panda_hand"):
        CollisionCheck(PANDA, SPHERES, world)
