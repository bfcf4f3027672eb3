"""The LWR 4+ against its published Denavit-Hartenberg parameters."""

from __future__ import annotations

import numpy as np

import memetik as mk
from tests.models.denavit_hartenberg import Row, forward

# As De Luca tabulates them (Robotics 1, Sapienza), seen from the floor and to the flange: a, alpha, d.
TABLE: tuple[Row, ...] = (
    (0.0, np.pi / 2, 0.31),
    (0.0, -np.pi / 2, 0.0),
    (0.0, -np.pi / 2, 0.4),
    (0.0, np.pi / 2, 0.0),
    (0.0, np.pi / 2, 0.39),
    (0.0, -np.pi / 2, 0.0),
    (0.0, 0.0, 0.078),
)


def test_tool0_agrees_with_the_table() -> None:
    robot = mk.Robot.load("lwr4")
    for q in robot.random(200, rng=1):
        np.testing.assert_allclose(robot.fk(q, "tool0"), forward(TABLE, q), rtol=0, atol=1e-12)


def test_ranges() -> None:
    robot = mk.Robot.load("lwr4")
    expected = np.radians((170, 120, 170, 120, 170, 120, 170))
    np.testing.assert_allclose(robot.upper, expected)
    np.testing.assert_allclose(robot.lower, -expected)


def test_axes_are_named_as_by_kuka() -> None:
    assert mk.Robot.load("lwr4").joint_names == tuple(
        f"lwr_{axis}_joint" for axis in ("a1", "a2", "e1", "a3", "a4", "a5", "a6")
    )


def test_stands_straight_at_zero() -> None:
    robot = mk.Robot.load("lwr4")
    expected = mk.transform((0.0, 0.0, 0.31 + 0.4 + 0.39 + 0.078))
    np.testing.assert_allclose(robot.fk(np.zeros(7), "tool0"), expected, atol=1e-15)
