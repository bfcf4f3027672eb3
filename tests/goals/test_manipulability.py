"""Manipulability: Yoshikawa's measure, kept above a floor or made large."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import memetik as mk

PANDA = mk.Robot.load("panda")
HAND = "panda_hand"
RANGE: dict[str, Any] = {"lower": -3, "upper": 3}


def test_the_measure_is_that_of_the_robot() -> None:
    problem = mk.Problem(PANDA, mk.Manipulability(HAND, floor=9.0, priority="primary"))
    for q in PANDA.random(20, rng=1):
        assert 9.0 - problem.residuals(q)[0] == pytest.approx(PANDA.manipulability(q, HAND), rel=1e-9)


@pytest.mark.parametrize(("directions", "rows"), [("translation", slice(0, 3)), ("rotation", slice(3, 6))])
def test_of_three_directions(directions: Any, rows: slice) -> None:
    problem = mk.Problem(PANDA, mk.Manipulability(HAND, floor=99.0, directions=directions))
    for q in PANDA.random(5, rng=1):
        jacobian = PANDA.jacobian(q, HAND)[rows]
        expected = np.sqrt(np.linalg.det(jacobian @ jacobian.T))
        assert 99.0 - problem.residuals(q)[0] == pytest.approx(expected, rel=1e-9)


def test_of_some_joints() -> None:
    joints = ("panda_joint1", "panda_joint2", "panda_joint4")
    goal = mk.Manipulability(HAND, floor=9.0, directions="translation", joints=joints)
    q = PANDA.random(rng=3)
    expected = abs(np.linalg.det(PANDA.jacobian(q, HAND)[:3][:, [0, 1, 3]]))
    assert 9.0 - mk.Problem(PANDA, goal).residuals(q)[0] == pytest.approx(expected, rel=1e-9)


def test_without_a_floor_the_residual_falls_with_the_measure() -> None:
    q = PANDA.random(rng=3)
    expected = 1 / (1 + PANDA.manipulability(q, HAND))
    problem = mk.Problem(PANDA, mk.Manipulability(HAND, name="goal"))
    assert problem.residuals(q)[0] == pytest.approx(expected, rel=1e-9)
    assert problem.errors(q)["goal"]["deficit"] == pytest.approx(expected, rel=1e-9)


def test_followers_count_for_the_joint_they_follow() -> None:
    b = mk.RobotBuilder("arm")
    for k in range(7):
        b.revolute(
            f"j{k}", f"l{k}", f"l{k + 1}", xyz=(0.1, 0.2 * (k % 2), 0.3), axis=np.eye(3)[k % 3], **RANGE
        )
    b.revolute(
        "follower", "l7", "tip", xyz=(0.2, 0, 0.1), axis=(0, 1, 0), **RANGE, mimic=mk.Mimic("j3", -0.7)
    )
    robot = b.build()
    problem = mk.Problem(robot, mk.Manipulability("tip", floor=99.0))
    for q in robot.random(5, rng=1):
        assert 99.0 - problem.residuals(q)[0] == pytest.approx(robot.manipulability(q, "tip"), rel=1e-9)


def test_at_a_singularity_all_is_finite() -> None:
    b = mk.RobotBuilder("flat")
    for k in range(6):
        b.revolute(f"j{k}", f"l{k}", f"l{k + 1}", xyz=(0.3, 0, 0), **RANGE)
    robot = b.build()
    problem = mk.Problem(robot, mk.Manipulability("l6", floor=1.0))
    assert problem.residuals(robot.neutral)[0] == pytest.approx(1.0, abs=1e-6)
    assert np.isfinite(problem.jacobian(robot.neutral)).all()


def test_a_redundant_arm_becomes_more_dexterous() -> None:
    targets = PANDA.fk(PANDA.random(30, rng=2), HAND)
    plain, better = (
        mk.Solver(PANDA, [mk.Pose(HAND, targets[0], name="hand"), *extra])
        for extra in ((), (mk.Manipulability(HAND),))
    )
    gains = []
    for target in targets:
        one, two = (solver.solve(targets={"hand": target}) for solver in (plain, better))
        assert two.success
        gains.append(PANDA.manipulability(two.q, HAND) - PANDA.manipulability(one.q, HAND))
    assert np.mean(gains) > 0.005
    assert min(gains) > -1e-6


def test_a_floor_is_kept_where_it_can_be() -> None:
    place = mk.Position(HAND, (0.5, 0.2, 0.4))
    floor = mk.Manipulability(HAND, floor=0.08, priority="primary")
    for q in PANDA.random(10, rng=5):
        solution = mk.solve(PANDA, [place, floor], start=q)
        solution.raise_if_failed()
        assert PANDA.manipulability(solution.q, HAND) >= 0.08 - 1e-12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"link": ""}, "link: expected the name of a link"),
        ({"floor": -1}, "floor: expected a number from 0"),
        ({"floor": "high"}, "floor: expected a number from 0"),
        ({"directions": "up"}, "directions: expected 'all'"),
        ({"joints": []}, "joints: expected at least one"),
        ({"joints": ["panda_joint1"]}, "1 joints cannot move it in 6 directions; directions='translation'"),
        ({"joints": ["elbow"]}, "elbow"),
        (
            {"link": "panda_link3", "joints": ["panda_joint7"]},
            "joints that move 'panda_link3', unlike panda_joint7",
        ),
        ({"link": "panda_link3"}, "3 joints cannot move it in 6 directions"),
    ],
)
def test_what_makes_no_sense_is_refused(options: Any, message: str) -> None:
    with pytest.raises((mk.GoalError, mk.UnknownNameError), match=message):
        mk.Problem(PANDA, mk.Manipulability(**{"link": HAND, **options}))


def test_has_no_target() -> None:
    solver = mk.Solver(PANDA, mk.Manipulability(HAND, name="goal"))
    with pytest.raises(mk.GoalError, match="Manipulability has no target"):
        solver.solve(targets={"goal": (1, 2, 3)})
