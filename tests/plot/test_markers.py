"""Markers of goals in pictures are at their targets."""

from __future__ import annotations

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, HalfSpace, Sphere
from memetik.plot.markers import markers, triad
from memetik.plot.posed_shapes import PosedShape, placed
from tests.goal_cases import GOALS, make_goal, rng_of
from tests.goal_cases.subjects import subject

UR5 = mk.Robot.load("ur5")
Q = np.array([0.3, -1.2, 1.4, -0.5, 0.8, 0.1])


def drawn(*goals: mk.Goal) -> list[PosedShape]:
    return markers(UR5, Q, goals, 0.2)


def test_a_pose_is_its_axes() -> None:
    target = mk.transform((0.4, 0.1, 0.3), rpy=(0.1, 0.2, 0.3))
    for number, arm in enumerate(drawn(mk.Pose("tool0", target))):
        middle = target[:3, 3] + 0.1 * target[:3, number]
        assert isinstance(arm.shape, Capsule)
        np.testing.assert_allclose(arm.pose[:3, 3], middle, atol=1e-12)
        assert int(np.argmax(arm.color[:3])) == number  # x red, y green, z blue


def test_targets_in_the_frame_of_a_link_move_with_it() -> None:
    (ball,) = drawn(mk.Position("tool0", (0.1, 0.2, 0.3), frame="forearm_link"))
    expected = UR5.fk(Q, "forearm_link") @ [0.1, 0.2, 0.3, 1.0]
    np.testing.assert_allclose(ball.pose[:3, 3], expected[:3])
    assert isinstance(ball.shape, Sphere)


def test_an_orientation_is_drawn_at_the_point_that_turns() -> None:
    arms = drawn(mk.Orientation("tool0", rpy=(0.1, 0.2, 0.3)))
    axes = triad(mk.transform(UR5.fk(Q, "tool0")[:3, 3], rpy=(0.1, 0.2, 0.3)), 0.2)
    for arm, axis in zip(arms, axes, strict=True):
        np.testing.assert_allclose(arm.pose, axis.origin, atol=1e-12)


def test_a_gaze_leads_from_the_eye_to_what_is_looked_at() -> None:
    ball, ray = drawn(mk.LookAt("tool0", (1, 1, 1), offset=(0, 0, 0.1)))
    np.testing.assert_allclose(ball.pose[:3, 3], (1, 1, 1))
    assert isinstance(ray.shape, Cylinder)
    eye = (UR5.fk(Q, "tool0") @ [0, 0, 0.1, 1])[:3]
    ends = [(ray.pose @ [0, 0, side * ray.shape.length / 2, 1])[:3] for side in (-1, 1)]
    np.testing.assert_allclose(sorted(map(tuple, ends)), sorted(map(tuple, [eye, (1, 1, 1)])), atol=1e-9)


def test_a_gaze_at_oneself_has_no_ray() -> None:
    assert len(drawn(mk.LookAt("tool0", UR5.fk(Q, "tool0")[:3, 3]))) == 1


def test_a_direction_is_an_arrow_at_the_link() -> None:
    shaft, tip = drawn(mk.AlignAxis("tool0", (0, 0, 2)))
    np.testing.assert_allclose(tip.pose[:3, 3], UR5.fk(Q, "tool0")[:3, 3] + [0, 0, 0.2])
    assert isinstance(shaft.shape, Capsule)


def test_a_plane_is_a_disc_in_it() -> None:
    (disc,) = drawn(mk.OnPlane("tool0", (0.1, 0.2, 0.3), (1, 0, 0)))
    points = placed(disc.shape.outline(), disc.pose)
    assert points[:, 0].max() == pytest.approx(0.1)
    assert np.ptp(points[:, 0]) < 0.01 < np.ptp(points[:, 1])


def test_terrain_is_drawn_as_it_is_but_for_endless_ground() -> None:
    step = Box((1, 1, 0.1)).at((0.5, 0, 0.2), color="#804020")
    (solid,) = drawn(mk.StandOn("tool0", [step, HalfSpace().at()]))
    assert (solid.shape, solid.color) == (step.shape, step.color)


def test_postures_have_no_place() -> None:
    assert drawn(mk.StayClose(), mk.CenterJoints()) == []


@pytest.mark.parametrize("case", GOALS)
def test_every_goal_can_be_in_a_picture(case: str) -> None:
    panda, rng = subject("panda"), rng_of(case)
    goal = make_goal(case, panda, rng)
    for item in markers(panda.robot, panda.robot.random(rng=rng), [goal], 0.1):
        assert np.isfinite(item.pose).all()
