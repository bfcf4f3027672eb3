"""Touch and StandOn: contacts with planes and terrain."""

from __future__ import annotations

import json
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, HalfSpace, Mesh, Sphere
from tests.naive_kinematics import Array

HAND = "panda_hand"
GROUND = HalfSpace()


def lift() -> mk.Robot:
    """A foot that slides along x and z and tips about y."""
    b = mk.RobotBuilder("lift")
    b.prismatic("x", "base", "cart", axis=(1, 0, 0), lower=-9, upper=9)
    b.prismatic("z", "cart", "shank", axis=(0, 0, 1), lower=-9, upper=9)
    b.revolute("tip", "shank", "foot", axis=(0, 1, 0), lower=-4, upper=4)
    return b.build()


LIFT = lift()


def errors(goal: mk.Goal, q: Any, robot: mk.Robot = LIFT) -> list[float]:
    return list(next(iter(mk.Problem(robot, goal).errors(q).values())).values())


class TestTouch:
    @pytest.mark.parametrize(
        ("shape", "q", "gap"),
        [
            (Sphere(0.5), (0, 2, 0), 1.5),
            (Sphere(0.5), (0, 2, 1), 1.5),
            (Sphere(0.5), (0, 0.2, 0), -0.3),
            (Sphere(0.5).at((0, 0, -1)), (0, 2, 0), 0.5),
            (Box((2, 2, 2)), (0, 2, 0), 1.0),
            (Box((2, 2, 2)), (0, 2, pi / 4), 2 - sqrt(2)),
            (Capsule(0.5, 2), (0, 2, 0), 0.5),
            (Capsule(0.5, 2), (0, 2, pi / 2), 1.5),
            (Cylinder(0.5, 2), (0, 2, 0), 1.0),
            (Cylinder(0.5, 2), (0, 2, pi / 2), 1.5),
            # a rim: 1 · cos 45 degrees + 0.5 · sin 45 degrees below the centre
            (Cylinder(0.5, 2), (0, 2, pi / 4), 2 - 1.5 * sqrt(0.5)),
        ],
        ids=repr,
    )
    def test_in_numbers(self, shape: Any, q: Any, gap: float) -> None:
        goal = mk.Touch("foot", (0, 0, 0), shapes=shape)
        assert mk.Problem(LIFT, goal).residuals(q)[0] == pytest.approx(gap, abs=1e-12)
        assert errors(goal, q) == [pytest.approx(abs(gap), abs=1e-12)]

    def test_the_lowest_of_several_shapes_counts(self) -> None:
        shapes = [Sphere(0.1).at((0, 0, 1)), Sphere(0.2).at((1, 0, -1))]
        assert errors(mk.Touch("foot", (0, 0, 0), shapes=shapes), (0, 3, 0)) == [pytest.approx(1.8)]

    def test_a_tilted_plane(self) -> None:
        goal = mk.Touch("foot", (1, 0, 0), normal=(1, 0, 0), shapes=Sphere(0.5))
        assert errors(goal, (3, 0, 0)) == [pytest.approx(1.5)]

    def test_a_links_own_shapes(self) -> None:
        robot = mk.Robot.load("panda")
        goal = mk.Touch(HAND, (0, 0, 0.1))
        assert robot.links[HAND].collisions or robot.links[HAND].visuals
        solution = mk.solve(robot, goal)
        solution.raise_if_failed()
        assert errors(goal, solution.q, robot) == [pytest.approx(0, abs=1e-5)]

    @pytest.mark.parametrize(
        "shape", [Box((0.2, 0.1, 0.3)), Cylinder(0.1, 0.2), Capsule(0.05, 0.2)], ids=repr
    )
    def test_is_solved_beside_an_orientation(self, shape: Any) -> None:
        robot = mk.Robot.load("panda")
        goals = [
            mk.Touch(HAND, (0, 0, 0.2), shapes=shape),
            mk.AlignAxis(HAND, (0.1, 0.2, -1), axis=(0, 0, 1)),
        ]
        solution = mk.solve(robot, goals)
        solution.raise_if_failed()
        points = lowest(shape, robot.fk(solution.q, HAND))
        assert points == pytest.approx(0.2, abs=2e-5)

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"shapes": []}, "shapes: expected at least one"),
            ({"shapes": GROUND}, "a HalfSpace is not supported"),
            ({"shapes": Mesh("foot.stl")}, "mesh foot.stl: its file is missing"),
            ({"shapes": 3}, "shapes: expected shapes"),
            ({"normal": (0, 0, 0)}, "normal: zero length"),
            ({"link": "base"}, "link 'base' of 'lift' has no shapes: give some with shapes="),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, options: Any, message: str) -> None:
        with pytest.raises((mk.GoalError, mk.TransformError), match=message):
            mk.Problem(LIFT, mk.Touch(**{"link": "foot", "target": (0, 0, 0), **options}))


def lowest(shape: Any, pose: Array) -> float:
    """The lowest of many points on the surface."""
    turn = np.linspace(0, 2 * pi, 20_001)
    circle = np.column_stack([np.cos(turn), np.sin(turn), 0 * turn])
    if isinstance(shape, Box):
        cloud = np.array(np.meshgrid(*[(-s / 2, s / 2) for s in shape.size])).reshape(3, -1).T
        reach = 0.0
    else:
        radius, reach = (0.0, shape.radius) if isinstance(shape, Capsule) else (shape.radius, 0.0)
        cloud = np.concatenate([radius * circle + (0, 0, end * shape.length / 2) for end in (-1, 1)])
    return float((cloud @ pose[:3, :3].T + pose[:3, 3])[:, 2].min() - reach)


