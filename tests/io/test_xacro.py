"""Xacro files: xacrodoc expands them if it is installed, else the error says how to install it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app

URDF = """<robot name="arm"><link name="base"/><link name="hand"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"""


class Document:
    """What memetik uses of ``xacrodoc.XacroDoc``."""

    def __init__(self, text: str) -> None:
        self.dom = SimpleNamespace(toxml=lambda: text)

    @classmethod
    def from_file(cls, path: str, subargs: dict[str, str], resolve_packages: bool) -> Document:
        assert not resolve_packages
        text = Path(path).read_text()
        if "broken" in text:
            raise RuntimeError("unknown macro:\n broken")
        for name, value in subargs.items():
            text = text.replace(f"$(arg {name})", value)
        return cls(re.sub("<xacro:[^>]*/>", "", text.replace("${name}", "arm")))


class Packages:
    """What memetik uses of ``xacrodoc.packages``."""

    def __init__(self) -> None:
        self.known: dict[str, object] = {}

    def update_package_cache(self, packages: dict[str, object]) -> None:
        self.known |= packages


@pytest.fixture
def xacro(tmp_path: Path) -> Path:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(URDF.replace("arm", "${name}"))
    return file


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Packages:
    packages = Packages()
    monkeypatch.setitem(sys.modules, "xacrodoc", SimpleNamespace(XacroDoc=Document, packages=packages))
    return packages


@pytest.mark.usefixtures("packages")
def test_is_expanded_where_xacrodoc_is_installed(xacro: Path) -> None:
    assert mk.Robot.load(xacro) == mk.Robot.from_urdf(xacro) == mk.Robot.from_urdf_string(URDF)


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize(("value", "text"), [("left", "left"), (7, "7"), (True, "true"), (0.5, "0.5")])
def test_arguments_are_passed_as_text(xacro: Path, value: object, text: str) -> None:
    xacro.write_text(URDF.replace("arm", "$(arg side)_arm"))
    assert mk.Robot.load(xacro, arguments={"side": value}).name == f"{text}_arm"
    assert mk.Robot.from_urdf(xacro, arguments={"side": value}).name == f"{text}_arm"


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("command", [["doctor"], ["robots"], ["solve", "--position", "0", "0", "0"]])
def test_commands_take_arguments(xacro: Path, command: list[str]) -> None:
    xacro.write_text(URDF.replace("elbow", "$(arg side)_elbow"))
    result = CliRunner().invoke(app, [*command, str(xacro), "--arg", "side:=left"])
    assert result.exit_code == 0, result.output
    assert "left_elbow" in result.output
    wrong = CliRunner().invoke(app, [*command, str(xacro), "--arg", "side=left"])
    assert wrong.exit_code == 2
    assert "NAME:=VALUE" in wrong.output


def test_package_dirs_name_packages_or_contain_them(xacro: Path, packages: Packages, tmp_path: Path) -> None:
    (tmp_path / "ros" / "arm_description").mkdir(parents=True)
    mk.Robot.load(xacro, package_dirs=tmp_path / "ros")
    mk.Robot.load(xacro, package_dirs={"hand_description": tmp_path})
    assert packages.known == {
        "ros": tmp_path / "ros",
        "arm_description": tmp_path / "ros" / "arm_description",
        "hand_description": tmp_path,
    }


def test_only_xacro_has_arguments(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "walk.bvh").write_text("")
    for source in (tmp_path / "arm.urdf", tmp_path / "walk.bvh", "panda"):
        with pytest.raises(mk.RobotError, match=r"arguments: only \.xacro files have them"):
            mk.Robot.load(source, arguments={"dof": 7})
        assert source == "panda" or mk.Robot.load(tmp_path / "arm.urdf", arguments={}).dof == 1


@pytest.mark.usefixtures("packages")
def test_arguments_are_a_mapping(xacro: Path) -> None:
    with pytest.raises(mk.RobotError, match="arguments: expected a mapping from names to values"):
        mk.Robot.load(xacro, arguments=["dof:=7"])  # type: ignore[arg-type]


@pytest.mark.usefixtures("packages")
def test_what_xacro_says_is_passed_on(xacro: Path) -> None:
    xacro.write_text("broken")
    with pytest.raises(
        mk.RobotError, match=r"^arm\.urdf\.xacro: xacro reports: RuntimeError: unknown macro: broken$"
    ):
        mk.Robot.load(xacro)


@pytest.mark.usefixtures("packages")
def test_a_misspelt_argument_is_a_fault_of_the_file(xacro: Path, tmp_path: Path) -> None:
    (tmp_path / "parts.xacro").write_text('<robot><xacro:arg name="color"/></robot>')
    declared = '<xacro:arg name="reach" default="1"/><xacro:include filename="parts.xacro"/></robot>'
    xacro.write_text(URDF.replace("</robot>", declared))
    with pytest.warns(mk.RobotWarning, match=r"arguments: no <xacro:arg> 'raech'; did you mean 'reach'\?"):
        mk.Robot.load(xacro, arguments={"raech": 3})
    assert not mk.Robot.load(xacro, arguments={"reach": 3, "color": "red"}).warnings
    xacro.write_text(URDF.replace("</robot>", declared.replace("parts", "$(find arm)/parts")))
    assert not mk.Robot.load(xacro, arguments={"color": "red"}).warnings  # it may be in the file not read


@pytest.mark.usefixtures("packages")
def test_a_missing_package_is_an_error_that_names_package_dirs(
    xacro: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PackageNotFoundError(Exception): ...

    def fail(*arguments: object, **options: object) -> None:
        raise PackageNotFoundError("Package not found: arm_description")

    monkeypatch.setattr(Document, "from_file", fail)
    with pytest.raises(mk.RobotError, match=r"arm_description; package_dirs= says where packages are"):
        mk.Robot.load(xacro)


def test_without_xacrodoc_the_error_says_how_to_get_it(xacro: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacrodoc", None)
    with pytest.raises(mk.RobotError, match=r"pip install xacrodoc' \(the extra memetik\[xacro\]\)"):
        mk.Robot.load(xacro)


def test_xacrodoc_itself_expands_arguments_and_includes(tmp_path: Path) -> None:
    pytest.importorskip("xacrodoc")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "finger.xacro").write_text(
        '<robot xmlns:xacro="http://ros.org/wiki/xacro"><link name="finger"/></robot>'
    )
    (tmp_path / "hand.urdf.xacro").write_text(
        """<robot name="hand" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="reach" default="1"/>
        <link name="palm"><visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual>
        </link>
        <xacro:include filename="$(find parts)/finger.xacro"/><joint name="slide" type="prismatic">
        <parent link="palm"/><child link="finger"/><limit lower="0" upper="${2 * $(arg reach)}"/></joint>
        </robot>"""
    )
    robot = mk.Robot.load(tmp_path / "hand.urdf.xacro", arguments={"reach": 3}, package_dirs=tmp_path)
    assert robot.upper == 6.0
    assert robot.links["palm"].visuals[0].shape.uri == "package://nowhere/a.stl"  # type: ignore[attr-defined]
