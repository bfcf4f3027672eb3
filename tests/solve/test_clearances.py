"""Clearances and contacts of solutions are those of a check in the world that the query saw."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, CollisionCheck, Contact, Cylinder, HalfSpace, Sphere, SphereRobot

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
SPHERES = {
    "panda_link0": (0, 0, 0.1, 0.12),
    "panda_link3": (0, 0, 0, 0.08),
    "panda_link5": [(0, 0.05, -0.06 * k, 0.06) for k in range(4)],
    HAND: [(0, 0.04 * k, 0.04, 0.04) for k in (-1, 0, 1)],
}
PLACE = (0.5, 0.1, 0.4)
MARGIN = 0.3


def scene(margin: float = MARGIN, **options: Any) -> tuple[mk.World, mk.Solver]:
    """A solver that reaches a place, and keeps clear as far as it can: the margin is larger than the room."""
    world = mk.World()
    world.add("ball", Sphere(0.1), at=(0.4, 0.4, 0.5))
    world.add("table", Box((0.8, 1.2, 0.04)), at=(0.6, 0, 0.1))
    clear = mk.KeepClear(SPHERES, world, margin=margin, priority="secondary", name="clear", **options)
    return world, mk.Solver(PANDA, [mk.Position(HAND, PLACE, name="reach"), clear])


def same(found: list[Contact], expected: list[Contact]) -> bool:
    """Whether two lists have the same contacts, bit for bit."""
    return [contact.to_dict() for contact in found] == [contact.to_dict() for contact in expected]


def check_of(world: mk.World) -> CollisionCheck:
    return CollisionCheck._of(PANDA, SphereRobot(SPHERES), world.snapshot(), "auto", MARGIN)


class TestSolution:
    def test_they_are_those_of_a_check(self) -> None:
        world, solver = scene()
        solution = solver.solve()
        check = check_of(world)
        assert solution.clearance == check.clearance(solution.q)
        assert same(solution.contacts, check.contacts(solution.q, margin=MARGIN))
        assert {contact.other for contact in solution.contacts} >= {"ball", "table"}
        depths = [contact.clearance for contact in solution.contacts]
        assert depths == sorted(depths) and depths[0] == solution.clearance and depths[-1] < MARGIN

    def test_without_a_keep_clear_there_are_none(self) -> None:
        solution = mk.solve(PANDA, mk.Position(HAND, PLACE))
        assert solution.clearance is None
        assert solution.contacts == []
        assert "clearance" not in solution.to_dict()

    def test_with_nothing_to_touch_the_clearance_is_infinite(self) -> None:
        solution = mk.solve(PANDA, [mk.Position(HAND, PLACE), mk.KeepClear({HAND: (0, 0, 0, 0.1)})])
        assert solution.clearance == np.inf
        assert solution.to_dict()["clearance"] is None

    @pytest.mark.parametrize("edit", ["move", "remove", "add", "attach", "clear"])
    def test_later_edits_of_the_world_change_nothing(self, edit: str) -> None:
        (world, solver), (_, other) = scene(), scene()
        solution, expected = solver.solve(), other.solve()
        if edit == "move":
            world["ball"].move(PLACE)
        elif edit == "remove":
            world["ball"].remove()
        elif edit == "add":
            world.add("wall", Box((0.1, 2, 2)), at=PLACE)
        elif edit == "attach":
            world["ball"].attach(HAND, at=(0, 0, 0.2))
        else:
            world.clear()
        solver.solve()  # which compiles the problem again
        assert solution.clearance == expected.clearance
        assert same(solution.contacts, expected.contacts)
        assert solution.errors == expected.errors
        assert str(solution.explain()) == str(expected.explain())

    def test_objects_are_where_the_query_has_them(self) -> None:
        world, solver = scene()
        near = mk.transform((0.5, 0.1, 0.55), rpy=(0.3, 0.2, 0.1))
        solution = solver.solve(targets={"clear": {"ball": near}})
        world["ball"].move(near)
        assert solution.clearance == check_of(world).clearance(solution.q)
        assert same(solution.contacts, check_of(world).contacts(solution.q, margin=MARGIN))
        moved = solver.solve()
        assert (moved.q == solution.q).all() and same(moved.contacts, solution.contacts)

    def test_several_goals_give_the_smallest_and_all_contacts_once(self) -> None:
        hand, arm = {HAND: SPHERES[HAND]}, {"panda_link5": SPHERES["panda_link5"]}
        floor, ball = mk.World(), mk.World()
        floor.add("floor", HalfSpace())
        ball.add("ball", Sphere(0.1), at=(0.3, 0.3, 0.5))
        options: dict[str, Any] = {"margin": 0.5, "priority": "secondary"}
        goals = [
            mk.KeepClear(hand, floor, name="hand", **options),
            mk.KeepClear(arm, ball, name="arm", **options),
            mk.KeepClear(hand, floor, name="again", **options),
        ]
        solution = mk.solve(PANDA, [mk.Position(HAND, PLACE), *goals])
        singles = [
            CollisionCheck(PANDA, g.geometry, g.world, self_pairs=None).clearance(solution.q) for g in goals
        ]
        assert solution.clearance == min(singles)
        assert sorted((c.link, c.other) for c in solution.contacts) == [
            (HAND, "floor"),
            ("panda_link5", "ball"),
        ]

    def test_held_objects_touch_too(self) -> None:
        world, solver = scene()
        world.attach(HAND, Cylinder(0.03, 0.3), name="rod", at=(0, 0, 0.25))
        solution = solver.solve()
        assert "rod" in {contact.link for contact in solution.contacts}

    def test_each_of_all_solutions_has_its_own(self) -> None:
        world, solver = scene()
        solutions = solver.solve_all(max_solutions=4, max_evaluations=4000)
        assert len(solutions) > 1
        for solution in solutions:
            assert solution.clearance == check_of(world).clearance(solution.q)

    def test_copies_and_pickles_have_them(self) -> None:
        _world, solver = scene()
        solution = solver.solve()
        for again in (pickle.loads(pickle.dumps(solution)), copy.copy(solution), copy.deepcopy(solution)):
            assert again.clearance == solution.clearance
            assert same(again.contacts, solution.contacts)
            assert again.to_dict() == solution.to_dict()
        entry = solution.to_dict()
        assert entry["clearance"] == solution.clearance
        assert json.loads(json.dumps([c.to_dict() for c in solution.contacts]))[0]["other"]


class TestDuringASolve:
    def test_an_edit_of_the_world_does_not_alter_the_solve(self) -> None:
        """The validity check of the solver edits the world, and rejects some configurations."""

        def solve(edits: bool) -> mk.Solution:
            world = mk.World()
            world.add("ball", Sphere(0.1), at=(0.4, 0.4, 0.5))
            calls = 0

            def valid(q: Any) -> bool:
                nonlocal calls
                calls += 1
                if edits:
                    world["ball"].move(PLACE)
                    world.add(f"wall_{calls}", Box((0.2, 2, 2)), at=PLACE)
                return calls > 3

            clear = mk.KeepClear(SPHERES, world, margin=0.01, name="clear")
            goals = [mk.Position(HAND, PLACE, name="reach"), clear]
            solution = mk.Solver(PANDA, goals, valid=valid).solve()
            assert calls > 3
            return solution

        plain, edited = solve(False), solve(True)
        assert plain.success and edited.success
        assert (plain.q == edited.q).all()
        assert plain.evaluations == edited.evaluations
        assert plain.clearance == edited.clearance
        assert plain.errors == edited.errors


class TestBatch:
    def batch(self) -> tuple[mk.World, mk.Solver, mk.BatchSolution, dict[str, Any]]:
        world, solver = scene()
        places = np.array([PLACE, (0.4, -0.2, 0.5), (0.3, 0.3, 0.6), (0.45, 0.2, 0.5)])
        balls = np.array([mk.transform((0.5, 0.1 * k, 0.5)) for k in range(4)])
        targets = {"reach": places, "clear": {"ball": balls}}
        return world, solver, solver.solve_batch(targets), targets

    def test_rows_equal_single_solutions(self) -> None:
        _world, solver, batch, targets = self.batch()
        assert batch.clearance is not None
        for k, found in enumerate(batch):
            query = {"reach": targets["reach"][k], "clear": {"ball": targets["clear"]["ball"][k]}}
            single = solver.solve(targets=query)
            np.testing.assert_allclose(found.q, single.q, atol=1e-12)
            assert batch.clearance[k] == pytest.approx(single.clearance, abs=1e-12)
            assert found.clearance == batch.clearance[k]
            keys = [(c.link, c.other) for c in found.contacts]
            assert keys == [(c.link, c.other) for c in single.contacts]
            for a, b in zip(found.contacts, single.contacts, strict=True):
                assert a.clearance == pytest.approx(b.clearance, abs=1e-12)
                np.testing.assert_allclose(a.point, b.point, atol=1e-10)

    def test_later_edits_change_nothing(self) -> None:
        (world, solver, batch, _), (_, _, expected, _) = self.batch(), self.batch()
        world["ball"].remove()
        world.add("wall", Box((0.1, 2, 2)), at=PLACE)
        solver.solve()
        np.testing.assert_array_equal(batch.clearance, expected.clearance)
        assert same(batch[2].contacts, expected[2].contacts)

    def test_parts_pickles_and_columns_have_them(self) -> None:
        _, _, batch, _ = self.batch()
        assert batch.clearance is not None
        np.testing.assert_array_equal(batch[1:3].clearance, batch.clearance[1:3])
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(batch)).clearance, batch.clearance)
        np.testing.assert_array_equal(batch.to_dict()["clearance"], batch.clearance)

    def test_invalid_input_has_no_clearance(self) -> None:
        _, solver = scene()
        batch = solver.solve_batch({"reach": [PLACE, (np.nan, 0, 0)]}, on_bad="mark")
        assert batch.clearance is not None
        assert np.isnan(batch.clearance).tolist() == [False, True]
        bad = batch[1]
        assert bad.clearance is not None and np.isnan(bad.clearance) and bad.contacts == []
        assert bad.to_dict()["clearance"] is None

    def test_without_a_keep_clear_there_is_none(self) -> None:
        batch = mk.Solver(PANDA, mk.Position(HAND)).solve_batch([PLACE])
        assert batch.clearance is None
        assert "clearance" not in batch.to_dict()
        assert pickle.loads(pickle.dumps(batch)).clearance is None

    def test_never_pairs_that_touch_are_never_accepted(self) -> None:
        spheres, pair = {"panda_link0": (0, 0, 0.1, 0.15), HAND: (0, 0, 0.05, 0.1)}, ("panda_link0", HAND)
        known, never = SphereRobot(spheres, [pair]), SphereRobot(spheres, [pair], [pair])
        goals = [mk.Position(HAND, name="reach"), mk.KeepClear(never)]
        places = np.random.default_rng(1).uniform((-0.3, -0.3, 0), (0.3, 0.3, 0.4), (60, 3))
        batch = mk.Solver(PANDA, goals).solve_batch({"reach": places}, max_evaluations=2000)
        free = CollisionCheck(PANDA, known).free(batch.q, margin=-1e-5)
        assert free[batch.success].all()
        assert batch.success.sum() > 5
        loose = mk.Solver(PANDA, goals[0]).solve_batch({"reach": places})
        assert not CollisionCheck(PANDA, known).free(loose.q)[loose.success].all(), "nothing was in the way"


class TestExplanation:
    def blocked(self) -> mk.Solution:
        world = mk.World()
        world.add("table", Box((2, 2, 0.1)), at=(0, 0, -0.05))
        clear = mk.KeepClear({HAND: (0, 0, 0.05, 0.08)}, world, name="clear")
        return mk.solve(PANDA, [mk.Position(HAND, (0.5, 0, 0.02), name="reach"), clear])

    def test_it_names_what_is_too_near(self) -> None:
        goals = [
            mk.JointValue(name, value, tolerance=1e-3)
            for name, value in zip(PANDA.joint_names, PANDA.neutral.tolist(), strict=True)
        ]
        world = mk.World()
        world.add("ball", Sphere(0.1), at=PANDA.fk(PANDA.neutral, HAND)[:3, 3])
        clear = mk.KeepClear(SPHERES, world, margin=0.02, name="clear", priority="primary")
        solution = mk.solve(PANDA, [*goals, clear], max_evaluations=3000)
        assert not solution.success
        explanation = solution.explain()
        assert "In the way:\n- clear: panda_hand is" in str(explanation)
        assert "inside 'ball'" in str(explanation)
        deepest = explanation.contacts[0]
        assert (deepest.link, deepest.other, deepest.is_link) == (HAND, "ball", False)
        assert deepest.clearance == solution.clearance
        assert json.loads(json.dumps(explanation.to_dict()))["contacts"][0]["goal"] == "clear"

    def test_the_same_after_a_pickle(self) -> None:
        solution = self.blocked()
        assert str(pickle.loads(pickle.dumps(solution)).explain()) == str(solution.explain())

    def test_a_goal_that_is_met_has_no_contacts(self) -> None:
        _, solver = scene(margin=0.0)
        assert solver.solve().explain().contacts == ()

    def test_notebooks_show_the_clearance(self) -> None:
        _, solver = scene()
        solution = solver.solve()
        assert solution.clearance is not None
        assert f"clearance {1e3 * solution.clearance:.3g} mm" in solution._repr_html_()
