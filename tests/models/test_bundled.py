"""The bundled robots: complete, well named, and moving as pinocchio says."""

from __future__ import annotations

import collections

import numpy as np
import pytest

import memetik as mk
from memetik.models import BUNDLED, info
from tests.pinocchio_models import Pinocchio, pinocchio_model

DOF = {
    "ur5": 6,
    "ur10": 6,
    "ur10e": 6,
    "ur10e_elise": 9,
    "ur10e_eeloscope": 6,
    "panda": 7,
    "fr3": 7,
    "xarm7": 7,
    "iiwa14": 7,
    "lwr4": 7,
    "kr120": 6,
    "m10ia": 6,
    "so101": 6,
    "pr2": 19,
    "baxter": 15,
    "valkyrie": 61,
    "g1": 29,
    "go2": 12,
    "spot": 12,
    "shadow_hand": 19,
    "allegro": 16,
    "iiwa14_shadow_hand": 26,
    "lwr4_shadow_hand": 26,
    "pr2_arm_shadow_hand": 24,
    "snake": 30,
    "mannequin": 42,
    "kyle": 78,
    "wolf": 58,
    "five_bar": 4,
    "stewart": 24,
    "snake(1)": 1,
    "snake(100)": 100,
}
TOKEN_MASS = 0.2
"""Published models give frames and sensors masses up to this, which nobody can see [kg]."""


def test_all_are_listed() -> None:
    assert set(BUNDLED) == {name for name in DOF if "(" not in name}


@pytest.mark.parametrize("name", DOF)
class TestEach:
    def test_has_its_variables_and_name(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert robot.dof == DOF[name]
        assert robot.name == name.partition("(")[0]
        assert robot.within_limits(robot.neutral)

    def test_names_are_unique(self, name: str) -> None:
        robot = mk.Robot.load(name)
        for names in (robot.link_names, tuple(robot.joints), robot.variable_names):
            assert [n for n, count in collections.Counter(names).items() if count > 1] == []

    def test_every_massive_link_can_be_seen_and_hit(self, name: str) -> None:
        robot = mk.Robot.load(name)
        if robot.mass > 0:
            bodies = [
                link for link in robot.links.values() if link.inertial and link.inertial.mass > TOKEN_MASS
            ]
        else:  # its maker publishes no masses
            bodies = [robot.links[joint.child] for joint in robot.joints.values() if joint.type != "fixed"]
        bodies = [link for link in bodies if link.name != robot.root]
        assert [link.name for link in bodies if not link.visuals] == []
        assert [link.name for link in bodies if not link.collisions] == []
        assert any(link.visuals for link in robot.links.values())

    def test_inertias_are_symmetric_and_positive(self, name: str) -> None:
        for link in mk.Robot.load(name).links.values():
            if link.inertial is not None:
                np.testing.assert_array_equal(
                    link.inertial.inertia, link.inertial.inertia.T, err_msg=link.name
                )
                assert np.linalg.eigvalsh(link.inertial.inertia)[0] >= 0, link.name

    def test_poses_agree_with_pinocchio(self, name: str) -> None:
        robot = mk.Robot.load(name)
        model = pinocchio_model(robot)
        q = robot.random(200, rng=1)
        ours, theirs = robot.fk(q), Pinocchio(model).poses(robot.to_pinocchio(q, model))
        assert ours.keys() == theirs.keys()
        for link, expected in theirs.items():
            tolerance = 1e-12 * max(1.0, robot.reach)
            np.testing.assert_allclose(ours[link], expected, rtol=0, atol=tolerance, err_msg=link)

    def test_survives_its_plain_form(self, name: str) -> None:
        robot = mk.Robot.load(name)
        assert mk.Robot.from_dict(robot.to_dict()) == robot


@pytest.mark.parametrize("name", BUNDLED)
def test_says_what_it_is_and_where_from(name: str) -> None:
    about = info(name)
    assert about.name == name
    assert 10 < len(about.summary) < 120
    assert not about.summary.endswith(".")
    assert len(about.source) > 20
    assert "\n" not in about.summary + about.source


def test_unknown_names_list_the_known() -> None:
    for function in (mk.Robot.load, info):
        with pytest.raises(
            mk.UnknownNameError, match=r"no bundled robot 'pandas'; did you mean 'panda'\? .* snake"
        ):
            function("pandas")


class TestValkyrie:
    @pytest.mark.parametrize(("part", "count"), [("pelvis_", 3), ("torso", 3), ("Neck", 3)])
    def test_trunk(self, part: str, count: int) -> None:
        names = mk.Robot.load("valkyrie").variable_names
        found = [name for name in names if part.lower() in name.lower()]
        assert len(found) == count

    @pytest.mark.parametrize("side", ["left", "right"])
    @pytest.mark.parametrize(
        ("parts", "count"),
        [
            (("Shoulder", "Elbow", "Forearm", "Wrist"), 7),
            (("Hip", "Knee", "Ankle"), 6),
            (("Thumb", "Finger", "Pinky"), 13),
        ],
        ids=["arm", "leg", "hand"],
    )
    def test_limbs(self, side: str, parts: tuple[str, ...], count: int) -> None:
        names = mk.Robot.load("valkyrie").variable_names
        found = [name for name in names if name.startswith(side) and any(part in name for part in parts)]
        assert len(found) == count


class TestSnake:
    def test_lies_straight_along_x_at_zero(self) -> None:
        for count in (1, 2, 7):
            robot = mk.Robot.load(f"snake({count})")
            expected = mk.transform((1.0, 0.0, 0.0))
            np.testing.assert_allclose(robot.fk(np.zeros(count), "tip"), expected, atol=1e-15)
            assert robot.mass == pytest.approx(1.0)

    @pytest.mark.parametrize("name", ["snake()", "snake(-1)", "snake(1.5)", "snake(x)", "ur5(3)"])
    def test_needs_a_number(self, name: str) -> None:
        with pytest.raises(mk.UnknownNameError, match="no bundled robot"):
            mk.Robot.load(name)

    def test_needs_a_joint(self) -> None:
        with pytest.raises(mk.RobotError, match="snake: needs at least one joint, got 0"):
            mk.Robot.load("snake(0)")
