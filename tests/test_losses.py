"""Losses: their formulas in numbers, their effect on goals, and refused parameters."""

from __future__ import annotations

import json
from math import exp, log, pi
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.losses import (
    KINDS,
    Absolute,
    Angle,
    Groove,
    Hinge,
    Huber,
    Loss,
    Quadratic,
    Quaternion,
    Swamp,
    SwampGroove,
    loss_from_dict,
)
from tests import naive_kinematics as naive

SOME: dict[str, Loss] = {
    "quadratic": Quadratic(),
    "angle": Angle(),
    "quaternion": Quaternion(),
    "absolute": Absolute(0.01),
    "huber": Huber(0.2),
    "hinge": Hinge(-0.1, 0.3),
    "groove": Groove(0.05, 0.2, 3.0, 4),
    "swamp": Swamp(-0.2, 0.6, 2.0, 0.3, 4, 6),
    "swamp groove": SwampGroove(-0.2, 0.6, 0.1, 0.15, 2.0, 0.4, 3.0, 10),
}
every_loss = pytest.mark.parametrize("loss", SOME.values(), ids=SOME)


class TestFormulas:
    @pytest.mark.parametrize(
        ("loss", "x", "value"),
        [
            (Quadratic(), -3.0, 9.0),
            (Angle(), 2.0, pi**2),  # half a turn
            (Angle(), 1.0, (pi / 3) ** 2),  # 2 sin(30 degrees)
            (Quaternion(), 2**0.5, 2 - 2**0.5),  # a quarter turn: 2 (1 - cos(45 degrees))
            (Absolute(3.0), 4.0, 2.0),  # sqrt(16 + 9) - 3
            (Huber(2.0), 1.5, 2.25),
            (Huber(2.0), -5.0, 16.0),  # 2 · 2 · 5 - 4
            (Hinge(1.0, 2.0), 1.5, 0.0),
            (Hinge(1.0, 2.0), 5.0, 9.0),
            (Hinge(1.0, 2.0), -1.0, 4.0),
            # the endoscopy thesis: s = 0, n = 1, r = 10, g = 2, c = 0.1 for poses
            (Groove(), 0.1, 1 - exp(-0.5) + 0.1),
            (Groove(), -0.2, 1 - exp(-2.0) + 0.4),
            # c = 0.01 for the remote centre of motion
            (Groove(width=0.01), 0.01, 1 - exp(-0.5) + 0.001),
            # collision distance: c = 2.5, r = 0.035, g = 4
            (Groove(width=2.5, steepness=0.035, power=4), 2.0, 1 - exp(-0.32) + 0.56),
            (Groove(center=1.0), 1.1, 1 - exp(-0.5) + 0.1),
            # a1 = 1, a2 = 0.1, m = 2, n = 8: at the limits (1 + 0.1) · 0.95, in the middle nothing
            (Swamp(2.0, 6.0), 6.0, 1.045),
            (Swamp(2.0, 6.0), 2.0, 1.045),
            (Swamp(2.0, 6.0), 4.0, 0.0),
            # z = 0.5: (1 + 0.025) (1 - 20^(-1/256)), as (z/b)^8 = ln 20 / 256
            (Swamp(2.0, 6.0), 5.0, 1.025 * (1 - exp(-log(20) / 256))),
            # far outside the wall stands: 1 + 0.1 · 4^2
            (Swamp(2.0, 6.0), 12.0, 2.6),
            # -f1 (exp(-1/2) - 1) + f2 · 0.01 + f3 (1 - 20^(-(1/4)^8))
            (
                SwampGroove(-0.4, 0.4, depth=2.0, steepness=3.0, height=5.0),
                0.1,
                2 * (1 - exp(-0.5)) + 0.03 + 5 * (1 - exp(-log(20) / 65536)),
            ),
        ],
        ids=repr,
    )
    def test_in_numbers(self, loss: Loss, x: float, value: float) -> None:
        assert loss(x) == pytest.approx(value, rel=1e-12, abs=1e-15)

    def test_the_walls_of_a_swamp_stand_where_the_thesis_has_them(self) -> None:
        assert (1 / log(20)) ** (1 / 8) == pytest.approx(0.8718, abs=5e-5)
        assert Swamp(-1, 1, slope=0)((1 / log(20)) ** (1 / 8)) == pytest.approx(1 - exp(-1), rel=1e-12)

    @every_loss
    def test_the_least_is_zero(self, loss: Loss) -> None:
        x = np.linspace(-2, 2, 400_001)
        assert loss(x).min() == pytest.approx(0.0, abs=1e-9)
        assert (loss(x) >= -1e-12).all()

    def test_arrays_keep_their_shape(self) -> None:
        x = np.arange(6.0).reshape(2, 3)
        np.testing.assert_array_equal(Quadratic()(x), x**2)
        assert isinstance(Quadratic()(2), float)


