"""Files that cannot be read at all: missing, directories, devices."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memetik import RobotError
from memetik.io.urdf import read_urdf


def test_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "no" / "arm.urdf"
    with pytest.raises(RobotError) as caught:
        read_urdf(path)
    assert str(caught.value) == f"arm.urdf: no such file: {str(path)!r}"


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(RobotError, match="is a directory, not a file"):
        read_urdf(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "arm.urdf")
    with pytest.raises(RobotError, match="a device, a pipe or a socket, not a file"):
        read_urdf(tmp_path / "arm.urdf")


@pytest.mark.parametrize("name", ["a\0b.urdf", "a" * 5000, ""])
def test_impossible_names(name: str) -> None:
    with pytest.raises(RobotError):
        read_urdf(name)


def test_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "arm.urdf"
    path.write_text('<robot name="arm"><link name="base"/></robot>')
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RobotError, match=r"^arm\.urdf: cannot be read: .*Permission denied"):
        read_urdf(path)
