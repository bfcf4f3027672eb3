"""Spheres that cover a robot miss no collision; smaller ones do, and the count says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.tests.collision.small_robot import box_arm
from memetik_bench.collision import CASES
from memetik_bench.collision.missed_collisions import clear_configurations, count_missed
from memetik_bench.engine.case import no_progress

pytest.importorskip("coal")
COUNT = 200


def test_fitted_spheres_miss_none(tmp_path: Path) -> None:
    done: list[int] = []
    row = count_missed(box_arm(tmp_path), COUNT, 1, done.append)
    assert (row["count"], row["missed"], row["missed_pairs"], sum(done)) == (COUNT, 0, [], COUNT)
    assert 0.5 < row["true_collisions"] <= 1.0
    assert row["coal_pairs"] == 4, "three links and a box, and one pair of links"
    assert CASES["missed-collisions"].met(row, [row])


def test_smaller_spheres_miss_some(tmp_path: Path) -> None:
    row = count_missed(box_arm(tmp_path, radius=0.6), COUNT, 1, no_progress)
    assert row["missed"] > 0
    assert any("base" in pair and "lower" in pair for pair in row["missed_pairs"])
    assert any("obstacle 0" in pair for pair in row["missed_pairs"])
    assert not CASES["missed-collisions"].met(row, [row])


def test_most_configurations_are_near_contact(tmp_path: Path) -> None:
    scene = box_arm(tmp_path)
    clear, hit = clear_configurations(scene, COUNT, 1)
    check = scene.sphere_check()
    assert len(clear) == len(hit) == COUNT
    assert check.free(clear).all()
    assert not check.free(hit).any()
    near = check.clearance(clear) < 1e-6
    assert near[COUNT // 5 :].all()
    assert near.mean() < 0.9
