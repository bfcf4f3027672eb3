"""The characters: joints as the dissertation counts them, upright, symmetric, of natural proportions."""

from __future__ import annotations

import itertools
import re

import numpy as np
import numpy.typing as npt
import pytest

import memetik as mk
from memetik.collision import Capsule
from memetik.models.postures import presentation
from memetik.plot.posed_shapes import placed, posed_shapes

Array = npt.NDArray[np.float64]

CHARACTERS = ("mannequin", "kyle", "wolf")
STATURE = 1.8
MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])
LIMBS = {
    "mannequin": ("left_hand", "right_hand", "left_foot", "right_foot"),
    "kyle": ("left_hand", "right_hand", "left_foot", "right_foot"),
    "wolf": ("left_front_paw", "right_front_paw", "left_back_paw", "right_back_paw"),
}

ARM, LEG, FINGERS = "(shoulder|elbow|wrist)", "(hip|knee|ankle|toes)", "(thumb|index|middle|ring|pinky)"
PARTS = [
    ("mannequin", "pelvis", 3),
    ("mannequin", "spine", 6),
    ("mannequin", "(neck|head)", 5),
    ("mannequin", f"left_{ARM}", 7),
    ("mannequin", f"right_{ARM}", 7),
    ("mannequin", f"left_{LEG}", 7),
    ("mannequin", f"right_{LEG}", 7),
    ("kyle", "pelvis", 3),
    ("kyle", "spine", 3),
    ("kyle", "neck", 3),
    ("kyle", "head", 3),
    ("kyle", f"left_{ARM}", 7),
    ("kyle", f"right_{ARM}", 7),
    ("kyle", f"left_{LEG}", 7),
    ("kyle", f"right_{LEG}", 7),
    ("kyle", f"left_{FINGERS}", 19),
    ("kyle", f"right_{FINGERS}", 19),
    ("wolf", "pelvis", 3),
    ("wolf", "spine", 9),
    ("wolf", "neck", 3),
    ("wolf", "head", 3),
    ("wolf", "left_(scapula|shoulder|elbow|carpus|front_paw)", 8),
    ("wolf", "right_(scapula|shoulder|elbow|carpus|front_paw)", 8),
    ("wolf", "left_(hip|knee|hock|back_paw)", 6),
    ("wolf", "right_(hip|knee|hock|back_paw)", 6),
    ("wolf", "tail", 12),
]


def points(robot: mk.Robot, q: Array, part: str) -> Array:
    """Points on the surface of the links whose names start with ``part``."""
    shapes = [shape for shape in posed_shapes(robot, q) if shape.link.startswith(part)]
    return np.vstack([placed(shape.shape.outline(), shape.pose) for shape in shapes])


def seen_in_the_mirror(robot: mk.Robot, q: Array) -> Array:
    """The configuration of the mirror image."""
    values = {}
    for name, value in robot.unpack(q).items():
        other = re.sub("^(left|right)", lambda found: {"left": "right", "right": "left"}[found[0]], name)
        values[other] = -value if name.endswith(("_roll", "_yaw", "_y")) else value
    return robot.pack(values)


@pytest.mark.parametrize(("name", "part", "count"), PARTS)
def test_joints_of_each_part(name: str, part: str, count: int) -> None:
    robot = mk.Robot.load(name)
    found = [joint for joint in robot.joint_names if re.match(part, joint)]
    assert len(found) == count
    assert {robot.joints[joint].type for joint in found} == {"prismatic" if part == "pelvis" else "revolute"}


@pytest.mark.parametrize("name", CHARACTERS)
class TestAll:
    def test_every_joint_is_of_a_part(self, name: str) -> None:
        assert mk.Robot.load(name).dof == sum(count for owner, _, count in PARTS if owner == name)

    def test_the_right_side_is_the_mirror_image_of_the_left(self, name: str) -> None:
        robot = mk.Robot.load(name)
        q = robot.random(rng=3)
        image = seen_in_the_mirror(robot, q)
        assert robot.within_limits(image)
        here, there = robot.fk(q), robot.fk(image)
        for link, pose in here.items():
            if link.startswith("left_") and not link.endswith("_link"):
                other = link.replace("left_", "right_", 1)
                np.testing.assert_allclose(there[other], MIRROR @ pose @ MIRROR, atol=1e-12, err_msg=link)
        np.testing.assert_allclose(
            robot.center_of_mass(image), MIRROR[:3, :3] @ robot.center_of_mass(q), atol=1e-12
        )

    def test_limits_are_finite_except_for_the_pelvis_and_hold_zero(self, name: str) -> None:
        robot = mk.Robot.load(name)
        for joint in robot.joint_names:
            (lower,), (upper,) = robot.joints[joint].lower, robot.joints[joint].upper
            assert lower <= 0.0 <= upper
            if joint.startswith("pelvis"):
                assert np.isinf((lower, upper)).all()
            else:
                assert np.radians(15) < upper - lower < np.radians(250)

    def test_stands_on_the_ground(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert points(robot, robot.neutral, "")[:, 2].min() == pytest.approx(0.0, abs=2e-3)
        for foot in LIMBS[name][-2:] if name != "wolf" else LIMBS[name]:
            assert points(robot, robot.neutral, foot)[:, 2].min() == pytest.approx(0.0, abs=3e-3)

    def test_its_weight_is_between_its_feet(self, name: str) -> None:
        robot = mk.Robot.load(name)
        feet = np.vstack([points(robot, robot.neutral, limb) for limb in LIMBS[name] if "hand" not in limb])
        x, y, _ = robot.center_of_mass(robot.neutral)
        assert y == pytest.approx(0.0, abs=1e-12)
        assert feet[:, 0].min() < x < feet[:, 0].max()

    def test_eyes_look_ahead(self, name: str) -> None:
        robot = mk.Robot.load(name)
        np.testing.assert_allclose(robot.fk(robot.neutral, "eyes")[:3, 2], (1, 0, 0), atol=1e-12)

    def test_can_turn_its_pelvis_on_a_floating_base(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert robot.subtree("pelvis").with_floating_base().dof == robot.dof + 3
        assert robot.with_floating_base().dof == robot.dof + 6

    def test_is_shown_on_the_ground_and_free_of_collisions(self, name: str) -> None:
        robot = mk.Robot.load(name)
        q = presentation(robot)
        assert points(robot, q, "")[:, 2].min() == pytest.approx(0.0, abs=5e-3)
        assert colliding(robot, q) == []

    def test_hands_feet_and_gaze_are_solved_at_once(self, name: str) -> None:
        robot, links = mk.Robot.load(name), LIMBS[name]
        goals = [mk.Pose(link, np.eye(4)) for link in links]
        solver = mk.Solver(robot, [*goals, mk.LookAt("eyes", (1, 0, 0), name="gaze")])
        poses = robot.fk(robot.random(30, rng=1))
        targets = {link: poses[link] for link in links}
        targets["gaze"] = poses["eyes"][:, :3, 3] + 2.0 * poses["eyes"][:, :3, 2]
        batch = solver.solve_batch(targets, robot.random(30, rng=2))
        assert batch.success.all()
        for link in links:
            np.testing.assert_allclose(robot.fk(batch.q, link), poses[link], atol=2e-5)


@pytest.mark.parametrize("name", ["mannequin", "kyle"])
class TestPeople:
    @pytest.mark.parametrize(
        ("above", "below", "fraction"),
        [
            ("upper_arm", "forearm", 0.186),
            ("forearm", "hand", 0.146),
            ("thigh", "shin", 0.245),
            ("shin", "foot", 0.246),
        ],
    )
    def test_bones_are_as_long_as_a_persons(self, name: str, above: str, below: str, fraction: float) -> None:
        poses = mk.Robot.load(name).fk(mk.Robot.load(name).neutral)
        for side in ("left", "right"):
            bone = poses[f"{side}_{above}"][:3, 3] - poses[f"{side}_{below}"][:3, 3]
            assert np.linalg.norm(bone) == pytest.approx(fraction * STATURE)

    @pytest.mark.parametrize(
        ("link", "fraction"),
        [("left_foot", 0.039), ("left_shin", 0.285), ("left_upper_arm", 0.818), ("eyes", 0.936)],
    )
    def test_joints_are_as_high_as_a_persons(self, name: str, link: str, fraction: float) -> None:
        robot = mk.Robot.load(name)
        assert robot.fk(robot.neutral, link)[2, 3] == pytest.approx(fraction * STATURE)

    def test_feet_are_as_long_as_a_persons(self, name: str) -> None:
        robot = mk.Robot.load(name)
        foot = np.vstack([points(robot, robot.neutral, part) for part in ("left_foot", "left_toes")])
        assert np.ptp(foot[:, 0]) == pytest.approx(0.152 * STATURE, abs=0.01)

    def test_stature_and_mass(self, name: str) -> None:
        robot = mk.Robot.load(name)
        head = points(robot, robot.neutral, "head")
        assert head[:, 2].max() == pytest.approx(STATURE, abs=0.02)
        assert robot.mass == pytest.approx(75.0)

    def test_balances_on_one_foot(self, name: str) -> None:
        robot = mk.Robot.load(name)
        foot = robot.fk(robot.neutral, "left_foot")
        goals = [mk.Pose("left_foot", foot), mk.Balance(foot[:3, 3], tolerance=0.01)]
        assert mk.solve(robot, [*goals, mk.Position("right_foot", (0.0, -0.1, 0.3))]).success


def test_the_wolf_is_as_high_as_one() -> None:
    robot = mk.Robot.load("wolf")
    assert points(robot, robot.neutral, "spine")[:, 2].max() == pytest.approx(0.8, abs=0.01)
    assert points(robot, robot.neutral, "")[:, 2].max() < 1.05


def test_kyle_can_touch_thumb_and_index() -> None:
    robot = mk.Robot.load("kyle")
    joints = [joint for joint in robot.joint_names if re.match("left_(thumb|index)", joint)]
    pinch = mk.Position("left_thumb_tip", (0, 0, 0), frame="left_index_tip", tolerance=1e-3)
    assert mk.solve(robot, pinch, joints=joints).success


# ------------------------------------------------------------------------------ collisions of capsules


def colliding(robot: mk.Robot, q: Array) -> list[tuple[str, str]]:
    """Pairs of links that touch, though at least two bodies lie between them."""
    poses, bodies = robot.fk(q), {}
    for name, link in robot.links.items():
        if link.collisions and all(isinstance(item.shape, Capsule) for item in link.collisions):
            bodies[name] = [segment(poses[name] @ item.origin, item.shape) for item in link.collisions]
    above = {joint.child: joint.parent for joint in robot.joints.values()}
    pairs = []
    for one, other in itertools.combinations(bodies, 2):
        if between(one, other, above, set(bodies)) < 2:
            continue
        for (a, b, r), (c, d, s) in itertools.product(bodies[one], bodies[other]):
            if distance(a, b, c, d) < r + s:
                pairs.append((one, other))
    return pairs


def segment(pose: Array, capsule: Capsule) -> tuple[Array, Array, float]:
    half = 0.5 * capsule.length * pose[:3, 2]
    return pose[:3, 3] - half, pose[:3, 3] + half, capsule.radius


def between(one: str, other: str, above: dict[str, str], bodies: set[str]) -> int:
    """How many bodies are on the way from one link to the other."""
    ways = []
    for link in (one, other):
        way = [link]
        while way[-1] in above:
            way.append(above[way[-1]])
        ways.append(way)
    common = next(link for link in ways[0] if link in ways[1])
    steps = {link for way in ways for link in way[: way.index(common) + 1]}
    return len((steps - {one, other}) & bodies)


def distance(a: Array, b: Array, c: Array, d: Array) -> float:
    """Of the segments a-b and c-d, by their points: close enough for shapes of centimetres."""
    t = np.linspace(0.0, 1.0, 40)[:, None]
    first, second = a + t * (b - a), c + t * (d - c)
    return float(np.linalg.norm(first[:, None] - second[None], axis=2).min())