def goal_with(loss: Any, **options: Any) -> mk.Goal:
    robot = mk.Robot.load("panda")
    target = robot.fk(robot.random(rng=5), "panda_hand")
    return mk.Pose("panda_hand", target, loss=loss, rotation_scale=0.3, weight=1.7, **options)


class TestGoals:
    @every_loss
    @pytest.mark.parametrize("kind", ["pose", "joints", "touch", "scan"])
    def test_the_gradient_is_that_of_the_cost(self, loss: Loss, kind: str) -> None:
        robot = mk.Robot.load("panda")
        makers: dict[str, Any] = {
            "pose": lambda: goal_with(loss),
            "joints": lambda: mk.StayClose(robot.random(rng=3), loss=loss),
            "touch": lambda: mk.Touch("panda_hand", (0, 0, 0), shapes=mk.collision.Sphere(0.1), loss=loss),
            "scan": lambda: mk.Scan("panda_hand", (0.4, 0.2, 0.3), normal=(0, 1, 2), loss=loss),
        }
        problem = mk.Problem(robot, makers[kind]())
        for q in robot.random(5, rng=11):
            expected = naive.derivative(lambda rows: problem.cost(rows)[:, None], q)[0]
            scale = max(1.0, float(np.abs(expected).max()))
            np.testing.assert_allclose(problem.gradient(q), expected, atol=2e-6 * scale)
            product = 2 * problem.jacobian(q).T @ problem.residuals(q)
            np.testing.assert_allclose(problem.gradient(q), product, atol=1e-12 * scale)

    @every_loss
    def test_the_cost_is_the_weighted_loss_of_each_error(self, loss: Loss) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(rng=2)
        plain = mk.Problem(robot, goal_with(None)).errors(q)["panda_hand"]
        chord = 2 * np.sin(plain["rotation"] / 2)
        expected = 1.7 * (loss(plain["position"]) + 0.3**2 * loss(chord))
        assert mk.Problem(robot, goal_with(loss)).cost(q) == pytest.approx(expected, rel=1e-9)

    def test_the_distance_of_quaternions_is_a_loss(self) -> None:
        robot = mk.Robot.load("panda")
        target = np.array((0.5, -0.5, 0.5, 0.5))
        problem = mk.Problem(robot, mk.Orientation("panda_hand", target, loss=Quaternion()))
        for q in robot.random(5, rng=1):
            own = mk.transforms.quaternion_from_rotation(robot.fk(q, "panda_hand")[:3, :3])
            expected = min(np.sum((own - target) ** 2), np.sum((own + target) ** 2))
            assert problem.cost(q) == pytest.approx(expected, rel=1e-9)

    def test_a_loss_for_each_error(self) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(rng=2)
        plain = mk.Problem(robot, goal_with(None)).errors(q)["panda_hand"]
        expected = 1.7 * (Huber(0.1)(plain["position"]) + 0.09 * plain["rotation"] ** 2)
        assert mk.Problem(robot, goal_with((Huber(0.1), Angle()))).cost(q) == pytest.approx(
            expected, rel=1e-9
        )

    def test_without_a_loss_and_with_squares_the_rows_are_the_same(self) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(4, rng=2)
        one, two = mk.Problem(robot, goal_with(None)), mk.Problem(robot, goal_with(Quadratic()))
        np.testing.assert_allclose(two.residuals(q), one.residuals(q), rtol=1e-12)
        np.testing.assert_allclose(two.jacobian(q), one.jacobian(q), rtol=1e-12)

    @pytest.mark.parametrize("loss", [Hinge(0.1, 0.4), Swamp(0.1, 0.4), SwampGroove(0.1, 0.4)], ids=repr)
    def test_in_a_range_there_is_no_error(self, loss: Loss) -> None:
        robot = mk.RobotBuilder("slide")
        robot.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-5, upper=5)
        problem = mk.Problem(robot.build(), mk.JointValue("x", 0.0, loss=loss, name="goal"))
        assert problem.errors([0.2])["goal"]["difference"] == 0.0
        assert problem.accepts([0.2]) is True
        assert problem.errors([0.65])["goal"]["difference"] == pytest.approx(0.25)
        assert problem.errors([-0.15])["goal"]["difference"] == pytest.approx(0.25)
        assert problem.accepts([0.65]) is False

    def test_errors_of_other_losses_are_those_without(self) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(rng=2)
        expected = mk.Problem(robot, goal_with(None)).errors(q)
        for loss in (Huber(0.1), Absolute(), Angle(), Groove()):
            assert mk.Problem(robot, goal_with(loss)).errors(q) == expected

    @pytest.mark.parametrize("loss", [None, Huber(0.1), Absolute(), Groove(), Angle()], ids=repr)
    def test_poses_are_reached(self, loss: Loss | None) -> None:
        robot = mk.Robot.load("panda")
        targets = robot.fk(robot.random(50, rng=1), "panda_hand")
        solver = mk.Solver(robot, goal_with(loss))
        assert solver.solve_batch(targets).success.mean() == 1.0

    @pytest.mark.parametrize("loss", [Hinge(-0.3, 0.3), Swamp(-0.3, 0.3), SwampGroove(-0.3, 0.3)], ids=repr)
    def test_ranges_leave_room_for_other_goals(self, loss: Loss) -> None:
        """Joints may be anywhere in their range, although some losses prefer a point in it."""
        robot = mk.Robot.load("panda")
        rng = np.random.default_rng(2)
        for q in robot.random(10, rng=rng):
            joints = [
                mk.JointValue(name, q[i] + rng.uniform(-0.2, 0.2), loss=loss)
                for i, name in enumerate(robot.joint_names[:4])
            ]
            place = mk.Position("panda_hand", robot.fk(q, "panda_hand")[:3, 3])
            mk.solve(robot, [place, *joints]).raise_if_failed()

    @pytest.mark.parametrize("form", ["reciprocal", "inverse", "margin"])
    @pytest.mark.parametrize("loss", [None, Huber(0.1), Groove(width=2.5, steepness=0.035, power=4)])
    def test_obstacles_leave_room_for_other_goals(self, form: Any, loss: Loss | None) -> None:
        robot = mk.Robot.load("panda")
        ball = mk.collision.Sphere(0.1).at((0.4, 0.4, 1.0))
        spheres = {"panda_link4": (0, 0, 0, 0.08), "panda_link6": (0, 0, 0, 0.08)}
        clear = mk.KeepClear(spheres, ball, form=form, scale=0.05, loss=loss)
        for q in robot.random(10, rng=0):
            if mk.Problem(robot, clear).accepts(q):
                pose = mk.Pose("panda_hand", robot.fk(q, "panda_hand"))
                mk.solve(robot, [pose, clear]).raise_if_failed()

    def test_a_distance_kept_in_a_range(self) -> None:
        robot = mk.Robot.load("ur5")
        goal = mk.Position("tool0", (0.4, 0.2, 0.3), loss=Swamp(0.1, 0.2), name="goal")
        solution = mk.solve(robot, goal)
        assert solution.success
        distance = np.linalg.norm(robot.fk(solution.q, "tool0")[:3, 3] - (0.4, 0.2, 0.3))
        assert 0.1 - 1e-5 <= distance <= 0.2 + 1e-5

    def test_of_a_far_outlier_the_others_notice_less(self) -> None:
        """Of three pulls on a slide the middle one wins with absolute values, the mean with squares."""
        b = mk.RobotBuilder("slide")
        b.prismatic("x", "base", "tip", axis=(1, 0, 0), lower=-50, upper=50)
        robot = b.build()
        for loss, expected in ((Absolute(1e-4), 1.0), (None, 11.0)):
            pulls = [mk.JointValue("x", value, loss=loss) for value in (0.0, 1.0, 32.0)]
            assert mk.solve(robot, pulls).q[0] == pytest.approx(expected, abs=0.05)

    def test_rms_is_never_of_less_than_nothing(self) -> None:
        """The minimum is found numerically, so rounding could make a loss negative there."""
        rng = np.random.default_rng(1)
        for _ in range(100):
            lower, width = rng.uniform(-1, 1), rng.uniform(0.1, 1)
            center = lower + width * rng.uniform(0.01, 0.99)
            loss = SwampGroove(lower, lower + width, center, rng.uniform(0.01, 0.1), rng.uniform(0.1, 3))
            assert (loss(np.linspace(lower, lower + width, 10_001)) >= 0).all()

    def test_rms_is_the_root_of_the_mean(self) -> None:
        robot = mk.Robot.load("panda")
        q = robot.random(3, rng=1)
        pose = goal_with(None)
        problem = mk.Problem(robot, [pose, mk.JointValue("panda_joint1", 0.3)])
        np.testing.assert_allclose(problem.rms(q), np.sqrt(problem.cost(q) / 3), rtol=1e-14)


