"""The options of all commands that load a robot: ``--strict/--no-strict``."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from memetik.cli import app

FAULTY = """<robot name="faulty">
  <link name="base"/><link name="arm"/><link name="tool"/>
  <joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/></joint>
  <joint name="mount" type="fixed"><parent link="arm"/><child link="tool"/>
    <origin xyz="0 0.4 0"/></joint>
</robot>"""

COMMANDS = [
    ("fk", "FILE", "tool"),
    ("robots", "FILE"),
    ("solve", "FILE", "--position", "0,0.4,0"),
    ("convert", "FILE", "OUTPUT"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.urdf"
    path.write_text(FAULTY)
    return path


def run(command: tuple[str, ...], file: Path, *options: str, code: int = 0) -> str:
    places = {"FILE": str(file), "OUTPUT": str(file.with_suffix(".json"))}
    words = [places.get(word, word) for word in command]
    result = CliRunner().invoke(app, [*words, *options])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_a_faulty_file_is_refused_with_the_name_of_the_option(command: tuple[str, ...], file: Path) -> None:
    refusal = run(command, file, code=1)
    assert "(with --no-strict: the joint turns without end)" in refusal
    assert "strict=False" not in refusal
    assert run(command, file, "--strict", code=1) == refusal


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_no_strict_repairs_the_file(command: tuple[str, ...], file: Path) -> None:
    output = " ".join(run(command, file, "--no-strict").split())
    assert "warning: " in output
    assert "repaired: the joint turns without end" in output


def test_doctor_reports_the_repaired_file(file: Path) -> None:
    strict = run(("doctor", "FILE"), file, code=1)
    assert "refused by default" in strict
    assert "load it with --no-strict" in strict
    repaired = run(("doctor", "FILE"), file, "--no-strict", code=1)
    assert "repaired: the joint turns without end" in repaired
    assert "refused by default" not in repaired
