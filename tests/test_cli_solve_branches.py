"""``memetik solve`` with all solutions, the best, locked joints, and a trace."""

from __future__ import annotations

import json

import numpy as np
import pytest

import memetik as mk
from tests.solve_command import HAND, PANDA, TOOL, UR5, answer, configuration, run

POSE = ("--position", "0.4", "0.2", "0.4", "--rpy", "0", "1.2", "0.3")


def test_all_solutions_are_distinct_and_true() -> None:
    entries = json.loads(run(*TOOL, *POSE, "--all", "16", "--json"))
    assert len(entries) == 8
    target = mk.transform((0.4, 0.2, 0.4), rpy=(0, 1.2, 0.3))
    rows = [configuration(UR5, entry) for entry in entries]
    for q in rows:
        np.testing.assert_allclose(UR5.fk(q, "tool0"), target, rtol=0, atol=3e-5)
    assert len(np.unique(np.round(rows, 2), axis=0)) == 8
    assert len(json.loads(run(*TOOL, *POSE, "--all", "3", "--json"))) == 3
    assert "8 solutions in " in run(*TOOL, *POSE, "--all", "16")


def test_no_solution_is_said_and_an_exit_code() -> None:
    far = ("--position", "3", "0", "0", "--all", "4")
    assert "no solution found" in run(*TOOL, *far, code=4)
    assert json.loads(run(*TOOL, *far, "--json", code=4)) == []


def test_the_best_is_nearer_than_the_first() -> None:
    start = [
        f"--start={name}={value}" for name, value in zip(UR5.joint_names, (2, -1, 2, 1, 2, 1), strict=True)
    ]
    first, best = (
        configuration(UR5, answer(*TOOL, *POSE, *start, "--prefer", prefer)) for prefer in ("first", "best")
    )
    away = [np.linalg.norm(UR5.difference([2, -1, 2, 1, 2, 1], q)) for q in (first, best)]
    assert away[1] <= away[0] + 1e-6


def test_locked_joints_stay_and_others_go_no_farther_than_allowed() -> None:
    locked = ("--max-change", "elbow_joint=0")
    q = configuration(UR5, answer(*TOOL, "--position", "0.4", "0.2", "0.4", *locked, code=3))
    assert q[2] == 0
    place = (*HAND, "--position", "0.4", "0.1", "0.6")
    near = ("--max-change", "0.2")
    q = configuration(PANDA, answer(*place, *near))
    assert np.abs(q - PANDA.neutral).max() <= 0.2
    for both in ((*near, "--max-change=panda_joint1=0.1"), ("--max-change=panda_joint1=0.1", *near)):
        q = configuration(PANDA, answer(*place, *both))
        away = np.abs(q - PANDA.neutral)
        assert away[0] <= 0.1
        assert away.max() <= 0.2


def test_a_trace_tells_what_the_search_did() -> None:
    far = (*TOOL, "--position", "3", "0", "0", "--trace", "--thorough")
    assert "lowest cost" in run(*far, code=4)
    stages = [row["stage"] for row in answer(*far, code=4)["trace"]]
    assert stages[0] == "start"
    assert "memetic" in stages
    assert "trace" not in answer(*TOOL, *POSE)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--all", "3", "--random", "5"), "--all is for one target"),
        ((*POSE, "--all", "3", "--trace"), "--trace is for one solution"),
        ((*POSE, "--all", "3", "--picture", "x.png"), "--picture shows one solution"),
        ((*POSE, "--prefer", "bst"), "did you mean 'best'?"),
        ((*POSE, "--max-change", "elbo=0"), "no joint 'elbo'"),
        ((*POSE, "--max-change", "elbow_joint"), "--max-change: expected JOINT=VALUE, or VALUE; got"),
        ((*POSE, "--max-change", "-0.1"), "max_change of 'shoulder_pan_joint': expected a number"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    output = run(*TOOL, *arguments, code=1)
    assert message in output
    assert "Traceback" not in output
