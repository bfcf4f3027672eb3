"""LookAt: an axis of a link and the direction to a place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import memetik as mk
from tests import naive_kinematics as naive
from tests.goal_cases.subjects import subject
from tests.naive_kinematics import Array
from tests.random_trees import robots, seeds

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"


def angle_between(a: Array, b: Array) -> float:
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))


@settings(max_examples=50)
@given(robot=robots(max_joints=8), seed=seeds)
def test_the_error_is_the_angle_between_axis_and_direction(robot: mk.Robot, seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, link = robot.random(rng=rng), str(rng.choice(robot.link_names))
    target, axis, offset = rng.normal(size=3), rng.normal(size=3), rng.uniform(-0.2, 0.2, 3)
    pose = naive.forward(robot, q)[link]
    expected = angle_between(pose[:3, :3] @ axis, target - (pose @ [*offset, 1])[:3])
    problem = mk.Problem(robot, mk.LookAt(link, target, axis=axis, offset=offset, name="eye"))
    assert problem.errors(q) == {"eye": {"angle": pytest.approx(expected, abs=1e-7)}}
    assert np.linalg.norm(problem.residuals(q)) == pytest.approx(2 * np.sin(expected / 2), abs=1e-9)


def test_the_residual_is_axis_minus_direction() -> None:
    q, target = PANDA.random(rng=1), np.array((0.3, -0.4, 0.9))
    pose = naive.forward(PANDA, q)[HAND]
    way = target - pose[:3, 3]
    residuals = mk.Problem(PANDA, mk.LookAt(HAND, target, axis=(0, 2, 0))).residuals(q)
    np.testing.assert_allclose(residuals, pose[:3, 1] - way / np.linalg.norm(way), atol=1e-12)


def test_the_target_may_move_with_a_frame() -> None:
    s, target = subject("tree"), np.array((0.3, -0.4, 0.9))
    q = s.robot.random(rng=2)
    poses = naive.forward(s.robot, q)
    place = (poses[s.frame] @ [*target, 1])[:3]
    inside = mk.Problem(s.robot, mk.LookAt(s.tip, target, frame=s.frame, name="x")).errors(q)["x"]["angle"]
    outside = mk.Problem(s.robot, mk.LookAt(s.tip, place, name="x")).errors(q)["x"]["angle"]
    assert inside == pytest.approx(outside, rel=1e-9)


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1.0, 3.0])
@pytest.mark.parametrize("inside", [True, False])
def test_the_tolerance_is_an_angle(size: float, inside: bool) -> None:
    q = PANDA.clip(PANDA.random(rng=3))
    pose = naive.forward(PANDA, q)[HAND]
    angle = size * (0.9999 if inside else 1.0001)
    target = (pose @ [2 * np.sin(angle), 0, 2 * np.cos(angle), 1])[:3]
    problem = mk.Problem(PANDA, mk.LookAt(HAND, target, tolerance=size))
    assert problem.accepts(q) is inside
    assert (problem.errors(q)[HAND]["angle"] <= size) is inside


@pytest.mark.parametrize("distance", [0.0, 1e-300, 1e-12, 1e-6])
def test_at_the_place_itself_all_stays_finite(distance: float) -> None:
    q = PANDA.random(rng=4)
    place = naive.forward(PANDA, q)[HAND][:3, 3] + (distance, 0, 0)
    problem = mk.Problem(PANDA, mk.LookAt(HAND, place))
    assert np.isfinite(problem.residuals(q)).all()
    assert np.isfinite(problem.jacobian(q)).all()
    assert mk.Problem(PANDA, mk.LookAt(HAND, place)).errors(q)[HAND]["angle"] >= 0


def test_an_axis_is_normalised() -> None:
    np.testing.assert_allclose(mk.LookAt(HAND, (1, 0, 0), axis=(0, 3, 4)).axis, (0, 0.6, 0.8))
    np.testing.assert_array_equal(mk.LookAt(HAND, (1, 0, 0)).axis, (0, 0, 1))
    np.testing.assert_allclose(mk.LookAt(HAND, (1, 0, 0), axis=(0, 9e307, 1.2e308)).axis, (0, 0.6, 0.8))


@given(seed=seeds)
def test_a_normalised_axis_is_kept_to_the_last_bit(seed: int) -> None:
    axis = mk.LookAt(HAND, (1, 0, 0), axis=np.random.default_rng(seed).normal(size=3)).axis
    np.testing.assert_array_equal(mk.LookAt(HAND, (1, 0, 0), axis=axis).axis, axis)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": (1, 0)}, "target: expected 3 numbers"),
        ({"target": (1, 0, np.nan)}, "target: not finite"),
        ({"target": "there"}, "target"),
        ({"axis": (0, 0, 0)}, "axis: zero length"),
        ({"axis": (0, 0, np.inf)}, "axis: not finite"),
        ({"axis": (0, 1)}, "axis: expected 3 numbers"),
        ({"axis": "z"}, "axis"),
        ({"offset": (0, 0)}, "offset: expected 3 numbers"),
        ({"offset": np.eye(4)}, "offset: expected 3 numbers"),
        ({"frame": 3}, "frame: expected the name of a link"),
        ({"tolerance": (1, 2)}, "tolerance: expected a non-negative number, got"),
    ],
    ids=repr,
)
def test_nonsense_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.LookAt(HAND, **{"target": (1, 0, 0), **options})


def test_unknown_links_are_named() -> None:
    with pytest.raises(mk.UnknownNameError, match=r"no link 'camera'.*links are: panda_link0"):
        mk.Problem(PANDA, mk.LookAt("camera", (1, 0, 0)))
    with pytest.raises(mk.UnknownNameError, match="no link 'table'"):
        mk.Problem(PANDA, mk.LookAt(HAND, (1, 0, 0), frame="table"))
