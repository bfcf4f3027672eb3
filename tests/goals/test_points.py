"""OnLine, OnPlane, KeepDistance: their arguments, and that they are met together with other goals."""

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
PLACE = np.array((0.4, 0.1, 0.5))


def line(**options: Any) -> mk.Goal:
    return mk.OnLine(**{"link": HAND, "target": PLACE, "direction": (0, 0, 1), **options})


def plane(**options: Any) -> mk.Goal:
    return mk.OnPlane(**{"link": HAND, "target": PLACE, "normal": (0, 0, 1), **options})


def distance(**options: Any) -> mk.Goal:
    limits = {} if "min" in options or "max" in options else {"min": 0.1, "max": 0.2}
    return mk.KeepDistance(**{"link": HAND, "target": PLACE, **limits, **options})


every_kind = pytest.mark.parametrize("make", [line, plane, distance])


def place_of(solution: mk.Solution, link: str = HAND) -> Array:
    """The origin of a link, by independent kinematics."""
    assert solution.success
    return np.asarray(naive.forward(PANDA, solution.q)[link][:3, 3])


class TestValues:
    def test_directions_and_normals_are_normalised(self) -> None:
        np.testing.assert_allclose(mk.OnLine(HAND, PLACE, (0, 3, 4)).direction, (0, 0.6, 0.8))
        np.testing.assert_allclose(mk.OnPlane(HAND, PLACE, (0, 3, 4)).normal, (0, 0.6, 0.8))

    @every_kind
    def test_places_are_kept_as_they_are(self, make: Any) -> None:
        np.testing.assert_array_equal(make(target=(3, 4, 5)).target, (3, 4, 5))
        assert make().offset is None
        assert make(offset=(0, 0, 0)) != make()

    @every_kind
    def test_all_options_survive_json(self, make: Any) -> None:
        goal = make(offset=(1, 2, 3), frame="b", name="x", weight=2, priority="secondary", tolerance=1)
        again = goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert repr(again) == repr(goal)

    @pytest.mark.parametrize("options", [{"min": 1}, {"max": 1}, {"min": 1, "max": 2}], ids=repr)
    def test_one_limit_of_a_distance_survives_json(self, options: dict[str, float]) -> None:
        goal = distance(**options)
        assert goal_from_dict(json.loads(json.dumps(goal.to_dict()))) == goal

    def test_a_missing_limit_of_a_distance_is_none(self) -> None:
        least, most = mk.KeepDistance(HAND, PLACE, min=1), mk.KeepDistance(HAND, PLACE, max=1)
        assert (least.min, least.max) == (1.0, math.inf)
        assert (most.min, most.max) == (0.0, 1.0)

    def test_a_least_distance_alone_is_met_however_far_away(self) -> None:
        far = mk.KeepDistance(HAND, (1e5, 0, 0), min=0.1)
        assert mk.Problem(PANDA, far).cost(PANDA.neutral) == 0

    @pytest.mark.parametrize("kind", [mk.OnLine, mk.OnPlane])
    def test_either_sense_of_a_direction_is_the_same_place(self, kind: Any) -> None:
        rows = PANDA.random(5, rng=1)
        one, two = (mk.Problem(PANDA, kind(HAND, PLACE, d)).errors(rows) for d in ((1, 2, 3), (-1, -2, -3)))
        np.testing.assert_allclose(one[HAND]["distance"], two[HAND]["distance"], rtol=1e-12)