class TestPlain:
    @every_loss
    def test_round_trip(self, loss: Loss) -> None:
        assert loss_from_dict(json.loads(json.dumps(loss.to_dict()))) == loss

    @every_loss
    def test_round_trip_in_a_goal(self, loss: Loss) -> None:
        for goal in (goal_with(loss), goal_with((loss, Huber(0.1)))):
            again = mk.goals.goal_from_dict(json.loads(json.dumps(goal.to_dict())))
            assert again == goal
            assert again.loss == goal.loss

    def test_every_kind_is_tested_here(self) -> None:
        assert {type(loss) for loss in SOME.values()} == set(KINDS.values())

    def test_unknown_kinds(self) -> None:
        with pytest.raises(mk.UnknownNameError, match=r"no loss 'Hubert'.*'Huber'"):
            loss_from_dict({"loss": "Hubert"})
        with pytest.raises(mk.UnknownNameError, match="no loss"):
            loss_from_dict({"loss": ["Huber"]})
        with pytest.raises(mk.GoalError, match="not a Huber in plain form"):
            loss_from_dict({"loss": "Huber", "radius": 1})


GROUND = mk.collision.HalfSpace()
RESIDUALS = "the residuals of this .* are not its errors"


def problem_with(kind: Any, *arguments: Any, **options: Any) -> mk.Problem:
    return mk.Problem("panda", kind(*arguments, **options, loss=Hinge(-1, 1)))


