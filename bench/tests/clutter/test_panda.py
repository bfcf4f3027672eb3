"""The panda among obstacles: batches are verified, and nothing is free at targets inside obstacles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from bench.tests.clutter.small_runs import small_run
from bench.tests.collision.published_robots import needs_published_robots
from memetik.collision import Box
from memetik_bench.clutter import CASES
from memetik_bench.clutter.batch import correct_answers, free_poses
from memetik_bench.clutter.occupied import best_of_local_searches
from memetik_bench.clutter.occupied_poses import blocked, fingerprint, occupied_poses
from memetik_bench.clutter.panda_goals import (
    HAND,
    MARGIN,
    TIP,
    TOLERANCE,
    clear_by_spheres,
    clear_goals,
    keeps_clear,
    pose_costs_by_pinocchio,
)
from memetik_bench.collision.published_scene import Scene, panda_scene
from memetik_bench.engine.case import no_progress
from memetik_bench.engine.references import pose_costs


@pytest.fixture(scope="module")
def scene() -> Scene:
    needs_published_robots()
    return panda_scene()


def test_every_answer_of_a_batch_is_verified(scene: Scene) -> None:
    poses = free_poses(scene, 20, 1)
    answers = mk.Solver(scene.robot, clear_goals(scene)).solve_batch({TIP: poses})
    assert answers.success.all()
    assert correct_answers(scene, poses, answers.q).all()
    assert not correct_answers(scene, np.roll(poses, 1, axis=0), answers.q).any(), "other targets"
    regardless = mk.Solver(scene.robot, clear_goals(scene)[0]).solve_batch({TIP: poses})
    correct = correct_answers(scene, poses, regardless.q)
    assert not correct.all(), "some touch an obstacle"
    assert not (correct & ~clear_by_spheres(scene, regardless.q)).any()


def test_a_batch_is_timed_beside_one_without_obstacles(scene: Scene, tmp_path: Path) -> None:
    (measurement,) = CASES["batch"].measurements(small_run(tmp_path, 20))
    row = measurement.measure(no_progress)
    assert (row["count"], row["solved"], row["false_success"]) == (20, 1.0, 0)
    assert row["us"] > row["free_us"] > 0


def test_occupied_poses_are_inside_a_box_and_block_the_hand(scene: Scene) -> None:
    poses = occupied_poses(scene, 30, 1)
    boxes = [item for item in scene.obstacles if isinstance(item.shape, Box)]
    assert (np.min([box.distance(poses[:, :3, 3]) for box in boxes], axis=0) < 0).all()
    assert blocked(scene, poses).all()
    assert np.array_equal(occupied_poses(scene, 5, 1), poses[:5])


def test_a_hand_that_is_blocked_touches_whatever_the_arm_does(scene: Scene) -> None:
    """Configurations with the hand at the pose, found without obstacles, have contacts of the hand."""
    poses = occupied_poses(scene, 10, 1)
    found = mk.Solver(scene.robot, clear_goals(scene)[0]).solve_batch({TIP: poses})
    assert found.success.all()
    check = scene.sphere_check()
    for q in found.q:
        depth = min(item.clearance for item in check.contacts(q) if item.link == HAND)
        assert depth < -MARGIN + 2 * TOLERANCE
    assert not blocked(scene, free_poses(scene, 50, 1)).any()


def test_descents_end_at_free_configurations(scene: Scene) -> None:
    (pose,) = occupied_poses(scene, 1, 1)
    solver = mk.Solver(scene.robot, clear_goals(scene), method="restarts")
    q = best_of_local_searches(scene, solver, pose, 5)
    assert keeps_clear(scene, q[None]).all()
    single = solver.solve(targets={TIP: pose}, local=True)
    assert pose_costs_by_pinocchio(scene, pose[None], q[None])[0] <= 1.001 * single.cost


def test_pinocchio_finds_the_same_cost(scene: Scene) -> None:
    rows = scene.robot.random(20, rng=1)
    poses = np.asarray(scene.robot.fk(scene.robot.random(20, rng=2), HAND))
    np.testing.assert_allclose(
        pose_costs_by_pinocchio(scene, poses, rows), pose_costs(scene.robot, HAND, poses, rows), rtol=1e-9
    )
    beyond = scene.robot.upper + 0.1
    assert pose_costs_by_pinocchio(scene, poses[:1], beyond[None])[0] == np.inf


def test_answers_to_occupied_targets_are_no_success(scene: Scene, tmp_path: Path) -> None:
    run = small_run(tmp_path, 2)
    (measurement,) = CASES["occupied"].measurements(run)
    row = measurement.measure(no_progress)
    assert (row["count"], row["success"], row["not_free"]) == (2, 0, 0)
    before = run.references.read_text()
    measurement.measure(no_progress)
    assert run.references.read_text() == before, "references are kept"
    assert fingerprint(scene) in before


def test_another_scene_has_another_fingerprint(scene: Scene) -> None:
    assert fingerprint(panda_scene(2)) != fingerprint(scene)
