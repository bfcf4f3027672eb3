"""``memetik doctor``: its report on an installation and on a robot."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app

LAME = """<robot name="lame">
  <link name="base"><inertial><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <link name="wheel"><visual><geometry><mesh filename="package://nowhere/wheel.stl"/></geometry></visual>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tool"/>
  <joint name="axle" type="continuous"><parent link="base"/><child link="wheel"/><axis xyz="0 0 1"/></joint>
  <joint name="mount" type="fixed"><parent link="wheel"/><child link="tool"/></joint>
</robot>"""


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def run_process(**environment: str) -> str:
    command = [sys.executable, "-c", "from memetik.cli import main; main()", "doctor"]
    finished = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=True, env=os.environ | environment
    )
    return finished.stdout


def fields(output: str) -> dict[str, str]:
    return {line[:16].strip(): line[16:] for line in output.splitlines() if line}


def test_doctor_knows_versions_and_extras() -> None:
    known = fields(run("doctor"))
    assert known["memetik"] == mk.__version__
    assert known["numpy"] == np.__version__
    assert known["Python"].startswith(".".join(map(str, sys.version_info[:3])))
    assert known["SIMD"].startswith(f"{mk.simd} in use")
    assert known["[plot]"].startswith(f"mitsuba {importlib.metadata.version('mitsuba')}")
    assert {"[mujoco]", "[mesh]"} <= set(known)
    assert known["self-check"].startswith("OK")


def test_doctor_says_how_to_install_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    known = fields(run("doctor"))
    assert known["[plot]"].startswith("not installed: pip install 'mitsuba")
    assert known["[mesh]"].startswith("not installed: pip install 'trimesh")


def test_doctor_notices_what_cannot_be_imported(tmp_path: Path) -> None:
    (tmp_path / "mitsuba.py").write_text("raise ImportError('libGL.so.1 is missing')")
    known = fields(run_process(PYTHONPATH=str(tmp_path)))
    assert "cannot be imported: libGL.so.1 is missing" in known["[plot]"]


def test_doctor_reports_the_chosen_simd_level() -> None:
    known = fields(run_process(MEMETIK_SIMD=mk.simd))
    assert known["SIMD"].startswith(f"{mk.simd} in use, the processor supports ")
    assert known["SIMD"].endswith(f"chosen by MEMETIK_SIMD={mk.simd}")


@pytest.mark.parametrize("wrong", [1e-3, np.nan])
def test_doctor_fails_if_the_numbers_are_wrong(wrong: float, monkeypatch: pytest.MonkeyPatch) -> None:
    right = mk.Robot.jacobian
    monkeypatch.setattr(mk.Robot, "jacobian", lambda self, q, link: right(self, q, link) + wrong)
    assert fields(run("doctor", code=1))["self-check"].startswith("FAILED")


def test_doctor_examines_a_robot(tmp_path: Path) -> None:
    file = tmp_path / "lame.urdf"
    file.write_text(LAME)
    assert fields(run("doctor", str(file))) == {
        "robot": "lame, root link base",
        "variables": "1 DoF",
        "links": "3, of which 1 are tips: tool",
        "joints": "1 continuous, 1 fixed",
        "mimics": "none",
        "limits": "axle: no limits, any speed",
        "postures": "none",
        "masses": "2 kg; 2 links have none: wheel, tool",
        "shapes": "1 simple ones, 1 meshes",
        "missing meshes": "1 files: package://nowhere/wheel.stl",
        "faults": "none",
        "suggestions": (
            "meshes are needed for pictures only; mk.Robot.load(path, package_dirs=...) says where they are"
        ),
    }


def test_doctor_lists_faults_and_the_exit_code_tells_them(tmp_path: Path) -> None:
    file = tmp_path / "lame.urdf"
    file.write_text(LAME.replace('<robot name="lame">', "<robot>"))
    known = fields(run("doctor", str(file), code=1))
    assert known["faults"] == ("robot (line 1): the attribute 'name' is missing; the robot is called 'lame'")


def test_doctor_suggests_to_correct_degrees_and_millimetres(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    axle = '<joint name="axle" type="revolute"><limit lower="-180" upper="180" effort="1" velocity="1"/>'
    path.write_text(LAME.replace('<joint name="axle" type="continuous">', axle))
    report = fields(run("doctor", str(path), code=1))
    assert report["faults"].startswith("the limits of joint 'axle' look like degrees: -180 and 180")
    assert "correct the units as listed above: angles are in radians" in run("doctor", str(path), code=1)


def test_doctor_shows_repairs_of_what_is_refused_by_default(tmp_path: Path) -> None:
    file = tmp_path / "lame.urdf"
    file.write_text(LAME.replace('type="continuous"', 'type="revolute"'))
    output = run("doctor", str(file), code=1)
    assert "refused by default: lame.urdf: joint 'axle' (line 7): the <limit> element is missing" in output
    assert "; repaired: the joint turns without end" in output
    assert fields(output)["suggestions"].startswith("load it with --no-strict, in Python mk.Robot.load(")


@pytest.mark.parametrize(
    ("name", "message"), [("nowhere.urdf", "no such file"), ("baxxter", "did you mean 'baxter'?")]
)
def test_doctor_refuses_what_cannot_be_loaded(name: str, message: str) -> None:
    output = run("doctor", name, code=2)
    assert output.startswith("error: ")
    assert message in output


def test_doctor_of_healthy_robots() -> None:
    panda = fields(run("doctor", "panda"))
    assert panda["limits"].startswith("panda_joint1: from -2.897 to 2.897, at most 2.175 per second")
    assert panda["faults"] == panda["suggestions"] == "none"
    assert "missing meshes" not in panda
    assert "r_finger_joint follows " in fields(run("doctor", "pr2"))["mimics"]
    assert fields(run("doctor", "kr120"))["masses"].startswith("none")