class TestRefused:
    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: Huber(0.0), "Huber delta: expected a number of at least 1e-09"),
            (lambda: Huber(-1.0), "Huber delta"),
            (lambda: Huber(np.nan), "Huber delta: expected a number"),
            (lambda: Huber("wide"), "Huber delta: expected a number"),  # type: ignore[arg-type]
            (lambda: Absolute(0.0), "Absolute rounding"),
            (lambda: Hinge(1.0, 1.0), "Hinge upper: expected more than lower = 1"),
            (lambda: Hinge(0.0, np.inf), "Hinge upper: expected a number"),
            (lambda: Groove(width=0), "Groove width"),
            (lambda: Groove(steepness=-1), "Groove steepness"),
            (lambda: Groove(power=3), "Groove power: expected an even number"),
            (lambda: Groove(power=2.5), "Groove power: expected an integer"),  # type: ignore[arg-type]
            (lambda: Swamp(0, 1, sharpness=7), "Swamp sharpness"),
            (lambda: Swamp(0, 1, power=22), "Swamp power"),
            (
                lambda: SwampGroove(0, 1, center=2),
                "SwampGroove center: expected a number from lower to upper",
            ),
            (lambda: goal_with("huber"), "loss: expected a loss such as"),
            (lambda: goal_with([Huber(1)]), "or 2 of them"),
            (lambda: goal_with([Huber(1), 3]), "loss: expected a loss"),
            (lambda: goal_with(Huber(1), tolerance=[1e-3] * 6), "loss: it applies to distances and angles"),
            (lambda: Groove(width=1e-200), "Groove width: expected a number of at least 1e-09"),
            (lambda: Swamp(0, 1e-320), "Swamp upper: expected more than lower = 0"),
            (lambda: SwampGroove("a", 1), "SwampGroove lower: expected a number"),  # type: ignore[arg-type]
            (lambda: problem_with(mk.StayClose, joint_weights={"panda_joint1": 2}), RESIDUALS),
            (lambda: problem_with(mk.StayClose, per_velocity=True), RESIDUALS),
            (lambda: problem_with(mk.Position, "panda_hand", (0, 0, 1), metric="normalized"), RESIDUALS),
            (lambda: problem_with(mk.KeepClear, {"panda_hand": (0, 0, 0, 1)}, GROUND), RESIDUALS),
        ],
    )
    def test_what_makes_no_sense(self, make: Any, message: str) -> None:
        with pytest.raises(mk.GoalError, match=message):
            make()

    def test_a_loss_cannot_be_changed(self) -> None:
        with pytest.raises(AttributeError):
            Huber(1.0).delta = 2.0  # type: ignore[misc]
