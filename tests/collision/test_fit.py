"""SphereRobot.fit: every point of a link's shapes is in one of its spheres, and spheres protrude little."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik import disk_cache
from memetik.collision import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Shape, Sphere, SphereRobot
from memetik.models import BUNDLED

Array = npt.NDArray[np.float64]
ROUNDING = 1e-9  # [m]


def robot_of(*shapes: Geometry | Shape, visual: bool = False) -> mk.Robot:
    """A robot of one link with these shapes."""
    placed = tuple(item if isinstance(item, Geometry) else item.at() for item in shapes)
    return mk.Robot(
        "body", [mk.Link("body", visuals=placed) if visual else mk.Link("body", collisions=placed)], []
    )


def missing_cover(rows: Array, points: Array) -> float:
    """How far outside of all spheres a point is [m]; at most 0 if all points are inside."""
    apart = np.linalg.norm(points[:, None] - rows[None, :, :3], axis=-1) - rows[:, 3]
    return float(apart.min(axis=1).max())


def points_of(item: Geometry, rng: np.random.Generator, density: float = 60) -> Array:
    """Points all over the surface and in the inside of a shape, in the link's frame."""
    surface = item.shape.surface(density) @ item.origin[:3, :3].T + item.origin[:3, 3]
    cloud = rng.uniform(surface.min(axis=0), surface.max(axis=0), (500, 3))
    return np.vstack([surface[rng.permutation(len(surface))[:4000]], cloud[item.distance(cloud) <= 0]])


def protrusion(rows: Array, shapes: tuple[Geometry, ...], rng: np.random.Generator) -> float:
    """How far points on the spheres are from the nearest shape [m], at most."""
    directions = rng.normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    points = (rows[:, None, :3] + rows[:, None, 3:] * directions[None]).reshape(-1, 3)
    return float(np.min([item.distance(points) for item in shapes], axis=0).max())


def check(robot: mk.Robot, geometry: SphereRobot) -> None:
    """All primitives of the robot are covered, and no sphere protrudes farther than the report says."""
    rng = np.random.default_rng(0)
    assert geometry.report is not None
    for item in geometry.report.links:
        shapes = robot.links[item.link].collisions or robot.links[item.link].visuals
        rows = geometry.spheres[item.link]
        assert item.spheres == len(rows)
        for shape in shapes:
            assert missing_cover(rows, points_of(shape, rng)) <= ROUNDING, (item.link, shape)
        assert protrusion(rows, shapes, rng) <= item.protrusion + ROUNDING, item.link


@pytest.mark.parametrize("name", BUNDLED)
def test_the_shapes_of_bundled_robots_are_covered(name: str) -> None:
    robot = mk.Robot.load(name)
    geometry = SphereRobot.fit(robot, tolerance=0.05, cache=False)
    assert geometry.report is not None
    assert geometry.report.protrusion <= 0.05 + ROUNDING
    assert set(geometry.spheres) == {n for n, link in robot.links.items() if link.collisions or link.visuals}
    check(robot, geometry)


class TestTolerancesOfLinks:
    ENDOSCOPE, ARM = 0.0015, 0.05

    def test_thin_rods_are_covered_closely_on_a_coarse_arm(self) -> None:
        robot = mk.Robot.load("ur10e_elise")
        options = {"endo_*": self.ENDOSCOPE, "*": self.ARM}
        geometry = SphereRobot.fit(robot, tolerance=options, cache=False)
        assert geometry.report is not None
        for item in geometry.report.links:
            limit = self.ENDOSCOPE if item.link.startswith("endo_") else self.ARM
            assert item.protrusion <= limit + ROUNDING, item.link
        assert geometry.report.protrusion > 10 * self.ENDOSCOPE
        check(robot, geometry)

    def test_the_first_pattern_counts_and_other_links_have_the_default(self) -> None:
        robot = mk.Robot.load("ur5")
        options = {"fore*": 0.1, "forearm_link": 0.01, "upper_arm_link": 0.1}
        mixed = SphereRobot.fit(robot, tolerance=options, cache=False)
        for tolerance, links in ((0.1, ("forearm_link", "upper_arm_link")), (0.02, ("shoulder_link",))):
            alone = SphereRobot.fit(robot, tolerance=tolerance, cache=False)
            for link in links:
                np.testing.assert_array_equal(mixed.spheres[link], alone.spheres[link])

    def test_unknown_links_are_refused_with_the_known_ones(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="forearm_link"):
            SphereRobot.fit(mk.Robot.load("ur5"), tolerance={"endo_*": 0.01})


