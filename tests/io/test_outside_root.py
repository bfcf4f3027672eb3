"""Faults outside the root element of an XML file change nothing else; all of them are noted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import memetik as mk

ROBOT = b'<robot name="stone">\n<link name="base"/>\n</robot>\n'
MISPLACED = b'\n<!-- a stone -->\n<?xml version="0.0"?>\n'


def write(directory: Path, content: bytes, name: str = "stone.urdf") -> Path:
    (directory / name).write_bytes(content)
    return directory / name


def test_every_fault_is_noted_once(tmp_path: Path) -> None:
    with pytest.warns(mk.RobotWarning) as caught:
        robot = mk.Robot.load(write(tmp_path, MISPLACED + ROBOT + b"\0\0"))
    assert len(caught) == 1
    assert [message.partition("; ")[0] for message in robot.warnings] == [
        "null bytes after the end",
        "'<?xml version=\"0.0\"?>' (line 3) is not at the start of the file",
    ]


def test_a_text_is_read_as_its_file_is() -> None:
    with pytest.warns(mk.RobotWarning, match="line 3"):
        assert mk.Robot.from_urdf_string((MISPLACED + ROBOT).decode()).link_names == ("base",)


def test_elements_stay_in_their_lines(tmp_path: Path) -> None:
    with pytest.raises(
        mk.RobotError, match=r"link 'base' \(line 6\): link 'base' \(line 5\) has the same name"
    ):
        mk.Robot.load(write(tmp_path, MISPLACED + ROBOT.replace(b"</r", b'<link name="base"/></r')))


def test_a_valid_declaration_keeps_its_encoding(tmp_path: Path) -> None:
    latin = '<?xml version="1.0" encoding="ISO-8859-1"?><robot name="r"><link name="Fuß"/></robot>\0'
    with pytest.warns(mk.RobotWarning, match="null bytes"):
        robot = mk.Robot.load(write(tmp_path, latin.encode("latin-1")))
    assert robot.root == "Fuß"
    assert len(robot.warnings) == 1


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    content = '\ufeff<?xml version="1.0"?>'.encode() + ROBOT
    assert mk.Robot.load(write(tmp_path, content)).warnings == ()
    with pytest.warns(mk.RobotWarning) as caught:
        mk.Robot.load(write(tmp_path, content + b"\0"))
    assert "declaration" not in str(caught[0].message)


def test_documents_with_a_doctype_are_refused_all_the_same(tmp_path: Path) -> None:
    entity = b'<!DOCTYPE robot [<!ENTITY e SYSTEM "/etc/passwd">]>'
    with pytest.raises(mk.RobotError, match="DOCTYPE"):
        mk.Robot.load(write(tmp_path, MISPLACED + entity + ROBOT))


def test_the_zero_bytes_of_utf16_are_no_faults(tmp_path: Path) -> None:
    text = '<?xml version="1.0"?><robot name="r"><link name="Fuß"/></robot>'
    assert mk.Robot.load(write(tmp_path, text.encode("utf-16"))).root == "Fuß"


def test_the_format_of_an_xml_file_is_recognised(tmp_path: Path) -> None:
    with pytest.warns(mk.RobotWarning, match="line 3"):
        assert mk.Robot.load(write(tmp_path, MISPLACED + ROBOT, "stone.xml")).name == "stone"


def test_an_mjcf_file_that_mujoco_reads_is_read(tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    content = b'<?xml version="0.0"?><mujoco model="stone"/>'
    with pytest.warns(mk.RobotWarning, match="not a valid XML declaration"):
        assert mk.Robot.load(write(tmp_path, content, "stone.xml")).name == "stone"


@pytest.mark.parametrize("part", [b"<!--", b"<!-- -->", b" ", b"<?xml ", b"<?xml ?>"])
def test_hostile_beginnings_are_refused_quickly(part: bytes, tmp_path: Path) -> None:
    path = write(tmp_path, part * 900_000)
    start = time.perf_counter()
    with pytest.raises(mk.RobotError):
        mk.Robot.load(path)
    assert time.perf_counter() - start < 5  # a bound against hangs, not a benchmark
