"""Any wrong input raises a MemetikError that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.collision import Box

UR5 = mk.Robot.load("ur5")


def plain_with(path: list[Any], value: object) -> dict[str, Any]:
    data = UR5.to_dict()
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


def built(method: str, **values: Any) -> mk.Robot:
    b = mk.RobotBuilder("built")
    getattr(b, method)("joint", "a", "b", **values)
    return b.build()


def chain(length: float) -> mk.Robot:
    b = mk.RobotBuilder("far")
    b.fixed("one", "a", "b", xyz=(length, 0, 0))
    return b.build()


def link(**values: Any) -> mk.Robot:
    b = mk.RobotBuilder("link")
    b.link("a", **values)
    return b.build()


def two_names_alike() -> mk.Robot:
    b = mk.RobotBuilder("alike")
    b.floating("root", "a", "b")
    b.continuous("root.x", "b", "c")
    return b.build()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mk.Robot.from_dict([1]), "not a robot in plain form"),  # type: ignore[arg-type]
        (lambda: mk.Robot.from_dict(plain_with(["joints", 0, "parent"], [])), "needs a name"),
        (lambda: mk.Robot.from_dict(plain_with(["joints", 0, "origin", 0, 3], 10**400)), "form"),
        (lambda: UR5.attach(UR5, "tool0", 10**400 * np.eye(4, dtype=object)), "pose"),
        (lambda: UR5.attach("gripper", "tool0"), "expected a Robot"),  # type: ignore[arg-type]
        (lambda: UR5.lock(["elbow_joint"]), "expected a mapping"),  # type: ignore[arg-type]
        (lambda: UR5.pack([0.0] * 6), "expected a mapping"),  # type: ignore[arg-type]
        (lambda: UR5.random(-1), "expected an integer of at least 0"),
        (lambda: UR5.random(2.5), "expected an integer of at least 0"),  # type: ignore[arg-type]
        (lambda: UR5.random(1, "a"), "numpy generator or an integer"),  # type: ignore[arg-type]
        (lambda: built("spherical", max_angle="x"), "max_angle"),
        (lambda: built("cylindrical", lower=-1, upper=1), "lower limit"),
        (lambda: Box((1, 1, 1)).at(color=(1, 0, 0)), "#rrggbb"),  # type: ignore[arg-type]
        (lambda: link(shapes=Box((1, 1, 1)).at()), "shape.at"),
        (lambda: link(shapes=[Box((1, 1, 1))]), "shape.at"),
        (lambda: link(com=(1, 0, 0)), "needs a mass"),
        (lambda: link(mass=1e300), "mass"),
        (lambda: chain(1.7e308), "farther"),
        (two_names_alike, "two variables are called"),
        (lambda: mk.Robot.load("snake(20000)"), "9999"),
        (lambda: mk.Robot.load("valkyrie").with_floating_base(), "world="),
    ],
)
def test_of_the_library_are_guarded(call: Callable[[], object], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        call()


def test_a_follower_with_tiny_steps_leaves_its_master_usable() -> None:
    b = mk.RobotBuilder("tiny")
    b.continuous("master", "a", "b")
    b.revolute("slow", "b", "c", lower=-1, upper=1, mimic=mk.Mimic("master", 1e-8))
    robot = b.build()
    assert np.isinf(robot.upper).all()
    robot.fk(robot.random(5, 0), "c")


def test_a_follower_that_stands_may_stand_on_its_limit() -> None:
    b = mk.RobotBuilder("standing")
    b.continuous("master", "a", "b")
    b.revolute("still", "b", "c", lower=0.0, upper=1.0, mimic=mk.Mimic("master", 0.0, 0.0))
    assert np.isinf(b.build().upper).all()


def test_a_slightly_skew_rotation_is_made_a_true_one() -> None:
    pose = np.eye(4)
    pose[0, 1] = 4e-7
    origin = UR5.attach(chain(0.1), "tool0", pose, prefix="x_").joints["tool0_to_x_a"].origin
    np.testing.assert_allclose(origin[:3, :3] @ origin[:3, :3].T, np.eye(3), atol=1e-15)


NONSENSE = [np.zeros(3), np.array(5.0), np.eye(4), 10**400, object(), [[1], [2, 3]], 1j, b"x", int]


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: str(value)[:12])
@pytest.mark.parametrize(
    "call",
    [
        lambda value: mk.Pose("tool0", priority=value),
        lambda value: mk.Pose("tool0", loss=value),
        lambda value: mk.Pose("tool0", free=value),
        lambda value: mk.Pose("tool0", position=(0, 0, 0), rpy=(0, 0, 0), degrees=value),
        lambda value: mk.WithinCone("tool0", (0, 0, 1), angle=value),
        lambda value: mk.KeepClear({"tool0": (0, 0, 0, 0.1)}, value),
        lambda value: mk.PassThrough(("wrist_1_link", "tool0"), (0, 0, 0), offsets=value),
        lambda value: mk.Solver(UR5, mk.Pose("tool0"), prefer=value),
        lambda value: mk.Solver(UR5, mk.Pose("tool0"), after_rejection=value),
        lambda value: mk.Solver(UR5, mk.Pose("tool0")).solve_batch(np.eye(4)[None], on_bad=value),
        lambda value: mk.Solver(UR5, mk.Pose("tool0")).solve_batch(np.eye(4)[None], local=value),
        lambda value: mk.Solver(UR5, mk.Pose("tool0")).with_goals(remove=value),
        lambda value: mk.methods.Neural(hidden=value),
        lambda value: mk.methods.HQP(levels=[value]),
        lambda value: mk.methods.HQP(max_step=value),
    ],
)
def test_nonsense_is_refused_by_memetik_itself(call: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(mk.MemetikError):
        call(value)


ARM = mk.Robot.load("ur5")
TIP = mk.Position("tool0", (0.4, 0.1, 0.3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: mk.Robot("panda"), r"to load one, write mk\.Robot\.load\('panda'\)"),
        (lambda: ARM.fk({"elbow_joint": 1}, "tool0"), r"robot\.pack\(mapping\) makes a configuration of it"),
        (lambda: ARM.random(2, seed=1), r"random\(\): write rng= instead of seed="),
        (lambda: ARM.random(2, rgn=1), r"no option 'rgn' of random\(\); did you mean 'rng'\? .* are: n, rng"),
        (lambda: mk.Robot.load("ur5", package_dir="."), r"did you mean 'package_dirs'"),
        (lambda: ARM.plot(goals="x"), r"goals: expected goals, such as mk\.Pose\(link, target\); got 'x'"),
        (lambda: ARM.plot(goals=3), r"goals: expected goals"),
        (lambda: ARM.plot(goals=[TIP, 3]), r"goals: expected goals"),
        (lambda: mk.solve(ARM, TIP, valid=lambda q: None), "valid: the function returned None"),
    ],
)
def test_a_first_guess_is_refused_with_what_to_write(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        call()


def test_a_problem_is_solved_like_its_robot_and_goals() -> None:
    np.testing.assert_array_equal(mk.solve(mk.Problem(ARM, TIP)).q, mk.solve(ARM, TIP).q)
    with pytest.raises(mk.GoalError, match="expected at least one"):
        mk.solve(ARM)
