"""The Allegro hand: its fingers against a formula of their own, its thumb against published joint origins."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, sin
from scipy.spatial.transform import Rotation

import memetik as mk
from tests.models.published_joints import FIXED, Row, forward
from tests.models.random_targets import unsolved

HAND = mk.Robot.load("allegro")
TIPS = ("link_3_tip", "link_7_tip", "link_11_tip", "link_15_tip")

# First joint of a finger: its origin on the palm [m] and its roll [rad].
FINGERS = {
    0: ((0.0, 0.0435, -0.001542), -0.08726646255),
    4: ((0.0, 0.0, 0.0007), 0.0),
    8: ((0.0, -0.0435, -0.001542), 0.08726646255),
}
THUMB: tuple[Row, ...] = (
    ((-0.0182, 0.019333, -0.045987), (0.0, -1.65806278845, -1.5707963259), (-1.0, 0.0, 0.0)),
    ((-0.027, 0.005, 0.0399), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.0, 0.0, 0.0177), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    ((0.0, 0.0, 0.0514), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    ((0.0, 0.0, 0.0423), (0.0, 0.0, 0.0), FIXED),
)


@pytest.mark.parametrize("first", FINGERS)
def test_finger_bends_in_its_plane(first: int) -> None:
    """Three bones in a plane that the first joint turns about the finger's axis."""
    origin, roll = FINGERS[first]
    for q in HAND.random(50, rng=1):
        turn, *bends = q[first : first + 4]
        angles = np.cumsum(bends)
        bones = np.array((0.054, 0.0384, 0.0267))
        place = (bones @ sin(angles), 0.0, 0.0164 + bones @ cos(angles))
        expected = origin + Rotation.from_euler("XZ", (roll, turn)).apply(place)
        np.testing.assert_allclose(HAND.fk(q, f"link_{first + 3}_tip")[:3, 3], expected, atol=1e-9)


def test_thumb_agrees_with_the_published_origins() -> None:
    for q in HAND.random(100, rng=2):
        np.testing.assert_allclose(HAND.fk(q, "link_15_tip"), forward(THUMB, q[12:]), atol=1e-9)


def test_straight_hand() -> None:
    """With straight fingers the middle fingertip ends 148.2 mm above the palm's frame, ball included."""
    tip = HAND.fk(HAND.pack({}), "link_7_tip")[:3, 3]
    np.testing.assert_allclose(tip, (0, 0, 0.0007 + 0.0164 + 0.054 + 0.0384 + 0.0267), atol=1e-15)
    assert tip[2] + 0.012 == pytest.approx(0.1482)


def test_thumb_opposes_the_fingers() -> None:
    """Bent, fingertips and thumb meet before the palm, where its x points."""
    for tip in TIPS:
        bent = HAND.pack({f"joint_{number}": 0.8 for number in range(16) if number % 4 or number == 12})
        assert HAND.fk(bent, tip)[0, 3] > 0.02
    pinch = [
        mk.Position("link_3_tip", (0.07, 0.03, 0.03)),
        mk.Position("link_15_tip", (0.07, 0.03, 0.006)),
    ]
    assert mk.solve(HAND, pinch).success


def test_limits() -> None:
    finger = [(-0.47, 0.47), (-0.196, 1.61), (-0.174, 1.709), (-0.227, 1.618)]
    thumb = [(0.263, 1.396), (-0.105, 1.163), (-0.189, 1.644), (-0.162, 1.719)]
    np.testing.assert_array_equal(
        np.column_stack((HAND.lower, HAND.upper)), [*finger, *finger, *finger, *thumb]
    )
    np.testing.assert_array_equal(HAND.velocity_limits, [7.0] * 16)


def test_names() -> None:
    assert HAND.joint_names == tuple(f"joint_{number}" for number in range(16))
    assert (HAND.root, HAND.tips) == ("palm_link", TIPS)


def test_mass() -> None:
    finger, thumb = 0.0119 + 0.065 + 0.0355 + 0.0096 + 0.0168, 0.0176 + 0.0119 + 0.038 + 0.0388 + 0.0168
    assert HAND.mass == pytest.approx(0.4154 + 3 * finger + thumb)


def test_fingertips_reach_random_places() -> None:
    assert unsolved(HAND, positions=TIPS) == []
