"""Robot.load: which sources it reads, and what it says about those that it does not."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

import memetik as mk

URDF = """<robot name="arm"><link name="base"/><link name="hand"><visual><geometry>
<mesh filename="package://arm_description/hand.stl"/></geometry></visual></link>
<joint name="elbow" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"""


@pytest.mark.parametrize("attribute", ["URDF_PATH", "MJCF_PATH"])
def test_modules_of_robot_descriptions(attribute: str, tmp_path: Path) -> None:
    module = ModuleType("arm_description")
    suffix = "urdf" if attribute == "URDF_PATH" else "xml"
    text = URDF
    if attribute == "MJCF_PATH":
        pytest.importorskip("mujoco")
        text = '<mujoco><worldbody><body><joint name="elbow"/><geom size=".1"/></body></worldbody></mujoco>'
    (tmp_path / f"arm.{suffix}").write_text(text)
    setattr(module, attribute, str(tmp_path / f"arm.{suffix}"))
    assert mk.Robot.load(module).joint_names == ("elbow",)


def test_meshes_of_robot_descriptions_are_found(tmp_path: Path) -> None:
    package = tmp_path / "cache" / "arm_description"
    package.mkdir(parents=True)
    (package / "hand.stl").touch()
    (tmp_path / "arm.urdf").write_text(URDF)
    module = ModuleType("arm")
    module.URDF_PATH, module.PACKAGE_PATH = str(tmp_path / "arm.urdf"), str(package)  # type: ignore[attr-defined]
    (visual,) = mk.Robot.load(module).links["hand"].visuals
    assert visual.shape.path == package / "hand.stl"  # type: ignore[attr-defined]


def test_other_modules_are_refused() -> None:
    with pytest.raises(mk.RobotError, match="module pytest has no path of a robot: URDF_PATH, MJCF_PATH"):
        mk.Robot.load(pytest)


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (URDF, "from_urdf_string"),
        ("\n<?xml?><mujoco/>", "from_mjcf_string"),
        ("\ufeff<robot/>", "from_urdf_string"),
    ],
)
def test_texts_are_told_their_reader(text: str, reader: str) -> None:
    with pytest.raises(mk.RobotError, match=rf"text of a robot file, not its path: use Robot\.{reader}"):
        mk.Robot.load(text)


@pytest.mark.parametrize("name", ["robot.sdf", "robot.usd", "robot.USDA", "robot.usdz"])
def test_other_formats_are_told_how_to_convert(name: str) -> None:
    with pytest.raises(mk.RobotError, match=f"{name} is an? (SDF|USD) file: export the robot as URDF"):
        mk.Robot.load(name)


@pytest.mark.parametrize(
    ("alias", "name"),
    [("franka", "panda"), ("UR5", "ur5"), ("Shadow-Hand", "shadow_hand"), ("iiwa", "iiwa14")],
)
def test_bundled_robots_have_aliases(alias: str, name: str) -> None:
    assert mk.Robot.load(alias) is mk.Robot.load(name) or mk.Robot.load(alias) == mk.Robot.load(name)


@pytest.mark.parametrize(
    ("unknown", "message"),
    [
        ("ur5e", "similar are: ur5, ur10, ur10e;"),
        ("iiwa7", "similar are: iiwa14;"),
        ("pandda", "did you mean"),
    ],
)
def test_unknown_robots_are_told_their_relatives(unknown: str, message: str) -> None:
    with pytest.raises(mk.UnknownNameError, match=f"no bundled robot '{unknown}'; {message}"):
        mk.Robot.load(unknown)


def test_other_objects_are_refused() -> None:
    with pytest.raises(mk.RobotError, match=r"cannot load a robot from float; .* a pinocchio\.Model"):
        mk.Robot.load(3.0)
