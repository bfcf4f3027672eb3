"""Balance and PassThrough: their arguments, and that they are met together with other goals."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import HalfSpace, Sphere
from memetik.goals import goal_from_dict
from tests import naive_kinematics as naive
from tests.naive_kinematics import Array

PANDA = mk.Robot.load("panda")
VALKYRIE = mk.Robot.load("valkyrie").with_floating_base(world="ground")
HAND, FEET = "panda_hand", ("leftFoot", "rightFoot")
LINKS = ("panda_link5", HAND)
PLACE = np.array((0.35, 0.05, 0.5))


def through(**options: Any) -> mk.Goal:
    return mk.PassThrough(**{"links": LINKS, "target": PLACE, **options})


def balance(**options: Any) -> mk.Goal:
    return mk.Balance(**{"target": (0.1, 0, 0), **options})


every_kind = pytest.mark.parametrize("make", [through, balance])


def distance_to_segment(place: Array, a: Array, b: Array) -> float:
    along = b - a
    return float(np.linalg.norm(a + np.clip((place - a) @ along / (along @ along), 0, 1) * along - place))


class TestValues:
    @every_kind
    def test_all_options_survive_json(self, make: Any) -> None:
        goal = make(name="x", weight=2, priority="secondary", tolerance=np.float32(0.5))
        again = goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert repr(again) == repr(goal)

    def test_offsets_survive_json(self) -> None:
        goal = mk.PassThrough(["a", "b", "c"], PLACE, offsets={"c": (1, 2, 3), "a": np.ones(3)})
        data = json.loads(json.dumps(goal.to_dict()))
        assert data["links"] == ["a", "b", "c"]
        assert data["offsets"] == [[1, 1, 1], [0, 0, 0], [1, 2, 3]]
        assert goal_from_dict(data) == goal

    def test_offsets_make_another_goal(self) -> None:
        assert through() == through(offsets={}) == through(offsets=None)
        assert through() != through(offsets={HAND: (0, 0, 0.1)})
        assert through(offsets={HAND: (0, 0, 0.1)}) != through(offsets={HAND: (0, 0, 0.2)})
        assert through(links=LINKS) != through(links=LINKS[::-1])

    def test_offsets_are_copied_and_read_only(self) -> None:
        given = {HAND: np.zeros(3)}
        goal = mk.PassThrough(LINKS, PLACE, offsets=given)
        given[HAND][0] = 1.0
        given["panda_link5"] = np.ones(3)
        assert goal.to_dict()["offsets"] == [[0, 0, 0], [0, 0, 0]]
        assert goal.offsets is not None
        with pytest.raises(ValueError, match="read-only"):
            goal.offsets[1][0] = 1.0

    def test_up_is_normalised_and_z_unless_told_otherwise(self) -> None:
        np.testing.assert_array_equal(mk.Balance(PLACE).up, (0, 0, 1))
        np.testing.assert_allclose(mk.Balance(PLACE, up=(0, 3, 4)).up, (0, 0.6, 0.8))
        assert balance(up=(0, 0, 1)) == balance(up=(0, 0, 9.81))

    def test_names_are_those_of_the_last_link_and_of_the_kind(self) -> None:
        assert list(mk.Problem(PANDA, [through(), balance(), balance()]).goals) == [
            HAND,
            "balance",
            "balance_2",
        ]

    def test_the_order_of_the_ends_of_a_stretch_does_not_matter(self) -> None:
        rows = PANDA.random(5, rng=1)
        one, two = (
            mk.Problem(PANDA, through(links=links, name="x")).residuals(rows)
            for links in (LINKS, LINKS[::-1])
        )
        np.testing.assert_allclose(one, two, atol=1e-12)

    def test_a_stretch_without_length_is_a_point(self) -> None:
        q = PANDA.random(rng=1)
        problem = mk.Problem(PANDA, through(links=(HAND, HAND)))
        np.testing.assert_allclose(
            problem.residuals(q), naive.forward(PANDA, q)[HAND][:3, 3] - PLACE, atol=1e-12
        )
        assert np.isfinite(problem.jacobian(q)).all()

    def test_the_error_is_the_distance_to_the_nearest_stretch(self) -> None:
        links = ("panda_link3", "panda_link5", HAND)
        problem = mk.Problem(PANDA, through(links=links, name="x"))
        for q in PANDA.random(20, rng=1):
            points = [naive.forward(PANDA, q)[link][:3, 3] for link in links]
            nearest = min(distance_to_segment(PLACE, *points[i : i + 2]) for i in range(2))
            assert problem.errors(q)["x"]["distance"] == pytest.approx(nearest, rel=1e-9)

    def test_the_error_of_balance_is_that_of_the_centre_of_mass(self) -> None:
        up, place = np.array((0.0, 0.6, 0.8)), np.array((0.1, 0.2, 0.3))
        for q in VALKYRIE.random(5, rng=1):
            way = np.cross(VALKYRIE.center_of_mass(q) - place, up)
            error = mk.Problem(VALKYRIE, mk.Balance(place, up=up)).errors(q)["balance"]["distance"]
            assert error == pytest.approx(np.linalg.norm(way), rel=1e-9)


class TestRefused:
    @every_kind
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"target": (0, 0)}, "target: expected 3 numbers"),
            ({"target": (0, 0, np.nan)}, "target: not finite"),
            ({"target": np.eye(4)}, "target: expected 3 numbers"),
            ({"target": None}, "target"),
            ({"target": (0, 0, 1e7)}, "target: farther than"),
        ],
        ids=repr,
    )
    def test_targets_that_are_no_places(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.TransformError, match=message):
            make(**options)

    @every_kind
    @pytest.mark.parametrize("tolerance", [-1, np.nan, (1, 2), "tight"], ids=repr)
    def test_tolerances_that_are_none(self, make: Any, tolerance: Any) -> None:
        with pytest.raises(mk.GoalError, match="tolerance: expected a non-negative number, got"):
            make(tolerance=tolerance)

    @pytest.mark.parametrize("up", [(0, 0, 0), (0, 0, np.nan), (0, 1), None, "z"], ids=repr)
    def test_directions_that_are_not_up(self, up: Any) -> None:
        with pytest.raises(mk.TransformError, match=r"^up: "):
            mk.Balance(PLACE, up=up)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"links": ()}, "links: expected at least two links, or one with two offsets, got"),
            (
                {"links": HAND},
                "links: expected at least two links, or one with two offsets, got 'panda_hand'",
            ),
            ({"links": (HAND,)}, "links: expected at least two links"),
            ({"links": (HAND, 3)}, "links: expected a name"),
            ({"links": (HAND, "")}, "links: expected a name"),
            ({"links": 5}, "links: expected a name or a list of names, got 5"),
            ({"links": None}, "links: expected a name"),
            (
                {"offsets": {"elbow": PLACE}},
                "offsets: 'elbow' is not one of the links panda_link5, panda_hand",
            ),
        ],
        ids=repr,
    )
    def test_links_that_make_no_chain(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            through(**options)

    @pytest.mark.parametrize("offset", [(0, 0), (0, 0, np.nan), None, np.eye(4), "tip"], ids=repr)
    def test_offsets_that_are_no_points(self, offset: Any) -> None:
        with pytest.raises(mk.TransformError, match=r"offsets\['panda_hand'\]: "):
            through(offsets={HAND: offset})

    @pytest.mark.parametrize("offsets", [5, [1, 2], (0, 0, 0.1)], ids=repr)
    def test_offsets_that_are_no_mapping(self, offsets: Any) -> None:
        with pytest.raises((mk.GoalError, mk.TransformError), match="offsets"):
            through(offsets=offsets)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"shapes": True, "offsets": {HAND: PLACE}}, "offsets or shapes, not both"),
            ({"shapes": {HAND: Sphere(1)}}, "expected shapes for each of the links panda_link5, panda_hand"),
            ({"shapes": {HAND: Sphere(1), LINKS[0]: []}}, "shapes: expected shapes for each of the links"),
            ({"shapes": Sphere(1)}, "shapes: expected a mapping from links to shapes"),
            ({"links": HAND, "offsets": [PLACE]}, "links: expected at least two links"),
            ({"links": HAND, "shapes": {HAND: HalfSpace()}}, "a HalfSpace is unbounded and cannot be part"),
        ],
    )
    def test_options_that_contradict_each_other(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            through(**options)

    @pytest.mark.parametrize("radius", [-1, np.nan, "wide", None], ids=repr)
    def test_radii_that_are_none(self, radius: Any) -> None:
        with pytest.raises(mk.GoalError, match="radius: expected a number from 0 to 1e\\+06, got"):
            through(radius=radius)

    def test_links_that_the_robot_does_not_have(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="no link 'panda_link55'; did you mean 'panda_link5'"):
            mk.Problem(PANDA, through(links=("panda_link55", HAND)))

    def test_balance_without_masses(self) -> None:
        b = mk.RobotBuilder("ghost")
        b.continuous("spin", "a", "b")
        with pytest.raises(mk.GoalError, match="Balance: robot 'ghost' has no masses"):
            mk.Problem(b.build(), mk.Balance(PLACE))

    @every_kind
    @pytest.mark.parametrize("target", [(0, 0), np.eye(4), (0, 0, np.nan), "here", None], ids=repr)
    def test_targets_of_a_solver(self, make: Any, target: Any) -> None:
        with pytest.raises(mk.GoalError, match="targets of 'body': target: "):
            mk.Solver(PANDA, make(name="body")).solve(targets={"body": target})

    @every_kind
    def test_batches_of_another_shape(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"expected an array \(N, 3\), got \(3,\)"):
            mk.Solver(PANDA, make()).solve_batch(PLACE)


class TestSolved:
    def test_an_instrument_works_through_a_hole(self) -> None:
        tool, tip, hole = (0, 0, 0.3), (0.5, 0.1, 0.3), np.array((0.47, 0.08, 0.45))
        goals = [
            mk.Position(HAND, tip, offset=tool, name="tip"),
            mk.PassThrough(LINKS, hole, offsets={"panda_link5": (0, 0, 0), HAND: tool}, name="hole"),
        ]
        solution = mk.solve(PANDA, goals)
        assert solution.success
        poses = naive.forward(PANDA, solution.q)
        end = (poses[HAND] @ [*tool, 1])[:3]
        np.testing.assert_allclose(end, tip, atol=1e-5)
        assert distance_to_segment(hole, poses["panda_link5"][:3, 3], end) <= 1e-3 + 1e-9

    def test_any_link_of_a_snake_passes_through_a_hole(self) -> None:
        snake = mk.Robot.load("snake(30)")
        links = [f"link_{i}" for i in range(5, 31, 5)]
        q = snake.random(rng=1)
        poses = naive.forward(snake, q)
        hole = 0.5 * (poses["link_10"][:3, 3] + poses["link_15"][:3, 3])
        goals = [mk.PassThrough(links, hole, name="hole"), mk.Position("tip", poses["tip"][:3, 3])]
        assert mk.solve(snake, goals).raise_if_failed().errors["hole"]["distance"] <= 1e-3

    def test_a_humanoid_stands_on_its_feet_and_reaches_out(self) -> None:
        q = VALKYRIE.neutral
        feet = {foot: VALKYRIE.fk(q, foot) for foot in FEET}
        middle = sum(pose[:3, 3] for pose in feet.values()) / 2
        goals: list[mk.Goal] = [mk.Pose(foot, pose, tolerance=1e-3) for foot, pose in feet.items()]
        goals.append(
            mk.Position("leftPalm", VALKYRIE.fk(q, "leftPalm")[:3, 3] + (0.4, -0.2, 0), tolerance=1e-3)
        )
        fallen, standing = (
            mk.Solver(VALKYRIE, [*goals, mk.Balance(middle, tolerance=0.01)]).solve(
                weights={"balance": weight}
            )
            for weight in (0, 1)
        )
        assert standing.success
        away = (VALKYRIE.center_of_mass(standing.q) - middle)[:2]
        assert np.linalg.norm(away) <= 0.01 + 1e-9
        assert np.linalg.norm((VALKYRIE.center_of_mass(fallen.q) - middle)[:2]) > 0.01
        for foot, pose in feet.items():
            there = naive.forward(VALKYRIE, standing.q)[foot]
            assert np.linalg.norm(there[:3, 3] - pose[:3, 3]) <= 1e-3 + 1e-9

    def test_again_above_other_places(self) -> None:
        solver = mk.Solver(PANDA, mk.Balance((0, 0, 0)))
        for place in ((0.1, 0.05, 9.0), [0.0, -0.1, 0.0]):
            solution = solver.solve(targets=place)
            assert solution.success
            np.testing.assert_allclose(PANDA.center_of_mass(solution.q)[:2], place[:2], atol=1e-5)

    @every_kind
    def test_in_batches_as_one_by_one(self, make: Any) -> None:
        centre = PLACE if make is through else np.zeros(3)
        solver, targets = (
            mk.Solver(PANDA, make()),
            centre + np.random.default_rng(1).uniform(-0.05, 0.05, (5, 3)),
        )
        batch = solver.solve_batch(targets)
        assert batch.success.all()
        for q, target in zip(batch.q, targets, strict=True):
            np.testing.assert_array_equal(q, solver.solve(targets=target).q)


class TestStraightLinksAndShapes:
    def test_a_link_by_two_of_its_points(self) -> None:
        """It equals the segment between two links at these points."""
        goal = mk.PassThrough(HAND, PLACE, offsets=[(0, 0, 0), (0, 0, 0.3)])
        assert goal == mk.PassThrough(HAND, PLACE, offsets=np.array([(0, 0, 0), (0, 0, 0.3)]))
        for q in PANDA.random(5, rng=1):
            pose = PANDA.fk(q, HAND)
            end = (pose @ (0, 0, 0.3, 1))[:3]
            (error,) = mk.Problem(PANDA, goal).errors(q)[HAND].values()
            assert error == pytest.approx(distance_to_segment(PLACE, pose[:3, 3], end), rel=1e-12)

    def test_the_distance_to_shapes_on_links(self) -> None:
        shapes = {LINKS[0]: Sphere(0.1), HAND: [Sphere(0.05), Sphere(0.02).at((0, 0, 0.2))]}
        goal = mk.PassThrough(LINKS, PLACE, shapes=shapes)
        for q in PANDA.random(5, rng=1):
            elbow, hand = PANDA.fk(q, LINKS[0])[:3, 3], PANDA.fk(q, HAND)
            balls = ((elbow, 0.1), (hand[:3, 3], 0.05), ((hand @ (0, 0, 0.2, 1))[:3], 0.02))
            expected = min(np.linalg.norm(PLACE - center) - radius for center, radius in balls)
            (error,) = mk.Problem(PANDA, goal).errors(q)[HAND].values()
            assert error == pytest.approx(max(expected, 0.0), rel=1e-12)

    @pytest.mark.parametrize("shapes", [True, {HAND: Sphere(0.05)}], ids=["own", "given"])
    def test_is_solved_beside_a_direction(self, shapes: Any) -> None:
        goals = [mk.PassThrough(HAND, PLACE, shapes=shapes), mk.AlignAxis(HAND, (0, 0.5, -1))]
        mk.solve(PANDA, goals).raise_if_failed()

    def test_survives_json(self) -> None:
        for goal in (through(shapes=True), mk.PassThrough(HAND, PLACE, shapes={HAND: Sphere(0.05)})):
            assert goal_from_dict(json.loads(json.dumps(goal.to_dict()))) == goal
