"""Swivel: the angle of an elbow about the line from shoulder to wrist, read and asked for."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import memetik as mk

IIWA = mk.Robot.load("iiwa14")
TOOL = "tool0"
ARM = ("link_2", "link_4", "link_6")  # their origins are shoulder, elbow and wrist
ARMS = [("iiwa14", TOOL), ("lwr4", TOOL), ("panda", "panda_hand"), ("valkyrie", "leftPalm")]


def elbow_of_triangle(angle: float) -> mk.Robot:
    """The wrist is at (0, 2, 0) from the shoulder; the elbow is (0, 1, 1), turned about y by an angle."""
    b = mk.RobotBuilder("triangle")
    b.fixed("shoulder", "base", "shoulder", xyz=(3, 4, 5))
    b.fixed("wrist", "shoulder", "wrist", xyz=(0, 2, 0))
    b.revolute("turn", "shoulder", "upper_arm", axis=(0, 1, 0), lower=-4, upper=4)
    b.fixed("elbow", "upper_arm", "elbow", xyz=(0, 1, 1))
    return b.build()


TRIANGLE = elbow_of_triangle(0.0)
CORNERS = ("shoulder", "elbow", "wrist")


def formula(robot: mk.Robot, q: np.ndarray, links: tuple[str, str, str]) -> float:
    """From the angle between two planes, by their normals, with z as the reference."""
    shoulder, elbow, wrist = (robot.fk(q, link)[:3, 3] for link in links)
    along = wrist - shoulder
    zero, own = np.cross(along, (0, 0, 1)), np.cross(along, elbow - shoulder)
    cosine = zero @ own / np.linalg.norm(zero) / np.linalg.norm(own)
    return float(np.arccos(np.clip(cosine, -1, 1)) * np.sign(np.cross(zero, own) @ along))


@pytest.mark.parametrize("turned", [-3.0, -0.4, 0.0, 1.2, 3.1])
def test_a_turn_of_the_elbow_about_the_line_is_the_angle(turned: float) -> None:
    assert TRIANGLE.swivel([turned], CORNERS) == pytest.approx(turned, abs=1e-12)


@pytest.mark.parametrize(("reference", "zero"), [((0, 0, 2), 0), ((1, 5, 0), pi / 2), ((0, -1, -3), pi)])
def test_the_angle_begins_at_the_half_plane_of_the_reference(
    reference: tuple[float, ...], zero: float
) -> None:
    assert abs(TRIANGLE.swivel([zero], CORNERS, reference=reference)) == pytest.approx(0, abs=1e-12)


def test_offsets_move_the_points() -> None:
    points = {"elbow": (1, 0, -1)}  # to (1, 1, 0)
    assert TRIANGLE.swivel([0.2], CORNERS, offsets=points) == pytest.approx(pi / 2 + 0.2)


def test_the_reference_turns_with_its_frame() -> None:
    assert TRIANGLE.swivel([0.7], CORNERS, frame="upper_arm") == pytest.approx(0, abs=1e-12)


def test_the_angle_agrees_with_that_of_two_planes() -> None:
    for q in IIWA.random(50, rng=1):
        assert IIWA.swivel(q, ARM) == pytest.approx(formula(IIWA, q, ARM), abs=1e-9)


def test_a_batch_is_its_rows() -> None:
    rows = IIWA.random(20, rng=1)
    angles = IIWA.swivel(rows, TOOL)
    assert angles.shape == (20,)
    np.testing.assert_allclose(angles, [IIWA.swivel(q, TOOL) for q in rows], rtol=0, atol=1e-12)
    assert isinstance(IIWA.swivel(rows[0], TOOL), float)


def test_the_arm_of_a_link_has_its_shoulder_elbow_and_wrist() -> None:
    q = IIWA.random(10, rng=2)
    np.testing.assert_allclose(IIWA.swivel(q, TOOL), IIWA.swivel(q, ARM), rtol=0, atol=1e-12)


def test_with_the_third_joint_at_zero_the_angle_is_zero_or_pi() -> None:
    """From there Shimizu et al. measure. The first joint turns about z."""
    lwr = mk.Robot.load("lwr4")
    rows = lwr.random(50, rng=1)
    rows[:, 2] = 0
    angles = np.abs(lwr.swivel(rows, TOOL))
    assert set(angles.round(9)) == {0.0, round(pi, 9)}


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_motion_that_keeps_the_pose_changes_the_angle_only(name: str, link: str) -> None:
    """To first order: the null space of the hand's Jacobian turns the elbow about the line."""
    robot = mk.Robot.load(name)
    chain = [i for i in range(robot.dof) if np.any(robot.jacobian(robot.neutral, link)[:, i])][-7:]
    q, step = robot.random(rng=5), 1e-4
    jacobian = robot.jacobian(q, link)[:, chain]
    null = np.linalg.svd(jacobian)[2][-1]
    moved = q.copy()
    moved[chain] += step * null
    assert abs(robot.swivel(moved, link) - robot.swivel(q, link)) > 0.1 * step
    np.testing.assert_allclose(robot.fk(moved, link), robot.fk(q, link), rtol=0, atol=10 * step**2)


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_the_residual_is_the_angle_that_is_read(name: str, link: str) -> None:
    robot = mk.Robot.load(name)
    problem = mk.Problem(robot, mk.Swivel(link, 0.4))
    for q in robot.random(20, rng=1):
        difference = (robot.swivel(q, link) - 0.4 + pi) % (2 * pi) - pi
        assert problem.residuals(q)[0] == pytest.approx(difference, abs=1e-9)


