"""A solver with other goals equals a new solver with these goals, bit for bit."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memetik as mk
from tests.naive_kinematics import Array
from tests.solve_cases import FAR, HAND, PANDA, PLACE

CUSTOM = mk.Custom(
    lambda poses, q: q[:, :1] - 0.1, joints=["panda_joint3"], name="custom", priority="secondary"
)
POOL = {
    "hand": mk.Position(HAND, PLACE, name="hand"),
    "pose": mk.Pose(HAND, PANDA.fk(PANDA.random(rng=1), HAND), name="pose"),
    "elbow": mk.Position("panda_link4", (0.1, 0.2, 0.6), name="elbow", tolerance=0.01),
    "shifted": mk.Pose(HAND, PANDA.fk(PANDA.random(rng=2), HAND), offset=(0, 0, 0.1), name="shifted"),
    "gaze": mk.LookAt("panda_link5", FAR, name="gaze"),
    "joint": mk.JointValue("panda_joint2", 0.3, name="joint", priority="required"),
    "rest": mk.StayClose(name="rest"),
    "custom": CUSTOM,
}


def assert_same(one: mk.Solver, other: mk.Solver) -> None:
    assert list(one.problem.goals.items()) == list(other.problem.goals.items())
    assert one.problem.active_variables == other.problem.active_variables
    assert one.problem.cost(PANDA.neutral) == other.problem.cost(PANDA.neutral)
    for start in (None, PANDA.random(rng=3)):
        a, b = (solver.solve(start, max_evaluations=400) for solver in (one, other))
        np.testing.assert_array_equal(a.q, b.q)
        assert (a.evaluations, a.status, a.stage) == (b.evaluations, b.status, b.stage)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(sorted(POOL)), unique=True, min_size=1, max_size=4),
    st.lists(st.sampled_from(sorted(POOL)), unique=True, min_size=1, max_size=4),
)
def test_solutions_are_those_of_a_new_solver(before: list[str], after: list[str]) -> None:
    first = mk.Solver(PANDA, [POOL[name] for name in before])
    changed = first.with_goals(
        [POOL[name] for name in after if name not in before],
        remove=[name for name in before if name not in after],
    )
    kept = [name for name in before if name in after]
    order = [*kept, *(name for name in after if name not in before)]
    assert_same(changed, mk.Solver(PANDA, [POOL[name] for name in order]))
    assert_same(first, mk.Solver(PANDA, [POOL[name] for name in before]))


def test_options_and_joints_stay() -> None:
    options: dict[str, Any] = {
        "joints": [f"panda_joint{i}" for i in range(2, 8)],
        "method": "restarts",
        "prefer": "best",
        "valid": lambda q: bool(q[3] < -0.5),
        "after_rejection": "near start",
        "threads": 2,
        "max_evaluations": 300,
    }
    changed = mk.Solver(PANDA, POOL["hand"], **options).with_goals(POOL["rest"])
    fresh = mk.Solver(PANDA, [POOL["hand"], POOL["rest"]], **options)
    assert changed._options == fresh._options
    assert_same(changed, fresh)
    assert changed.robot is PANDA


@pytest.mark.parametrize("name", ["mannequin", "stewart"])
def test_whole_bodies_have_the_same_batches(name: str) -> None:
    robot = mk.Robot.load(name)
    first, second = robot.tips[0], robot.tips[-1]
    targets = robot.fk(robot.random(6, rng=1), first)[:, :3, 3]
    goals = [mk.Position(first, targets[0], name="a"), mk.Pose(second, np.eye(4), name="b"), mk.StayClose()]
    changed = mk.Solver(robot, goals[:2]).with_goals(goals[2], remove="b")
    fresh = mk.Solver(robot, [goals[0], goals[2]])
    a, b = (solver.solve_batch({"a": targets}, max_evaluations=500) for solver in (changed, fresh))
    np.testing.assert_array_equal(a.q, b.q)
    np.testing.assert_array_equal(a.evaluations, b.evaluations)


@pytest.mark.parametrize("method", ["bioik2", "trac", "scipy:BFGS"])
def test_other_methods_take_the_new_goals(method: str) -> None:
    changed = mk.Solver(PANDA, POOL["gaze"], method=method).with_goals(POOL["hand"], remove="gaze")
    np.testing.assert_array_equal(changed.solve().q, mk.Solver(PANDA, POOL["hand"], method=method).solve().q)


class TestNames:
    SOLVER = mk.Solver(PANDA, [mk.Position(HAND, PLACE), mk.Position(HAND, FAR), mk.StayClose(name="rest")])

    def names(self, *goals: mk.Goal, remove: Any = ()) -> list[str]:
        return list(self.SOLVER.with_goals(goals, remove=remove).problem.goals)

    def test_of_goals_that_stay_do_not_change(self) -> None:
        assert self.names(remove=HAND) == [f"{HAND}_2", "rest"]
        assert self.names(mk.Position(HAND, PLACE)) == [HAND, f"{HAND}_2", "rest", f"{HAND}_3"]
        assert self.names(remove=[HAND, "rest"]) == [f"{HAND}_2"]

    def test_survive_pickling(self) -> None:
        changed = self.SOLVER.with_goals(remove=HAND)
        restored = pickle.loads(pickle.dumps(changed))
        assert list(restored.problem.goals) == [f"{HAND}_2", "rest"]

    def test_that_exist_replace_a_goal_in_its_place(self) -> None:
        changed = self.SOLVER.with_goals(mk.Position(HAND, (0.3, 0.1, 0.6), name=HAND))
        assert list(changed.problem.goals) == [HAND, f"{HAND}_2", "rest"]
        assert changed.problem.goals[HAND].target[0] == 0.3  # type: ignore[attr-defined]

    def test_that_do_not_exist_are_refused(self) -> None:
        with pytest.raises(mk.UnknownNameError, match=r"no goal 'hat'.*goals are: panda_hand, "):
            self.SOLVER.with_goals(remove="hat")

    def test_the_last_goal_cannot_be_removed(self) -> None:
        with pytest.raises(mk.GoalError, match="at least one"):
            self.SOLVER.with_goals(remove=list(self.SOLVER.problem.goals))


def test_goals_that_stay_are_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = mk.Solver(PANDA, [POOL["hand"], POOL["rest"]])
    compiled: list[str | None] = []
    for kind in (mk.Position, mk.StayClose, mk.LookAt):
        original = kind._compile  # type: ignore[attr-defined]

        def record(goal: Any, robot: Any, original: Any = original) -> Any:
            compiled.append(goal.name)
            return original(goal, robot)

        monkeypatch.setattr(kind, "_compile", record)
    solver.with_goals(POOL["gaze"], remove="rest")
    assert compiled == ["gaze"]


def test_a_start_table_stays_as_long_as_it_serves() -> None:
    table = PANDA.build_start_table(HAND)
    pose: Array = PANDA.fk(PANDA.random(rng=1), HAND)
    solver = mk.Solver(PANDA, mk.Pose(HAND, pose, name="tip"), start_table=table)
    changed = solver.with_goals(POOL["rest"])
    fresh = mk.Solver(PANDA, [mk.Pose(HAND, pose, name="tip"), POOL["rest"]], start_table=table)
    assert_same(changed, fresh)
    with pytest.raises(mk.GoalError, match="start_table"):
        solver.with_goals(POOL["rest"], remove="tip")


def test_what_is_removed_has_to_be_names() -> None:
    with pytest.raises(mk.GoalError, match="expected names of goals"):
        mk.Solver(PANDA, POOL["rest"]).with_goals(remove=3)  # type: ignore[arg-type]
