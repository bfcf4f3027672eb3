"""Decoupling: two parts that meet at the split."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Decoupled
from memetik.robot.inversion import inverted

ELISE, TOOL, SPLIT = "ur10e_elise", "endo_tool", "endo_base_link"
ENDO = slice(6, 9)


@pytest.fixture(scope="module")
def elise() -> mk.Robot:
    return mk.Robot.load(ELISE)


@pytest.mark.parametrize(
    ("name", "tip", "options"),
    [
        (ELISE, TOOL, {}),
        (ELISE, TOOL, {"split": "tool0"}),
        ("panda", "panda_hand", {}),
        ("panda", "panda_hand", {"split": "panda_link6"}),
    ],
)
def test_it_solves_poses(name: str, tip: str, options: dict[str, str]) -> None:
    robot = mk.Robot.load(name)
    goal = mk.Pose(tip, np.eye(4), offset=(0.01, 0.0, 0.02))
    solver = mk.Solver(robot, goal, method=Decoupled(**options))
    targets = robot.fk(robot.random(20, rng=1), tip) @ mk.transform((0.01, 0.0, 0.02))
    assert solver.solve_batch(targets, robot.random(20, rng=2)).success.mean() >= 0.8


def test_the_split_is_after_the_sixth_joint_by_default(elise: mk.Robot) -> None:
    problem = mk.Problem(elise, mk.Pose(TOOL, np.eye(4)))
    assert Decoupled()._split(problem, TOOL) == SPLIT


def test_the_distal_part_stays_as_it_is_where_the_arm_can_follow(elise: mk.Robot) -> None:
    start = elise.random(rng=3)
    target = elise.fk(start + np.r_[0.1 * np.ones(6), np.zeros(3)], TOOL)
    answer = mk.solve(elise, mk.Pose(TOOL, target), start=start, method="decoupled")
    assert answer.success
    assert (answer.q[ENDO] == start[ENDO]).all()


def test_with_a_hint_its_base_is_as_near_as_it_can_be(elise: mk.Robot) -> None:
    q = elise.pack({"shoulder_lift_joint": -1.2, "elbow_joint": 1.4, "endo_first_joint": 0.8})
    target = elise.fk(q, TOOL)
    hint = elise.fk(q, SPLIT)[:3, 3] + (0.05, 0.1, 0.02)
    answer = mk.solve(elise, mk.Pose(TOOL, target), method=Decoupled(hint=hint))
    assert answer.success
    distance = np.linalg.norm(elise.fk(answer.q, SPLIT)[:3, 3] - hint)
    endoscope = inverted(elise, TOOL, SPLIT)
    steps = [np.linspace(low, high, 25) for low, high in zip(endoscope.lower, endoscope.upper, strict=True)]
    grid = target @ endoscope.fk(np.array(list(itertools.product(*steps))), SPLIT)
    assert distance <= np.linalg.norm(grid[:, :3, 3] - hint, axis=1).min() + 1e-6


def test_the_distal_part_passes_through_a_hole(elise: mk.Robot) -> None:
    q = elise.pack({"shoulder_lift_joint": -1.2, "elbow_joint": 1.4, "endo_first_joint": 0.8})
    poses = elise.fk(q)
    hole = (poses[SPLIT] @ (0, 0, 0.5, 1))[:3]
    goals = [
        mk.Pose(TOOL, poses[TOOL], name="tip"),
        mk.PassThrough((SPLIT, "endo_first_link"), (0, 0, 0), name="hole"),
    ]
    solver = mk.Solver(elise, goals, method="decoupled")
    answer = solver.solve(targets={"hole": hole})
    assert answer.success
    assert answer.errors["hole"]["distance"] <= 1e-3


def test_limits_locked_joints_and_changes_hold(elise: mk.Robot) -> None:
    start = elise.random(rng=5)
    wanted = elise.clip(start + 0.1 * np.random.default_rng(6).uniform(-1, 1, 9))
    wanted[[1, 7]] = start[[1, 7]]
    goal = mk.Pose(TOOL, elise.fk(wanted, TOOL))
    names = elise.variable_names
    change = dict.fromkeys(names, 0.1) | {names[1]: 0, names[7]: 0}
    solver = mk.Solver(elise, goal, method=Decoupled(hint=(0.5, 0, 0.5)))
    for seed in range(3):
        answer = solver.solve(start, max_change=change, random_seed=seed, max_evaluations=2000)
        assert elise.within_limits(answer.q)
        assert abs(answer.q - start).max() <= 0.1
        assert (answer.q[[1, 7]] == start[[1, 7]]).all()


def test_an_arm_on_a_floating_base_keeps_to_its_changes(elise: mk.Robot) -> None:
    robot = elise.with_floating_base()
    start = robot.random(rng=5)
    wanted = robot.clip(start + 0.05 * np.random.default_rng(6).uniform(-1, 1, robot.dof))
    goal = mk.Pose(TOOL, robot.fk(wanted, TOOL))
    method = Decoupled(split=SPLIT)
    answer = mk.solve(robot, goal, start=start, method=method, max_change=0.1)
    assert answer.success
    assert abs(robot.difference(start, answer.q)[6:]).max() <= 0.1


def test_evaluations_of_the_parts_are_counted_and_bounded(elise: mk.Robot) -> None:
    away = mk.Pose(TOOL, mk.transform((9, 0, 0)))
    answer = mk.solve(elise, away, method="decoupled", max_evaluations=3000)
    assert not answer.success
    assert 3000 <= answer.evaluations < 4000
    assert answer.starts > 1


def test_it_is_repeatable(elise: mk.Robot) -> None:
    goal = mk.Pose(TOOL, elise.fk(elise.random(rng=7), TOOL))
    answers = [mk.solve(elise, goal, method="decoupled", random_seed=8) for _ in range(2)]
    assert (answers[0].q == answers[1].q).all()
    assert answers[0].evaluations == answers[1].evaluations


def test_it_goes_on_after_a_rejection(elise: mk.Robot) -> None:
    goal = mk.Pose(TOOL, elise.fk(elise.random(rng=9), TOOL))
    seen: list[np.ndarray] = []

    def valid(q: np.ndarray) -> bool:
        seen.append(q.copy())
        return len(seen) >= 4

    assert mk.solve(elise, goal, method="decoupled", valid=valid).success
    assert len(seen) == 4


def test_it_refuses_what_it_cannot_do(elise: mk.Robot) -> None:
    pose = mk.Pose(TOOL, np.eye(4))
    refused = {
        "only goals of type Pose, PassThrough": mk.Position(TOOL, (0, 0, 0)),
        "one Pose, got 2": [pose, mk.Pose("tool0", np.eye(4))],
        "without free axes": mk.Pose(TOOL, np.eye(4), free="rz"),
        "root's frame": mk.Pose(TOOL, np.eye(4), frame="tool0"),
        "secondary": [pose, mk.StayClose()],
        "PassThrough only of links from 'endo_base_link' on": [
            pose,
            mk.PassThrough(("wrist_3_link", TOOL), (0, 0, 0)),
        ],
    }
    for match, goals in refused.items():
        with pytest.raises(mk.MethodError, match=match):
            mk.Solver(elise, goals, method="decoupled")
    with pytest.raises(mk.MethodError, match="more than six"):
        mk.Solver("ur5", mk.Pose("tool0", np.eye(4)), method="decoupled")
    with pytest.raises(mk.MethodError, match="before 'wrist_1_link' there are 4"):
        mk.Solver(elise, pose, method=Decoupled(split="wrist_1_link"))
    with pytest.raises(mk.MethodError, match="beyond 'endo_tool'"):
        mk.Solver(elise, pose, method=Decoupled(split=TOOL))
    with pytest.raises(mk.MethodError, match="unlike 'ee_link'"):
        mk.Solver(elise, pose, method=Decoupled(split="ee_link"))
    with pytest.raises(mk.UnknownNameError, match="wrist"):
        mk.Solver(elise, pose, method=Decoupled(split="wrist"))


def test_followers_stay_with_what_they_follow() -> None:
    b = mk.RobotBuilder("follower")
    for i in range(7):
        axis = ((0, 0, 1), (0, 1, 0), (1, 0, 0))[i % 3]
        b.revolute(f"j{i}", f"l{i}", f"l{i + 1}", lower=-2, upper=2, xyz=(0.1, 0, 0.1), axis=axis)
    b.revolute("last", "l7", "tip", lower=-9, upper=9, xyz=(0.1, 0, 0), mimic=mk.Mimic("j6", 2.0))
    robot = b.build()
    pose = mk.Pose("tip", robot.fk(robot.random(rng=1), "tip"))
    assert mk.solve(robot, pose, method="decoupled").success
    with pytest.raises(mk.MethodError, match="cannot separate 'last' from the joint it mimics"):
        mk.Solver(robot, pose, method=Decoupled(split="l7"))


@pytest.mark.parametrize("options", [{"split": 5}, {"hint": (1, 2)}, {"part_evaluations": 0}])
def test_options_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(mk.MemetikError, match=next(iter(options))):
        Decoupled(**options)  # type: ignore[arg-type]
