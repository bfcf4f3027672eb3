"""KeepClear: clearances, its four forms, and refused arguments."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import memetik as mk
from memetik.collision import Box, Capsule, Cylinder, Geometry, HalfSpace, Mesh, Sphere, SphereRobot

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

    @pytest.mark.parametrize("form", ["margin", "reciprocal", "inverse", "penetration"])
    def test_over_the_minimum_only_the_nearest_pair_costs(self, form: Any) -> None:
        """It is the largest cost of a single pair: every form falls with the clearance."""
        robot = mk.Robot.load("panda")
        options: dict[str, Any] = {"form": form, "margin": 0.0 if form == "penetration" else 2.0}
        spheres = {HAND: [(0, 0, 0.05, 0.1), (0, 0, 0.15, 0.2)], "panda_link5": (0, 0, -0.1, 0.1)}
        singles = [
            mk.Problem(robot, mk.KeepClear({link: row}, shape, self_pairs=None, **options))
            for link, rows in spheres.items()
            for row in np.atleast_2d(rows)
            for shape in ALL_SHAPES
        ]
        goal = mk.KeepClear(spheres, ALL_SHAPES, self_pairs=None, over="minimum", **options)
        problem = mk.Problem(robot, goal)
        for q in robot.random(20, rng=2):
            costs = [single.cost(q) for single in singles]
            assert problem.cost(q) == pytest.approx(max(costs), rel=1e-12, abs=1e-15)
            np.testing.assert_allclose(
                problem.gradient(q), singles[int(np.argmax(costs))].gradient(q), rtol=1e-9, atol=1e-12
            )

    def test_of_equally_near_pairs_one_costs(self) -> None:
        robot, q = slide(0.25)
        block = Box((2, 9, 9)).at((-1, 0, 0))
        twice = mk.KeepClear({"tip": (0, 0, 0, 0.5)}, [block, block], margin=1.0, over="minimum")
        assert mk.Problem(robot, twice).cost(q) == pytest.approx(0.75**2, rel=1e-12)

    @pytest.mark.parametrize(
        ("form", "loss", "gap"),
        [
            ("inverse", mk.losses.Groove(width=2.5, steepness=0.035, power=4), 0.3),
            ("penetration", mk.losses.Groove(width=0.01), -0.3),
            ("penetration", mk.losses.Groove(width=0.01), 0.3),
        ],
    )
    def test_the_thesis_applies_the_loss_to_the_square(
        self, form: Any, loss: mk.losses.Loss, gap: float
    ) -> None:
        """Engelke 2024, 8.2: groove((2e / (e + d))²); 8.3: groove((d / e)²)."""
        robot, q = slide(gap)
        square = (2 * 0.5 / (0.5 + gap)) ** 2 if form == "inverse" else (min(gap, 0.0) / 0.5) ** 2
        problem = mk.Problem(robot, wall(form=form, over="minimum", scale=0.5, loss=loss))
        assert problem.cost(q) == pytest.approx(loss(square), rel=1e-12)
        step = 1e-6
        slope = (problem.cost([q[0] + step]) - problem.cost([q[0] - step])) / (2 * step)
        assert problem.gradient(q)[0] == pytest.approx(slope, rel=1e-6, abs=1e-9)

    def test_over_is_one_of_two(self) -> None:
        with pytest.raises(mk.MemetikError, match=r"over.*minimum"):
            wall(over="maximum")

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
        base = {"panda_link0": [(0, 0, 0.1 * k, 0.12) for k in range(3)]}
        goal = mk.KeepClear({**BALL, **base}, margin=0.05)
        place = mk.Position(HAND, (0.2, 0.0, 0.1))
        solution = mk.solve(robot, [place, goal])
        solution.raise_if_failed()
        assert not mk.Problem(robot, goal).accepts(mk.solve(robot, mk.Position(HAND, (0.1, 0, 0.1))).q)


class TestSelfPairs:
    FOUR: ClassVar[dict[str, Any]] = {f"panda_link{k}": (0, 0, 0, 0.05) for k in (1, 2, 4, 5)}

    def cost(self, **options: Any) -> float:
        goal = mk.KeepClear(self.FOUR, form="inverse", scale=1.0, **options)  # all pairs count
        return float(mk.Problem("panda", goal).cost(mk.Robot.load("panda").neutral))

    def test_joined_links_and_links_that_always_touch_are_no_pairs(self) -> None:
        # 1 and 2 share their origins, 4 and 5 are joined: left are 1-4, 1-5, 2-4, 2-5
        left = [("panda_link1", "panda_link4"), ("panda_link1", "panda_link5")]
        left += [("panda_link2", "panda_link4"), ("panda_link2", "panda_link5")]
        assert self.cost() == pytest.approx(self.cost(self_pairs=left), rel=1e-12)

    def test_links_that_are_nearer_than_the_margin_are_no_pairs(self) -> None:
        goal = mk.KeepClear(self.FOUR, margin=5.0)
        assert mk.Problem("panda", goal).cost(mk.Robot.load("panda").neutral) == 0.0

    def test_without_pairs_nothing_is_kept_apart(self) -> None:
        assert self.cost(self_pairs=None) == 0.0

    def test_the_geometry_may_say_which(self) -> None:
        pairs = [("panda_link1", "panda_link5")]
        goal = mk.KeepClear(SphereRobot(self.FOUR, pairs), form="inverse", scale=1.0)
        cost = mk.Problem("panda", goal).cost(mk.Robot.load("panda").neutral)
        assert cost == pytest.approx(self.cost(self_pairs=pairs), rel=1e-12)

    def test_unknown_links_are_named(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="panda_link5"):
            self.cost(self_pairs=[("panda_link1", "panda_link55")])


class TestWorld:
    def solver(self) -> tuple[mk.World, mk.Solver]:
        world = mk.World()
        world.add("ball", Sphere(0.1), at=(0.4, 0.4, 0.5))
        clear = mk.KeepClear(BALL, world, name="clear")
        return world, mk.Solver("panda", [mk.Position(HAND, (0.5, 0.1, 0.4)), clear])

    def test_a_solve_sees_the_world_as_it_is_then(self) -> None:
        world, solver = self.solver()
        assert solver.solve().success
        world["ball"].move((0.5, 0.1, 0.45))
        assert not solver.solve().success
        assert not solver.solve_batch({HAND: [(0.5, 0.1, 0.4)]}).success.any()
        world["ball"].touch_links = [HAND]
        assert solver.solve().success
        world["ball"].remove()
        assert solver.solve().success
        world.add("wall", Box((0.1, 2, 2)), at=(0.5, 0.1, 0.4))
        assert not solver.solve().success
        assert solver.solve_all() == []

    def test_an_object_is_moved_for_one_query(self) -> None:
        world, solver = self.solver()
        near = mk.transform((0.5, 0.1, 0.45))
        assert not solver.solve(targets={"clear": {"ball": near}}).success
        assert not solver.solve(targets={"clear": near[None]}).success
        assert solver.solve().success
        rows = {HAND: [(0.5, 0.1, 0.4)] * 2, "clear": {"ball": [near, world["ball"].pose]}}
        assert solver.solve_batch(rows).success.tolist() == [False, True]
        with pytest.raises(mk.UnknownNameError, match="ball"):
            solver.solve(targets={"clear": {"bal": near}})

    def test_moving_an_object_equals_building_the_world_again(self) -> None:
        robot = mk.Robot.load("panda")
        for k, shape in enumerate(ALL_SHAPES):
            world = mk.World()
            world.add("it", shape.shape, at=(9, 9, 9))
            problem = mk.Problem(robot, mk.KeepClear(BALL, world, margin=5.0))
            world["it"].move(shape.origin)
            again = mk.Problem(robot, mk.KeepClear(BALL, shape, margin=5.0))
            q = robot.random(20, rng=k)
            assert (problem.cost(q) == again.cost(q)).all()
            assert (problem.gradient(q) == again.gradient(q)).all()

    def test_moving_robot_and_world_together_changes_nothing(self) -> None:
        robot = mk.Robot.load("panda")
        moved = robot.with_floating_base(joint="base", world="floor")
        pose = mk.transform((0.3, -0.2, 0.5), rpy=(0.4, -0.3, 1.0))
        world = [Geometry(g.shape, pose @ g.origin) for g in ALL_SHAPES]
        one = mk.Problem(robot, mk.KeepClear(BALL, ALL_SHAPES, margin=2.0))
        other = mk.Problem(moved, mk.KeepClear(BALL, world, margin=2.0))
        base = [*pose[:3, 3], *Rotation.from_matrix(pose[:3, :3]).as_rotvec()]
        for q in robot.random(20, rng=1):
            placed = moved.pack({"base": base, **robot.unpack(q)})
            assert other.cost(placed) == pytest.approx(one.cost(q), rel=1e-12)

    def test_the_goal_follows_nothing_else(self) -> None:
        """A target without a name is still that of the pose."""
        _, solver = self.solver()
        assert solver.solve(targets=np.array((0.45, 0.1, 0.4))).success


class TestValues:
    def test_all_shapes_survive_json(self) -> None:
        goal = mk.KeepClear(BALL, ALL_SHAPES, self_pairs=[(HAND, "panda_link2")], form="inverse", margin=0.1)
        again = mk.goals.goal_from_dict(json.loads(json.dumps(goal.to_dict())))
        assert again == goal
        assert again != mk.KeepClear(BALL, ALL_SHAPES[:4], form="inverse", margin=0.1)

    @pytest.mark.parametrize(
        ("arguments", "options", "message"),
        [
            (({}, Sphere(1)), {}, "spheres: expected a mapping from links"),
            (([(0, 0, 0, 1)], Sphere(1)), {}, "spheres: expected a mapping from links"),
            (({HAND: (0, 0, 1)}, Sphere(1)), {}, "expected rows .x, y, z, radius."),
            (({HAND: (0, 0, 0, -1)}, Sphere(1)), {}, "negative radius"),
            (({HAND: (0, 0, np.nan, 1)}, Sphere(1)), {}, "not finite"),
            ((BALL, 3), {}, "world: expected shapes such as"),
            ((BALL, [Sphere(1), "box"]), {}, "world: expected shapes such as"),
            (({None: (0, 0, 0, 1)}, Sphere(1)), {}, "spheres: expected names of links, got None"),
            ((BALL,), {"self_pairs": "all"}, "self_pairs: expected 'auto' or pairs of link names"),
            ((BALL,), {"self_pairs": [("a", "a")]}, "self_pairs: expected 'auto' or pairs of link names"),
            ((BALL,), {"self_pairs": 3}, "self_pairs: expected 'auto' or pairs of link names"),
            (
                (BALL, Sphere(1)),
                {"form": "penetration", "margin": 0.1},
                "margin: expected 0 with form='penetration'",
            ),
            ((BALL, {"shape": "ball"}), {}, "world: not a shape in plain form"),
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

    def test_meshes_without_a_file_are_refused_when_the_robot_is_known(self) -> None:
        with pytest.raises(mk.RobotError, match=r"world: 'obstacle_1': mesh table\.stl: its file is missing"):
            mk.Problem("panda", mk.KeepClear(BALL, Mesh("table.stl")))

    def test_nothing_is_too_large_to_compute_with(self) -> None:
        for shape in (Sphere(1e200), Sphere(1).at((1e200, 0, 0))):
            with pytest.raises(mk.GoalError, match=r"world: 'obstacle_1': larger or farther than 1e\+06 m"):
                mk.Problem("panda", mk.KeepClear(BALL, shape))

    def test_unknown_links_are_named(self) -> None:
        with pytest.raises(mk.UnknownNameError, match="panda_hand"):
            mk.Problem("panda", mk.KeepClear({"panda_hnd": (0, 0, 0, 1)}, Sphere(1)))
