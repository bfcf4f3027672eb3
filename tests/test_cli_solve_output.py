"""``memetik solve``: its output, its pictures and its errors."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import memetik as mk
from memetik.cli.default_link import default_link
from tests.solve_command import (
    HAND,
    PANDA,
    REACHABLE,
    TOO_FAR,
    answer,
    configuration,
    error_line,
    run,
    slide_in,
)

# ------------------------------------------------------------------------------ output


def test_joint_values_errors_and_verdict() -> None:
    lines = run(*HAND, *REACHABLE, "--stay-close").splitlines()
    q = configuration(PANDA, answer(*HAND, *REACHABLE, "--stay-close"))
    for name, value, lower, upper in zip(PANDA.variable_names, q, PANDA.lower, PANDA.upper, strict=True):
        (row,) = (line.split() for line in lines if name in line)
        assert row == [
            name,
            f"{value:.5f}",
            "rad",
            f"{np.degrees(value):.2f}°",
            f"{lower:.4f}",
            f"{upper:.4f}",
        ]
    (position,) = (line for line in lines if " position " in line)
    assert "mm" in position
    assert position.split()[-1] == "met"
    (stay,) = (line for line in lines if "stay_close" in line)
    assert stay.split()[-1] == "secondary"
    assert lines[-1].startswith("solved in ")


def test_what_is_missed_is_said() -> None:
    output = run(*HAND, *TOO_FAR, code=4)
    assert "missed" in output
    assert "unreachable in " in output
    assert "not solved" in output
    entry = answer(*HAND, *TOO_FAR, code=4)
    assert (entry["success"], entry["status"]) == (False, "unreachable")
    assert entry["errors"]["panda_hand"]["position"] > 1.0


def test_what_is_in_the_way_is_said() -> None:
    (entry,) = answer(*HAND, *TOO_FAR, code=4)["explanation"]["beyond_reach"]
    assert (entry["goal"], entry["proven"]) == ("panda_hand", True)
    distance = f"at least {1e3 * entry['distance']:.0f} mm too far away"
    assert f"Out of reach:\n- panda_hand: its target is {distance}" in run(*HAND, *TOO_FAR, code=4)
    assert "explanation" not in answer(*HAND, *REACHABLE)
    assert "Not solved" not in run(*HAND, *REACHABLE)


def test_a_joint_at_its_limit_is_marked(tmp_path: Path) -> None:
    slide = slide_in(tmp_path)
    assert "at its limit" in run(slide, "--position", "3", "0", "0", code=4)
    assert "at its limit" not in run(slide, "--position", "1", "0", "0")


def test_of_a_humanoid_only_what_matters_is_listed() -> None:
    output = run("valkyrie", "--link", "rightPalm", "--position", "0.3", "-0.3", "1.2")
    assert "rightElbowPitch" in output
    assert "leftElbowPitch" not in output
    assert "the other 48 variables" in output
    assert len(answer("valkyrie", "--link", "rightPalm", "--position", "0.3", "-0.3", "1.2")["q"]) == 61


def test_help_explains_every_option() -> None:
    output = run("--help")
    for option in ("--link", "--position", "--rpy", "--quaternion", "--look-at", "--axis", "--stay-close"):
        assert option in output
    for option in ("--start", "--free", "--tolerance", "--method", "--timeout", "--random-seed", "--random "):
        assert option in output
    assert "exit code is 3" in output


# ------------------------------------------------------------------------------ pictures


def test_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "memetik.plot.picture.save_picture",
        lambda path, robot, q, goals, quality, contacts: drawn.append((path, robot.name, q, list(goals))),
    )
    file = tmp_path / "hand.png"
    assert f"wrote {file}" in run(*HAND, *REACHABLE, "--picture", str(file))
    entry = answer(*HAND, *REACHABLE, "--picture", str(file))
    for path, name, q, (goal,) in drawn:
        assert (path, name) == (file, "panda")
        np.testing.assert_array_equal(q, configuration(PANDA, entry))
        np.testing.assert_array_equal(goal.target, mk.transform((0.5, 0.1, 0.4), rpy=(3.14, 0, 0)))
    assert len(drawn) == 2


def test_a_picture_without_mitsuba_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    assert "pip install 'mitsuba" in error_line(
        *HAND, *REACHABLE, "--picture", str(tmp_path / "a.png"), "--quality", "final"
    )


# ------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pandda", *REACHABLE), "did you mean 'panda'?"),
        (("nothing.urdf", *REACHABLE), "no such file"),
        (("mannequin", *REACHABLE), "name one of eyes, left_hand, right_hand, left_toes, right_toes"),
        (("panda", "--link", "panda_hnd", *REACHABLE), "did you mean 'panda_hand'?"),
        (HAND, "give --position"),
        ((*HAND, "--stay-close"), "give --position"),
        ((*HAND, *REACHABLE, "--quaternion", "1", "0", "0", "0"), "--rpy and --quaternion"),
        ((*HAND, "--quaternion", "0", "0", "0", "0"), "zero length"),
        ((*HAND, "--position", "nan", "0", "0"), "not finite"),
        ((*HAND, *REACHABLE, "--axis", "1", "0", "0"), "needs --look-at"),
        ((*HAND, "--look-at", "1", "0", "0", "--axis", "0", "0", "0"), "zero length"),
        ((*HAND, "--look-at", "1", "0", "0", "--free", "rz"), "--free"),
        ((*HAND, *REACHABLE, "--free", "rw"), "x, y, z, rx, ry, rz"),
        ((*HAND, *REACHABLE, "--tolerance", "-1"), "tolerance"),
        ((*HAND, *REACHABLE, "--method", "magic"), "methods are: auto, memetic, restarts"),
        ((*HAND, *REACHABLE, "--timeout", "-1"), "timeout"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1"), "expected JOINT=VALUE"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1=much"), "expected JOINT=VALUE"),
        ((*HAND, *REACHABLE, "--start", "random", "--start", "panda_joint1=1"), "only the word random"),
        ((*HAND, *REACHABLE, "--start", "panda_joint9=1"), "did you mean 'panda_joint"),
        ((*HAND, *REACHABLE, "--start", "panda_joint1=nan"), "finite"),
        ((*HAND, *REACHABLE, "--picture", "hand.gif"), ".png or .jpg"),
        (
            (*HAND, *REACHABLE, "--picture", "hand.png", "--quality", "fine"),
            "levels are: draft, preview, final",
        ),
        ((*HAND, *REACHABLE, "--random", "5"), "--random makes its own targets"),
        ((*HAND, "--random", "5", "--picture", "hand.png"), "--picture"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in error_line(*arguments)


def test_a_robot_that_cannot_move_has_no_tip() -> None:
    with pytest.raises(mk.GoalError, match="no joint of 'statue' moves any link"):
        default_link(mk.Robot("statue", [mk.Link("stone")], []))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (("--random", "0"), "'--random'"),
        (("--random-seed", "-1"), "'--random-seed'"),
        (("--position", "1", "2"), "requires 3 arguments"),
    ],
)
def test_wrong_usage(wrong: tuple[str, ...], message: str) -> None:
    assert message in run(*HAND, *wrong, code=2)
