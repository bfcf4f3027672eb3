"""Parallel robots: their loops close to 1e-8 m, and their workspaces agree with closed formulas."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.models import BUNDLED
from memetik.models.loops import PARALLEL
from memetik.models.postures import presentation

Array = npt.NDArray[np.float64]

# Stewart platform: the legs' joints, on two circles, in the order of the legs.
LOW = np.radians([12, 108, 132, 228, 252, 348])
HIGH = np.radians([48, 72, 168, 192, 288, 312])
BASE = np.column_stack([0.45 * np.cos(LOW), 0.45 * np.sin(LOW), np.full(6, 0.07)])
PLATFORM = np.column_stack([0.30 * np.cos(HIGH), 0.30 * np.sin(HIGH), np.zeros(6)])
HOME, STROKE = np.array([0.0, 0.0, 0.62]), 0.14
LEGS = [f"leg_{number}" for number in range(1, 7)]

# Five-bar: half the distance of the cranks' axes, lengths.
AXIS, CRANK, ROD = 0.075, 0.20, 0.25
CRANKS = ["left_crank", "right_crank"]


def gap(robot: mk.Robot, q: Array) -> float:
    """How far the worst loop is from being closed [m]."""
    goals = mk.models.closure(robot)
    return max(
        float(np.linalg.norm(robot.fk(q, goal.link)[:3, 3] - robot.fk(q, str(goal.frame))[:3, 3]))
        for goal in goals
    )


def extensions(pose: Array) -> Array:
    """Of the legs of the Stewart platform, from those at home: the distances of their joints."""
    ends = PLATFORM @ pose[:3, :3].T + pose[:3, 3]
    lengths: Array = np.linalg.norm(ends - BASE, axis=1) - np.linalg.norm(PLATFORM + HOME - BASE, axis=1)
    return lengths


def reachable_poses(count: int) -> list[Array]:
    rng, poses = np.random.default_rng(3), []
    while len(poses) < count:
        pose = mk.transform(HOME + rng.uniform(-0.2, 0.2, 3), rpy=rng.uniform(-0.6, 0.6, 3))
        if np.abs(extensions(pose)).max() < STROKE:
            poses.append(pose)
    return poses


def reachable_places(robot: mk.Robot, count: int) -> Array:
    """Where circles about the ends of turned cranks intersect, if the elbows can bend that far."""
    rng, places = np.random.default_rng(4), []
    home = robot.fk(robot.neutral)
    while len(places) < count:
        ends, headings = [], []
        for name, y in zip(CRANKS, (AXIS, -AXIS), strict=True):
            heading = math.atan2(home[name][1, 0], home[name][0, 0]) + rng.uniform(*np.radians([-150, 150]))
            headings.append(heading)
            ends.append(np.array([CRANK * math.cos(heading), y + CRANK * math.sin(heading)]))
        between = ends[1] - ends[0]
        apart = float(np.linalg.norm(between))
        if not 1e-3 < apart < 2 * ROD:
            continue
        across = np.array([-between[1], between[0]]) / apart * rng.choice([-1, 1])
        place = (ends[0] + ends[1]) / 2 + math.sqrt(ROD**2 - apart**2 / 4) * across
        bends = [
            math.remainder(math.atan2(*(place - end)[::-1]) - heading, 2 * math.pi)
            for end, heading in zip(ends, headings, strict=True)
        ]
        if max(np.abs(bends)) < np.radians(170):
            places.append([*place, 0.12])
    return np.array(places)


@pytest.mark.parametrize("name", PARALLEL)
class TestLoops:
    def test_are_closed_at_zero(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert gap(robot, robot.neutral) < 1e-15

    def test_are_closed_when_shown(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert gap(robot, presentation(robot)) < 1e-3

    def test_goals_are_required_and_tight(self, name: str) -> None:
        for goal in mk.models.closure(name):
            assert isinstance(goal, mk.Position)
            assert goal.priority == "required"
            assert goal.tolerance == (1e-8,)
        assert mk.models.closure(mk.Robot.load(name)) == mk.models.closure(name)
        assert mk.models.closure(name, tolerance=1e-4)[0].tolerance == (1e-4,)

    def test_close_where_it_is_attached(self, name: str) -> None:
        b = mk.RobotBuilder("hall")
        b.link("hall")
        hall = b.build()
        for prefix in ("one/", "two/"):
            hall = hall.attach(mk.Robot.load(name), "hall", prefix=prefix)
        goals = [goal for prefix in ("one/", "two/") for goal in mk.models.closure(name, prefix=prefix)]
        assert mk.solve(hall, goals, start=hall.random(rng=1)).success


def test_robots_without_loops_are_refused() -> None:
    assert set(PARALLEL) < set(BUNDLED)
    with pytest.raises(mk.UnknownNameError, match=r"no bundled robot with loops 'panda'.*five_bar, stewart"):
        mk.models.closure("panda")


@pytest.mark.parametrize("start", ["neutral", "random"])
class TestStewart:
    def test_reaches_every_pose_that_its_legs_are_long_enough_for(self, start: str) -> None:
        robot, poses = mk.Robot.load("stewart"), reachable_poses(200)
        solver = mk.Solver(robot, [mk.Pose("platform", poses[0], name="pose"), *mk.models.closure("stewart")])
        starts = robot.neutral if start == "neutral" else robot.random(len(poses), rng=5)
        batch = solver.solve_batch({"pose": poses}, starts)
        assert batch.success.all()
        for q, pose in zip(batch.q, poses, strict=True):
            assert gap(robot, q) <= 1e-8
            np.testing.assert_allclose(robot.fk(q, "platform"), pose, rtol=0, atol=1e-7)
            legs = [robot.unpack(q)[leg] for leg in LEGS]
            np.testing.assert_allclose(legs, extensions(pose), rtol=0, atol=1e-7)

    def test_legs_tell_where_the_platform_is(self, start: str) -> None:
        robot = mk.Robot.load("stewart")
        solver = mk.Solver(robot, mk.models.closure("stewart"))
        for number, pose in enumerate(reachable_poses(20)):
            base = robot.neutral if start == "neutral" else robot.random(rng=number)
            q = robot.pack(dict(zip(LEGS, extensions(pose), strict=True)), base=base)
            solution = solver.solve(q, max_change=dict.fromkeys(LEGS, 0))
            assert solution.success  # there may be other poses with the same legs
            np.testing.assert_allclose(
                extensions(robot.fk(solution.q, "platform")), extensions(pose), rtol=0, atol=1e-7
            )


class TestFiveBar:
    @pytest.mark.parametrize("start", ["neutral", "random"])
    def test_reaches_every_place_that_its_cranks_get_it_to(self, start: str) -> None:
        robot = mk.Robot.load("five_bar")
        places = reachable_places(robot, 300)
        solver = mk.Solver(robot, [mk.Position("tool", places[0]), *mk.models.closure("five_bar")])
        starts = robot.neutral if start == "neutral" else robot.random(len(places), rng=6)
        batch = solver.solve_batch({"tool": places}, starts)
        assert batch.success.all()
        for q, place in zip(batch.q, places, strict=True):
            assert gap(robot, q) <= 1e-8
            np.testing.assert_allclose(robot.fk(q, "tool")[:3, 3], place, rtol=0, atol=1e-6)

    def test_is_symmetric(self) -> None:
        robot = mk.Robot.load("five_bar")
        q = robot.pack({"left_crank": 0.3, "right_crank": -0.3, "left_elbow": -0.2, "right_elbow": 0.2})
        left, right = robot.fk(q, "tool")[:3, 3], robot.fk(q, "right_tip")[:3, 3]
        np.testing.assert_allclose(left * (1, -1, 1), right, atol=1e-15)

    def test_has_four_ways_to_a_place(self) -> None:
        goals = [mk.Position("tool", (0.28, 0.05, 0.12)), *mk.models.closure("five_bar")]
        assert len(mk.Solver("five_bar", goals).solve_all()) == 4