@pytest.mark.parametrize("tolerance", [0.02, 0.01, 0.005])
def test_smaller_tolerances_are_kept_with_more_spheres(tolerance: float) -> None:
    robot = robot_of(Box((0.1, 0.16, 0.2)), Cylinder(0.03, 0.2).at((0.1, 0, 0), rpy=(0.3, 0.5, 0)))
    geometry = SphereRobot.fit(robot, tolerance=tolerance, cache=False)
    assert geometry.report is not None
    assert geometry.report.protrusion <= tolerance + ROUNDING
    assert len(geometry) > len(SphereRobot.fit(robot, tolerance=2 * tolerance, cache=False))
    check(robot, geometry)


@pytest.mark.parametrize(
    ("shape", "most"),
    [
        (Sphere(0.1).at((0.1, 0.2, 0.3)), 1),
        (Capsule(0.05, 0.4).at((0, 0, 0.1), rpy=(1, 2, 3)), 5),
        (Cylinder(0.006, 0.5).at(rpy=(0, 1, 0)), 11),  # a rod: disks of 25 mm about its axis, 48 mm apart
        (Box((0.3, 0.2, 0.001)).at(rpy=(0.2, 0.1, 0)), 77),  # a plate
        (Box((0.2, 0.2, 0.0)).at(), 64),
        (Box((0.012, 0.012, 0.5)).at(rpy=(0.4, 0.5, 0.6)), 11),
        (Sphere(0.0).at((1, 0, 0)), 1),
    ],
)
def test_thin_and_round_shapes_need_few_spheres(shape: Geometry, most: int) -> None:
    robot = robot_of(shape)
    geometry = SphereRobot.fit(robot, cache=False)
    assert geometry.report is not None
    assert geometry.report.protrusion <= 0.02 + ROUNDING
    assert len(geometry) <= most
    check(robot, geometry)


@pytest.mark.parametrize(
    "shapes",
    [
        [Box((0.3, 0.2, 0.001)).at(rpy=(0.2, 0.1, 0)), Box((0.3, 0.001, 0.1))],  # plates at an angle
        [Cylinder(0.006, 0.5), Cylinder(0.006, 0.3).at(rpy=(1, 0.5, 0))],  # crossed rods
        [Cylinder(0.1, 0.002).at(rpy=(0.3, 0.2, 0))],  # a disk
        [Box((0.1, 0.1, 0.0)), Sphere(0.0).at((0.2, 0, 0))],
        [Box((0.2, 0.3, 0.4)).at((1, 2, 3))],
    ],
)
def test_several_and_flat_shapes_are_covered(shapes: list[Geometry | Shape]) -> None:
    robot = robot_of(*shapes)
    geometry = SphereRobot.fit(robot, cache=False)
    assert geometry.report is not None
    assert geometry.report.protrusion <= 0.02 + ROUNDING
    check(robot, geometry)


def test_spheres_are_themselves() -> None:
    geometry = SphereRobot.fit(robot_of(Sphere(0.1).at((0.1, 0, 0)), Sphere(0.2)), cache=False)
    np.testing.assert_allclose(geometry.spheres["body"], [(0.1, 0, 0, 0.1), (0, 0, 0, 0.2)], atol=1e-9)


def test_capsules_get_the_fewest_spheres_of_a_row() -> None:
    """Of n spheres on the axis, the outer ones reach the ends, and neighbours meet on the side."""
    radius, length, tolerance = 0.05, 0.5, 0.01
    count = len(SphereRobot.fit(robot_of(Capsule(radius, length)), tolerance=tolerance, cache=False))
    covered = [
        2 * tolerance + 2 * (n - 1) * np.sqrt((radius + tolerance) ** 2 - radius**2) >= length
        for n in (count - 1, count)
    ]
    assert covered == [False, True]


