"""Coal's check sees the shapes, obstacles and pairs that it is given."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from bench.tests.collision.small_robot import box_arm
from memetik.collision import HalfSpace
from memetik_bench.collision.coal_check import CoalCheck

pytest.importorskip("coal")

FREE, AT_THE_BOX, FOLDED = (0.0, 0.0), (math.pi / 2, 0.0), (2.7, 2.7)


def test_it_names_what_touches(tmp_path: Path) -> None:
    coal = box_arm(tmp_path).coal_check()
    rows = coal.rows(np.array([FREE, AT_THE_BOX, FOLDED]))
    assert coal.collides(rows) == [False, True, True]
    assert coal.touching(rows[0]) == []
    assert ("upper_0", "obstacle 0") in coal.touching(rows[1])
    assert ("base_0", "lower_0") in coal.touching(rows[2])
    coal.require_same_kinematics(np.array([FREE, FOLDED]))


def test_without_pairs_nothing_collides(tmp_path: Path) -> None:
    coal = box_arm(tmp_path).coal_kinematics()
    assert coal.pair_count == 0
    assert coal.collides(coal.rows(np.array([FOLDED]))) == [False]


def test_other_kinematics_are_an_error(tmp_path: Path) -> None:
    scene = box_arm(tmp_path)
    (scene.urdf.parent / "other").mkdir()
    path = scene.urdf.parent / "other" / "arm.urdf"
    path.write_text(scene.urdf.read_text().replace("0.4 0 0", "0.5 0 0"))
    coal = CoalCheck(scene.robot, path, (), (), (), ())
    with pytest.raises(mk.MemetikError, match="places link 'upper' elsewhere"):
        coal.require_same_kinematics(np.array([FREE]))


def test_obstacles_of_other_kinds_are_an_error(tmp_path: Path) -> None:
    scene = box_arm(tmp_path)
    with pytest.raises(mk.MemetikError, match="expected boxes and spheres"):
        CoalCheck(scene.robot, scene.urdf, (), (), (), [HalfSpace().at()])
