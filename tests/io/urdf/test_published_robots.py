"""Published robots: read from their URDFs they move as pinocchio says, and the bundled ones as published.

Needs the packages of the extra ``robots``; run with ``pytest -m robots``.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import memetik as mk
from memetik.transforms import inverse
from tests.naive_kinematics import Array
from tests.pinocchio_models import Pinocchio, velocity_map

pytestmark = [
    pytest.mark.robots,
    pytest.mark.filterwarnings("ignore:.*a macro that xacro did not expand"),  # in valkyrie_sim.urdf
    pytest.mark.filterwarnings("ignore:(?s).*[.]srdf: "),  # faults of the SRDF files beside some
]

CONFIGURATIONS = 200
DATA = ("example-robot-data", "cmeel.prefix/share/example-robot-data/robots")
TOOLBOX = ("rtb-data", "rtbdata/xacro")
URDFS = {
    "panda": (DATA, "panda_description/urdf/panda.urdf"),  # mimic
    "ur5": (DATA, "ur_description/urdf/ur5_robot.urdf"),
    "ur10": (DATA, "ur_description/urdf/ur10_robot.urdf"),
    "ur3": (DATA, "ur_description/urdf/ur3_robot.urdf"),
    "pr2": (DATA, "pr2_description/urdf/pr2.urdf"),  # continuous, mimic
    "baxter": (DATA, "baxter_description/urdf/baxter.urdf"),  # mimic
    "talos": (DATA, "talos_data/robots/talos_full_v2.urdf"),  # mimic
    "g1": (DATA, "g1_description/urdf/g1_29dof_with_hand_rev_1_0.urdf"),
    "icub": (DATA, "icub_description/robots/icub.urdf"),
    "romeo": (DATA, "romeo_description/urdf/romeo.urdf"),  # mimic
    "tiago": (DATA, "tiago_description/robots/tiago.urdf"),  # continuous
    "tiago_dual": (DATA, "tiago_description/robots/tiago_dual.urdf"),  # continuous, 101 DoF
    "tiago_pro": (DATA, "tiago_pro_description/robots/tiago_pro.urdf"),  # continuous, mimic
    "kinova": (DATA, "kinova_description/robots/kinova.urdf"),  # continuous
    "anymal": (DATA, "anymal_b_simple_description/robots/anymal.urdf"),
    "hyq": (DATA, "hyq_description/robots/hyq_no_sensors.urdf"),
    "solo": (DATA, "solo_description/robots/solo.urdf"),
    "allegro": (DATA, "allegro_hand_description/urdf/allegro_left_hand.urdf"),
    "xarm7": (DATA, "xarm_description/urdf/xarm7.urdf"),
    "human": (DATA, "human_description/robots/human.urdf"),
    "double_pendulum": (DATA, "double_pendulum_description/urdf/double_pendulum_continuous.urdf"),
    "iiwa14": (TOOLBOX, "kuka_description/kuka_lbr_iiwa/urdf/lbr_iiwa_14_r820.urdf"),
    "kr120": (TOOLBOX, "kuka_description/kuka_kr120/urdf/kr120r2500pro.urdf"),
    "valkyrie": (TOOLBOX, "val_description/model/robots/valkyrie_sim.urdf"),  # continuous
    "fetch": (TOOLBOX, "fetch_description/robots/fetch.urdf"),  # continuous
    "gen3": (TOOLBOX, "kortex_description/arms/gen3/7dof/urdf/GEN3_URDF_V12.urdf"),  # continuous
    "yumi": (TOOLBOX, "yumi_description/urdf/yumi.urdf"),  # mimic
}


def urdf(name: str) -> Path:
    """The file of a published robot, wherever its package is installed."""
    (package, folder), file = URDFS[name]
    path = Path(str(distribution(package).locate_file(folder))) / file
    assert path.is_file(), f"{package} has no {file}"
    return path


@pytest.mark.parametrize("name", URDFS)
class TestAgainstPinocchio:
    """On a floating base, as pinocchio leaves what does not move out of the centre of mass.

    Pinocchio gets the values of mimic joints from us: by default it takes them for joints of their own.
    """

    BASE, FLOOR = "base_of_the_test", "floor_of_the_test"

    def load(self, name: str) -> tuple[mk.Robot, Pinocchio, Array, float]:
        robot = mk.Robot.from_urdf(urdf(name)).with_floating_base(joint=self.BASE, world=self.FLOOR)
        model = pin.buildModelFromUrdf(str(urdf(name)), pin.JointModelFreeFlyer(), self.BASE)
        q = robot.random(CONFIGURATIONS, rng=1)
        return robot, Pinocchio(model), q, 1e-12 * max(1.0, robot.reach)

    def test_poses_of_all_links(self, name: str) -> None:
        robot, pinocchio, q, tolerance = self.load(name)
        theirs = pinocchio.poses(robot.to_pinocchio(q, pinocchio.model))
        assert set(robot.link_names) - set(theirs) == {self.FLOOR}
        for link, poses in robot.fk(q).items():
            if link != self.FLOOR:
                np.testing.assert_allclose(poses, theirs[link], rtol=0, atol=tolerance, err_msg=link)

    def test_jacobians_of_all_tips(self, name: str) -> None:
        robot, pinocchio, q, tolerance = self.load(name)
        ours = {link: robot.jacobian(q, link) for link in robot.tips}
        for i, theirs in enumerate(robot.to_pinocchio(q, pinocchio.model)):
            velocities = velocity_map(robot, q[i], pinocchio.model)
            for link, jacobian in pinocchio.jacobians(theirs, robot.tips).items():
                expected = jacobian @ velocities
                np.testing.assert_allclose(ours[link][i], expected, rtol=0, atol=tolerance, err_msg=link)

    def test_centre_of_mass_and_its_jacobian(self, name: str) -> None:
        robot, pinocchio, q, tolerance = self.load(name)
        if robot.mass == 0:
            pytest.skip("published without masses")
        centers, jacobians = robot.center_of_mass(q), robot.center_of_mass_jacobian(q)
        for i, theirs in enumerate(robot.to_pinocchio(q, pinocchio.model)):
            center, jacobian = pinocchio.center_of_mass(theirs)
            expected = jacobian @ velocity_map(robot, q[i], pinocchio.model)
            np.testing.assert_allclose(centers[i], center, rtol=0, atol=tolerance)
            np.testing.assert_allclose(jacobians[i], expected, rtol=0, atol=tolerance)

    def test_there_and_back(self, name: str) -> None:
        robot, pinocchio, q, _ = self.load(name)
        back = robot.from_pinocchio(robot.to_pinocchio(q, pinocchio.model), pinocchio.model)
        np.testing.assert_allclose(robot.difference(q, back), 0, rtol=0, atol=1e-12)


class TestBundled:
    """The bundled models against the published ones, link by link, seen from a link that both have."""

    @pytest.mark.parametrize(
        ("name", "common", "unlike"),
        [
            ("ur5", 10, {}),
            ("ur10", 10, {}),
            ("panda", 13, {"panda_finger_joint1": 0.02}),  # ours has its fingers fixed there
            ("iiwa14", 10, {}),
            ("kr120", 9, {}),
            ("pr2", 48, {}),
            ("baxter", 36, {}),
            ("valkyrie", 72, {}),
        ],
    )
    def test_poses_of_common_links(self, name: str, common: int, unlike: dict[str, float]) -> None:
        ours, published = mk.Robot.load(name), mk.Robot.from_urdf(urdf(name))
        links = [link for link in ours.link_names if link in published.links]
        assert len(links) == common
        shared = [joint for joint in ours.joint_names if joint in published.joint_names]
        # Valkyrie's pelvis hangs on three slides of ours
        assert len(shared) == ours.dof - (3 if name == "valkyrie" else 0)
        for q in ours.random(50, rng=1):
            values = ours.unpack(q)
            theirs = published.pack({joint: values[joint] for joint in shared} | unlike)
            expected, actual = published.fk(theirs), ours.fk(q)
            from_ours, from_theirs = inverse(actual[links[0]]), inverse(expected[links[0]])
            for link in links:
                np.testing.assert_allclose(
                    from_ours @ actual[link], from_theirs @ expected[link], rtol=0, atol=1e-6, err_msg=link
                )

    @pytest.mark.parametrize("name", ["ur5", "ur10", "panda", "iiwa14", "kr120", "pr2", "baxter", "valkyrie"])
    def test_limits_of_common_joints(self, name: str) -> None:
        ours, published = mk.Robot.load(name), mk.Robot.from_urdf(urdf(name))
        for joint in set(ours.joint_names) & set(published.joint_names):
            a, b = ours.joints[joint], published.joints[joint]
            assert a.type == b.type, joint
            limits = [*a.lower, *a.upper], [*b.lower, *b.upper]
            np.testing.assert_allclose(*limits, rtol=0, atol=1e-4, err_msg=joint)