class TestBudget:
    ROBOT = mk.Robot.load("xarm7")

    @pytest.mark.parametrize("most", [8, 20, 40])
    def test_it_is_kept_and_the_report_says_how_far_spheres_then_protrude(self, most: int) -> None:
        geometry = SphereRobot.fit(self.ROBOT, max_spheres=most, cache=False)
        assert geometry.report is not None
        assert len(geometry) <= most
        assert geometry.report.protrusion > 0.02
        check(self.ROBOT, geometry)

    def test_one_that_suffices_changes_nothing(self) -> None:
        free = SphereRobot.fit(self.ROBOT, cache=False)
        assert SphereRobot.fit(self.ROBOT, max_spheres=len(free), cache=False) == free

    def test_less_than_a_sphere_for_each_link_is_refused(self) -> None:
        with pytest.raises(mk.ConfigurationError, match="each of 8 links with shapes needs a sphere, got 7"):
            SphereRobot.fit(self.ROBOT, max_spheres=7)


def tube(path: Path, *, closed: bool, radius: float = 0.03) -> Array:
    """Write a quarter of a torus, radii 0.2 and ``radius``, as an .obj file; return points inside of it."""
    bends, sides = 24, 16
    angle, around = np.linspace(0, np.pi / 2, bends), np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([0.2 + radius * np.cos(around), radius * np.sin(around)], axis=-1)
    spin = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    corners = [(r * x, r * y, z) for x, y in spin for r, z in ring]
    faces = [
        (i * sides + k, i * sides + (k + 1) % sides, (i + 1) * sides + (k + 1) % sides, (i + 1) * sides + k)
        for i in range(bends - 1)
        for k in range(sides)
    ]
    if closed:
        faces += [tuple(range(sides)), tuple((bends - 1) * sides + k for k in range(sides))]
    lines = [f"v {x} {y} {z}" for x, y, z in corners]
    lines += ["f " + " ".join(str(k + 1) for k in face) for face in faces]
    path.write_text("\n".join(lines))
    points = np.array(corners)
    middles = np.repeat(0.2 * np.column_stack([spin, np.zeros(bends)]), sides, axis=0)
    return np.vstack([middles + share * (points - middles) for share in (0, 0.5, 0.9, 1)])


class TestMeshes:
    def test_a_curved_tube_is_covered_without_filling_its_bend(self, tmp_path: Path) -> None:
        inside = tube(tmp_path / "tube.obj", closed=True)
        geometry = SphereRobot.fit(robot_of(Mesh("tube.obj", tmp_path / "tube.obj")), cache=False)
        rows = geometry.spheres["body"]
        assert missing_cover(rows, inside) <= ROUNDING
        assert geometry.report is not None
        assert geometry.report.protrusion <= 0.02 + ROUNDING
        assert geometry.report.links[0].source == "collision"
        assert len(rows) <= 10
        assert (np.linalg.norm(rows[:, :3], axis=1) > 0.15).all()

    def test_an_open_mesh_is_covered_by_its_convex_hull(self, tmp_path: Path) -> None:
        pytest.importorskip("scipy")
        inside = tube(tmp_path / "tube.obj", closed=False)
        geometry = SphereRobot.fit(
            robot_of(Mesh("tube.obj", tmp_path / "tube.obj"), visual=True), cache=False
        )
        assert missing_cover(geometry.spheres["body"], inside) <= ROUNDING
        assert geometry.report is not None
        assert geometry.report.links[0].source == "visual hull"

    def test_an_open_mesh_without_scipy_says_what_helps(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tube(tmp_path / "tube.obj", closed=False)
        monkeypatch.setitem(sys.modules, "scipy.spatial", None)
        with pytest.raises(mk.RobotError, match=r"link 'body': mesh tube.obj: .*pip install scipy"):
            SphereRobot.fit(robot_of(Mesh("tube.obj", tmp_path / "tube.obj")), cache=False)

    def test_a_flat_mesh_is_covered(self, tmp_path: Path) -> None:
        pytest.importorskip("scipy")
        (tmp_path / "flat.obj").write_text("v 0 0 0\nv 0.1 0 0\nv 0.1 0.2 0\nv 0 0.2 0\nf 1 2 3 4\n")
        geometry = SphereRobot.fit(robot_of(Mesh("flat.obj", tmp_path / "flat.obj")), cache=False)
        points = np.random.default_rng(0).uniform((0, 0, 0), (0.1, 0.2, 0), (2000, 3))
        assert missing_cover(geometry.spheres["body"], points) <= ROUNDING
        assert geometry.report is not None
        assert geometry.report.protrusion <= 0.02 + ROUNDING

    def test_missing_files_are_refused_or_skipped(self) -> None:
        robot = robot_of(Mesh("package://arm/arm.stl"), Sphere(0.1))
        with pytest.raises(mk.RobotError, match=r"'body': mesh package://arm/arm.stl: no file was found"):
            SphereRobot.fit(robot)
        with pytest.warns(mk.RobotWarning, match="1 mesh is missing and not covered"):
            assert len(SphereRobot.fit(robot, missing="skip", cache=False)) == 1
        with pytest.warns(mk.RobotWarning), pytest.raises(mk.RobotError, match="no link has a shape"):
            SphereRobot.fit(robot_of(Mesh("arm.stl")), missing="skip")


class TestCache:
    ROBOT = robot_of(Box((0.1, 0.1, 0.2)))

    @pytest.fixture(autouse=True)
    def own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path / "kept"))

    def test_the_same_input_gives_the_same_spheres(self, tmp_path: Path) -> None:
        new = SphereRobot.fit(self.ROBOT, cache=False)
        assert not (tmp_path / "kept").exists()
        stored = SphereRobot.fit(self.ROBOT)
        assert len(list((tmp_path / "kept").rglob("*.npz"))) == 1
        for again in (stored, SphereRobot.fit(self.ROBOT)):
            assert again == new
            assert again.report == new.report

    def test_broken_entries_are_written_again(self, tmp_path: Path) -> None:
        right = SphereRobot.fit(self.ROBOT)
        (file,) = (tmp_path / "kept").rglob("*.npz")
        for broken in (b"", b"no archive", file.read_bytes()[:-40]):
            file.write_bytes(broken)
            assert SphereRobot.fit(self.ROBOT) == right
            assert len(file.read_bytes()) > len(broken)
        np.savez(file, rows=np.zeros((3, 4)), links=np.array(["body"]))
        assert SphereRobot.fit(self.ROBOT) == right

    def test_other_options_and_changed_files_are_other_entries(self, tmp_path: Path) -> None:
        file = tmp_path / "tube.obj"
        tube(file, closed=True)
        robot = robot_of(Mesh("tube.obj", file))
        fine, coarse = (SphereRobot.fit(robot, tolerance=t) for t in (0.02, 0.04))
        assert len(fine) > len(coarse)
        tube(file, closed=True, radius=0.0401)
        assert SphereRobot.fit(robot) != fine


