"""docs/own_robot.md is true: its code loads a file with a fault, solves, and saves what it says."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from tests import page_code

PAGE = (page_code.DOCS / "own_robot.md").read_text()


@pytest.fixture
def names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    """The variables that the page's code defines."""
    monkeypatch.chdir(tmp_path)
    with pytest.warns(mk.RobotWarning, match="'elbow'.*repaired: the joint turns without end"):
        return page_code.run("own_robot.md", capsys)


def test_its_code_solves_and_saves(names: dict[str, Any]) -> None:
    robot, batch = names["robot"], names["batch"]
    assert names["solution"].status == "solved"
    assert names["far"].status == "unreachable"
    assert batch.success.all()
    tips = robot.fk(batch.q, "gripper") @ (0, 0, 0.1, 1)
    np.testing.assert_allclose(tips[:, :3], names["circle"], atol=2e-5)
    saved = np.load("answers.npz")
    np.testing.assert_array_equal(saved["q"], batch.q)
    assert list(saved["status"]) == list(batch.status)
    np.testing.assert_allclose(np.loadtxt("answers.csv", delimiter=",", skiprows=1), batch.q)
    assert Path("my_arm.png").stat().st_size > 1000


def test_the_doctor_reports_its_fault(names: dict[str, Any]) -> None:
    report = CliRunner().invoke(app, ["doctor", "my_arm.urdf"]).output
    assert "elbow: no limits" in report
    assert "strict=False" in report


def test_its_corrected_file_is_solved_on_the_command_line(names: dict[str, Any]) -> None:
    text = Path("my_arm.urdf").read_text()
    Path("my_arm.urdf").write_text(text.replace("<limit  effort", '<limit lower="-2.5" upper="2.5" effort'))
    np.savetxt("poses.csv", names["circle"], delimiter=",", header="x,y,z", comments="")
    command = re.search(r"`memetik (solve .*?)`", PAGE)
    assert command
    result = CliRunner().invoke(app, command[1].split())
    assert result.exit_code == 0, result.output
    assert len(Path("answers.csv").read_text().splitlines()) == 51


def test_its_table_of_other_files_has_arguments_that_exist() -> None:
    calls = re.findall(r'`mk\.Robot\.(\w+)\("[^"]*", (\w+)=', PAGE)
    assert {argument for _, argument in calls} == {"arguments", "package_dirs", "unit"}
    for function, argument in calls:
        assert argument in inspect.signature(getattr(mk.Robot, function)).parameters


def test_its_links_lead_somewhere() -> None:
    assert not page_code.missing_links("own_robot.md")