class TestRefused:
    @every_kind
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"target": (0, 0)}, "target: expected 3 numbers"),
            ({"target": np.eye(4)}, "target: expected 3 numbers"),
            ({"target": (0, 0, np.nan)}, "target: not finite"),
            ({"target": (0, 0, 1e7)}, "target: farther than"),
            ({"target": None}, "target"),
            ({"offset": (0, 0)}, "offset: expected 3 numbers"),
            ({"offset": np.eye(4)}, "offset: expected 3 numbers"),
            ({"offset": (0, 0, np.inf)}, "offset: not finite"),
        ],
        ids=repr,
    )
    def test_numbers_that_are_no_places(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.TransformError, match=message):
            make(**options)

    @pytest.mark.parametrize(("kind", "what"), [(mk.OnLine, "direction"), (mk.OnPlane, "normal")])
    @pytest.mark.parametrize("value", [(0, 0, 0), (0, 0, np.nan), (0, 1), None, "z"], ids=repr)
    def test_vectors_that_are_no_directions(self, kind: Any, what: str, value: Any) -> None:
        with pytest.raises(mk.TransformError, match=f"^{what}: "):
            kind(HAND, PLACE, value)

    @every_kind
    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"link": None}, "link: expected the name of a link"),
            ({"frame": 3}, "frame: expected the name of a link, got 3"),
            ({"tolerance": (1, 2)}, "tolerance: expected a non-negative number, got"),
            ({"weight": np.nan}, "weight"),
        ],
        ids=repr,
    )
    def test_other_nonsense(self, make: Any, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            make(**options)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"min": 2, "max": 1}, "expected 0 <= min <= max, got min=2 and max=1"),
            ({"min": -1}, "expected 0 <= min <= max, got min=-1"),
            ({"max": -1}, "expected 0 <= min <= max"),
            ({"min": np.nan}, "min: expected a number, got nan"),
            ({"max": np.nan}, "max: expected a number, got nan"),
            ({"min": None}, "min: expected a number, got None"),
            ({"max": "far"}, "max: expected a number, got 'far'"),
            ({"min": [0.1]}, "min: expected a number"),
            ({"min": 0}, "give min, max or both"),
            ({"max": math.inf}, "give min, max or both"),
        ],
        ids=repr,
    )
    def test_limits_that_say_nothing_or_contradict(self, options: dict[str, Any], message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            mk.KeepDistance(HAND, PLACE, **options)

    def test_a_distance_without_limits(self) -> None:
        with pytest.raises(mk.GoalError, match="KeepDistance: give min, max or both"):
            mk.KeepDistance(HAND, PLACE)

    def test_a_least_distance_that_is_infinite(self) -> None:
        with pytest.raises(mk.GoalError, match="min"):
            mk.KeepDistance(HAND, PLACE, min=math.inf)

    @every_kind
    def test_links_and_frames_that_the_robot_does_not_have(self, make: Any) -> None:
        assert_unknown_links_are_named(make)

    @every_kind
    @pytest.mark.parametrize("target", [(0, 0), np.eye(4), (0, 0, np.nan), (0, 0, 1e7), "up", None], ids=repr)
    def test_targets_of_a_solver(self, make: Any, target: Any) -> None:
        with pytest.raises(mk.GoalError, match="targets of 'point': target: "):
            mk.Solver(PANDA, make(name="point")).solve(targets={"point": target})

    @every_kind
    def test_batches_of_another_shape(self, make: Any) -> None:
        with pytest.raises(mk.GoalError, match=r"expected an array \(N, 3\), got \(3,\)"):
            mk.Solver(PANDA, make()).solve_batch(PLACE)
        with pytest.raises(mk.GoalError, match="row 1: target: not finite"):
            mk.Solver(PANDA, make()).solve_batch(np.array([PLACE, (0, 0, np.nan)]))


class TestSolved:
    def test_a_point_of_the_hand_is_on_a_line(self) -> None:
        direction, offset = np.array((1.0, 1.0, 0.0)), (0.0, 0.0, 0.1)
        goals = [
            mk.OnLine(HAND, PLACE, direction, offset=offset),
            mk.Orientation(HAND, (0, 1, 0, 0), name="down"),
        ]
        point = place_of(mk.solve(PANDA, goals)) - offset  # it hangs down
        assert np.linalg.norm(np.cross(point - PLACE, direction / np.sqrt(2))) <= 2e-5

    def test_a_wiper_stays_on_the_board_at_a_distance(self) -> None:
        goals = [
            mk.OnPlane(HAND, PLACE, (0, 0, 1)),
            mk.KeepDistance(HAND, PLACE, min=0.2, max=0.25, name="around"),
            mk.AlignAxis(HAND, (0, 0, -1), name="down"),
        ]
        place = place_of(mk.solve(PANDA, goals))
        assert abs(place[2] - PLACE[2]) <= 1e-5
        assert 0.2 - 1e-5 <= np.linalg.norm(place - PLACE) <= 0.25 + 1e-5

    def test_a_hand_leaves_the_place_it_must_avoid(self) -> None:
        here = PANDA.fk(PANDA.neutral, HAND)[:3, 3]  # no direction leads away from there
        for radius in (1e-3, 0.3):
            place = place_of(mk.solve(PANDA, mk.KeepDistance(HAND, here, min=radius)))
            assert np.linalg.norm(place - here) >= radius - 1e-5

    def test_a_hand_comes_near_a_place(self) -> None:
        place = place_of(mk.solve(PANDA, mk.KeepDistance(HAND, PLACE, max=0.01)))
        assert np.linalg.norm(place - PLACE) <= 0.01 + 1e-5

    def test_two_links_keep_their_distance(self) -> None:
        goals = [
            mk.Position(HAND, PLACE),
            mk.KeepDistance(HAND, (0, 0, 0), frame="panda_link4", min=0.42, max=0.43, name="apart"),
        ]
        solution = mk.solve(PANDA, goals)
        apart = np.linalg.norm(place_of(solution) - place_of(solution, "panda_link4"))
        assert 0.42 - 1e-5 <= apart <= 0.43 + 1e-5
        assert solution.errors["apart"]["distance outside range"] <= 1e-5

    def test_a_plane_that_turns_with_a_link(self) -> None:
        goals = [
            mk.Position(HAND, PLACE),
            mk.OnPlane(HAND, (0, 0, 0), (0, 1, 0), frame="panda_link1", name="plane"),
        ]
        solution = mk.solve(PANDA, goals)
        assert solution.success
        assert abs(np.tan(solution.q[0]) - PLACE[1] / PLACE[0]) <= 1e-4  # the first joint turns the plane

    @every_kind
    def test_in_batches_as_one_by_one(self, make: Any) -> None:
        solver, targets = (
            mk.Solver(PANDA, make()),
            PLACE + np.random.default_rng(1).uniform(-0.1, 0.1, (5, 3)),
        )
        batch = solver.solve_batch(targets)
        assert batch.success.all()
        assert_same_as_single(batch, solver, targets, [None] * len(targets))
