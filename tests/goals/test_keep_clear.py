"""KeepClear: clearances, its four forms, and refused arguments."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Sphere

HAND = "panda_hand"
BALL = {HAND: (0.0, 0.0, 0.05, 0.08)}
ALL_SHAPES = [
    Box((0.2, 0.3, 0.4)).at((0.4, 0.1, 0.2), rpy=(1, 2, 3)),
    Sphere(0.2).at((0.1, 0.5, 0.2)),
    Cylinder(0.1, 0.5).at((0.3, -0.4, 0.1), rpy=(0.3, 0, 0)),
    Capsule(0.1, 0.5).at((-0.3, 0.2, 0.4), rpy=(0, 0.7, 0)),
    HalfSpace().at((0, 0, -0.1), rpy=(0.1, 0, 0)),
]


def slide(gap: float) -> tuple[mk.Robot, list[float]]:
    """A tip on the x axis with a ball of 0.5 around it, ``gap`` from a wall at x = 0."""
    b = mk.RobotBuilder("slide")
    b.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-20, upper=20)
    return b.build(), [gap + 0.5]


def wall(**options: Any) -> mk.KeepClear:
    """The wall ends at x = 0."""
    return mk.KeepClear({"tip": (0, 0, 0, 0.5)}, Box((2, 9, 9)).at((-1, 0, 0)), name="goal", **options)


class TestForms:
    @pytest.mark.parametrize(
        ("options", "gap", "row", "lacking"),
        [
            ({"margin": 3.0}, 1.0, 2.0, 2.0),
            ({"margin": 3.0}, 4.0, 0.0, 0.0),
            ({"margin": 3.0}, -0.25, 3.25, 3.25),
            ({"form": "reciprocal"}, 0.25, 4.0, 0.0),  # 1 / c
            ({"form": "reciprocal", "scale": 0.5}, 0.25, 3.0, 0.0),  # 2 - (0.25 - 0.5) · 4
            ({"form": "reciprocal", "scale": 0.5}, -0.25, 5.0, 0.25),
            ({"form": "inverse", "scale": 0.5}, 0.5, 1.0, 0.0),  # 1 at c = e
            ({"form": "inverse", "scale": 0.5}, 1.5, 0.5, 0.0),
            ({"form": "inverse", "scale": 0.5}, -0.25, 3.0, 0.25),  # 2 + 4 · 0.25
            ({"form": "penetration", "scale": 0.5}, 1.0, 0.0, 0.0),
            ({"form": "penetration", "scale": 0.5}, -0.25, 0.5, 0.25),
            ({"form": "inverse", "scale": 0.5, "margin": 2.0}, 1.5, 0.5, 0.5),
        ],
    )
    def test_in_numbers(self, options: Any, gap: float, row: float, lacking: float) -> None:
        robot, q = slide(gap)
        problem = mk.Problem(robot, wall(**options))
        assert problem.residuals(q)[0] == pytest.approx(row, rel=1e-12)
        assert problem.errors(q)["goal"]["missing clearance"] == pytest.approx(lacking, abs=1e-12)
        assert problem.accepts(q) is (lacking == 0)

    def test_quadratic_in_the_margin_then_linear(self) -> None:
        robot, _ = slide(0.0)
        problem = mk.Problem(robot, wall(margin=0.5, loss=mk.losses.Huber(0.5)))
        # cost 2 m times (m - c)² / (2 m), then m / 2 - c
        for gap, cost in ((0.25, 0.0625), (0.0, 0.25), (-1.0, 2 * 0.5 * (0.25 + 1.0))):
            assert problem.cost(slide(gap)[1]) == pytest.approx(cost, rel=1e-12)

    @pytest.mark.parametrize("shape", ALL_SHAPES, ids=lambda g: type(g.shape).__name__)
    def test_the_clearance_is_the_distance_to_the_nearest_point_of_the_surface(self, shape: Geometry) -> None:
        """Walking to the surface along the gradient ends on it, and no sampled point of it is nearer."""
        robot = mk.Robot.load("panda")
        problem = mk.Problem(robot, mk.KeepClear({HAND: (0, 0, 0, 0)}, shape, margin=5.0))
        points = surface_points(shape, np.random.default_rng(1))
        for q in robot.random(20, rng=2):
            place = robot.fk(q, HAND)[:3, 3]
            clearance = 5.0 - problem.residuals(q)[0]
            nearest = np.linalg.norm(points - place, axis=1).min()
            assert abs(clearance) <= nearest + 1e-9
            assert nearest <= abs(clearance) + 0.05


def surface_points(geometry: Geometry, rng: np.random.Generator) -> Any:
    """Points of the surface, by pushing random ones onto it in the shape's own frame."""
    shape, n = geometry.shape, 20_000
    if isinstance(shape, HalfSpace):
        local = np.column_stack([rng.uniform(-2, 2, (10 * n, 2)), np.zeros(10 * n)])
    elif isinstance(shape, Box):
        local = rng.uniform(-0.5, 0.5, (n, 3))
        local[np.arange(n), rng.integers(0, 3, n)] = rng.choice([-0.5, 0.5], n)
        local *= shape.size
    elif isinstance(shape, Cylinder):
        angle, along = rng.uniform(0, 2 * np.pi, n), rng.uniform(-0.5, 0.5, n) * shape.length
        radius = np.where(rng.random(n) < 0.5, 1.0, np.sqrt(rng.random(n))) * shape.radius
        along = np.where(radius < shape.radius, np.sign(along) * shape.length / 2, along)
        local = np.column_stack([radius * np.cos(angle), radius * np.sin(angle), along])
    else:
        assert isinstance(shape, (Sphere, Capsule))
        out = rng.normal(size=(n, 3))
        out *= shape.radius / np.linalg.norm(out, axis=1, keepdims=True)
        length = shape.length if isinstance(shape, Capsule) else 0.0
        ends = np.sign(out[:, 2:]) * length / 2 * (0, 0, 1)
        side = out * (1, 1, 0)
        side *= shape.radius / np.linalg.norm(side, axis=1, keepdims=True)
        tube = side + rng.uniform(-0.5, 0.5, (n, 1)) * length * np.array((0, 0, 1))
        local = np.concatenate([out + ends, tube if length else out])
    return local @ geometry.origin[:3, :3].T + geometry.origin[:3, 3]


