"""Characters from BVH files move as the format says, with any channels in any order."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import memetik as mk
from tests.io.bvh.random_skeletons import ROTATION_ORDERS, Skeleton, random_skeleton, skeletons

pytestmark = pytest.mark.filterwarnings(
    "ignore:(?s).*lengths are read as metres"
)  # the unit does not matter here

VALID = Path(__file__).parent / "valid"
ARM = """HIERARCHY
ROOT Hips
{
    OFFSET 1 2 3
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT Arm
    {
        OFFSET 10 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 20 0 0
        }
    }
}
MOTION
Frames: 2
Frame Time: 0.5
1 2 3 0 0 0 0 0 0
1 2 4 0 0 0 90 0 0
"""
TURNS = {"x": "yzx", "y": "zxy", "z": "xyz"}


def turned(pose: np.ndarray, up: str) -> np.ndarray:
    """A pose of the file in memetik's axes."""
    turn = np.eye(4)
    turn[:3, :3] = np.eye(3)[["xyz".index(axis) for axis in TURNS[up]]]
    return np.asarray(turn @ pose)


@given(skeletons(), st.sampled_from(["replace", "add"]), st.sampled_from("xyz"))
def test_every_node_is_where_the_product_of_matrices_has_it(
    skeleton: Skeleton, positions: str, up: str
) -> None:
    clip = mk.io.bvh.parse(skeleton.text(), positions=positions, up=up)  # type: ignore[arg-type]
    for frame, q in enumerate(clip.motion):
        for name, pose in skeleton.poses(frame, positions).items():
            np.testing.assert_allclose(clip.robot.fk(q, name), turned(pose, up), rtol=0, atol=1e-12)


@pytest.mark.parametrize("order", ROTATION_ORDERS, ids="".join)
def test_each_order_of_rotations_is_that_of_intrinsic_angles(order: tuple[str, ...]) -> None:
    skeleton = random_skeleton(1, [order], frames=20)
    clip = mk.io.bvh.parse(skeleton.text(), up="z")
    axes = "".join(channel[0] for channel in order)
    expected = Rotation.from_euler(axes, skeleton.values, degrees=True).as_matrix()
    np.testing.assert_allclose(clip.robot.fk(clip.motion, "joint_0")[:, :3, :3], expected, atol=1e-14)


@given(skeletons())
def test_neutral_is_the_rest_pose(skeleton: Skeleton) -> None:
    robot = mk.io.bvh.parse(skeleton.text(), up="z").robot
    poses = robot.fk(robot.neutral)
    for k, parent in enumerate(skeleton.parents):
        above = poses[f"joint_{parent}" if parent >= 0 else robot.root]
        expected = above[:3, 3] + skeleton.offsets[k]
        np.testing.assert_allclose(poses[f"joint_{k}"][:3, 3], expected, atol=1e-13)


