"""Every goal's formula in numbers computed by hand: residuals, cost, errors, both sides of the tolerance."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from math import acos, atan2, pi, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.goals.kinds import all_kinds


def gantry() -> mk.Robot:
    """A tip moved along x, y, z and turned about z; and a table at (1, 0, 0) that swivels about z."""
    b = mk.RobotBuilder("gantry")
    b.prismatic("x", "base", "bridge", axis=(1, 0, 0), lower=-10, upper=10)
    b.prismatic("y", "bridge", "trolley", axis=(0, 1, 0), lower=-10, upper=10)
    b.prismatic("z", "trolley", "mast", axis=(0, 0, 1), lower=-10, upper=10)
    b.revolute("turn", "mast", "tip", lower=-3.5, upper=3.5)
    b.revolute("swivel", "base", "table", xyz=(1, 0, 0), lower=-3.5, upper=3.5)
    return b.build()


def slides() -> mk.Robot:
    """Two slides: a from 0 to 8 (middle 4, width 8), b from -2 to 10 (middle 4, width 12)."""
    b = mk.RobotBuilder("slides")
    b.prismatic("a", "base", "first", lower=0, upper=8)
    b.prismatic("b", "first", "second", lower=-2, upper=10)
    return b.build()


def seesaw() -> mk.Robot:
    """1 kg at the origin; 3 kg at (0, 4, 4) of a cart that slides along x."""
    b = mk.RobotBuilder("seesaw")
    b.link("base", mass=1.0)
    b.link("cart", mass=3.0, com=(0, 4, 4))
    b.prismatic("slide", "base", "cart", axis=(1, 0, 0), lower=-9, upper=9)
    return b.build()


GANTRY, SLIDES, SEESAW = gantry(), slides(), seesaw()
LEVEL, HALF = (0.0, 0.0, 0.0), pi / 2
# with the table swivelled by a quarter turn, p in the root's frame is (p_y, 1 - p_x, p_z) in the table's
ON_TABLE = {"x": 1, "y": 3, "z": 4, "swivel": HALF}  # the tip at (3, 0, 4) of the table
BALL = mk.collision.Sphere(0.5).at((1, 1, 0))
AT_345 = {"x": 3, "y": 4, "z": 5}
AT_334 = {"x": 3, "y": 3, "z": 4}
THREE_POINTS = ("base", "tip", "table")


@dataclass(frozen=True)
class E:
    """An example: a goal at some joint values, its residuals for a weight of 1, and its errors."""

    goal: mk.Goal
    joints: Mapping[str, float]
    rows: npt.ArrayLike
    errors: npt.ArrayLike
    robot: mk.Robot = GANTRY

    @property
    def q(self) -> Any:
        return self.robot.pack(self.joints)

    def problem(self, **options: Any) -> mk.Problem:
        goal = dataclasses.replace(self.goal, name="goal", priority="primary", **options)
        return mk.Problem(self.robot, goal)


PLACEMENTS = [
    # (3, 4, 0) - (0, 0, 0), as long as 5
    E(mk.Position("tip", LEVEL), {"x": 3, "y": 4}, (3, 4, 0), 5),
    # the point (1, 0, 0) of the tip, turned by 90 degrees, is at (0, 1, 0) from it: (3, 3 + 1, 0)
    E(mk.Position("tip", LEVEL, offset=(1, 0, 0)), {"x": 3, "y": 3, "turn": HALF}, (3, 4, 0), 5),
    E(mk.Position("tip", LEVEL, frame="table"), ON_TABLE, (3, 0, 4), 5),
    E(mk.Position("tip", LEVEL, free="z"), AT_345, (3, 4, 0), 5),
    # 4 m away, the chain 0 m long, 5 m from the root: 4 pi / sqrt((0 + 4) (5 + 4)) = 2/3 pi
    E(mk.Position("tip", (3, 0, 0), metric="normalized"), {"x": 3, "y": 4}, (0, 2 / 3 * pi, 0), 4),
    # the point (0, 1, 0) of the tip: the chain is 1 m long: 3 pi / sqrt((1 + 3) (9 + 3))
    E(
        mk.Position("tip", (0, 0, 6), metric="normalized", offset=(0, 0, 1)),
        {"z": 8},
        (0, 0, 3 * pi / sqrt(48)),
        3,
    ),
    # 2 sin(45 degrees) = sqrt 2 about z
    E(mk.Orientation("tip", np.eye(3)), {"turn": HALF}, (0, 0, sqrt(2)), HALF),
    # 90 degrees against 30 of the table: 60, and 2 sin(30 degrees) = 1
    E(
        mk.Orientation("tip", (1, 0, 0, 0), frame="table"),
        {"turn": HALF, "swivel": pi / 6},
        (0, 0, 1),
        pi / 3,
    ),
    # -60 degrees: 2 sin(-30 degrees) = -1, times the scale 0.5
    E(
        mk.Pose("tip", np.eye(4), rotation_scale=0.5),
        {"x": 3, "y": 4, "turn": -pi / 3},
        (3, 4, 0, 0, 0, -0.5),
        (5, pi / 3),
    ),
    # 150 degrees against 90 of the table: 60
    E(
        mk.Pose("tip", np.eye(4), rotation_scale=2.0, frame="table"),
        {**ON_TABLE, "turn": 5 * pi / 6},
        (3, 0, 4, 0, 0, 2),
        (5, pi / 3),
    ),
]
# x against (0.6, 0.8, 0): (1 - 0.6, -0.8, 0), an angle with the cosine 0.6
ACROSS, ANGLE = (0.4, -0.8, 0.0), acos(0.6)
X, AT_60 = (1.0, 0.0, 0.0), (1.0, sqrt(3), 0.0)
AXES = [
    E(mk.LookAt("tip", (3, 4, 0), axis=X), {}, ACROSS, ANGLE),
    # from (1, 1, 0) to (4, 5, 0) it is (3, 4, 0)
    E(mk.LookAt("tip", (4, 5, 0), axis=X, offset=(1, 1, 0)), {}, ACROSS, ANGLE),
    # (-4, 2, 0) of the table is (-1, -4, 0): from (2, 0, 0) that is (-3, -4, 0), and the axis is -x
    E(
        mk.LookAt("tip", (-4, 2, 0), axis=(-1, 0, 0), frame="table"),
        {"x": 2, "swivel": HALF},
        (-0.4, 0.8, 0),
        ANGLE,
    ),
    E(mk.AlignAxis("tip", (3, 4, 0), axis=X), AT_345, ACROSS, ANGLE),
    E(mk.AlignAxis("tip", (-2, 0, 0), axis=X), {}, (2, 0, 0), pi),
    # the tip's x is y of the root and x of the table
    E(mk.AlignAxis("tip", (3, 4, 0), axis=X, frame="table"), {"turn": HALF, "swivel": HALF}, ACROSS, ANGLE),
    # 60 degrees, 15 of them beyond 45; the same on the other side; none beyond 75
    E(mk.WithinCone("tip", AT_60, axis=X, angle=pi / 4), {}, (0, -pi / 12, 0), pi / 12),
    E(mk.WithinCone("tip", (1, -sqrt(3), 0), axis=X, angle=pi / 4), {}, (0, pi / 12, 0), pi / 12),
    E(mk.WithinCone("tip", AT_60, axis=X, angle=pi / 2.4), {}, LEVEL, 0),
    # straight against it, any way leads back
    E(mk.WithinCone("tip", (-1, 0, 0), axis=X, angle=HALF), {}, (0, 0, HALF), HALF),
    # the tip's x is 90 degrees from the root's and 60 from the table's
    E(
        mk.WithinCone("tip", X, axis=X, angle=pi / 4, frame="table"),
        {"turn": HALF, "swivel": pi / 6},
        (-pi / 24 * sqrt(3), pi / 24, 0),
        pi / 12,
    ),
    # 5 m instead of 2; the way to the point is acos 0.6 from the axis, the inward normal 60 degrees
    E(
        mk.Scan("tip", (3, 4, 0), normal=(-1, -sqrt(3), 0), axis=X, distance=(0, 2)),
        {},
        (3, 0, 5 * (0.2 - ANGLE), 0, 0, 0.2 * (0.2 - pi / 3), 0, 0),
        (3, ANGLE - 0.2, pi / 3 - 0.2, 0),
    ),
    # 1 m instead of 1.5, looking at it straight from above
    E(
        mk.Scan("tip", (1, 0, 0), normal=(-1, 0, 0), axis=X, distance=(1.5, 2)),
        {},
        (-0.5, *[0] * 7),
        (0.5, 0, 0, 0),
    ),
    # a ball of 0.5 beside the middle of the line of 2 m, 1 m from it: 0.5 of the 2 m of clearance
    E(
        mk.Scan("tip", (2, 0, 0), normal=(-1, 0, 0), axis=X, distance=(0, 3), obstacles=BALL, clearance=2),
        {},
        (*[0] * 7, 1.5),
        (0, 0, 0, 1.5),
    ),
    # the cosine of 60 degrees; nothing across or against
    E(mk.FaceAway("tip", AT_60, axis=X), {}, 0.5, 0.5),
    E(mk.FaceAway("tip", (0, 1, 0), axis=X), {}, 0, 0),
    E(mk.FaceAway("tip", (-1, 1, 0), axis=X), {}, 0, 0),
    E(mk.FaceAway("tip", X, axis=X, frame="table"), {"turn": HALF, "swivel": pi / 6}, 0.5, 0.5),
]
POINTS = [
    # (3, 4, 5) - (0, 0, 1) without its part along z
    E(mk.OnLine("tip", (0, 0, 1), (0, 0, 2)), AT_345, (3, 4, 0), 5),
    # (3, 4, 0) without its part 3.5 (1, 1, 0) along (1, 1, 0)
    E(mk.OnLine("tip", LEVEL, (1, 1, 0)), {"x": 3, "y": 4}, (-0.5, 0.5, 0), sqrt(0.5)),
    # (3, 0, 4) without its part along the table's y
    E(mk.OnLine("tip", (0, 7, 0), (0, 1, 0), frame="table"), ON_TABLE, (3, 0, 4), 5),
    E(mk.OnPlane("tip", (9, 9, 2), (0, 0, 2)), AT_345, 3, 3),
    E(mk.OnPlane("tip", (9, 9, 2), (0, 0, 2)), {"z": -1}, -3, 3),
    # (3, 4, 0) . (0.6, 0.8, 0) = 5
    E(mk.OnPlane("tip", LEVEL, (3, 4, 0)), AT_345, 5, 5),
    E(mk.OnPlane("tip", (1, 9, 9), X, frame="table"), ON_TABLE, 2, 2),
    # 5 away: 2 nearer than 7, 1 farther than 4, and between 4 and 6
    E(mk.KeepDistance("tip", (0, 0, 5), min=7), AT_345, -2, 2),
    E(mk.KeepDistance("tip", (0, 0, 5), max=4), AT_345, 1, 1),
    E(mk.KeepDistance("tip", (0, 0, 5), min=4, max=6), AT_345, 0, 0),
    E(mk.KeepDistance("tip", LEVEL, min=6, frame="table"), ON_TABLE, -1, 1),
]
TWO, THREE = ("base", "tip"), ("base", "tip", "table")
BODIES = [
    # the stretch from (0, 0, 0) to (4, 0, 0): beside it, before it, beyond it
    E(mk.PassThrough(TWO, (2, 3, 0)), {"x": 4}, (0, -3, 0), 3),
    E(mk.PassThrough(TWO, (-3, 4, 0)), {"x": 4}, (3, -4, 0), 5),
    E(mk.PassThrough(TWO, (7, 4, 0)), {"x": 4}, (-3, -4, 0), 5),
    # (5, 2, 0) is sqrt 5 from that stretch but 1 from the next, from (4, 0, 0) to (1 + 3, 4, 0)
    E(mk.PassThrough(THREE, (5, 2, 0), offsets={"table": (3, 4, 0)}), {"x": 4}, (-1, 0, 0), 1),
    # a hole of radius 2 around the place: 3 - 2, 5 - 2 in the direction (3, -4) / 5, and inside
    E(mk.PassThrough(TWO, (2, 3, 0), radius=2), {"x": 4}, (0, -1, 0), 1),
    E(mk.PassThrough(TWO, (-3, 4, 0), radius=2), {"x": 4}, (1.8, -2.4, 0), 3),
    E(mk.PassThrough(TWO, (2, 1, 0), radius=2), {"x": 4}, (0, 0, 0), 0),
    # from (0, 0, 0) to (1, 0, 0); the elbow at (3, 3, 4) is turned about x by -atan(3/4) from z
    E(mk.Swivel(THREE_POINTS, 0), AT_334, -atan2(3, 4), atan2(3, 4)),
    E(mk.Swivel(THREE_POINTS, -HALF), AT_334, atan2(4, 3), atan2(4, 3)),
    E(mk.Swivel(THREE_POINTS, HALF, reference=(7, 2, 0)), AT_334, -atan2(3, 4), atan2(3, 4)),
    # with the cart at 4 the centre of mass is (0 + 3 (4, 4, 4)) / 4 = (3, 3, 3)
    E(mk.Balance((0, -1, 9)), {"slide": 4}, (3, 4, 0), 5, SEESAW),
    E(mk.Balance((9, -1, 0), up=(-2, 0, 0)), {"slide": 4}, (0, 4, 3), 5, SEESAW),
]
OUT, NEAR = {"a": 7, "b": 8}, {"a": 4, "b": 4}
POSTURES = [
    E(mk.StayClose(NEAR), OUT, (3, 4), 5, SLIDES),
    # sqrt 4 and sqrt 0.25 times (3, 4): displacement divided by velocities of 0.5 and 2
    E(mk.StayClose(NEAR, joint_weights={"a": 4, "b": 0.25}), OUT, (6, 2), 5, SLIDES),
    E(mk.CenterJoints(), OUT, (3, 4), 5, SLIDES),
    E(mk.CenterJoints(), {"a": 1, "b": 0}, (-3, -4), 5, SLIDES),
    E(mk.CenterJoints(joints="b"), OUT, 4, 4, SLIDES),
    E(mk.AvoidJointLimits(), NEAR, (0, 0), 0, SLIDES),
    # the quarter points: 2 * 2 - 4 and 2 * 3 - 6
    E(mk.AvoidJointLimits(), {"a": 2, "b": 7}, (0, 0), 0, SLIDES),
    # 2 * 3.5 - 4 and 2 * 5 - 6
    E(mk.AvoidJointLimits(), {"a": 7.5, "b": 9}, (3, 4), 5, SLIDES),
    E(mk.AvoidJointLimits(), {"a": 0.5, "b": -1}, (-3, -4), 5, SLIDES),
    # 2 * 4 - 4 and 2 * 6 - 6
    E(mk.AvoidJointLimits(), {"a": 8, "b": 10}, (4, 6), sqrt(52), SLIDES),
    E(mk.AvoidJointLimits(joints="a"), {"a": 8, "b": 10}, 4, 4, SLIDES),
    E(mk.JointValue("a", 4), OUT, 3, 3, SLIDES),
    E(mk.JointValue("b", 9), OUT, -1, 1, SLIDES),
    # 2 * 7 - 8 - 3
    E(mk.LinearJoints({"a": 2, "b": -1}, 3), OUT, 3, 3, SLIDES),
    # a = 2 b is missed by 7 - 2 * 8
    E(mk.LinearJoints({"a": 1, "b": -2}), OUT, -9, 9, SLIDES),
]
EXAMPLES = [*PLACEMENTS, *AXES, *POINTS, *BODIES, *POSTURES]
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: type(e.goal).__name__)


@every_example
def test_the_residuals_are_the_rows_times_the_root_of_the_weight(example: E) -> None:
    for weight, root in ((1, 1), (4, 2), (0.25, 0.5)):
        residuals = example.problem(weight=weight).residuals(example.q)
        np.testing.assert_allclose(
            residuals, root * np.atleast_1d(example.rows).astype(float), rtol=1e-12, atol=1e-12, strict=True
        )


@every_example
def test_the_cost_is_the_weight_times_the_squared_rows(example: E) -> None:
    expected = 4 * np.sum(np.square(example.rows))
    assert example.problem(weight=4).cost(example.q) == pytest.approx(expected, rel=1e-12, abs=1e-24)


@every_example
def test_the_errors_are_in_their_units_whatever_the_weight(example: E) -> None:
    errors = example.problem(weight=4).errors(example.q)["goal"]
    assert tuple(errors) == example.goal.error_names
    np.testing.assert_allclose(
        list(errors.values()),
        np.atleast_1d(example.errors).astype(float),
        rtol=1e-12,
        atol=1e-12,
        strict=True,
    )


@every_example
@pytest.mark.filterwarnings("ignore:tolerance. .* accepts almost anything")
def test_errors_are_accepted_up_to_the_tolerance(example: E) -> None:
    exact = np.atleast_1d(example.errors).astype(float)
    for i, error in enumerate(exact):
        for factor in (1 + 1e-6, 1 - 1e-6):
            tolerance = 2 * exact + 1
            tolerance[i] = max(error * factor, 1e-12)
            problem = example.problem(tolerance=tolerance if len(tolerance) > 1 else tolerance[0], weight=4)
            assert problem.accepts(example.q) is bool(factor > 1 or error == 0)


@pytest.mark.parametrize("kind", all_kinds())
def test_there_are_numbers_of_every_goal(kind: str) -> None:
    """Every goal has an example here or in its docstring."""
    here = {type(example.goal).__name__ for example in EXAMPLES}
    assert kind in here or ".residuals(" in (all_kinds()[kind].__doc__ or "")
