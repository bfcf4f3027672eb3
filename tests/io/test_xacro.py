"""Xacro files: xacrodoc expands them if it is installed, else the error says how to install it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import memetik as mk

URDF = """<robot name="arm"><link name="base"/><link name="hand"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="hand"/></joint></robot>"""


class Document:
    """What memetik uses of ``xacrodoc.XacroDoc``."""

    def __init__(self, path: str) -> None:
        self.path = path

    @classmethod
    def from_file(cls, path: str) -> Document:
        return cls(path)

    def to_urdf_string(self, use_protocols: bool) -> str:
        assert not use_protocols
        text = Path(self.path).read_text()
        if "broken" in text:
            raise RuntimeError("unknown macro:\n broken")
        return text.replace("${name}", "arm")


@pytest.fixture
def xacro(tmp_path: Path) -> Path:
    file = tmp_path / "arm.urdf.xacro"
    file.write_text(URDF.replace("arm", "${name}"))
    return file


def test_is_expanded_where_xacrodoc_is_installed(xacro: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacrodoc", SimpleNamespace(XacroDoc=Document))
    assert mk.Robot.load(xacro) == mk.Robot.from_urdf(xacro) == mk.Robot.from_urdf_string(URDF)


def test_what_xacro_says_is_passed_on(xacro: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacrodoc", SimpleNamespace(XacroDoc=Document))
    xacro.write_text("broken")
    with pytest.raises(
        mk.RobotError, match=r"^arm\.urdf\.xacro: xacro reports: RuntimeError: unknown macro: broken$"
    ):
        mk.Robot.load(xacro)


def test_without_xacrodoc_the_error_says_how_to_get_it(xacro: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xacrodoc", None)
    with pytest.raises(mk.RobotError, match="pip install xacrodoc"):
        mk.Robot.load(xacro)
