"""The comparison of bits finds every difference, that of facts only relevant ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.recorder import compare, compare_facts, corpus
from tests.recorder.recording import Recording, read, write

TAG = "solve/auto/panda/pose/far/seed0"


def recorded(**changes: object) -> Recording:
    values = {
        "status": "unreachable",
        "success": False,
        "q": np.array([0.1, -0.0, np.inf, np.nan]),
        "cost": np.float64(0.3),
        "evaluations": 7,
        "trace.stage": ["start", "settle"],
        "within_limits": True,
    }
    return {TAG: {**values, **changes}}


def on_disk(path: Path, recording: Recording) -> Recording:
    assert write(path, recording.items()) == len(recording)
    return read(path)


class TestFile:
    def test_keeps_every_bit(self, tmp_path: Path) -> None:
        numbers = np.array([5e-324, -0.0, np.pi, 1e300, np.inf, np.nan])
        values = on_disk(tmp_path / "a.rec", recorded(q=numbers))[TAG]
        assert values["q"].tobytes() == numbers.tobytes()
        assert values["trace.stage"] == ["start", "settle"] and values["evaluations"] == 7

    def test_is_the_same_for_the_same_values(self, tmp_path: Path) -> None:
        first, second = tmp_path / "a.rec", tmp_path / "b.rec"
        for path in (first, second):
            write(path, recorded().items())
        assert first.read_bytes() == second.read_bytes()

    def test_knows_one_nan_only(self, tmp_path: Path) -> None:
        a = on_disk(tmp_path / "a.rec", recorded(cost=np.float64("nan")))
        b = on_disk(tmp_path / "b.rec", recorded(cost=-np.float64("nan")))
        assert compare.differences(a, b) == {}


class TestBits:
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"status": "solved"}, "status 'unreachable' -> 'solved'"),
            ({"cost": np.nextafter(0.3, 1)}, "cost 0.3 -> 0.30000000000000004 (by 5.55e-17)"),
            ({"q": np.array([0.1, 0.0, np.inf, np.nan])}, "q by up to 0 (1 of 4 numbers)"),
            ({"q": np.array([0.1, -0.0, 2.0, np.nan])}, "q by up to inf (1 of 4 numbers)"),
            ({"q": np.array([0.6, -0.0, np.inf, np.nan])}, "q by up to 0.5 (1 of 4 numbers)"),
            ({"q": np.zeros(3)}, "q of shape (4,) -> (3,)"),
            ({"evaluations": 8}, "evaluations 7 -> 8"),
            ({"trace.stage": ["start", "memetic"]}, "trace.stage[1] 'settle' -> 'memetic' (1 of 2 differ)"),
            ({"new": 1}, "new None -> 1"),
        ],
    )
    def test_that_differ_are_told(self, tmp_path: Path, change: dict[str, object], words: str) -> None:
        a, b = on_disk(tmp_path / "a.rec", recorded()), on_disk(tmp_path / "b.rec", recorded(**change))
        assert compare.differences(a, a) == {}
        assert compare.differences(a, b) == {TAG: [words]}

    def test_of_a_missing_case_differ(self) -> None:
        assert compare.differences(recorded(), {}) == {TAG: ["only in the first"]}
        assert compare.differences({}, recorded()) == {TAG: ["only in the second"]}


class TestFacts:
    @pytest.mark.parametrize(
        "change", [{"cost": np.array(0.3 * (1 + 1e-10))}, {"q": np.zeros(4)}, {"evaluations": 9}]
    )
    def test_are_the_same_after_small_changes(self, tmp_path: Path, change: dict[str, object]) -> None:
        a, b = on_disk(tmp_path / "a.rec", recorded()), on_disk(tmp_path / "b.rec", recorded(**change))
        assert compare_facts.differences(a, b) == {}

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"status": "approximate"}, "status unreachable -> approximate"),
            ({"cost": np.array(0.3 * (1 + 1e-8))}, "cost 0.3 -> 0.300000003"),
            ({"within_limits": False}, "limits do not hold in the second"),
            ({"refused": "GoalError"}, "refused None -> GoalError"),
        ],
    )
    def test_that_differ_are_told(self, tmp_path: Path, change: dict[str, object], words: str) -> None:
        a, b = on_disk(tmp_path / "a.rec", recorded()), on_disk(tmp_path / "b.rec", recorded(**change))
        assert compare_facts.differences(a, b) == {TAG: [words]}

    def test_include_success_rates(self) -> None:
        first = {f"solve/x/{i}": {"success": True} for i in range(3)}
        second = {**first, "solve/x/2": {"success": False}}
        assert compare_facts.success_rates(first) == {"solve/x": (3, 3)}
        assert compare_facts.changed_rates(first, second) == [
            "solve/x: 3 -> 2 of 3 solved",
            "solved in all: 3 -> 2",
        ]


class TestCorpus:
    def test_has_what_recordings_agree_on(self) -> None:
        tag = "solve/auto/panda/pose/contradicting/seed0"
        a, b = ({tag: recorded(cost=np.array(cost))[TAG]} for cost in (0.3, 0.31))
        assert corpus.facts([a, a]) == {tag: {"status": "unreachable", "cost": 0.3}}
        assert corpus.facts([a, b]) == {tag: {"status": "unreachable"}}

    def test_is_contradicted(self) -> None:
        fact = {"status": "unreachable", "cost": 0.3}
        assert corpus.contradictions(recorded()[TAG], fact) == []
        assert corpus.contradictions(recorded(status="solved")[TAG], fact)
        assert corpus.contradictions(recorded(cost=np.array(0.30001))[TAG], fact)
        assert corpus.contradictions(recorded(within_limits=False)[TAG], fact)
        assert corpus.contradictions({"success": [True] * 9 + [False]}, {"solved": [2, 3], "of": 10})


def test_a_recording_is_repeatable_and_a_changed_seed_is_found(tmp_path: Path) -> None:
    first, second = tmp_path / "a.rec", tmp_path / "b.rec"
    for path in (first, second):
        run("record", path, "--only", "^solve/memetic/ur5/pose/random_start/")
    assert first.read_bytes() == second.read_bytes()
    assert run("compare", first, second).endswith("3 of 3 cases agree bit for bit\n")
    recording = read(second)
    tags = sorted(recording)
    recording[tags[0]] = recording[tags[1]]  # as if one had another seed
    write(second, recording.items())
    assert tags[0] in run("compare", first, second, code=1)


def run(*arguments: object, code: int = 0) -> str:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.recorder", *map(str, arguments)]
    environment = {**os.environ, "PYTHONHASHSEED": "random"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout
