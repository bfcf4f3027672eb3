"""The code of docs/skeletons.md runs on the clip of the example and has the described effect."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "skeletons.md").read_text()


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The variables that the page's code defines."""
    monkeypatch.chdir(tmp_path)
    Path("walk.bvh").write_text(runpy.run_path(str(ROOT / "examples" / "06_edit_motion.py"))["walk"]())
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(compile(block, "skeletons.md", "exec"), names)
    return names


def test_its_code_edits_a_motion(names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    clip, again = names["clip"], mk.io.bvh.read("edited.bvh", unit="cm")
    before, after = (c.robot.fk(c.motion, "LeftHand")[:, :3, 3] for c in (clip, again))
    np.testing.assert_allclose(after - before, np.tile((0, 0, 0.05), (len(clip), 1)), atol=2e-5)
    moved = {
        name
        for name, old, new in zip(clip.names, clip.motion.T, again.motion.T, strict=True)
        if (old != new).any()
    }
    assert moved <= set(clip.rotations("LeftArm", "LeftForeArm"))
    assert np.abs(np.diff(again.motion - clip.motion, axis=0)).max() < 0.1
    assert repr(clip) in PAGE


def test_its_table_is_true(names: dict[str, Any]) -> None:
    robot = names["clip"].robot
    assert robot.root == "world"
    assert {"LeftArm", "LeftHand_end"} <= set(robot.link_names)
    assert robot.joints["LeftArm.rz"].type == "continuous"
    assert robot.joints["Hips.x"].type == "prismatic"
    assert not robot.neutral.any()
    assert robot.fk(robot.neutral, "Hips")[2, 3] == pytest.approx(0.95)
