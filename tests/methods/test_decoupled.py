"""Decoupling: the distal part of a chain is solved from the tip backwards, then the arm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.methods import Decoupled
from memetik.transforms import Array

ELISE, TOOL, SPLIT = "ur10e_elise", "endo_tool", "endo_base_link"
ENDO = slice(6, 9)
RADIUS, MOUTH = 0.006, 0.06  # [m] of the rods, and of a hole
RODS = {SPLIT: (0.26, 0.79), "endo_first_link": (0.0, 0.09), "endo_second_link": (0.0, 0.06)}  # along z [m]


@pytest.fixture(scope="module")
def elise() -> mk.Robot:
    return mk.Robot.load(ELISE)


def reaching() -> dict[str, float]:
    return {"shoulder_lift_joint": -1.2, "elbow_joint": 1.4, "endo_first_joint": 0.8}


def wall_around(hole: Array) -> list[mk.collision.Geometry]:
    """A wall at right angles to y, with a square hole."""
    size, thickness, away = 2.0, 0.02, 0.5 * (2.0 + MOUTH)
    x, y, z = hole
    whole, beside = mk.collision.Box((size, thickness, size)), mk.collision.Box((size, thickness, MOUTH))
    return [
        *(whole.at((x, y, z + side * away)) for side in (1, -1)),
        *(beside.at((x + side * away, y, z)) for side in (1, -1)),
    ]


@dataclass(frozen=True)
class Behind:
    """A posture that reaches through the hole of a wall, and the goals that it meets."""

    q: Array
    wall: list[mk.collision.Geometry]
    goals: list[mk.Goal]

    def is_clear(self, robot: mk.Robot, q: Array) -> bool:
        """Whether the middles of the rods are farther from the wall than their radius."""
        points = [
            np.stack([(0, 0, z, 1) for z in np.linspace(first, last, 500)]) @ robot.fk(q, link).T
            for link, (first, last) in RODS.items()
        ]
        middles = np.concatenate(points)[:, :3]
        # between two spheres a rod is thinner than they are
        return min(part.distance(middles).min() for part in self.wall) > 0.9 * RADIUS


def behind_walls(robot: mk.Robot, count: int) -> list[Behind]:
    spheres = {
        link: [(0, 0, z, RADIUS) for z in np.arange(first, last + 0.003, 0.004)]
        for link, (first, last) in RODS.items()
    }
    found: list[Behind] = []
    rng = np.random.default_rng(1)
    while len(found) < count:
        q = robot.random(rng=rng)
        rod = robot.fk(q, SPLIT)
        if abs(rod[1, 2]) < 0.7:  # it does not lead along y
            continue
        wall = wall_around((rod @ (0, 0, 0.6, 1))[:3])
        clear = mk.KeepClear(spheres, wall, self_pairs=(), name="clear")
        goals = [mk.Pose(TOOL, robot.fk(q, TOOL), name="tip"), clear]
        if mk.Problem(robot, goals).accepts(q):
            found.append(Behind(q, wall, goals))
    return found


@pytest.mark.parametrize(
    ("name", "tip", "options"),
    [
        (ELISE, TOOL, {}),
        (ELISE, TOOL, {"split": "tool0"}),
        (ELISE, TOOL, {"part_evaluations": 4}),
        ("panda", "panda_hand", {}),
        ("panda", "panda_hand", {"split": "panda_link6"}),
        ("pr2", "r_gripper_tool_frame", {}),
    ],
)
def test_it_solves_poses(name: str, tip: str, options: dict[str, Any]) -> None:
    robot = mk.Robot.load(name)
    goal = mk.Pose(tip, np.eye(4), offset=(0.01, 0.0, 0.02))
    solver = mk.Solver(robot, goal, method=Decoupled(**options))
    targets = robot.fk(robot.random(20, rng=1), tip) @ mk.transform((0.01, 0.0, 0.02))
    assert solver.solve_batch(targets, robot.random(20, rng=2)).success.all()


def test_it_reaches_through_holes_without_a_hint(elise: mk.Robot) -> None:
    cases = behind_walls(elise, 12)
    answers = [mk.solve(elise, case.goals, method="decoupled") for case in cases]
    assert all(answer.success for answer in answers)
    assert all(case.is_clear(elise, answer.q) for case, answer in zip(cases, answers, strict=True))
    assert np.mean([answer.evaluations for answer in answers]) < 400


def test_the_number_of_threads_and_the_neighbours_in_a_batch_change_nothing(elise: mk.Robot) -> None:
    (case,) = behind_walls(elise, 1)
    targets = elise.fk(case.q + 0.02 * np.random.default_rng(3).uniform(-1, 1, (9, elise.dof)), TOOL)
    one, three = (mk.Solver(elise, case.goals, method="decoupled", threads=threads) for threads in (1, 3))
    batch, other = one.solve_batch({"tip": targets}), three.solve_batch({"tip": targets})
    np.testing.assert_array_equal(batch.q, other.q)
    np.testing.assert_array_equal(batch.evaluations, other.evaluations)
    for k, target in enumerate(targets):
        alone = three.solve(targets={"tip": target})
        np.testing.assert_array_equal(batch.q[k], alone.q)
        assert batch.evaluations[k] == alone.evaluations


def test_the_random_seed_decides_the_answer(elise: mk.Robot) -> None:
    goal = mk.Pose(TOOL, elise.fk(elise.random(rng=7), TOOL))

    def second_answer(random_seed: int) -> mk.Solution:
        verdicts = iter([False])  # for the first answer, of the descent from the start
        solver = mk.Solver(elise, goal, method="decoupled", valid=lambda q: next(verdicts, True))
        return solver.solve(random_seed=random_seed)

    first, again, other = (second_answer(seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.q, again.q)
    assert first.evaluations == again.evaluations
    assert (first.q != other.q).any()


def test_the_split_is_after_the_sixth_variable_by_default(elise: mk.Robot) -> None:
    problem = mk.Problem(elise, mk.Pose(TOOL, np.eye(4)))
    assert Decoupled()._split(problem, TOOL) == SPLIT
    held = mk.Problem(elise, mk.Pose(TOOL, np.eye(4)), joints=[*elise.joint_names[1:]])
    assert Decoupled()._split(held, TOOL) == "endo_first_link"


def test_free_axes_stay_free(elise: mk.Robot) -> None:
    rng = np.random.default_rng(5)
    for free in ("rz", "z", ("x", "y", "z"), ("rx", "ry", "rz")):
        solver = mk.Solver(elise, mk.Pose(TOOL, np.eye(4), free=free, name="tip"), method="decoupled")
        for target in elise.fk(elise.random(10, rng=rng), TOOL):
            assert solver.solve(targets={"tip": target}).success


def test_the_distal_part_passes_through_a_hole(elise: mk.Robot) -> None:
    poses = elise.fk(elise.pack(reaching()))
    hole = (poses[SPLIT] @ (0, 0, 0.5, 1))[:3]
    goals = [
        mk.Pose(TOOL, poses[TOOL], name="tip"),
        mk.PassThrough((SPLIT, "endo_first_link"), (0, 0, 0), name="hole"),
    ]
    answer = mk.Solver(elise, goals, method="decoupled").solve(targets={"hole": hole})
    assert answer.success
    assert answer.errors["hole"]["distance"] <= 1e-3


def test_other_goals_of_the_arm_and_of_the_whole_are_met(elise: mk.Robot) -> None:
    q = elise.pack(reaching())
    goals = [
        mk.Pose(TOOL, elise.fk(q, TOOL)),
        mk.AlignAxis(
            "forearm_link", axis=(0, 0, 1), target=elise.fk(q, "forearm_link")[:3, 2], tolerance=0.5
        ),
        mk.JointValue("endo_first_joint", q[6], tolerance=0.2, name="endo"),
        mk.StayClose(q),
    ]
    answer = mk.solve(elise, goals, method="decoupled")
    assert answer.success
    assert abs(answer.q[6] - q[6]) <= 0.2


def test_limits_locked_joints_and_changes_hold(elise: mk.Robot) -> None:
    start = elise.random(rng=5)
    wanted = elise.clip(start + 0.1 * np.random.default_rng(6).uniform(-1, 1, 9))
    wanted[[1, 7]] = start[[1, 7]]
    goal = mk.Pose(TOOL, elise.fk(wanted, TOOL))
    names = elise.variable_names
    change = dict.fromkeys(names, 0.1) | {names[1]: 0, names[7]: 0}
    solver = mk.Solver(elise, goal, method="decoupled", valid=lambda q: False, max_evaluations=2000)
    for seed in range(3):
        answer = solver.solve(start, max_change=change, random_seed=seed)
        assert elise.within_limits(answer.q)
        assert abs(answer.q - start).max() <= 0.1
        assert (answer.q[[1, 7]] == start[[1, 7]]).all()


def test_an_arm_on_a_floating_base_keeps_to_its_changes(elise: mk.Robot) -> None:
    robot = elise.with_floating_base()
    start = robot.random(rng=5)
    wanted = robot.clip(start + 0.05 * np.random.default_rng(6).uniform(-1, 1, robot.dof))
    goal = mk.Pose(TOOL, robot.fk(wanted, TOOL))
    answer = mk.solve(robot, goal, start=start, method=Decoupled(split=SPLIT), max_change=0.1)
    assert answer.success
    assert abs(robot.difference(start, answer.q)[6:]).max() <= 0.1


def test_evaluations_of_the_parts_are_counted_and_bounded(elise: mk.Robot) -> None:
    (case,) = behind_walls(elise, 1)
    for budget in (300, 1000, 3000):
        solver = mk.Solver(
            elise, case.goals, method="decoupled", valid=lambda q: False, max_evaluations=budget
        )
        answer = solver.solve()
        assert not answer.success
        assert answer.evaluations <= 1.2 * budget + 200


def test_it_goes_on_after_a_rejection(elise: mk.Robot) -> None:
    (case,) = behind_walls(elise, 1)
    seen: list[Array] = []

    def valid(q: Array) -> bool:
        assert case.is_clear(elise, q)
        seen.append(q.copy())
        return len(seen) >= 6

    assert mk.solve(elise, case.goals, method="decoupled", valid=valid).success
    assert len(seen) == 6
    assert min(abs(a - b).max() for k, a in enumerate(seen) for b in seen[:k]) > 0


def test_it_follows_obstacles_that_move(elise: mk.Robot) -> None:
    (case,) = behind_walls(elise, 1)
    clear = case.goals[1]
    assert isinstance(clear, mk.KeepClear)
    solver = mk.Solver(elise, case.goals, method="decoupled")
    assert solver.solve().success
    tip = elise.fk(case.q, TOOL)[:3, 3]
    ball = clear.world.add("ball", mk.collision.Sphere(0.03), at=tip)
    assert not solver.solve(max_evaluations=2000).success
    ball.move(mk.transform((5.0, 0.0, 0.0)))
    assert solver.solve().success


def test_it_refuses_what_it_cannot_do(elise: mk.Robot) -> None:
    pose = mk.Pose(TOOL, np.eye(4))
    refused: dict[str, mk.Goal | list[mk.Goal]] = {
        "needs one Pose, got 0": mk.Position(TOOL, (0, 0, 0)),
        "needs one Pose, got 2": [pose, mk.Pose("tool0", np.eye(4))],
        "root's frame": mk.Pose(TOOL, np.eye(4), frame="tool0"),
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


def arm_with(last: str) -> mk.RobotBuilder:
    """Seven revolute joints and a last link "tip" behind a joint of this type."""
    b = mk.RobotBuilder("arm")
    for i in range(7):
        axis = ((0, 0, 1), (0, 1, 0), (1, 0, 0))[i % 3]
        b.revolute(f"j{i}", f"l{i}", f"l{i + 1}", lower=-2, upper=2, xyz=(0.1, 0, 0.1), axis=axis)
    getattr(b, last)("last", "l7", "tip")
    return b


def test_joints_without_an_inverse_of_their_type_are_refused() -> None:
    robot = arm_with("spherical").build()
    pose = mk.Pose("tip", np.eye(4))
    with pytest.raises(mk.MethodError, match="cannot invert 'last', which is spherical"):
        mk.Solver(robot, pose, method="decoupled")


def test_followers_stay_with_what_they_follow() -> None:
    b = arm_with("fixed")
    b.revolute("more", "tip", "end", lower=-9, upper=9, xyz=(0.1, 0, 0), mimic=mk.Mimic("j6", 2.0))
    robot = b.build()
    goal = mk.Pose("end", robot.fk(robot.random(rng=1), "end"))
    assert mk.solve(robot, goal, method="decoupled").success
    with pytest.raises(mk.MethodError, match=r"needs 6 variables .* before 'l6' there are 5"):
        follower = arm_with("fixed")
        follower.revolute("more", "tip", "end", lower=-9, upper=9, mimic=mk.Mimic("j5", 2.0))
        mk.Solver(follower.build(), goal, method=Decoupled(split="l6"))


@pytest.mark.parametrize("options", [{"split": 5}, {"hint": (1, 2, 3)}, {"part_evaluations": 0}])
def test_options_are_checked(options: dict[str, object]) -> None:
    with pytest.raises(mk.MemetikError, match=next(iter(options))):
        Decoupled(**options)  # type: ignore[arg-type]
