"""A picture of a scenario: obstacles, targets, and the robot at a certificate."""

from __future__ import annotations

import math
import struct
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import memetik as mk
from memetik.collision import Mesh, Sphere
from memetik.plot import Still, render

from .obstacle import Obstacle
from .scenario import Scenario
from .triangle_mesh import TriangleMesh

_COLOR, _TARGETS = "#9fb4c7", "#d8862f"
_EVERY, _DOT = 5, 0.005  # radius [m]


def draw(scenario: Scenario, target: int = 0, **options: Any) -> Still:
    """Return a picture of the robot at the certificate of a target; every fifth target is a dot.

    Solids of revolution are cut open. ``options`` are those of :func:`memetik.plot.render`.
    """
    robot = scenario.load_robot()
    with tempfile.TemporaryDirectory() as folder:
        robot = robot.attach(_furniture(scenario, Path(folder)), robot.root)
        options.setdefault("view", _view(scenario))
        return Still(render(robot, scenario.certificates[target], **options))


def _view(scenario: Scenario) -> tuple[float, float]:
    """Return azimuth and elevation of a camera at the side of the robot, and to the right of the targets."""
    x, y = scenario.targets[:, :2, 3].mean(axis=0)
    return math.atan2(y, x) - math.radians(140), math.radians(25)


def _furniture(scenario: Scenario, folder: Path) -> mk.Robot:
    """Return obstacles and targets as shapes of a link."""
    shapes = [Sphere(_DOT).at(pose[:3, 3], color=_TARGETS) for pose in scenario.targets[::_EVERY]]
    for obstacle in scenario.obstacles:
        path = folder / f"{obstacle.name}.stl"
        path.write_bytes(_stl(_opened(obstacle)))
        shapes.append(Mesh(str(path)).at(color=_COLOR))
    builder = mk.RobotBuilder("scenario")
    builder.link("scenario", shapes=shapes)
    return builder.build()


def _opened(obstacle: Obstacle) -> TriangleMesh:
    """Return the mesh; of many facets, as those of tanks, without those at the side of the camera, at +x."""
    mesh = obstacle.mesh
    if obstacle.name != "tank":
        return mesh
    middle = mesh.vertices[mesh.triangles][:, :, 0].mean(axis=1)
    return TriangleMesh(mesh.vertices, mesh.triangles[middle <= 0])


def _stl(mesh: TriangleMesh) -> bytes:
    """Return the mesh in the binary STL format: 80 bytes, a count, and 50 bytes for each triangle."""
    corners = mesh.vertices[mesh.triangles].astype("<f4")
    record = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("end", "<u2")])
    record["corners"] = corners
    return bytes(80) + struct.pack("<I", len(corners)) + record.tobytes()