class TestSolved:
    @pytest.mark.parametrize("form", ["margin", "reciprocal", "inverse", "penetration"])
    def test_a_place_reached_beside_an_obstacle(self, form: Any) -> None:
        robot = mk.Robot.load("panda")
        table = Box((0.6, 1.2, 0.1)).at((0.5, 0, 0.2))
        spheres = {HAND: (0, 0, 0.05, 0.08), "panda_link5": (0, 0, -0.1, 0.1), "panda_link7": (0, 0, 0, 0.08)}
        clear = mk.KeepClear(
            spheres, table, form=form, weight=1e-4 if form == "reciprocal" else 1.0, tolerance=0.0
        )
        place = mk.Position(HAND, (0.5, 0.1, 0.38))
        without = mk.Solver(robot, place)
        solver = mk.Solver(robot, [place, clear])
        blocked = 0
        for q in robot.random(20, rng=4):
            solution = solver.solve(q)
            solution.raise_if_failed()
            assert mk.Problem(robot, clear).errors(solution.q)["keep_clear"]["missing clearance"] == 0.0
            blocked += not mk.Problem(robot, clear).accepts(without.solve(q).q)
        assert blocked > 0, "nothing was in the way"

    def test_links_keep_clear_of_each_other(self) -> None:
        robot = mk.Robot.load("panda")
        base = {"panda_link0": Cylinder(0.12, 0.4)}
        goal = mk.KeepClear(BALL, links=base, margin=0.05)
        place = mk.Position(HAND, (0.2, 0.0, 0.1))
        solution = mk.solve(robot, [place, goal])
        solution.raise_if_failed()
        assert not mk.Problem(robot, goal).accepts(mk.solve(robot, mk.Position(HAND, (0.1, 0, 0.1))).q)

    def test_spheres_and_shapes_of_one_link_never_meet(self) -> None:
        robot = mk.Robot.load("panda")
        goal = mk.KeepClear(BALL, Sphere(0.1), links={HAND: Sphere(9.0), "panda_link3": Sphere(0.1)})
        assert len(mk.Problem(robot, goal).residuals(robot.neutral)) == 2


