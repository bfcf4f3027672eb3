"""AlignAxis, WithinCone, FaceAway: their arguments, and that they are met together with other goals."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.goals import goal_from_dict
from tests import naive_kinematics as naive
from tests.goals.unknown_links import assert_unknown_links_are_named
from tests.naive_kinematics import Array
from tests.solve_cases import assert_same_as_single

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
DOWN = np.array((0.0, 0.0, -1.0))


def align(**options: Any) -> mk.Goal:
    return mk.AlignAxis(**{"link": HAND, "target": (0, 0, -1), **options})


def cone(**options: Any) -> mk.Goal:
    return mk.WithinCone(**{"link": HAND, "target": (0, 0, -1), "angle": 0.3, **options})


def face_away(**options: Any) -> mk.Goal:
    return mk.FaceAway(**{"link": HAND, "target": (0, 0, -1), **options})


every_kind = pytest.mark.parametrize("make", [align, cone, face_away])


def axis_of(solution: mk.Solution, link: str = HAND) -> Array:
    """The z axis of a link, by independent kinematics."""
    assert solution.success
    return np.asarray(naive.forward(PANDA, solution.q)[link][:3, 2])


class TestValues:
    @every_kind
    def test_targets_and_axes_are_normalised(self, make: Any) -> None:
        goal = make(target=(0, 3, 4), axis=(0, 9e307, 1.2e308))
        np.testing.assert_allclose(goal.target, (0, 0.6, 0.8))
        np.testing.assert_allclose(goal.axis, (0, 0.6, 0.8))

    @every_kind
    def test_the_axis_is_z_unless_told_otherwise(self, make: Any) -> None:
        np.testing.assert_array_equal(make().axis, (0, 0, 1))

    @every_kind
    def test_the_length_of_a_direction_makes_no_other_goal(self, make: Any) -> None:
        assert make(target=(0, 0, -7)) == make(target=(0, 0, -1))
        assert make(target=(0, 1, 0)) != make(target=(0, -1, 0))

    @every_kind
    def test_all_options_survive_json(self, make: Any) -> None:
        goal = make(
            target=(1, 2, 3),
            axis=(3, 2, 1),
            frame="b",
            name="x",
            weight=2,
            priority="secondary",
            tolerance=np.float32(0.5),
        )
        again = goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert repr(again) == repr(goal)

    def test_the_angle_is_part_of_the_cone(self) -> None:
        assert cone(angle=0.3) != cone(angle=0.4)
        assert "angle=0.3" in repr(cone(angle=0.3))
        assert cone(angle=np.float64(0.25)).to_dict()["angle"] == 0.25
        assert type(cone(angle=1).to_dict()["angle"]) is float

    @pytest.mark.parametrize("angle", [0, math.pi])
    def test_a_cone_may_be_a_ray_or_everything(self, angle: float) -> None:
        rows = PANDA.clip(PANDA.random(20, rng=1))
        assert bool(mk.Problem(PANDA, cone(angle=angle)).accepts(rows).all()) is (angle > 0)

    def test_a_whole_cone_of_single_precision_survives(self) -> None:
        goal = cone(angle=np.float32(np.pi))
        assert goal_from_dict(goal.to_dict()) == goal

    @every_kind
    def test_it_is_called_like_its_link(self, make: Any) -> None:
        assert list(mk.Problem(PANDA, [make(), make()]).goals) == [HAND, f"{HAND}_2"]


class TestRefused:
    @every_kind
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"target": (0, 0, 0)}, "target: zero length"),
            ({"target": (0, 0, np.nan)}, "target: not finite"),
            ({"target": (0, 1)}, "target: expected 3 numbers"),
            ({"target": np.eye(4)}, "target: expected 3 numbers"),
            ({"target": None}, "target"),
            ({"target": "down"}, "target"),
            ({"axis": (0, 0, 0)}, "axis: zero length"),
            ({"axis": (0, np.inf, 0)}, "axis: not finite"),
            ({"axis": (0, 1, 0, 0)}, "axis: expected 3 numbers"),
            ({"axis": "z"}, "axis"),
        ],
        ids=repr,
    )
    def test_vectors_that_are_no_directions(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.TransformError, match=message):
            make(**options)

    @every_kind
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"link": 3}, "link: expected the name of a link, got 3"),
            ({"link": ""}, "link: expected the name of a link"),
            ({"frame": 3}, "frame: expected the name of a link, got 3"),
            ({"tolerance": (1, 2)}, "tolerance: expected a non-negative number, got"),
            ({"tolerance": -1e-9}, "tolerance"),
            ({"weight": -1}, "weight"),
            ({"priority": "tertiary"}, "priority"),
        ],
        ids=repr,
    )
    def test_other_nonsense(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            make(**options)

    @pytest.mark.parametrize("angle", [-1e-9, 3.15, math.nan, math.inf, "0.3", None, [0.3]], ids=repr)
    def test_angles_that_no_cone_has(self, angle: Any) -> None:
        with pytest.raises(mk.GoalError, match="angle: expected a number from 0 to π, got"):
            cone(angle=angle)

    def test_a_cone_without_an_angle(self) -> None:
        with pytest.raises(TypeError, match="angle"):
            mk.WithinCone(HAND, (0, 0, 1))  # type: ignore[call-arg]
        data = cone().to_dict()
        del data["angle"]
        with pytest.raises(mk.GoalError, match=r"not a WithinCone in plain form: .*angle"):
            goal_from_dict(data)

    @every_kind
    def test_links_and_frames_that_the_robot_does_not_have(self, make: Any) -> None:
        assert_unknown_links_are_named(make)

    @every_kind
    @pytest.mark.parametrize("target", [np.zeros(3), (0, 0), np.eye(4), (0, 0, np.nan), "up", None], ids=repr)
    def test_targets_of_a_solver(self, make: Any, target: Any) -> None:
        with pytest.raises(mk.GoalError, match="targets of 'axis': target: "):
            mk.Solver(PANDA, make(name="axis")).solve(targets={"axis": target})

    @every_kind
    def test_batches_with_a_row_that_is_no_direction(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"targets of 'axis', row 1: target: zero length"):
            mk.Solver(PANDA, make(name="axis")).solve_batch([(0, 0, 1.0), (0, 0, 0)])
        with pytest.raises(mk.GoalError, match=r"expected an array \(N, 3\), got \(2, 4, 4\)"):
            mk.Solver(PANDA, make(name="axis")).solve_batch(np.zeros((2, 4, 4)))


class TestSolved:
    def test_a_cup_is_moved_upright(self) -> None:
        place = (0.4, 0.1, 0.5)
        solution = mk.solve(PANDA, [mk.Position(HAND, place), mk.AlignAxis(HAND, DOWN)])
        np.testing.assert_allclose(axis_of(solution), DOWN, atol=1e-5)
        np.testing.assert_allclose(naive.forward(PANDA, solution.q)[HAND][:3, 3], place, atol=1e-5)

    def test_two_axes_are_an_orientation(self) -> None:
        goals = [
            mk.Position(HAND, (0.4, 0.1, 0.5)),
            mk.AlignAxis(HAND, DOWN),
            mk.AlignAxis(HAND, (0, 1, 0), axis=(1, 0, 0)),
        ]
        turned = naive.forward(PANDA, mk.solve(PANDA, goals).q)[HAND][:3, :3]
        np.testing.assert_allclose(turned, np.array([(0, 1, 0), (1, 0, 0), (0, 0, -1)]), atol=1e-5)

    def test_an_axis_is_turned_round_from_the_opposite(self) -> None:
        opposite = -PANDA.fk(PANDA.neutral, HAND)[:3, 2]
        np.testing.assert_allclose(
            axis_of(mk.solve(PANDA, mk.AlignAxis(HAND, opposite))), opposite, atol=1e-5
        )
        for angle in (0.0, 0.1):
            solution = mk.solve(PANDA, mk.WithinCone(HAND, opposite, angle=angle))
            assert np.arccos(np.minimum(1.0, axis_of(solution) @ opposite)) <= angle + 2e-5

    def test_an_axis_of_a_link_follows_a_frame(self) -> None:
        goals = [
            mk.Position(HAND, (0.5, 0.1, 0.5)),
            mk.AlignAxis(HAND, (0, 1, 0), frame="panda_link4", name="axis"),
        ]
        solution = mk.solve(PANDA, goals)
        other = naive.forward(PANDA, solution.q)["panda_link4"][:3, 1]
        np.testing.assert_allclose(axis_of(solution), other, atol=1e-5)

    def test_a_welding_torch_stays_on_the_seam_and_in_its_cone(self) -> None:
        goals = [mk.OnLine(HAND, (0.5, 0, 0), (0, 0, 1)), mk.WithinCone(HAND, (1, 0, -1), angle=0.2)]
        solution = mk.solve(PANDA, goals)
        assert np.arccos(axis_of(solution) @ (1, 0, -1) / np.sqrt(2)) <= 0.2 + 1e-5
        np.testing.assert_allclose(naive.forward(PANDA, solution.q)[HAND][:2, 3], (0.5, 0), atol=1e-5)

    def test_a_hand_faces_away(self) -> None:
        towards = PANDA.fk(PANDA.neutral, HAND)[:3, 2]
        goals = [mk.Position(HAND, (0.4, 0.1, 0.5)), mk.FaceAway(HAND, towards)]
        assert axis_of(mk.solve(PANDA, goals)) @ towards <= 1e-5

    @every_kind
    def test_again_with_other_directions(self, make: Any) -> None:
        solver = mk.Solver(PANDA, make(name="axis"))
        for target in ((0, 5, 0), [0.0, 0.0, -0.1], np.array((1.0, 1.0, 0.0))):
            wanted = np.asarray(target) / np.linalg.norm(target)
            cosine = axis_of(solver.solve(targets={"axis": target})) @ wanted
            least = {"align": 1 - 1e-9, "cone": np.cos(0.3 + 1e-5), "face_away": -1}[make.__name__]
            assert cosine >= least
            assert make is not face_away or cosine <= 1e-5

    @every_kind
    def test_in_batches_as_one_by_one(self, make: Any) -> None:
        solver, targets = mk.Solver(PANDA, make()), np.random.default_rng(1).normal(size=(5, 3))
        batch = solver.solve_batch(targets)
        assert batch.success.all()
        assert_same_as_single(batch, solver, targets, [None] * len(targets))
