"""The Shadow hand against the MuJoCo model of Gymnasium-Robotics.

Needs the packages of the extra ``robots``; run with ``pytest -m robots``. Joints there count from zero
(FFJ3 is our FFJ4), all knuckles spread about +y, and the thumb's last two joints turn the other way.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import mujoco
import numpy as np
import pytest

import memetik as mk

pytestmark = pytest.mark.robots

PREFIX = "robot0:"
REVERSED = {"FFJ4", "MFJ4", "THJ2", "THJ1"}
# Its numbers have three digits, and the knuckle of the little finger is elsewhere [m].
TOLERANCE = {"fftip": 1e-12, "mftip": 1e-12, "rftip": 1e-12, "lftip": 0.002, "thtip": 0.0005}


@pytest.fixture(scope="module")
def model() -> mujoco.MjModel:
    folder = distribution("gymnasium-robotics").locate_file("gymnasium_robotics/envs/assets/hand")
    return mujoco.MjModel.from_xml_path(str(Path(str(folder)) / "reach.xml"))


def place(model: mujoco.MjModel, angles: dict[str, float]) -> mujoco.MjData:
    """The hand of MuJoCo with our joint angles."""
    data = mujoco.MjData(model)
    for name, angle in angles.items():
        theirs = f"{PREFIX}{name[:3]}{int(name[3]) - 1}"
        address = model.joint(theirs).qposadr[0]
        data.qpos[address] = -angle if name in REVERSED else angle
    mujoco.mj_kinematics(model, data)
    return data


@pytest.mark.parametrize("tip", TOLERANCE)
def test_places_of_the_tips(model: mujoco.MjModel, tip: str) -> None:
    hand = mk.Robot.load("shadow_hand")
    for q in hand.random(100, rng=1):
        angles = {name: float(value) for name, value in hand.unpack(q).items()}
        angles |= {f"{finger}J1": angles[f"{finger}J2"] for finger in ("FF", "MF", "RF", "LF")}
        data = place(model, angles)
        forearm, wrist = data.body(f"{PREFIX}forearm"), data.body(f"{PREFIX}wrist")
        expected = forearm.xmat.reshape(3, 3).T @ (data.site(f"{PREFIX}S_{tip}").xpos - wrist.xpos)
        actual = hand.fk(q, tip)[:3, 3] - hand.fk(q, "wrist")[:3, 3]  # from where the wrist is on the forearm
        np.testing.assert_allclose(actual, expected, rtol=0, atol=TOLERANCE[tip])


def test_limits(model: mujoco.MjModel) -> None:
    """Those that both give; ours are as wide as its, or wider where the maker's newer hands reach further."""
    hand = mk.Robot.load("shadow_hand")
    for name, lower, upper in zip(hand.variable_names, hand.lower, hand.upper, strict=True):
        low, high = model.joint(f"{PREFIX}{name[:3]}{int(name[3]) - 1}").range
        low, high = (-high, -low) if name in REVERSED else (low, high)
        assert lower <= low + 1e-3 and high - 1e-3 <= upper, name
