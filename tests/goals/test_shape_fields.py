"""Meshes and fields in Touch, StandOn, PassThrough and Scan, against brute force on their triangles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Field, Mesh, Sphere
from memetik.goals import shape_fields
from tests.naive_kinematics import Array

PANDA, HAND = mk.Robot.load("panda"), "panda_hand"

# An L, extruded along y and cut by a slope: neither convex nor parallel to the axes.
PROFILE = np.array([(0, 0), (3, 0), (3, 1), (1, 1.4), (1, 3), (0, 2.6)])
OUTER = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]


def l_shape(scale: float = 0.1) -> tuple[Array, Array]:
    """Vertices and triangles of the L."""
    n = len(PROFILE)
    ends = [np.insert(PROFILE, 1, y, axis=1) for y in (0.0, 2.0)]
    sides = [(i, (i + 1) % n) for i in range(n)]
    faces = OUTER + [(a + n, c + n, b + n) for a, b, c in OUTER]
    faces += [t for a, b in sides for t in ((a, a + n, b), (b, a + n, b + n))]
    return scale * np.vstack(ends), np.array(faces)


VERTICES, TRIANGLES = l_shape()


@pytest.fixture
def mesh(tmp_path: Path) -> Mesh:
    path = tmp_path / "l.obj"
    lines = [f"v {x} {y} {z}" for x, y, z in VERTICES]
    lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in TRIANGLES]
    path.write_text("\n".join(lines))
    return Mesh("l.obj", path)


def hit_of_ray(start: Array, way: Array) -> float:
    """The distance at which a ray first meets a triangle (Möller and Trumbore 1997); infinity if none."""
    first = np.inf
    for a, b, c in VERTICES[TRIANGLES]:
        matrix = np.column_stack([-way, b - a, c - a])
        if abs(np.linalg.det(matrix)) > 1e-12:
            t, u, v = np.linalg.solve(matrix, start - a)
            if t >= 0 and u >= 0 and v >= 0 and u + v <= 1:
                first = min(first, float(t))
    return first


def placed(mesh: Mesh, pose: Array) -> Any:
    return mk.collision.Geometry(mesh, pose)


class TestTouch:
    @pytest.mark.parametrize("with_scipy", [True, False])
    def test_the_lowest_corner_touches(
        self, mesh: Mesh, with_scipy: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def missing(name: str) -> Any:
            raise ImportError(name)

        if not with_scipy:
            monkeypatch.setattr(shape_fields.importlib, "import_module", missing)
        at, normal = mk.transform((0.1, 0.2, 0.3), rpy=(1, 2, 3)), np.array((0.6, 0.0, 0.8))
        goal = mk.Touch(HAND, (0.1, 0, 0.2), normal, shapes=[placed(mesh, at), Sphere(0.01)])
        problem = mk.Problem(PANDA, goal)
        corners = VERTICES @ at[:3, :3].T + at[:3, 3]
        for q in PANDA.random(20, rng=1):
            hand = PANDA.fk(q, HAND)
            heights = (corners @ hand[:3, :3].T + hand[:3, 3] - (0.1, 0, 0.2)) @ normal
            ball = (hand[:3, 3] - (0.1, 0, 0.2)) @ normal - 0.01
            assert problem.residuals(q)[0] == pytest.approx(min(heights.min(), ball), abs=1e-12)

    def test_only_corners_of_the_hull_are_tested(self, mesh: Mesh) -> None:
        assert len(shape_fields.corners_of(mesh.at(), "shapes")) == 2 * (len(PROFILE) - 1)

    def test_a_flat_mesh(self, tmp_path: Path) -> None:
        path = tmp_path / "flat.obj"
        path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3")
        assert len(shape_fields.corners_of(Mesh("flat", path).at(), "shapes")) == 3

    def test_is_solved(self, mesh: Mesh) -> None:
        mk.solve(PANDA, mk.Touch(HAND, (0, 0, 0.1), shapes=mesh)).raise_if_failed()


SIDES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)])


class TestStandOn:
    """A point that slides over the L."""

    def test_the_depth_is_that_of_the_first_triangle(self, mesh: Mesh) -> None:
        robot, rng = slider(), np.random.default_rng(2)
        direction = np.array((0.1, -0.2, -1.0)) / np.linalg.norm((0.1, -0.2, -1.0))
        goal = mk.StandOn("foot", mesh, above=1.0, below=1.0, direction=direction)
        problem, spacing = mk.Problem(robot, goal), mesh.as_field().spacing
        hits = 0
        for q in rng.uniform((-0.1, -0.1, 0.0), (0.4, 0.3, 0.4), (200, 3)):
            expected = hit_of_ray(q - direction, direction)
            beside = [hit_of_ray(q - direction + 2 * spacing * shift, direction) for shift in SIDES]
            depth = float(problem.residuals(q)[0])
            if max(expected, *beside) > 2:
                continue  # it misses the L, or meets it near an edge, where the field is rounded
            hits += 1
            assert depth == pytest.approx(1 - expected, abs=0.01 + 2 * spacing)
            point = q - depth * direction
            assert abs(mesh.as_field().distance(point)) < 1e-9
        assert hits > 40

    def test_the_normal_is_that_of_the_face(self, mesh: Mesh) -> None:
        problem = mk.Problem(slider(), mk.StandOn("foot", mesh, above=1.0, below=1.0))
        slope = np.array((0.4, 0, 2.0)) / np.hypot(0.4, 2.0)  # of the lower step
        tilt = problem.residuals((0.2, 0.1, 0.2))[1:]
        np.testing.assert_allclose(tilt, slope - (0, 0, 1), atol=1e-5)

    def test_below_the_surface_a_foot_is_lifted(self, mesh: Mesh) -> None:
        """The ray starts inside: it goes back to where it entered."""
        problem = mk.Problem(slider(), mk.StandOn("foot", mesh, above=0.01))
        assert problem.residuals((0.25, 0.1, 0.05))[0] == pytest.approx(0.06, abs=1e-4)

    def test_a_primitive_above_a_field_is_stood_on(self, mesh: Mesh) -> None:
        slab = mk.collision.Box((2, 2, 0.1)).at((0, 0, 0.5))
        problem = mk.Problem(slider(), mk.StandOn("foot", [mesh.at(), slab], above=1.0))
        np.testing.assert_allclose(problem.residuals((0.2, 0.1, 0.2)), (0.35, 0, 0, 0), atol=1e-12)

    def test_rays_that_miss(self, mesh: Mesh) -> None:
        problem = mk.Problem(slider(), mk.StandOn("foot", mesh, above=1.0, below=1.0))
        np.testing.assert_array_equal(problem.residuals((3.0, 0.1, 0.2)), 0)

    def test_is_solved(self, mesh: Mesh) -> None:
        goals = [mk.StandOn("foot", mesh, above=1.0, below=1.0, tolerance=(1e-6, 1.0))]
        solution = mk.solve(slider(), goals, start=(0.25, 0.1, 0.3))
        solution.raise_if_failed()
        down = np.array((0.0, 0.0, -1.0))
        assert abs(hit_of_ray(solution.q - down, down) - 1) < 1e-3


def slider() -> mk.Robot:
    b = mk.RobotBuilder("slider")
    b.prismatic("x", "base", "a", axis=(1, 0, 0), lower=-9, upper=9)
    b.prismatic("y", "a", "b", axis=(0, 1, 0), lower=-9, upper=9)
    b.prismatic("z", "b", "foot", axis=(0, 0, 1), lower=-9, upper=9)
    return b.build()


class TestPassThrough:
    def test_the_distance_is_that_of_the_mesh(self, mesh: Mesh) -> None:
        at, place = mk.transform((0.1, 0, 0.05), rpy=(1, 0, 2)), np.array((0.45, 0.1, 0.45))
        problem = mk.Problem(PANDA, mk.PassThrough(HAND, place, shapes={HAND: placed(mesh, at)}))
        exact = mk._core.MeshDistance(VERTICES, TRIANGLES.astype(np.int32), False)
        for q in PANDA.random(30, rng=1):
            local = mk.transforms.inverse(PANDA.fk(q, HAND) @ at) @ (*place, 1)
            expected = np.empty(1)
            exact.distances(local[None, :3].copy(), expected)
            # beyond the grid a field has a lower bound of the distance
            assert 0 <= problem.residuals(q)[0] <= max(expected[0], 0.0) + 0.003
            if 0 < expected[0] < 0.01:
                assert problem.residuals(q)[0] == pytest.approx(expected[0], abs=0.003)

    def test_is_solved(self, mesh: Mesh) -> None:
        goal = mk.PassThrough(HAND, (0.45, 0.1, 0.45), shapes={HAND: mesh})
        mk.solve(PANDA, goal).raise_if_failed()


class TestScan:
    def test_the_smallest_distance_of_a_line_of_sight(self, mesh: Mesh) -> None:
        field, place = mesh.as_field(), np.array((0.2, 0.1, 0.35))
        goal = mk.Scan(HAND, place, normal=(0, 0, 1), obstacles=mesh, clearance=9.0)
        problem = mk.Problem(PANDA, goal)
        for q in PANDA.random(20, rng=3):
            line = np.linspace(PANDA.fk(q, HAND)[:3, 3], place, 20_001)
            expected = 9.0 - field.distance(line).min()
            assert problem.residuals(q)[-1] == pytest.approx(expected, abs=1e-5)

    def test_an_obstacle_is_looked_past(self, mesh: Mesh) -> None:
        wall = mesh.at((0.35, -0.1, 0.25))
        goal = mk.Scan(HAND, (0.5, 0, 0.2), normal=(0, 0, 1), distance=(0.1, 0.4), normal_angle=1.0)
        clear = mk.Scan(
            HAND, (0.5, 0, 0.7), normal=(0, 0, 1), distance=(0.1, 0.4), obstacles=wall, clearance=0.01
        )
        mk.solve(PANDA, [goal]).raise_if_failed()
        mk.solve(PANDA, [clear]).raise_if_failed()


@pytest.mark.parametrize(
    "make",
    [
        lambda shape: mk.Touch(HAND, (0, 0, 0), shapes=shape),
        lambda shape: mk.StandOn(HAND, shape),
        lambda shape: mk.PassThrough(HAND, (0, 0, 0), shapes={HAND: shape}),
        lambda shape: mk.Scan(HAND, (0, 0, 0), normal=(0, 0, 1), obstacles=shape),
    ],
    ids=["Touch", "StandOn", "PassThrough", "Scan"],
)
class TestRefused:
    def test_files_that_are_missing(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"mesh a\.stl: its file is missing or cannot be read"):
            mk.Problem(PANDA, make(Mesh("a.stl")))

    def test_open_meshes(self, make: Any, tmp_path: Path) -> None:
        path = tmp_path / "open.obj"
        path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4")
        goal = make(Mesh("open.obj", path))
        if isinstance(goal, mk.Touch):
            mk.Problem(PANDA, goal)  # only its corners count
            return
        with pytest.raises(mk.GoalError, match=r"mesh open.obj: .*is open"):
            mk.Problem(PANDA, goal)


def test_a_field_is_used_as_it_is() -> None:
    field = Field(np.ones((2, 2, 2)), spacing=0.1)
    assert field.as_field() is field


def test_fields_survive_json() -> None:
    goal = mk.StandOn(HAND, Field(np.ones((2, 2, 2)), spacing=0.1))
    assert mk.goals.goal_from_dict(goal.to_dict()) == goal