class TestValues:
    def test_all_shapes_survive_json(self) -> None:
        goal = mk.KeepClear(BALL, ALL_SHAPES, links={"panda_link2": Sphere(0.1)}, form="inverse", margin=0.1)
        again = mk.goals.goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert again != mk.KeepClear(BALL, ALL_SHAPES[:4], links={"panda_link2": Sphere(0.1)})

    @pytest.mark.parametrize(
        ("arguments", "options", "message"),
        [
            (({}, Sphere(1)), {}, "spheres: expected a mapping from links"),
            (([(0, 0, 0, 1)], Sphere(1)), {}, "spheres: expected a mapping from links"),
            (({HAND: (0, 0, 1)}, Sphere(1)), {}, "expected rows .x, y, z, radius."),
            (({HAND: (0, 0, 0, -1)}, Sphere(1)), {}, "negative radius"),
            (({HAND: (0, 0, np.nan, 1)}, Sphere(1)), {}, "not finite"),
            ((BALL,), {}, "expected obstacles, or shapes of other links"),
            ((BALL,), {"links": {HAND: Sphere(1)}}, "expected obstacles, or shapes of other links"),
            ((BALL, 3), {}, "obstacles: expected shapes such as"),
            ((BALL, [Sphere(1), "box"]), {}, "obstacles: expected shapes such as"),
            ((BALL,), {"links": [Sphere(1)]}, "links: expected a mapping from links to shapes"),
            (({None: (0, 0, 0, 1)}, Sphere(1)), {}, "spheres: expected the name of a link, got None"),
            ((BALL, Sphere(1)), {"links": []}, "links: expected a mapping from links to shapes"),
            (
                (BALL,),
                {"links": {"panda_link2": HalfSpace()}},
                "a HalfSpace is unbounded and cannot be part of a link",
            ),
            (
                (BALL, Sphere(1)),
                {"form": "penetration", "margin": 0.1},
                "margin: expected 0 with form='penetration'",
            ),
            ((BALL, {"shape": "ball"}), {}, "obstacles: not a shape in plain form"),
            (
                (BALL, Sphere(1)),
                {"form": "soft"},
                "form: expected 'margin'",
            ),
            ((BALL, Sphere(1)), {"margin": -1}, "margin: expected a number from 0"),
            ((BALL, Sphere(1)), {"scale": 0}, "scale: expected a number from 1e-09"),
            ((BALL, Sphere(1)), {"tolerance": -1}, "tolerance"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments: Any, options: Any, message: str) -> None:
        with pytest.raises((mk.GoalError, mk.UnknownNameError), match=message):
            mk.KeepClear(*arguments, **options)

    def test_meshes_are_refused_when_the_robot_is_known(self) -> None:
        with pytest.raises(mk.GoalError, match="obstacles: a Mesh is not supported"):
            mk.Problem("panda", mk.KeepClear(BALL, Mesh("table.stl")))

    def test_nothing_is_too_large_to_compute_with(self) -> None:
        for shape in (Sphere(1e200), Sphere(1).at((1e200, 0, 0))):
            with pytest.raises(mk.GoalError, match=r"obstacles: larger or farther than 1e\+06 m"):
                mk.Problem("panda", mk.KeepClear(BALL, shape))

    def test_unknown_links_are_named(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="panda_hand"):
            mk.Problem("panda", mk.KeepClear({"panda_hnd": (0, 0, 0, 1)}, Sphere(1)))
        with pytest.raises(mk.UnknownNameError, match="panda_link3"):
            mk.Problem("panda", mk.KeepClear(BALL, links={"panda_link33": Sphere(1)}))
