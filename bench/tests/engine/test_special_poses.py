"""Special postures are special, and their poses are reachable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from memetik.transforms import Array
from memetik_bench.arms import load_arm
from memetik_bench.engine import EngineSettings, Run
from memetik_bench.engine.reach import farthest, shoulder
from memetik_bench.engine.special_poses import measure_special, special_queries
from memetik_bench.engine.special_postures import (
    BOUNDARIES,
    OFFSETS,
    SINGULARITIES,
    SPECIAL_ARMS,
    at_limits,
    both_aligned,
    outstretched,
    shoulder_aligned,
    stretched,
    wrist_aligned,
)

KINDS = {**BOUNDARIES, **SINGULARITIES}
EXACT = slice(None, None, len(OFFSETS))  # queries at the very posture


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("arm", SPECIAL_ARMS)
def test_the_witness_is_accepted(arm: str, kind: str) -> None:
    queries = special_queries(arm, KINDS[kind], 30, 1)
    assert queries.solutions is not None
    assert queries.met(queries.solutions).all()
    assert not queries.met(queries.starts).any()


def least_motion(q: Array) -> Array:
    """The smallest singular value of a ur5's Jacobian."""
    arm = load_arm("ur5")
    return np.asarray(np.linalg.svd(arm.robot.jacobian(q, arm.link), compute_uv=False)[:, -1])


@pytest.mark.parametrize("generate", [stretched, wrist_aligned, shoulder_aligned])
def test_a_ur5_is_singular_there_and_less_so_beside(generate: Callable[..., Array]) -> None:
    least = least_motion(generate("ur5", 120, np.random.default_rng(1)))
    assert least[EXACT].max() < 1e-12
    assert np.median(least[5::6]) > 1e-4, "1e-2 rad off"


def test_of_two_singularities_at_once_each_is_enough() -> None:
    q = both_aligned("ur5", 60, np.random.default_rng(1))[EXACT]
    lift, wrist = 0.1 * np.eye(6)[1], 0.1 * np.eye(6)[4]
    for still_singular in (q, q + lift, q + wrist):
        assert least_motion(still_singular).max() < 1e-12
    assert np.median(least_motion(q + lift + wrist)) > 1e-4


@pytest.mark.parametrize("arm", SPECIAL_ARMS)
def test_outstretched_is_as_far_as_it_gets(arm: str) -> None:
    robot, link = load_arm(arm).robot, load_arm(arm).link
    reach = farthest(arm, link)[0]

    def distances(q: Array) -> Array:
        return np.asarray(np.linalg.norm(robot.fk(q, link)[:, :3, 3] - shoulder(arm), axis=1))

    np.testing.assert_allclose(distances(outstretched(arm, 60, np.random.default_rng(1))[EXACT]), reach)
    sampled = distances(robot.random(50_000, 2)).max()
    assert 0.99 * reach < sampled <= reach


def test_at_limits_means_exactly() -> None:
    robot = load_arm("panda").robot
    q = at_limits("panda", 600, np.random.default_rng(1))[EXACT]
    share = ((q == robot.lower) | (q == robot.upper)).mean()
    assert 0.4 < share < 0.6


def test_a_row_tells_how_far_off_failures_are() -> None:
    row = measure_special(
        "panda", wrist_aligned, Run(EngineSettings(most=60), Path("unused")), lambda done: None
    )
    assert (row["count"], row["solved"], row["unsolved"]) == (60, 1.0, [])
    assert list(row["solved_by_offset"]) == [f"{offset:g}" for offset in OFFSETS]
