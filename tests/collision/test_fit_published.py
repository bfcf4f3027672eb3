"""SphereRobot.fit on published meshes. Needs the extra ``robots``; run with ``pytest -m robots``."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Mesh, SphereRobot
from memetik.collision.mesh_files import triangles

pytestmark = pytest.mark.robots

ROBOTS = "cmeel.prefix/share/example-robot-data/robots"


@pytest.mark.parametrize(("tolerance", "most"), [(0.02, 128), (0.01, 350)])
def test_few_spheres_cover_the_meshes_of_the_panda(tolerance: float, most: int) -> None:
    folder = Path(str(distribution("example-robot-data").locate_file(ROBOTS)))
    robot = mk.Robot.load(folder / "panda_description/urdf/panda.urdf", package_dirs=[folder])
    geometry = SphereRobot.fit(robot, tolerance=tolerance, cache=False)
    assert geometry.report is not None
    assert geometry.report.protrusion <= tolerance + 1e-9
    assert len(geometry) <= most
    assert {item.source for item in geometry.report.links} == {"collision"}
    rng = np.random.default_rng(0)
    for name, rows in geometry.spheres.items():
        for item in robot.links[name].collisions:
            if not isinstance(item.shape, Mesh):
                continue
            faces = triangles(item.shape)
            assert faces is not None
            weights = rng.dirichlet((1, 1, 1), size=(len(faces), 30))
            points = np.einsum("fwk,fkx->fwx", weights, faces).reshape(-1, 3)
            points = np.vstack([points, faces.reshape(-1, 3)]) @ item.origin[:3, :3].T + item.origin[:3, 3]
            apart = np.linalg.norm(points[:, None] - rows[None, :, :3], axis=-1) - rows[:, 3]
            assert apart.min(axis=1).max() <= 1e-9, name
