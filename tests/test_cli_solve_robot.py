"""``memetik solve`` with a part of a robot: locked joints, movable joints, postures; and its tolerances."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app
from tests.solve_command import HAND, PANDA, UR5, answer, configuration, error_line, run

NEAR = ("--position", "0.5,0.1,0.4")


def test_locked_joints_are_no_variables() -> None:
    entry = answer(*HAND, *NEAR, "--lock", "panda_joint1=0.2,panda_joint3=0.1")
    assert set(PANDA.variable_names) - set(entry["q"]) == {"panda_joint1", "panda_joint3"}
    q = PANDA.pack({**entry["q"], "panda_joint1": 0.2, "panda_joint3": 0.1})
    np.testing.assert_allclose(PANDA.fk(q, "panda_hand")[:3, 3], (0.5, 0.1, 0.4), atol=1e-5)
    assert "cannot be locked at 9" in error_line(*HAND, *NEAR, "--lock", "panda_joint1=9")


def test_only_the_named_joints_move() -> None:
    moving = ("panda_joint1", "panda_joint2", "panda_joint4")
    for words in (("--joints", ",".join(moving)), [w for name in moving for w in ("--joints", name)]):
        entry = answer(*HAND, *NEAR, *words)
        moved = configuration(PANDA, entry) != PANDA.neutral
        assert set(np.array(PANDA.variable_names)[moved]) <= set(moving)


def test_a_posture_of_the_file_is_a_start(tmp_path: Path) -> None:
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    text = f'<robot name="arm"><link name="a"/><link name="b"/>{joint}</robot>'
    (tmp_path / "arm.urdf").write_text(text)
    group = '<group name="g"><joint name="j"/></group>'
    state = '<group_state name="home" group="g"><joint name="j" value="0.7"/></group_state>'
    (tmp_path / "arm.srdf").write_text(f'<robot name="arm">{group}{state}</robot>')
    arm = str(tmp_path / "arm.urdf")
    assert answer(arm, "--rpy", "0,0,0", "--free", "rx", "--start", "home")["q"] == {"j": 0.7}
    result = CliRunner().invoke(app, ["fk", arm, "--q", "home", "--json"])
    assert '"j": 0.7' in result.output
    assert "a posture (home)" in error_line(arm, "--rpy", "0,0,0", "--start", "hom")


def test_a_joint_with_several_variables_takes_several_numbers() -> None:
    b = mk.RobotBuilder("cart")
    b.planar("base", "floor", "cart")
    from memetik.cli.joint_words import configuration as parsed

    for words in (["base=1,0,0.5"], ["base.x=1,base.rz=0.5"], ["1,0,0.5"]):
        np.testing.assert_array_equal(parsed(b.build(), words, "--q"), [1, 0, 0.5])


def test_degrees_are_radians_times_a_factor_and_large_radians_warn() -> None:
    turned = answer("ur5", "--rpy", "90,0,0", "--degrees")
    expected = mk.transform(rpy=(np.pi / 2, 0, 0))[:3, :3]
    np.testing.assert_allclose(UR5.fk(configuration(UR5, turned), "tool0")[:3, :3], expected, atol=2e-5)
    result = CliRunner().invoke(app, ["solve", "ur5", "--rpy", "180,0,0"])
    assert result.stderr == (
        "warning: --rpy: 180 rad is more than a full turn; if the angles are degrees, add --degrees\n"
    )
    assert "--degrees is for roll, pitch and yaw" in error_line("ur5", *NEAR, "--degrees")


def test_every_command_prints_the_faults_of_a_file_as_warnings(tmp_path: Path) -> None:
    file = Path(__file__).parent / "io" / "urdf" / "cosmetic" / "degrees_in_rpy.urdf"
    for words in (["fk", str(file)], ["solve", str(file), "--rpy", "0,0,0", "--free", "rz"]):
        result = CliRunner().invoke(app, words)
        assert result.stderr.startswith("warning: degrees_in_rpy.urdf: joint 'elbow' (line 5): origin")
        assert "Warning" not in result.stderr


@pytest.mark.parametrize(("words", "allowed"), [("1e-3", (1e-3, 1e-3)), ("1e-3,1e-2", (1e-3, 1e-2))])
def test_the_tolerance_is_one_number_or_one_for_lengths_and_one_for_angles(
    words: str, allowed: tuple[float, float]
) -> None:
    text = run("panda", *NEAR, "--rpy", "3.14,0,0", "--tolerance", words)
    assert "1 mm" in text or "1.00 mm" in text
    errors = answer("panda", *NEAR, "--rpy", "3.14,0,0", "--tolerance", words)["errors"]["panda_hand"]
    assert errors["position"] <= allowed[0] and errors["rotation"] <= allowed[1]


def test_three_tolerances_are_refused() -> None:
    assert "two with a comma" in run("panda", *NEAR, "--tolerance", "1,2,3", code=2)
