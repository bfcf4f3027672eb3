"""PairTable: pairs of links that may touch each other, by sampling."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

import numpy as np
import pytest

import memetik as mk
from memetik.collision import CollisionCheck, PairTable, SphereRobot

PANDA = mk.Robot.load("panda")
SPHERES: dict[str, Any] = {f"panda_link{k}": (0, 0, 0, 0.09) for k in range(8)} | {
    "panda_hand": (0, 0, 0.05, 0.1)
}


def reasons(**options: Any) -> dict[tuple[str, str], str]:
    table = PairTable.sample(PANDA, SPHERES, samples=500, **options)
    return {entry.links: entry.reason for entry in table}


def test_every_pair_has_a_reason() -> None:
    found = reasons()
    assert len(found) == 9 * 8 / 2
    assert found["panda_link0", "panda_link1"] == "adjacent"
    assert found["panda_link0", "panda_hand"] == "sometimes"
    assert found["panda_link6", "panda_hand"] == "neutral"


def test_pairs_are_all_that_must_not_touch() -> None:
    table = PairTable.sample(PANDA, SPHERES, samples=500)
    assert set(table.pairs) == {e.links for e in table if e.reason in ("sometimes", "never", "forbidden")}
    assert mk.Problem(PANDA, mk.KeepClear(SPHERES, self_pairs=table.pairs)).accepts(PANDA.neutral)


def test_counts_are_those_of_the_samples() -> None:
    table = PairTable.sample(PANDA, SPHERES, samples=300, random_seed=4)
    q = PANDA.random(300, rng=4)
    for entry in table:
        check = CollisionCheck(PANDA, SphereRobot(SPHERES, [entry.links]))
        assert entry.touching == 300 - check.free(q).sum()


def test_own_decisions_go_first() -> None:
    found = reasons(allow=[("panda_hand", "panda_link0")], forbid=[("panda_link0", "panda_link1")])
    assert found["panda_link0", "panda_hand"] == "allowed"
    assert found["panda_link0", "panda_link1"] == "forbidden"


def test_the_same_seed_gives_the_same_table() -> None:
    one, other = (str(PairTable.sample(PANDA, SPHERES, samples=200, random_seed=3)) for _ in range(2))
    assert one == other


def test_links_that_always_touch_may() -> None:
    b = mk.RobotBuilder("ring")
    b.revolute("a", "base", "one", axis=(0, 0, 1), lower=-1, upper=1)
    b.revolute("b", "one", "two", axis=(0, 0, 1), lower=-1, upper=1)
    spheres = {"base": (0, 0, 0, 0.1), "two": [(0.15, 0, 0, 0.1)]}
    (entry,) = PairTable.sample(b.build(), spheres, samples=100)
    assert entry.reason == "neutral"
    apart = {"base": (0.19, 0, 0, 0.1), "two": [(0, 0, 0, 0.1)]}
    (entry,) = PairTable.sample(b.build(), apart, samples=100)
    assert (entry.touching, entry.may_touch) == (100, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "samples: expected an integer"),
        ({"allow": "hand"}, "allow: expected"),
        ({"forbid": [("a",)]}, "forbid: expected"),
    ],
)
def test_what_makes_no_sense_is_refused(options: Any, message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        PairTable.sample(PANDA, SPHERES, **options)


class TestNeverPairs:
    """Pairs that never touched in samples leave the descent, and nothing else."""

    SPHERES: ClassVar = {"panda_link0": (0, 0, 0.1, 0.15), "panda_hand": (0, 0, 0.05, 0.1)}
    PAIR = ("panda_link0", "panda_hand")

    def geometries(self) -> tuple[SphereRobot, SphereRobot]:
        return SphereRobot(self.SPHERES, [self.PAIR]), SphereRobot(self.SPHERES, [self.PAIR], [self.PAIR])

    def touching(self) -> mk.transforms.Array:
        rows = PANDA.random(2000, rng=1)
        return rows[~CollisionCheck(PANDA, self.geometries()[0]).free(rows)]

    def test_they_cost_nothing_but_count_in_the_error(self) -> None:
        known, never = (mk.Problem(PANDA, mk.KeepClear(geometry)) for geometry in self.geometries())
        rows = self.touching()
        assert len(rows) > 20
        assert (known.cost(rows) > 0).all()
        assert (never.cost(rows) == 0).all()
        for q in rows[:20]:
            assert never.errors(q) == known.errors(q)

    def test_no_answer_is_accepted_in_which_they_touch(self) -> None:
        for q in self.touching()[:5]:
            goals = [
                mk.JointValue(name, value, tolerance=1e-3)
                for name, value in zip(PANDA.joint_names, q.tolist(), strict=True)
            ]
            assert mk.solve(PANDA, goals).success
            solution = mk.solve(PANDA, [*goals, mk.KeepClear(self.geometries()[1])], max_evaluations=2000)
            assert not solution.success

    def test_checks_have_all_pairs(self) -> None:
        known, never = (CollisionCheck(PANDA, geometry) for geometry in self.geometries())
        rows = PANDA.random(1000, rng=2)
        np.testing.assert_array_equal(known.clearance(rows), never.clearance(rows))
        np.testing.assert_array_equal(known.free(rows), never.free(rows))

    def test_geometry_keeps_them(self) -> None:
        geometry = SphereRobot({**self.SPHERES, "panda_link2": (0, 0, 0, 0.01)})
        table = PairTable.sample(PANDA, geometry, samples=1000)
        paired = geometry.with_pairs(table)
        assert paired.pairs == table.pairs
        assert set(paired.never_pairs) == {entry.links for entry in table if entry.reason == "never"}
        assert paired.never_pairs
        for again in (SphereRobot.from_dict(paired.to_dict()), pickle.loads(pickle.dumps(paired))):
            assert again == paired
        assert paired != geometry