def test_collision_shapes_come_before_visual_shapes() -> None:
    both = mk.Link("both", visuals=(Sphere(1).at(),), collisions=(Sphere(0.1).at(),))
    robot = mk.Robot(
        "pair",
        [both, mk.Link("seen", visuals=(Sphere(0.2).at(),)), mk.Link("bare")],
        [mk.Joint("a", "fixed", "both", "seen"), mk.Joint("b", "fixed", "seen", "bare")],
    )
    geometry = SphereRobot.fit(robot, cache=False)
    assert geometry.report is not None
    assert [(item.link, item.source) for item in geometry.report.links] == [
        ("both", "collision"),
        ("seen", "visual"),
    ]
    assert geometry.spheres["both"][0, 3] == pytest.approx(0.1)


def test_the_report_is_a_small_table_and_survives_pickle() -> None:
    geometry = SphereRobot.fit(robot_of(Sphere(0.1), Capsule(0.05, 0.3)), cache=False)
    lines = str(geometry.report).splitlines()
    assert lines[0].startswith(f"{len(geometry)} spheres on 1 links protrude by at most ")
    assert lines[1].split() == ["link", "spheres", "protrusion", "[mm]", "shapes"]
    assert lines[2].split()[:2] == ["body", str(len(geometry))]
    assert geometry.report is not None
    assert "<table" in geometry.report._repr_html_()
    assert pickle.loads(pickle.dumps(geometry)).report == geometry.report
    assert SphereRobot({"body": (0, 0, 0, 1)}).report is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance": 0}, "tolerance: expected a number of at least 0.001"),
        ({"tolerance": "fine"}, "tolerance"),
        ({"max_spheres": 2.5}, "max_spheres: expected a positive integer or None, got 2.5"),
        ({"missing": "ignore"}, "missing"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        SphereRobot.fit(robot_of(Sphere(0.1)), **options)  # type: ignore[arg-type]


def test_half_spaces_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="link 'body': a HalfSpace is unbounded"):
        SphereRobot.fit(robot_of(HalfSpace()))
