"""The functions without derivatives have the documented values."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.transforms import Array
from memetik_bench.hard_set.functions import FUNCTIONS, make_function

NO_JOINTS, NO_LINKS = np.empty((1, 0)), np.empty((1, 0, 4, 4))


def at(*places: npt.ArrayLike) -> Array:
    """Return poses (1, n, 4, 4) of links without rotation."""
    return np.array([[mk.transform(place) for place in places]])


def test_a_staircase_is_flat_and_jumps_halfway() -> None:
    told = make_function("quantized", {"target": (0, 0, 0), "step": 0.1, "axis": (0, 0, 1), "axis_step": 0.2})
    assert not told(at((0.049, -0.049, 0)), NO_JOINTS).any()
    np.testing.assert_allclose(told(at((0.051, -0.26, 0)), NO_JOINTS), [[0.1, -0.3, 0, 0, 0, 0]])


def test_the_checker_says_yes_or_no_like_a_plain_loop() -> None:
    rng = np.random.default_rng(0)
    spheres = [rng.uniform(-0.2, 0.2, (3, 4)), rng.uniform(-0.2, 0.2, (1, 4))]
    for rows in spheres:
        rows[:, 3] = 0.05
    balls = np.c_[rng.uniform(-1, 1, (5, 3)), np.full(5, 0.2)]
    robot = mk.Robot.load("ur5")
    q = robot.random(200, rng)
    poses = np.stack([robot.fk(q, "forearm_link"), robot.fk(q, "tool0")], axis=1)
    hits = [
        any(
            np.linalg.norm((pose[k] @ (*row[:3], 1.0))[:3] - ball[:3]) < row[3] + ball[3]
            for k, rows in enumerate(spheres)
            for row in rows
            for ball in balls
        )
        for pose in poses
    ]
    checker = make_function("collides", {"spheres": spheres, "balls": balls, "height": 0.5})
    assert 10 < sum(hits) < 190
    np.testing.assert_array_equal(checker(poses, np.empty((200, 0)))[:, 0], np.where(hits, 0.5, 0.0))


@pytest.mark.parametrize(
    ("ball", "seen"),
    [((0.5, 0.05, 0, 0.1), False), ((0.5, 0.15, 0, 0.1), True), ((-0.5, 0, 0, 0.1), True)],
)
def test_what_is_between_hides_and_what_is_beside_or_behind_does_not(
    ball: tuple[float, ...], seen: bool
) -> None:
    hidden = make_function("occluded", {"target": (1, 0, 0), "balls": [ball], "height": 2.0})
    assert hidden(at((0, 0, 0)), NO_JOINTS).item() == (0.0 if seen else 2.0)


def test_ripples_are_rastrigins_function() -> None:
    waves = make_function("ripples", {"target": (0, 0, 0), "wavelength": 0.1, "height": 10.0})
    x = np.array([0.3, -1.7, 2.0])  # in wavelengths
    rastrigin = 30 + (x**2 - 10 * np.cos(2 * np.pi * x)).sum()
    np.testing.assert_allclose((waves(at(0.1 * x), NO_JOINTS) ** 2).sum(), 0.01 * rastrigin)


def test_only_the_loudest_beacon_is_enough() -> None:
    field = {"centers": [(0, 0, 0), (1, 0, 0)], "widths": [0.1, 0.1], "strengths": [1.0, 0.5], "level": 0.9}
    signal = make_function("beacons", field)
    lacking = [signal(at((x, 0, 0)), NO_JOINTS).item() for x in (0.0, 1.0, 0.5)]
    np.testing.assert_allclose(lacking, [0.0, 0.4, 0.9], atol=1e-5)


def test_a_whisper_is_constant_beyond_its_range() -> None:
    probe = make_function("whisper", {"target": (0, 0, 0), "width": 0.1, "range": 0.3})
    felt = [probe(at((x, 0, 0)), NO_JOINTS).item() for x in (0.0, 0.1, 0.31, 5.0)]
    np.testing.assert_allclose(felt, [0.0, 1 - np.exp(-0.5), 1.0, 1.0])


def test_the_network_is_zero_at_its_wanted_output() -> None:
    weights = {"inner": [[2.0, 0.0]], "shift": [0.0], "outer": [[3.0]], "wanted": [1.0]}
    score = make_function("network", weights)
    np.testing.assert_allclose(score(NO_LINKS, np.array([[0.25, 9.0]])), [[3 * np.sin(0.5) - 1]])


def test_gates_lead_to_the_nearest_window() -> None:
    maze = make_function("gates", {"windows": [[(-1, 0), (1, 2)], [(0, 1)]]})
    q = np.array([[0.4, 0.5], [0.6, -0.5], [1.5, 1.0], [-3.0, 2.0]])
    residuals = maze(np.empty((4, 0, 4, 4)), q)
    np.testing.assert_allclose(residuals, [[0.4, 0], [-0.4, -0.5], [0, 0], [-2, 1]])


def test_unknown_functions_are_refused_with_the_alternatives() -> None:
    with pytest.raises(mk.UnknownNameError, match=next(iter(FUNCTIONS))):
        make_function("smooth", {})
