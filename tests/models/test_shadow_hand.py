"""The Shadow hand: its parts, what is coupled, and its fingers against formulas of their own."""

from __future__ import annotations

import numpy as np
import pytest
from numpy import cos, sin
from scipy.spatial.transform import Rotation

import memetik as mk

HAND = mk.Robot.load("shadow_hand")
TIPS = ("fftip", "mftip", "rftip", "lftip", "thtip")

# Finger: its knuckle from the palm [m], and the sign of J4 about y.
FINGERS = {
    "ff": ((0.033, 0.0, 0.095), -1),
    "mf": ((0.011, 0.0, 0.099), -1),
    "rf": ((-0.011, 0.0, 0.095), 1),
    "lf": ((-0.033, 0.0, 0.0865), 1),  # LFJ5 at zero
}


class TestParts:
    @pytest.mark.parametrize(
        ("part", "joints"),
        [
            ("WR", (2, 1)),
            ("FF", (4, 3, 2)),
            ("MF", (4, 3, 2)),
            ("RF", (4, 3, 2)),
            ("LF", (5, 4, 3, 2)),
            ("TH", (5, 4, 2, 1)),
        ],
    )
    def test_variables(self, part: str, joints: tuple[int, ...]) -> None:
        """As in the Bio IK dissertation: 2 of the wrist, 4 of thumb and little finger, 3 of the others."""
        found = [name for name in HAND.variable_names if name.startswith(part)]
        assert found == [f"{part}J{number}" for number in joints]

    def test_all_24_joints_of_the_hand_are_there(self) -> None:
        joints = [name for name in HAND.joints if "J" in name]
        coupled = {name for name in joints if HAND.joints[name].mimic}
        assert len(joints) == 24
        assert coupled == {"FFJ1", "MFJ1", "RFJ1", "LFJ1"}
        assert [name for name in joints if HAND.joints[name].type == "fixed"] == ["THJ3"]

    def test_tips(self) -> None:
        assert HAND.tips == TIPS

    def test_mass(self) -> None:
        finger, thumb = 0.008 + 0.03 + 0.017 + 0.012 + 0.001, 0.01 + 0.04 + 0.005 + 0.02 + 0.016 + 0.001
        assert HAND.mass == pytest.approx(3.0 + 0.1 + 0.3 + 4 * finger + 0.03 + thumb)


@pytest.mark.parametrize(
    ("joint", "lower", "upper"),
    [
        ("WRJ2", -30, 10),
        ("WRJ1", -40, 28),
        *((f"{finger}J4", -20, 20) for finger in ("FF", "MF", "RF", "LF")),
        *((f"{finger}J3", -15, 90) for finger in ("FF", "MF", "RF", "LF")),
        *((f"{finger}J2", 0, 90) for finger in ("FF", "MF", "RF", "LF")),
        ("LFJ5", 0, 45),
        ("THJ5", -60, 60),
        ("THJ4", 0, 70),
        ("THJ2", -40, 40),
        ("THJ1", -15, 90),
    ],
)
def test_limits(joint: str, lower: float, upper: float) -> None:
    index = HAND.variable_names.index(joint)
    np.testing.assert_allclose(np.degrees([HAND.lower[index], HAND.upper[index]]), [lower, upper])


@pytest.mark.parametrize("finger", FINGERS)
def test_finger_bends_in_its_plane(finger: str) -> None:
    """Three bones, the last two bent alike, in a plane that J4 turns about the knuckle."""
    knuckle, sign = FINGERS[finger]
    name, tip = finger.upper(), f"{finger}tip"
    for spread, bend, curl in np.random.default_rng(1).uniform((-0.3, -0.2, 0.0), (0.3, 1.5, 1.5), (50, 3)):
        q = HAND.pack({f"{name}J4": spread, f"{name}J3": bend, f"{name}J2": curl})
        angles = np.cumsum((bend, curl, curl))
        bones = (0.045, 0.025, 0.026)
        towards_palm, up = bones @ sin(angles), bones @ cos(angles)
        expected = np.add(knuckle, (up * sin(sign * spread), -towards_palm, up * cos(spread)))
        np.testing.assert_allclose(from_palm(q, tip)[:3, 3], expected, rtol=0, atol=1e-12)


def test_thumb_is_a_chain_of_rotations() -> None:
    for turn, lift, bend, curl in np.random.default_rng(2).uniform(-0.2, 1.0, (50, 4)):
        values = {"THJ5": turn, "THJ4": max(lift, 0), "THJ2": min(bend, 0.6), "THJ1": curl}
        base = Rotation.from_euler("YZX", (np.pi / 4, -values["THJ5"], values["THJ4"]))
        middle = base * Rotation.from_euler("y", -values["THJ2"])
        tip = middle * Rotation.from_euler("ZX", (-np.pi / 2, values["THJ1"]))
        place = np.array([0.034, -0.00858, 0.029])
        for bone, length in ((base, 0.038), (middle, 0.032), (tip, 0.0275)):
            place = place + length * bone.as_matrix()[:, 2]
        actual = from_palm(HAND.pack(values), "thtip")
        np.testing.assert_allclose(actual[:3, 3], place, rtol=0, atol=1e-12)
        np.testing.assert_allclose(actual[:3, :3], tip.as_matrix(), rtol=0, atol=1e-12)


def test_palm_cups_about_a_slanted_axis() -> None:
    """LFJ5 lifts the little finger's knuckle out of the palm, to where the fingers close."""
    axis = np.array([0.573576436, 0.0, 0.819152044])
    for angle in (0.2, 0.785):
        turned = Rotation.from_rotvec(angle * axis / np.linalg.norm(axis)).apply((0.0, 0.0, 0.06579))
        actual = from_palm(HAND.pack({"LFJ5": angle}), "lfknuckle")[:3, 3]
        np.testing.assert_allclose(actual, np.add(turned, (-0.033, 0.0, 0.02071)), rtol=0, atol=1e-9)
        assert actual[1] < 0


def test_straight_hand() -> None:
    """At zero the middle finger ends 0.442 m above the elbow's plate, 1 cm in front of its axis."""
    tip = HAND.fk(np.zeros(19), "mftip")
    np.testing.assert_allclose(tip[:3, 3], (0.011, -0.01, 0.213 + 0.034 + 0.099 + 0.096), atol=1e-15)


def test_fist_closes_on_the_palm() -> None:
    """Bent as far as they go, the fingertips lie before the palm and below their knuckles."""
    fist = HAND.pack({f"{finger}J{k}": np.pi / 2 for finger in ("FF", "MF", "RF", "LF") for k in (3, 2)})
    for finger in FINGERS:
        y, z = from_palm(fist, f"{finger}tip")[1:3, 3]
        assert y < 0
        assert z == pytest.approx(from_palm(fist, f"{finger}knuckle")[2, 3] - 0.025)


def test_fingertips_reach_random_places() -> None:
    solver = mk.Solver(HAND, [mk.Position(tip, (0, 0, 0), name=tip) for tip in TIPS])
    poses = HAND.fk(HAND.random(200, rng=3))
    answers = solver.solve_batch({tip: poses[tip][:, :3, 3] for tip in TIPS})
    assert answers.success.all()


def from_palm(q: np.ndarray, link: str) -> np.ndarray:
    return np.linalg.inv(HAND.fk(q, "palm")) @ HAND.fk(q, link)
