"""robot.plot: a picture that notebooks show and that can be saved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk


def test_still(tmp_path: Path) -> None:
    robot = mk.Robot.load("ur5")
    goal = mk.Position("tool0", (0.4, 0.1, 0.3))
    still = robot.plot(robot.neutral, goals=goal, size=(40, 30), samples=4)
    assert np.asarray(still).shape == (30, 40, 3)
    assert still._repr_png_().startswith(b"\x89PNG")
    still.save(tmp_path / "still.png")
    assert (tmp_path / "still.png").read_bytes() == still._repr_png_()
    assert "40 x 30" in repr(still)
    with pytest.raises(mk.MemetikError, match=r"saved as \.png or \.jpg"):
        still.save(tmp_path / "still.gif")


def test_goals_are_in_the_picture() -> None:
    robot = mk.Robot.load("ur5")
    options = {"size": (80, 60), "samples": 8}
    without = np.asarray(robot.plot(**options)).astype(int)
    goal = mk.LookAt("tool0", robot.fk(robot.neutral, "tool0")[:3, 3] + 0.3)
    within = np.asarray(robot.plot(goals=[goal], **options)).astype(int)
    assert np.abs(within - without).max() > 50