@given(skeletons(max_joints=6), st.sampled_from([("cm", 0.01), ("in", 0.0254), (2.5, 2.5)]))
def test_a_unit_scales_places_and_nothing_else(skeleton: Skeleton, unit: tuple[str | float, float]) -> None:
    plain = mk.io.bvh.parse(skeleton.text())
    scaled = mk.io.bvh.parse(skeleton.text(), unit=unit[0])  # type: ignore[arg-type]
    for name in plain.robot.tips:
        here, there = plain.robot.fk(plain.motion, name), scaled.robot.fk(scaled.motion, name)
        np.testing.assert_allclose(there[:, :3, 3], unit[1] * here[:, :3, 3], rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(there[:, :3, :3], here[:, :3, :3], atol=1e-14)


def test_what_is_up_and_ahead_becomes_z_and_x() -> None:
    clip = mk.io.bvh.parse(ARM)
    hips = clip.robot.fk(clip.motion, "Hips")[:, :3, 3]
    np.testing.assert_array_equal(hips, [[3, 1, 2], [4, 1, 2]])
    np.testing.assert_allclose(clip.robot.fk(clip.motion[1], "Arm_end")[:3, 3], [4, 11, 22], atol=1e-14)
    kept = mk.io.bvh.parse(ARM, up="z")
    np.testing.assert_array_equal(kept.robot.fk(kept.motion, "Hips")[:, :3, 3], [[1, 2, 3], [1, 2, 4]])


def test_variables_are_named_by_joint_and_axis_in_the_order_in_which_they_act() -> None:
    clip = mk.io.bvh.parse(ARM)
    hips, arm = [f"Hips.{c}" for c in ("x", "y", "z", "rz", "rx", "ry")], ["Arm.rz", "Arm.rx", "Arm.ry"]
    assert clip.names == clip.robot.variable_names == (*hips, *arm)
    assert clip.rotations() == (*hips[3:], *arm)
    assert clip.rotations("Arm") == tuple(arm)
    kinds = [clip.robot.joints[name].type for name in clip.names]
    assert kinds == ["prismatic"] * 3 + ["continuous"] * 6
    assert clip.robot.root == "world"
    assert clip.robot.tips == ("Arm_end",)
    with pytest.raises(mk.UnknownNameError, match="did you mean 'Arm'"):
        clip.rotations("arm")


def test_limits_are_held_by_the_solver() -> None:
    limits = {"Arm.rz": (0.0, 0.5), "Hips.y": (-0.1, 0.1)}
    clip = mk.io.bvh.parse(ARM, limits=limits)
    assert clip.robot.joints["Arm.rz"].type == "revolute"
    for name, (low, high) in limits.items():
        where = clip.names.index(name)
        assert (clip.robot.lower[where], clip.robot.upper[where]) == (low, high)
    high = clip.robot.fk(clip.robot.pack({"Arm.rz": 0.5}), "Arm_end")[:3, 3] + (0, 0, 5.0)
    solution = mk.solve(clip.robot, mk.Position("Arm_end", high), joints=["Arm.rz", "Hips.y"])
    assert not solution
    assert clip.robot.within_limits(solution.q)


def test_turns_beyond_one_are_kept_by_a_solve_from_there() -> None:
    clip = mk.io.bvh.parse(ARM.replace("90 0 0", "450 0 0"))
    target = clip.robot.fk(clip.motion[1], "Arm_end")[:3, 3] + (0, 0.5, 0)
    solution = mk.solve(
        clip.robot, mk.Position("Arm_end", target), start=clip.motion[1], joints=clip.rotations()
    )
    assert solution
    assert abs(solution.q - clip.motion[1]).max() < 0.5


def test_robots_are_loaded_by_path_without_their_motion(tmp_path: Path) -> None:
    path = tmp_path / "walk.BVH"
    path.write_text(ARM)
    robot = mk.Robot.load(str(path))
    assert robot == mk.Robot.from_bvh(path) == mk.io.bvh.read(path).robot
    assert robot.name == "walk"
    assert mk.Robot.from_bvh(path, unit="cm", up="z", limits={"Arm.rx": (0, 1)}) == (
        mk.io.bvh.read(path, unit="cm", up="z", limits={"Arm.rx": (0, 1)}).robot
    )
    path.write_text(ARM.partition("MOTION")[0])
    assert mk.Robot.load(path) == robot
    with pytest.raises(mk.RobotError, match=r"^walk\.BVH: no MOTION; mk\.Robot\.from_bvh reads"):
        mk.io.bvh.read(path)
    assert mk.Robot.from_dict(robot.to_dict()) == robot


def test_names_are_made_unique() -> None:
    clip = mk.io.bvh.read(VALID / "still_root_and_names.bvh")
    assert clip.robot.tips == ("Finger_end", "Finger_end_2", "Finger_2", "Bone.001", "Händchen")
    assert clip.names[-4:] == ("Finger_2.rz", "Bone.001.rz", "Bone.001.rx", "Bone.001.rz_2")
    assert [node.label for node in clip.skeleton].count("Finger") == 2
    text = ARM.replace("Hips", "world").replace("JOINT Arm", "JOINT world.rz")
    robot = mk.io.bvh.parse(text).robot
    assert robot.root == "world_2"
    assert {"world", "world.rz", "world.rz_2", "world.rz.rz"} <= set(robot.link_names)


def test_frames_count_by_lines() -> None:
    for announced in (0, 1, 3, 10**12):
        with pytest.warns(UserWarning, match=f"<string>: Frames: {announced}, but there are 2"):
            assert len(mk.io.bvh.parse(ARM.replace("Frames: 2", f"Frames: {announced}"))) == 2
    broken = ARM.replace("1 2 4 0 0", "1 2 4\n\n0 0")
    np.testing.assert_array_equal(mk.io.bvh.parse(broken).motion, mk.io.bvh.parse(ARM).motion)


def test_no_frames_are_a_clip_too() -> None:
    text = ARM.partition("1 2 3 0")[0].replace("Frames: 2", "Frames: 0")
    clip = mk.io.bvh.parse(text)
    assert clip.motion.shape == (0, 9)
    assert len(mk.io.bvh.parse(mk.io.bvh.to_text(clip))) == 0


def test_a_clip_is_immutable_and_can_be_cut_and_pickled() -> None:
    clip = mk.io.bvh.parse(ARM)
    for array in (clip.motion, clip.channels):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1.0
    assert repr(clip[1:]) == "<Clip 'clip': 1 frame of 0.5 s, 9 DoF>"
    np.testing.assert_array_equal(clip[1:].motion, clip.motion[1:])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(clip)).motion, clip.motion)
    with pytest.raises(mk.ConfigurationError, match=r"clip\[10:20\]"):
        clip[1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"unit": "yard"}, "no unit 'yard'; units are: m, cm"),
        ({"unit": 0.0}, "unit: expected one of m, cm"),
        ({"unit": None}, "unit: expected one of m, cm"),
        ({"up": "w"}, "up: expected 'x', 'y' or 'z', got 'w'"),
        ({"positions": "multiply"}, "positions: expected 'replace' or 'add', got"),
        ({"limits": {"Arm.rw": (0, 1)}}, "no variable 'Arm.rw'; did you mean 'Arm.rz'"),
        ({"limits": {"Arm.rz": 1}}, "limits: expected a mapping"),
        ({"limits": {"Arm.rz": (1, -1)}}, "limits of 'Arm.rz': limits are inverted"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    with pytest.raises(mk.MemetikError, match=message):
        mk.io.bvh.parse(ARM, **options)  # type: ignore[arg-type]
