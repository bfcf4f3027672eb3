"""The verifier accepts certificates, and refuses answers with one fault each."""

from __future__ import annotations

import numpy as np
import pytest

from memetik.collision import CollisionCheck
from memetik_bench.scenarios import OK, SCENARIOS, Verifier, verify
from memetik_bench.scenarios.robots import ELISE

TANK = SCENARIOS["HydrogenTank"]


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier(TANK)


def test_it_names_the_fault() -> None:
    q = TANK.certificates[0]
    assert verify(TANK, 0, q) == OK
    assert verify(TANK, 1, q) == "position"
    assert verify(TANK, 0, np.r_[q[:8], 1.6]) == "limits"
    assert verify(TANK, 0, np.full(9, np.nan)) == "limits"


def test_errors_count_in_norm(verifier: Verifier) -> None:
    pose, q = TANK.targets[:1].copy(), TANK.certificates[:1]
    moved = pose.copy()
    moved[0, :3, 3] += 0.8e-5  # along all axes: 1.4e-5 in norm
    assert verifier.check_batch(moved, q) == ["position"]
    turned = pose.copy()
    angle = 2e-5
    turn = [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    turned[0, :3, :3] = turned[0, :3, :3] @ np.array(turn)
    assert verifier.check_batch(turned, q) == ["rotation"]


def test_links_in_the_wall_collide_and_the_last_may_touch(verifier: Verifier) -> None:
    """The last rod of a certificate ends at the wall, its ball of 6 mm inside: that is allowed."""
    assert verifier.touching(TANK.certificates[0]) == []
    straight = np.zeros(9)  # the rod points away from the tank
    assert verifier.free(straight[None])[0]
    q = TANK.certificates[0].copy()
    q[0] += 0.05  # the shaft turns sideways, into the neck
    assert not verifier.free(q[None])[0]
    assert {pair[1] for pair in verifier.touching(q)} == {"tank"}


def test_pairs_of_links_are_all_but_those_that_may_touch(verifier: Verifier) -> None:
    folded = np.zeros(9)
    folded[2] = 3.1  # the forearm on the upper arm
    assert not verifier.free(folded[None])[0]
    links = len(ELISE.shapes())
    assert len(ELISE.self_pairs()) == links * (links - 1) // 2 - len(ELISE.may_touch)


@pytest.mark.parametrize("name", ["Random", "TableObjects", "HydrogenTankSmall", "HydrogenTankCurved"])
def test_what_spheres_call_free_coal_calls_free(name: str) -> None:
    """Spheres cover the robot, so they cannot miss a collision; fields err by less than the margin here."""
    scenario = SCENARIOS[name]
    robot, geometry = scenario.load_robot(), scenario.spheres()
    rows = robot.random(400, rng=1)
    near = scenario.certificates[:200] + 0.01 * np.random.default_rng(1).standard_normal((200, robot.dof))
    rows = np.vstack([rows, robot.clip(near)])
    clear = CollisionCheck(robot, geometry, scenario.world()).free(rows, margin=5e-4)
    assert clear.any()
    assert Verifier(scenario).free(rows[clear]).all()


@pytest.mark.parametrize("name", SCENARIOS)
def test_spheres_are_tight_enough_for_nearly_all_certificates(name: str) -> None:
    """Arms without redundant joints have few solutions; some of them are free by less than 10 mm."""
    scenario = SCENARIOS[name]
    robot = scenario.load_robot()
    clear = scenario.spheres().free(scenario.certificates, scenario.world(), robot=robot)
    assert np.mean(clear) >= (0.95 if name in ("RandomPanda", "RandomUR5") else 0.99)


def test_a_link_inside_a_solid_collides() -> None:
    """A mesh is a surface for coal; the middle of the forearm inside the table's slab does not cross it."""
    table = SCENARIOS["Table"].obstacles[0]
    inside = np.array([[0.0, 1.0, 0.72]])
    assert table.contains(inside)[0]
    assert not table.contains(inside + np.array([0, 0, 0.03]))[0]
