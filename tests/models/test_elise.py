"""The endoscope on the UR10e: against DH parameters and rotations, and its published configurations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.collision import Capsule
from tests.models.denavit_hartenberg import Row, forward

ROBOT = mk.Robot.load("ur10e_elise")

# Published by Universal Robots for the UR10e: a, alpha, d.
UR10E: tuple[Row, ...] = (
    (0.0, np.pi / 2, 0.1807),
    (-0.6127, 0.0, 0.0),
    (-0.57155, 0.0, 0.0),
    (0.0, np.pi / 2, 0.17415),
    (0.0, -np.pi / 2, 0.11985),
    (0.0, 0.0, 0.11655),
)
OPENING = np.array([0.0, 1.0, 0.5])  # of the tanks, which lie along y
STRAIGHT = {
    "large tank": (1.134, -1.478, 2.438, 2.070, -1.138, 0.0, 0.0, 0.0, 0.0),
    "small tank": (1.124, -1.471, 2.439, 2.055, -1.113, 0.0, 0.0, 0.0, 0.0),
}
AT_A_TARGET = {
    "large tank": (1.134, -1.478, 2.438, 2.070, -1.138, 3.143, -0.288, 0.125, -1.386),
    "small tank": (1.124, -1.471, 2.439, 2.055, -1.113, 2.974, -0.304, 0.120, -1.375),
}
INNER_RADIUS = 0.0431  # of both tanks [m]


def test_tool_agrees_with_tables_and_rotations() -> None:
    """The base of the DH table is base_link turned half a turn, and so is the tool against the last rod."""
    half_turn = np.diag([-1.0, -1.0, 1.0, 1.0])
    for q in ROBOT.random(200, rng=1):
        flange = half_turn @ forward(UR10E, q[:6])
        first = Rotation.from_euler("x", -q[6])
        last = first * Rotation.from_euler("ZX", (q[7], -q[8]))
        endoscope = np.eye(4)
        endoscope[:3, :3] = last.as_matrix() @ half_turn[:3, :3]
        endoscope[:3, 3] = (0.0, 0.0, 0.79) + 0.09 * first.as_matrix()[:, 2] + 0.06 * last.as_matrix()[:, 2]
        np.testing.assert_allclose(ROBOT.fk(q, "endo_tool"), flange @ endoscope, rtol=0, atol=1e-12)


def test_joints_of_the_endoscope() -> None:
    joints = [ROBOT.joints[name] for name in ROBOT.joint_names[6:]]
    assert {joint.name: (*joint.lower, *joint.upper) for joint in joints} == {
        "endo_first_joint": (-2.36, 2.36),
        "endo_second_joint_first_dof": (-np.pi, np.pi),
        "endo_second_joint_second_dof": (-np.pi / 2, np.pi / 2),
    }


def test_solids_of_the_endoscope() -> None:
    solids = {
        name: [(item.shape, item.origin[2, 3]) for item in ROBOT.links[name].collisions]
        for name in ("endo_base_link", "endo_first_link", "endo_second_link")
    }
    assert solids == {
        "endo_base_link": [
            (Capsule(0.06, 0.23), pytest.approx(0.135)),
            (Capsule(0.006, 0.54), pytest.approx(0.52)),
        ],
        "endo_first_link": [(Capsule(0.006, 0.09), pytest.approx(0.045))],
        "endo_second_link": [(Capsule(0.006, 0.06), pytest.approx(0.03))],
    }


@pytest.mark.parametrize(("tank", "miss"), [("large tank", 0.0016), ("small tank", 0.0052)])
def test_published_configurations_point_into_the_opening(tank: str, miss: float) -> None:
    assert distance_from_opening(ROBOT.fk(STRAIGHT[tank], "tool0")) == pytest.approx(miss, abs=1e-4)
    flange, first_joint = ROBOT.fk(STRAIGHT[tank], "tool0"), ROBOT.fk(STRAIGHT[tank], "endo_first_link")
    assert flange[1, 3] < OPENING[1] < first_joint[1, 3]  # the rod passes through it


@pytest.mark.parametrize("tank", AT_A_TARGET)
def test_published_configurations_end_at_the_wall(tank: str) -> None:
    tool = ROBOT.fk(AT_A_TARGET[tank], "endo_tool")
    from_axis = (tool[:3, 3] - OPENING) * (1.0, 0.0, 1.0)
    assert np.linalg.norm(from_axis) == pytest.approx(INNER_RADIUS, abs=0.0015)
    assert tool[:3, 2] @ from_axis / np.linalg.norm(from_axis) > 0.997  # pointing into the wall


def test_a_ur10_misses_the_opening() -> None:
    """Which is why the arm is a UR10e."""
    flange = mk.Robot.load("ur10").fk(STRAIGHT["large tank"][:6], "tool0")
    assert distance_from_opening(flange) == pytest.approx(0.0574, abs=1e-4)


def distance_from_opening(flange: np.ndarray) -> float:
    """How far the axis of a flange passes by the opening [m]."""
    return float(np.linalg.norm(np.cross(OPENING - flange[:3, 3], flange[:3, 2])))
