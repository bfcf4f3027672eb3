"""Excursions leave reach and return the same way; steps, returns and changes of branch are counted."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik_bench.engine import EngineSettings, Run, continuity
from memetik_bench.engine.continuity import (
    CONTINUITY,
    change_allowed,
    follow,
    is_back,
    largest_step,
    measure_continuity,
    met_frames,
)
from memetik_bench.engine.excursions import EXCURSION_ROBOTS, FRAMES, excursion
from memetik_bench.engine.reach import longest_distance
from memetik_bench.solvers.memetik_solver import tip_goal

RUN = Run(EngineSettings(most=1), Path("unused"))


class TestExcursions:
    @pytest.mark.parametrize("name", EXCURSION_ROBOTS)
    def test_begin_and_end_at_the_start_and_leave_reach(self, name: str) -> None:
        for index in range(10):
            motion = excursion(name, index, 1)
            assert motion.robot.within_limits(motion.start)
            first = motion.robot.fk(motion.start, motion.link)
            np.testing.assert_allclose(motion.pose(0), first, atol=1e-12)
            np.testing.assert_allclose(motion.pose(FRAMES), first, atol=1e-12)
            farthest = motion.pose(FRAMES / 2)
            reach = longest_distance(motion.robot, motion.robot.root, motion.link)
            assert np.linalg.norm(farthest[:3, 3]) > reach

    def test_the_way_back_is_the_way_out_and_steps_are_small(self) -> None:
        motion = excursion("ur5", 3, 1)
        poses = np.array([motion.pose(frame) for frame in range(FRAMES + 1)])
        np.testing.assert_allclose(poses, poses[::-1], atol=1e-12)
        steps = np.linalg.norm(np.diff(poses[:, :3, 3], axis=0), axis=1)
        assert steps.max() <= np.pi / FRAMES * np.linalg.norm(motion.away)
        turned = poses[FRAMES // 2, :3, :3] @ poses[0, :3, :3].T
        angle = np.arccos((np.trace(turned) - 1) / 2)
        assert angle == pytest.approx(np.linalg.norm(motion.turn), abs=1e-6)


class TestReturn:
    """The ways out and back of 20 frames; lost at frame 4, so reachable again at frame 17."""

    @pytest.mark.parametrize("first", [16, 17, 20])
    def test_back(self, first: int) -> None:
        assert is_back(np.array([frame < 4 or frame >= first for frame in range(21)]))

    def test_too_late(self) -> None:
        met = np.array([frame < 12 or frame >= 37 for frame in range(41)])
        assert not is_back(met), "reachable again at frame 29"
        met[34] = True
        assert is_back(met)

    def test_never(self) -> None:
        assert not is_back(np.array([frame < 4 for frame in range(21)]))


def test_following_in_parts_visits_the_same_frames() -> None:
    motion = excursion("iiwa14", 0, 1)
    solver = mk.Solver(motion.robot, tip_goal(motion.link, 1e-5))
    rows, solutions = follow(solver, motion, parts=2, local=True)
    assert rows.shape == (FRAMES + 1, 7)
    assert len(solutions) == FRAMES
    np.testing.assert_array_equal(rows[0], motion.start)
    met = met_frames(motion, rows)
    assert met[0]
    assert not met[FRAMES // 2]


def test_the_largest_step_is_that_of_any_joint() -> None:
    robot = mk.Robot.load("pr2").subtree("torso_lift_link", "r_gripper_tool_frame")
    rows = np.tile(robot.neutral, (3, 1))
    rows[1, 2] -= 0.3
    assert largest_step(robot, rows) == pytest.approx(0.3)
    rows[2, 6] += 2 * np.pi + 0.1  # the wrist's roll is continuous: whole turns do not count
    assert largest_step(robot, rows) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("own", "other", "allowed"),
    [
        ((1.0, False), (0.5, False), True),
        ((1.0, False), (0.9, False), False),
        ((1e-6, False), (0.0, True), True),
    ],
)
def test_the_margin_or_a_solution_allows_a_change(
    own: tuple[float, bool], other: tuple[float, bool], allowed: bool
) -> None:
    first, second = (SimpleNamespace(cost=cost, success=solved) for cost, solved in (own, other))
    assert change_allowed(first, second) is allowed  # type: ignore[arg-type]


def test_a_solution_is_not_left() -> None:
    solved: Any = SimpleNamespace(cost=1e-12, success=True)
    assert not change_allowed(solved, SimpleNamespace(cost=0.0, success=True))  # type: ignore[arg-type]


def test_a_row() -> None:
    done: list[int] = []
    row = measure_continuity("ur5", RUN, done.append)
    assert (row["count"], row["frames"], sum(done)) == (1, FRAMES, 1)
    assert 0.2 < row["out_of_reach"] < 1
    assert row["step_with_max_change"] <= 0.2 + 1e-12
    assert row["forbidden"] <= row["changes"]
    assert "changes of branch" in CONTINUITY.outcome(row)


class Jumps:
    """Its default answers are on another branch, every time; locally it moves by more than it may."""

    real = mk.Solver

    def __init__(self, *arguments: Any) -> None:
        self.solver = self.real(*arguments)
        self.sign = 1.0

    def solve(self, start: Any, *, targets: Any, local: bool = False, max_change: float = 1.0) -> Any:
        solution = self.solver.solve(start, targets=targets, local=True)
        solution._q = solution.q.copy()
        self.sign *= -1.0
        if not local:
            solution._q[0] += self.sign
        elif max_change == 0.2:
            solution._q[0] += 0.3 * self.sign
        return solution


def test_jumps_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuity.mk, "Solver", Jumps)
    row = measure_continuity("ur5", RUN, lambda done: None)
    assert row["changes"] == row["forbidden"] == FRAMES
    assert row["step_with_max_change"] > 0.2
    assert row["default_back"] == 0.0
    assert not CONTINUITY.met(row, [])


def test_requirements_can_fail() -> None:
    good = {
        "large_steps": 0,
        "step_with_max_change": 0.2,
        "local_back": 0.9,
        "default_back": 1.0,
        "forbidden": 0,
    }
    assert CONTINUITY.met(good, [])
    for wrong in (
        {"large_steps": 1},
        {"step_with_max_change": 0.201},
        {"local_back": 0.89},
        {"default_back": 0.99},
        {"forbidden": 1},
    ):
        assert not CONTINUITY.met({**good, **wrong}, [])
