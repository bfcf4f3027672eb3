"""ExactCheck: on the shapes themselves, free is what nothing touches, whatever the kinds of shapes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import (
    Box,
    Capsule,
    Cylinder,
    Ellipsoid,
    ExactCheck,
    Field,
    HalfSpace,
    HeightField,
    Mesh,
    PairTable,
    PointCloud,
    Revolution,
    Shape,
    Sphere,
    SphereRobot,
    Tube,
)
from memetik.collision.exact.wedges import DEVIATION

pytest.importorskip("coal")

PANDA = mk.Robot.load("panda")
GEOMETRY = SphereRobot.fit(PANDA, tolerance=0.02)
CUP = Revolution([(0.1, -0.2), (0.13, -0.2), (0.13, 0.2), (0, 0.2), (0, 0.17), (0.1, 0.17)])


def slider(shape: Shape, *, parts: int = 1) -> mk.Robot:
    """A link with a shape that moves to (x, y, z) = q."""
    b = mk.RobotBuilder("slider")
    b.prismatic("x", "base", "along_x", axis=(1, 0, 0), lower=-9, upper=9)
    b.prismatic("y", "along_x", "along_y", axis=(0, 1, 0), lower=-9, upper=9)
    b.prismatic("z", "along_y", "tool", axis=(0, 0, 1), lower=-9, upper=9)
    b.link("tool", collisions=[shape.at()] * parts)
    return b.build()


def box_mesh(path: Path, size: float) -> Mesh:
    """A cube as an .obj file."""
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    lines = [f"v {x * size / 2} {y * size / 2} {z * size / 2}" for x, y, z in corners]
    lines += ["f " + " ".join(str(k + 1) for k in face) for face in faces]
    path.write_text("\n".join(lines))
    return Mesh(str(path))


def obstacles(folder: Path) -> dict[str, Shape]:
    """A shape of each kind."""
    return {
        "box": Box((0.3, 0.2, 0.25)),
        "ball": Sphere(0.15),
        "can": Cylinder(0.1, 0.3),
        "rod": Capsule(0.06, 0.4),
        "floor": HalfSpace(),
        "egg": Ellipsoid((0.2, 0.1, 0.15)),
        "cup": CUP,
        "cable": Tube([(-0.2, 0, 0), (0, 0.1, 0.1), (0.2, 0, 0)], 0.03),
        "cloud": PointCloud(np.random.default_rng(1).uniform(-0.2, 0.2, (40, 3)), 0.03),
        "hills": HeightField(np.random.default_rng(2).uniform(0, 0.1, (5, 6)), (0.6, 0.5)),
        "cube": box_mesh(folder / "cube.obj", 0.25),
    }


def test_a_ball_touches_what_is_nearer_than_its_radius(tmp_path: Path) -> None:
    """The distance of its centre is known in closed form; facets of a Revolution differ by DEVIATION."""
    radius, rng = 0.03, np.random.default_rng(3)
    for name, shape in obstacles(tmp_path).items():
        world = mk.World()
        placed = shape.at((0.1, 0.2, -0.1), rpy=(0.3, -0.5, 1.0))
        world.add(name, placed)
        exact = ExactCheck(slider(Sphere(radius)), world)
        q = rng.uniform(-0.4, 0.5, (2000, 3))
        away = _distances(placed, q) - radius
        sure = np.abs(away - 0.5 * DEVIATION) > DEVIATION
        free = exact.free(q)
        np.testing.assert_array_equal(free[sure], away[sure] > 0, err_msg=name)
        assert 100 < free.sum() < 1990, name


def _distances(placed: Any, points: Any) -> Any:
    if isinstance(placed.shape, Mesh):  # the cube of box_mesh
        placed = Box((0.25, 0.25, 0.25)).at(placed.origin[:3, 3], rpy=(0.3, -0.5, 1.0))
    return placed.distance(points)


def test_clearances_are_those_of_closed_forms(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    for name, shape in obstacles(tmp_path).items():
        world = mk.World()
        placed = shape.at((0.1, 0.2, -0.1), rpy=(0.3, -0.5, 1.0))
        world.add(name, placed)
        exact = ExactCheck(slider(Sphere(0.03)), world)
        q = rng.uniform(-0.4, 0.5, (60, 3))
        away = _distances(placed, q) - 0.03
        apart = away > 1e-3
        np.testing.assert_allclose(exact.clearance(q)[apart], away[apart], atol=2 * DEVIATION, err_msg=name)
        assert (exact.clearance(q[away < -1e-3]) < 0).all(), name


def test_what_is_inside_a_closed_mesh_touches_it(tmp_path: Path) -> None:
    cube = box_mesh(tmp_path / "cube.obj", 1.0)
    small = box_mesh(tmp_path / "small.obj", 0.1)
    for inner in (Sphere(0.05), small, Box((0.1, 0.1, 0.1))):
        for body, obstacle in ((inner, cube), (cube, inner)):
            world = mk.World()
            world.add("obstacle", obstacle)
            exact = ExactCheck(slider(body), world)
            assert not exact((0, 0, 0.1)) and exact((0, 0, 2)), (body, obstacle)
            assert exact.clearance((0, 0, 0.1)) < 0 < exact.clearance((0, 0, 2))


def test_what_is_in_the_hollow_of_a_shape_is_free() -> None:
    world = mk.World()
    world.add("cup", CUP)
    exact = ExactCheck(slider(Sphere(0.05)), world)
    assert exact((0, 0, 0)) and not exact((0.08, 0, 0)) and not exact((0, 0, 0.15))
    assert exact.clearance((0.02, 0, 0)) == pytest.approx(0.03, abs=2 * DEVIATION)


def test_where_covering_spheres_are_free_the_shapes_are(tmp_path: Path) -> None:
    rng, accepted, found = np.random.default_rng(5), 0, 0
    for trial in range(4):
        world = mk.World()
        for name, shape in obstacles(tmp_path).items():
            place = rng.normal(size=3)
            place *= rng.uniform(0.4, 0.9) / np.linalg.norm(place)
            far = (0, 0, -0.4) if name == "floor" else place
            world.add(name, shape, at=mk.transform(far, rpy=rng.normal(size=3) * (name != "floor")))
        q = PANDA.random(300, rng=trial)
        free = GEOMETRY.free(q, world, margin=DEVIATION)
        exact = ExactCheck(PANDA, world, self_pairs=PairTable.sample(PANDA, GEOMETRY, samples=300).pairs)
        checked = GEOMETRY.free(q, world, margin=DEVIATION, self_pairs=exact.pairs)
        verdicts = exact.free(q)
        assert verdicts[checked].all() and (free | ~checked).all()
        accepted, found = accepted + checked.sum(), found + verdicts.sum()
    assert 50 < accepted < found < 1150


def test_spheres_that_are_free_need_no_exact_check() -> None:
    world = mk.World()
    world.add("ball", Sphere(0.15), at=(0.4, 0.2, 0.5))
    exact, plain = ExactCheck(PANDA, world, geometry=GEOMETRY), ExactCheck(PANDA, world)
    q = PANDA.random(300, rng=6)
    plain = ExactCheck(PANDA, world, self_pairs=exact.pairs)
    np.testing.assert_array_equal(exact.free(q), plain.free(q))
    assert plain.checks == 300 and exact.checks == (~GEOMETRY.free(q, world)).sum() < 300


def test_moving_the_base_and_the_world_together_changes_nothing(tmp_path: Path) -> None:
    base = mk.transform((0.5, -0.3, 0.2), rpy=(0.4, 1.0, -2.0))
    b = mk.RobotBuilder("stand")
    b.link("stand")
    moved = b.build().attach(PANDA, "stand", base)
    here, there = mk.World(), mk.World()
    for k, (name, shape) in enumerate(obstacles(tmp_path).items()):
        place = mk.transform((0.6 * np.cos(k), 0.6 * np.sin(k), 0.1 * k), rpy=(0.3 * k, -0.2 * k, 0.5 * k))
        place = mk.transform((0, 0, -0.3)) if name == "floor" else place
        here.add(name, shape, at=place)
        there.add(name, shape, at=base @ place)
    own = [(f"panda_link{i}", f"panda_link{j}") for i in range(8) for j in range(i + 2, 8)]
    one, two = ExactCheck(PANDA, here, self_pairs=own), ExactCheck(moved, there, self_pairs=own)
    q = PANDA.random(300, rng=7)
    np.testing.assert_array_equal(one.free(q), two.free(q))
    np.testing.assert_allclose(one.clearance(q[:10]), two.clearance(q[:10]), atol=1e-5)


def test_a_batch_is_its_rows() -> None:
    world = mk.World()
    world.add("ball", Sphere(0.2), at=(0.4, 0.2, 0.5))
    exact = ExactCheck(PANDA, world)
    q = PANDA.random(40, rng=8)
    assert exact.free(q).tolist() == [exact(row) for row in q] == [exact.free(row) for row in q]
    assert exact.free(q[:0]).shape == (0,) and 5 < exact.free(q).sum() < 40
    assert exact.clearance(q).tolist() == [exact.clearance(row) for row in q]


def test_what_is_found_in_a_world_is_what_is_found_beside_each_of_its_objects(tmp_path: Path) -> None:
    """The search for what is near leaves nothing out, whatever else is there."""
    rng, every, alone = np.random.default_rng(12), mk.World(), []
    for name, shape in obstacles(tmp_path).items():
        pose = mk.transform(rng.uniform(-0.8, 0.8, 3), rpy=rng.normal(size=3))
        for world in (every, mk.World()):
            world.add(name, shape, at=mk.transform((0, 0, -0.6)) if name == "floor" else pose)
        alone.append(ExactCheck(PANDA, world, self_pairs=()))
    itself, together = ExactCheck(PANDA), ExactCheck(PANDA, every)
    alone.append(itself)
    q = PANDA.random(60, rng=13)
    np.testing.assert_array_equal(together.free(q), np.all([check.free(q) for check in alone], axis=0))
    clearances = np.min([check.clearance(q) for check in alone], axis=0)
    np.testing.assert_allclose(together.clearance(q), clearances, rtol=0, atol=1e-6)
    for row in q[:20]:
        found = {(c.link, c.other): c.clearance for check in alone for c in check.contacts(row, margin=0.1)}
        contacts = {(c.link, c.other): c.clearance for c in together.contacts(row, margin=0.1)}
        assert contacts == pytest.approx(found, abs=1e-6)
    assert 5 < together.free(q).sum() < 55


def test_contacts_are_the_pairs_below_the_margin_the_deepest_first() -> None:
    world = mk.World()
    world.add("ball", Sphere(0.2), at=(0.4, 0.2, 0.5))
    world.add("floor", HalfSpace(), at=(0, 0, 0.2))
    exact = ExactCheck(PANDA, world)
    seen = 0
    for q in PANDA.random(40, rng=9):
        contacts, near = exact.contacts(q), exact.contacts(q, margin=0.05)
        depths = [contact.clearance for contact in contacts]
        assert depths == sorted(depths) and bool(contacts) is not exact(q)
        if near:
            assert near[0].clearance == pytest.approx(exact.clearance(q), abs=1e-6)
        for contact in near:
            assert np.linalg.norm(contact.normal) == pytest.approx(1)
            if contact.other == "ball":
                out = contact.point - (0.4, 0.2, 0.5)
                np.testing.assert_allclose(out, 0.2 * contact.normal, atol=1e-4)
        seen += len(near)
    assert seen > 20


def test_it_follows_its_world() -> None:
    world = mk.World()
    exact = ExactCheck(slider(Box((0.1, 0.1, 0.1))), world)
    ball = world.add("ball", Sphere(0.1), at=(0, 0, 0.5))
    assert not exact((0, 0, 0.5)) and exact((0, 0, 0))
    ball.move((0, 0, 0.1))
    assert exact((0, 0, 0.5)) and not exact((0, 0, 0))
    ball.touch_links = ["tool"]
    assert exact((0, 0, 0)) and exact.clearance((0, 0, 0)) == np.inf
    ball.remove()
    assert exact.contacts((0, 0, 0)) == []


def test_held_objects_move_with_their_link() -> None:
    world = mk.World()
    world.add("wall", Box((0.1, 2, 2)), at=(1, 0, 0))
    exact = ExactCheck(slider(Sphere(0.1)), world)
    assert exact((0.7, 0, 0))
    stick = world.attach(
        "tool", Capsule(0.02, 0.4), name="stick", at=mk.transform((0.2, 0, 0), rpy=(0, 1.5708, 0))
    )
    assert not exact((0.7, 0, 0)) and exact((0.4, 0, 0))
    assert {(c.link, c.other) for c in exact.contacts((0.7, 0, 0))} == {("stick", "wall")}
    world["wall"].touch_links = ["stick"]
    assert exact((0.7, 0, 0))
    stick.detach(at=(0, 0, 0.05))
    assert not exact((0, 0, 0))


def test_held_objects_keep_apart_from_links_that_may_not_touch_them() -> None:
    world = mk.World()
    allowed = ["panda_link5", "panda_link6"]
    world.attach("panda_hand", Box((0.05, 0.05, 2.0)), name="pole", touch_links=allowed)
    contacts = ExactCheck(PANDA, world).contacts(PANDA.neutral)
    assert contacts and all("pole" in (contact.link, contact.other) for contact in contacts)
    assert not {contact.link for contact in contacts} & set(allowed)
    assert ExactCheck(PANDA, world, self_pairs=()).free(PANDA.neutral)


def test_pairs_that_never_touched_in_samples_are_checked() -> None:
    table = PairTable.sample(PANDA, GEOMETRY, samples=200)
    geometry = GEOMETRY.with_pairs(table)
    assert set(geometry.never_pairs) and set(geometry.never_pairs) <= set(
        ExactCheck(PANDA, geometry=geometry).pairs
    )


def test_several_elements_of_a_link_count() -> None:
    b = mk.RobotBuilder("two")
    b.prismatic("x", "base", "tool", axis=(1, 0, 0), lower=-9, upper=9)
    b.link("tool", shapes=[Sphere(3).at()], collisions=[Sphere(0.1).at(), Sphere(0.1).at((0, 1, 0))])
    world = mk.World()
    world.add("ball", Sphere(0.1), at=(0, 1.15, 0))
    exact = ExactCheck(b.build(), world)
    assert not exact([0.0]) and exact([0.3])
    assert exact.clearance([0.0]) == pytest.approx(-0.05, abs=1e-6)


def test_a_solver_returns_only_what_it_accepts() -> None:
    world = mk.World()
    world.add("wall", Box((0.02, 0.6, 0.3)), at=(0.35, 0.3, 0.5))
    exact = ExactCheck(PANDA, world, geometry=GEOMETRY)
    solution = mk.Solver(PANDA, mk.Position("panda_hand", (0.5, 0.25, 0.5)), valid=exact).solve(random_seed=1)
    assert solution.success and exact(solution.q)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ExactCheck(PANDA)([0, 1]), "7"),
        (lambda: ExactCheck(PANDA).free(PANDA.neutral * np.nan), "not a usable value"),
        (lambda: ExactCheck(PANDA)(PANDA.random(2, rng=1)), "one configuration"),
        (lambda: ExactCheck(PANDA).contacts(PANDA.random(2, rng=1)), "one configuration"),
        (lambda: ExactCheck(PANDA).contacts(PANDA.neutral, margin=np.nan), "margin: expected a number"),
        (lambda: ExactCheck(PANDA, self_pairs="all"), "self_pairs: expected 'auto'"),
        (lambda: ExactCheck(PANDA, self_pairs=[("nose", "panda_hand")]), "nose"),
        (lambda: ExactCheck(PANDA, geometry={"panda_hand": (0, 0, 0, 1)}), "no spheres on panda_link0"),
        (lambda: ExactCheck(PANDA, Field(np.ones((2, 2, 2)), spacing=1)), "has no exact surface"),
        (lambda: ExactCheck(slider(Mesh("package://gone.stl"))), "no file was found"),
        (lambda: ExactCheck(PANDA, Mesh("gone.stl")), "missing"),
        (lambda: ExactCheck(mk.Robot.load("snake"), [Mesh("gone.stl")]), "obstacle_1"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        call()


def test_a_missing_package_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coal", None)
    with pytest.raises(mk.RobotError, match=r"need coal.*(collision|'coal)"):
        ExactCheck(PANDA)


def test_verdicts_and_distances_are_those_of_pinocchio(tmp_path: Path) -> None:
    pin: Any = pytest.importorskip("pinocchio")
    coal: Any = pytest.importorskip("coal")
    urdf = tmp_path / "panda.urdf"
    urdf.write_text(PANDA.to_urdf())
    robot = mk.Robot.load(urdf)
    world = mk.World()
    world.add("box", Box((0.3, 0.2, 0.4)), at=mk.transform((0.5, 0.1, 0.3), rpy=(0.3, 0.2, 0.1)))
    exact = ExactCheck(robot, world)
    model = pin.buildModelFromUrdf(str(urdf))
    shapes = pin.buildGeomFromUrdf(model, str(urdf), pin.COLLISION)
    of_link: dict[str, list[int]] = {}
    for k, item in enumerate(shapes.geometryObjects):
        of_link.setdefault(model.frames[item.parentFrame].name, []).append(k)
    box = pin.GeometryObject("box", 0, 0, pin.SE3(world["box"].pose), coal.Box(0.3, 0.2, 0.4))
    obstacle = shapes.addGeometryObject(box)
    together = [(i, obstacle) for found in of_link.values() for i in found]
    together += [(i, j) for a, b in exact.pairs for i in of_link[a] for j in of_link[b]]
    for i, j in together:
        shapes.addCollisionPair(pin.CollisionPair(i, j))
    data, found = model.createData(), shapes.createData()
    q = robot.random(400, rng=10)
    rows = robot.to_pinocchio(q, model)
    collides = [pin.computeCollisions(model, data, shapes, found, row, True) for row in rows]
    np.testing.assert_array_equal(exact.free(q), ~np.array(collides))
    assert 50 < sum(collides) < 350
    for row, native in zip(rows[:40], q, strict=False):
        pin.computeDistances(model, data, shapes, found, row)
        smallest = min(result.min_distance for result in found.distanceResults)
        if smallest > 0:
            assert exact.clearance(native) == pytest.approx(smallest, abs=1e-5)


def test_what_is_no_robot_is_refused_by_name() -> None:
    for construct in (ExactCheck, mk.collision.SphereRobot.fit):
        with pytest.raises(mk.RobotError, match="expected a Robot, got 'ur5'"):
            construct("ur5")  # type: ignore[operator]