def test_whole_turns_of_the_target_do_not_matter() -> None:
    q = IIWA.random(rng=1)
    angle = IIWA.swivel(q, TOOL)
    other = angle - np.copysign(2 * pi, angle)
    assert mk.Problem(IIWA, mk.Swivel(TOOL, other)).residuals(q)[0] == pytest.approx(0, abs=1e-9)


def test_a_pose_is_reached_with_any_angle_that_the_arm_can_have() -> None:
    """The targets come from configurations, so there is a solution of both."""
    solver = mk.Solver(IIWA, [mk.Pose(TOOL, np.eye(4), name="pose"), mk.Swivel(TOOL, 0, name="swivel")])
    rows = IIWA.random(100, rng=3)
    poses, angles = IIWA.fk(rows, TOOL), IIWA.swivel(rows, TOOL)
    solutions = solver.solve_batch({"pose": poses, "swivel": angles[:, None]})
    assert solutions.success.all()
    difference = (IIWA.swivel(solutions.q, TOOL) - angles + pi) % (2 * pi) - pi
    assert np.abs(difference).max() < 1.1e-5


def test_as_a_secondary_goal_it_leaves_the_pose_alone() -> None:
    pose = IIWA.fk([0.1, 0.5, -0.3, -1.2, 0.4, 0.9, 0.2], TOOL)
    solution = mk.solve(IIWA, [mk.Pose(TOOL, pose), mk.Swivel(TOOL, 0.8, priority="secondary")])
    assert solution.success
    assert IIWA.swivel(solution.q, TOOL) == pytest.approx(0.8, abs=1e-3)


def test_three_links_of_a_character() -> None:
    robot = mk.Robot.load("mannequin")
    links = ("left_hip_roll_link", "left_shin", "left_foot")
    q = robot.random(rng=1)
    pose, angle = robot.fk(q, "left_foot"), robot.swivel(q, links, reference=(1, 0, 0))
    solution = mk.solve(robot, [mk.Pose("left_foot", pose), mk.Swivel(links, angle, reference=(1, 0, 0))])
    assert solution.success
    assert robot.swivel(solution.q, links, reference=(1, 0, 0)) == pytest.approx(angle, abs=1e-4)


@pytest.mark.parametrize(
    "q", [np.zeros(7), [0, 0.5, 0, 0, 0, 0, 0]], ids=["the arm points along the reference", "straight"]
)
def test_without_an_angle_it_counts_as_zero(q: list[float]) -> None:
    lwr = mk.Robot.load("lwr4")
    problem = mk.Problem(lwr, mk.Swivel(TOOL, 0.3))
    assert lwr.swivel(q, TOOL) == 0
    assert problem.residuals(q)[0] == pytest.approx(-0.3)
    assert np.isfinite(problem.jacobian(q)).all()


def test_robots_without_such_an_arm_need_three_links() -> None:
    ur5 = mk.Robot.load("ur5")
    for call in (lambda: ur5.swivel(ur5.neutral, TOOL), lambda: mk.Problem(ur5, mk.Swivel(TOOL, 0))):
        with pytest.raises(mk.RobotError, match=r"seven revolute joints .*; name three links"):
            call()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"links": ("a", "b")}, "links: expected one link of an arm .*, got a, b"),
        ({"links": ()}, "got none"),
        ({"links": "a", "offsets": {"a": (0, 0, 1)}}, "offsets: give them with the links"),
        ({"links": ARM, "offsets": {"a": (0, 0, 1)}}, "'a' is not one of the links"),
        ({"links": ARM, "target": (1, 2, 3)}, "target: expected a number"),
        ({"links": ARM, "reference": (0, 0, 0)}, "reference: zero length"),
    ],
)
def test_wrong_values_are_explained(options: dict[str, object], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.Swivel(**{"target": 0.0, **options})  # type: ignore[arg-type]


def test_degrees_are_warned_of() -> None:
    with pytest.warns(mk.InputWarning, match="90 rad is more than a turn; angles are in radians"):
        mk.Swivel(TOOL, 90)
