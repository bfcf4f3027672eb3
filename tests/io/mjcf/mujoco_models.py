"""Comparison of kinematics with MuJoCo."""

from __future__ import annotations

import mujoco
import numpy as np

import memetik as mk
from memetik.io.mjcf.names import Names


def assert_moves_as_mujoco_says(robot: mk.Robot, model: mujoco.MjModel, configurations: int = 10) -> None:
    """All bodies and sites, and the centre of mass, at random configurations."""
    data, names = mujoco.MjData(model), Names(model)
    for q in robot.random(configurations, rng=1):
        data.qpos[:] = robot.to_mujoco(q, model, base=model.qpos0)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        scale = max(1.0, float(np.abs(data.xpos).max()))
        frames = [
            *((names.bodies[i], data.xpos[i], data.xmat[i]) for i in range(model.nbody)),
            *((names.sites[i], data.site_xpos[i], data.site_xmat[i]) for i in range(model.nsite)),
        ]
        for name, position, rotation in frames:
            found = robot.fk(q, name)
            assert np.abs(found[:3, 3] - position).max() < 1e-12 * scale
            assert np.abs(found[:3, :3] - rotation.reshape(3, 3)).max() < 1e-12
        if robot.mass > 0:
            np.testing.assert_allclose(robot.center_of_mass(q), data.subtree_com[0], atol=1e-12 * scale)
        np.testing.assert_allclose(robot.from_mujoco(data.qpos, model), q, atol=1e-10)
