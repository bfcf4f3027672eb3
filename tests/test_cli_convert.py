"""``memetik convert``: plain forms of robots, and BVH files in other units."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app

WALK = """HIERARCHY
ROOT Hips
{
    OFFSET 0 95 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    End Site
    {
        OFFSET 0 20 0
    }
}
MOTION
Frames: 2
Frame Time: 0.04
0 95 5 0 0 0
0 95 10 0 12.5 30
"""


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["convert", *arguments], env={"COLUMNS": "80"})
    assert result.exit_code == code, result.output
    return result.output


def test_a_robot_in_plain_form_is_the_same_robot(tmp_path: Path) -> None:
    file = tmp_path / "panda.json"
    assert run("panda", str(file)) == f"wrote {file}\n"
    assert mk.Robot.from_dict(json.loads(file.read_text())) == mk.Robot.load("panda")
    assert mk.Robot.load(file) == mk.Robot.load("panda")


def test_urdf_to_json_to_urdf_is_the_same_file(tmp_path: Path) -> None:
    first, plain, second = (str(tmp_path / name) for name in ("a.urdf", "b.json", "c.urdf"))
    run("shadow_hand", first)
    run(first, plain)
    run(plain, second)
    assert Path(first).read_text() == Path(second).read_text()
    assert mk.Robot.load(first) == mk.Robot.load(plain) == mk.Robot.load(second)


def test_a_robot_in_yaml_is_the_same_robot(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    run("panda", str(tmp_path / "panda.yaml"))
    assert mk.Robot.load(tmp_path / "panda.yaml") == mk.Robot.load("panda")


def test_a_character_in_urdf_has_the_same_poses(tmp_path: Path) -> None:
    source, file = tmp_path / "walk.bvh", tmp_path / "walk.urdf"
    source.write_text(WALK)
    run(str(source), str(file), "--unit", "cm")
    robot, again = mk.Robot.from_bvh(source, unit="cm"), mk.Robot.load(file)
    q = robot.random(10, rng=0)
    np.testing.assert_allclose(again.fk(q, "Hips_end"), robot.fk(q, "Hips_end"), rtol=0, atol=1e-12)


def test_a_bvh_file_in_another_unit_has_the_same_motion(tmp_path: Path) -> None:
    source, metres, inches = tmp_path / "walk.bvh", tmp_path / "m.bvh", tmp_path / "in.bvh"
    source.write_text(WALK)
    run(str(source), str(metres), "--unit", "cm", "--to", "m")
    run(str(source), str(inches), "--unit", "cm", "--to", "in")
    expected = mk.io.bvh.read(source, unit="cm")
    for file, unit in ((metres, "m"), (inches, "in")):
        clip = mk.io.bvh.read(file, unit=unit)  # type: ignore[arg-type]
        np.testing.assert_allclose(clip.motion, expected.motion, rtol=0, atol=1e-12)
        poses = (c.robot.fk(c.motion, "Hips_end") for c in (clip, expected))
        np.testing.assert_allclose(*poses, rtol=0, atol=1e-12)
        np.testing.assert_array_equal(clip.channels[:, 3:], expected.channels[:, 3:])
    assert "0.0 0.95 0.05" in metres.read_text()


def test_a_character_in_plain_form_is_in_metres(tmp_path: Path) -> None:
    source, file = tmp_path / "walk.bvh", tmp_path / "walk.json"
    source.write_text(WALK)
    run(str(source), str(file), "--unit", "cm")
    assert mk.Robot.from_dict(json.loads(file.read_text())) == mk.Robot.from_bvh(source, unit="cm")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("panda", "panda.sdf"), "panda.sdf: memetik writes robots as .urdf, .json or .yaml"),
        (("panda", "panda.bvh"), "panda.bvh: memetik writes robots as .urdf, .json or .yaml, and .bvh"),
        (("nothing.urdf", "x.json"), "no such file"),
        (("WALK", "x.bvh", "--unit", "yards"), "no unit 'yards'; units are: m, cm, mm, in, ft"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    source = tmp_path / "walk.bvh"
    source.write_text(WALK)
    output = run(*(str(source) if word == "WALK" else word for word in arguments), code=1)
    assert message in output
    assert output.count("\n") == 1