class TestStandOn:
    @pytest.mark.parametrize(
        ("terrain", "q", "depth", "tilt"),
        [
            (GROUND, (0, -0.25, 0), 0.25, 0.0),
            (GROUND, (0, -0.25, 0.5), 0.25, 0.5),
            (GROUND, (0, 0.1, 0.5), 0.0, 0.0),  # in the air
            (GROUND, (0, -0.6, 0.5), 0.6, 0.5),  # the ray starts under ground, which it entered before
            (Box((2, 2, 0.2)), (0, -0.7, 0.5), 0.0, 0.0),  # under a bridge
            (Box((2, 2, 1)), (0, 0.3, 0), 0.2, 0.0),
            (Box((2, 2, 1)), (1.5, 0.3, 0), 0.0, 0.0),  # beside it
            ([Box((2, 2, 1)), GROUND.at((0, 0, 0.4))], (0, 0.3, 0), 0.2, 0.0),  # the upper of two
            # above the ball's side at 45 degrees its surface is at sqrt(1/2), its normal tilted by as much
            (Sphere(1.0), (sqrt(0.5), 0.5, 0), sqrt(0.5) - 0.5, pi / 4),
            (Sphere(1.0), (sqrt(0.5), 0.5, pi / 4), sqrt(0.5) - 0.5, 0.0),
            (Cylinder(1.0, 4).at(rpy=(pi / 2, 0, 0)), (sqrt(0.5), 0.5, 0), sqrt(0.5) - 0.5, pi / 4),
            (Cylinder(1.0, 1), (0.9, 0.3, 0), 0.2, 0.0),
        ],
    )
    def test_in_numbers(self, terrain: Any, q: Any, depth: float, tilt: float) -> None:
        assert errors(mk.StandOn("foot", terrain), q) == pytest.approx([depth, tilt], abs=1e-9)

    def test_rows(self) -> None:
        goal = mk.StandOn("foot", GROUND, rotation_scale=3.0)
        expected = (0.25, -3 * np.sin(0.5), 0.0, 3 * (1 - np.cos(0.5)))  # 3 (a + n), a = -z of the foot
        np.testing.assert_allclose(mk.Problem(LIFT, goal).residuals([0, -0.25, 0.5]), expected, atol=1e-12)

    def test_below_pulls_the_foot_down(self) -> None:
        assert errors(mk.StandOn("foot", GROUND, below=1.0), (0, 0.3, 0)) == pytest.approx([0.3, 0.0])
        assert mk.Problem(LIFT, mk.StandOn("foot", GROUND, below=1.0)).residuals([0, 0.3, 0])[0] < 0

    def test_no_foot_is_buried(self) -> None:
        robot = mk.Robot.load("ur5")
        goal = mk.StandOn("tool0", GROUND, axis=(0, 0, 1))
        for q in robot.random(50, rng=1):
            assert robot.fk(mk.solve(robot, goal, start=q).q, "tool0")[2, 3] > -2e-5

    def test_feet_on_uneven_ground(self) -> None:
        robot = mk.Robot.load("valkyrie").with_floating_base(world="ground")
        step = Box((1, 1, 0.3)).at((0.0, 0.2, 0.0), rpy=(0.1, 0.15, 0.0))
        start = robot.pack({"root": (0, 0, 1.0, 0, 0, 0)})
        options: dict[str, Any] = {"axis": (0, 0, -1), "above": 2.0, "below": 2.0}
        feet = [mk.StandOn(foot, [step, GROUND], **options) for foot in ("leftFoot", "rightFoot")]
        places = [
            mk.Position(foot, (0, y, 0), free="z") for foot, y in (("leftFoot", 0.15), ("rightFoot", -0.35))
        ]
        solution = mk.solve(robot, [*feet, *places], start=start)
        solution.raise_if_failed()
        heights = [robot.fk(solution.q, foot)[2, 3] for foot in ("leftFoot", "rightFoot")]
        assert heights[0] > 0.1
        assert heights[1] == pytest.approx(0.0, abs=1e-5)

    def test_survives_json(self) -> None:
        goal = mk.StandOn("foot", [GROUND, Box((1, 2, 3)).at((1, 2, 3))], below=0.2)
        assert mk.goals.goal_from_dict(json.loads(json.dumps(goal.to_dict()))) == goal

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            ({"terrain": []}, "terrain: expected half-spaces, boxes"),
            ({"terrain": Capsule(1, 1)}, "terrain: expected half-spaces, boxes"),
            ({"terrain": Mesh("hills.obj")}, "terrain: mesh hills.obj: its file is missing"),
            ({"rotation_scale": 0}, "rotation_scale: expected a number from 1e-09"),
            ({"above": -1}, "above: expected a number from 0"),
            ({"below": np.inf}, "below: expected a number from 0"),
            ({"direction": (0, 0, 0)}, "direction: zero length"),
            ({"tolerance": (1, 2, 3)}, "tolerance: expected a non-negative number, or 2 of them"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, options: Any, message: str) -> None:
        with pytest.raises((mk.GoalError, mk.TransformError), match=message):
            mk.Problem(LIFT, mk.StandOn(**{"link": "foot", "terrain": GROUND, **options}))
