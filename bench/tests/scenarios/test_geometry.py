"""Obstacles: closed meshes that agree with the exact shapes, and targets on their surfaces."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from memetik_bench.scenarios import SCENARIOS, Scenario
from memetik_bench.scenarios.obstacle import Obstacle
from memetik_bench.scenarios.surfaces import tool_poses
from memetik_bench.scenarios.target_source import OnSurfaces
from memetik_bench.scenarios.triangle_mesh import box_mesh, chord_error, revolved_mesh

OBSTACLES = [
    pytest.param(obstacle, id=f"{scenario.name}-{obstacle.name}")
    for scenario in SCENARIOS.values()
    for obstacle in scenario.obstacles
]
ON_SURFACES = [item for item in SCENARIOS.values() if isinstance(item.source, OnSurfaces)]


def distance(obstacle: Obstacle, points: np.ndarray) -> np.ndarray:
    return np.min([part.distance(points) for part in obstacle.parts], axis=0)


def near(obstacle: Obstacle, count: int) -> np.ndarray:
    low, high = obstacle.mesh.vertices.min(axis=0) - 0.02, obstacle.mesh.vertices.max(axis=0) + 0.02
    return low + np.random.default_rng(1).random((count, 3)) * (high - low)


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_meshes_are_closed_and_oriented(obstacle: Obstacle) -> None:
    assert obstacle.mesh.is_watertight
    assert obstacle.mesh.volume > 0


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_vertices_and_facets_are_on_the_exact_surface(obstacle: Obstacle) -> None:
    """Where parts overlap, vertices may be inside; none is outside, nor farther inside than the error."""
    mesh = obstacle.mesh
    assert distance(obstacle, mesh.vertices).max() < 1e-9
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    if len(obstacle.parts) == 1:
        assert np.abs(distance(obstacle, middles)).max() < obstacle.facet_error + 1e-9
    assert obstacle.facet_error < 8e-6


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_inside_agrees_with_distances(obstacle: Obstacle) -> None:
    points = near(obstacle, 2000)
    away = distance(obstacle, points)
    inside = obstacle.contains(points)
    assert inside.any()
    assert (inside == (away < 0))[np.abs(away) > 1e-9].all()


def test_the_pot_is_its_mesh() -> None:
    """The union of its boxes has the volume of the mesh, which is that of two hexagonal prisms."""
    (pot,) = SCENARIOS["Barrel"].obstacles
    area = 1.5 * np.sqrt(3)
    expected = area * (0.178**2 * 0.351 - 0.167**2 * (0.351 - 0.028))
    assert pot.mesh.volume == pytest.approx(expected)
    low, high = pot.mesh.vertices.min(axis=0), pot.mesh.vertices.max(axis=0)
    points = low + np.random.default_rng(1).random((200_000, 3)) * (high - low)
    sampled = pot.contains(points).mean() * np.prod(high - low)
    assert sampled == pytest.approx(expected, rel=0.02)


def test_meshes_of_known_solids() -> None:
    assert box_mesh((0.1, 0.2, 0.3)).volume == pytest.approx(0.006)
    cone = revolved_mesh([(0, 0), (1, 0), (0, 3)], 4096)
    assert cone.is_watertight
    assert cone.volume == pytest.approx(np.pi, rel=1e-5)
    assert revolved_mesh([(0, 3), (1, 0), (0, 0)], 12).volume > 0, "whatever the order of the corners"
    assert chord_error(1.0, 3) == pytest.approx(0.5)


@pytest.mark.parametrize("scenario", ON_SURFACES, ids=lambda item: item.name)
def test_targets_are_on_surfaces_and_point_into_them(scenario: Scenario) -> None:
    points, into = scenario.targets[:, :3, 3], scenario.targets[:, :3, 2]

    def away(places: np.ndarray) -> np.ndarray:
        return np.min([distance(obstacle, places) for obstacle in scenario.obstacles], axis=0)

    np.testing.assert_allclose(away(points), 0, atol=1e-9)
    np.testing.assert_allclose(away(points - 1e-6 * into), 1e-6, atol=1e-9)
    inside = np.any([obstacle.contains(points + 1e-6 * into) for obstacle in scenario.obstacles], axis=0)
    assert inside.all()


@pytest.mark.parametrize("scenario", ON_SURFACES, ids=lambda item: item.name)
def test_frames_of_targets(scenario: Scenario) -> None:
    """The frame of the published clouds, computed one by one."""
    for pose in scenario.targets[:50]:
        n = -pose[:3, 2]
        e_x, e_y = np.eye(3)[:2]
        if abs(n[0]) < 0.9:
            x = e_x - n * (n @ e_x)
            x /= np.linalg.norm(x)
            y = np.cross(n, x)
        else:
            y = e_y - n * (n @ e_y)
            y /= np.linalg.norm(y)
            x = np.cross(y, n)
        half_turn = np.diag([1.0, -1.0, -1.0])
        np.testing.assert_allclose(pose[:3, :3], np.column_stack([x, y, n]) @ half_turn, atol=1e-9)


def test_tool_poses_are_rotations() -> None:
    normals = np.array([v for v in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(v)])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    turns = tool_poses(np.zeros_like(normals), normals)[:, :3, :3]
    np.testing.assert_allclose(turns @ turns.transpose(0, 2, 1), np.tile(np.eye(3), (26, 1, 1)), atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(turns), 1)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("Table", (-0.503, 0.499, 0.742), (0.496, 1.463, 0.742)),
        ("SmallTable", (-0.251, 0.350, 0.371), (0.248, 0.832, 0.371)),
        ("TableObjects", (-0.1345, 0.4295, 0.381), (0.1485, 0.7685, 0.458)),
        ("Shelf", (0.344, -0.423, 0.050), (0.790, 0.428, 0.448)),
        ("Barrel", (-0.167, 0.3554, 0.028), (0.167, 0.6446, 0.351)),
        ("HydrogenTank", (-0.0431, 1.083, 0.4569), (0.0431, 1.483, 0.5431)),
        ("HydrogenTankSmall", (-0.0431, 1.121, 0.4569), (0.0431, 1.481, 0.5431)),
    ],
)
def test_targets_fill_the_published_extents(
    name: str, low: tuple[float, ...], high: tuple[float, ...]
) -> None:
    points = SCENARIOS[name].targets[:, :3, 3]
    assert (points.min(axis=0) >= np.array(low) - 1e-4).all()
    assert (points.max(axis=0) <= np.array(high) + 1e-4).all()
    np.testing.assert_allclose(points.min(axis=0), low, atol=0.01)
    np.testing.assert_allclose(points.max(axis=0), high, atol=0.01)
