"""Two builds take turns; a build compared with itself gives the same answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from memetik_bench.builds import Worker, build_in, own_build
from memetik_bench.compare import TASKS, CompareSettings, Task, comparison_table, measure_comparison
from memetik_bench.compare.measure import measure_task
from memetik_bench.compare.ratio import speedup, spread
from memetik_bench.store import ResultFile, make_header

SETTINGS = CompareSettings(count=40, rounds=2)
TASK_LIST = [task for tasks in TASKS.values() for task in tasks(SETTINGS)]


def test_the_shortest_of_all_rounds_counts() -> None:
    own, other = np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([[4.0, 9.0], [9.0, 4.0]])
    ratio, (low, high) = speedup(own, other)
    assert ratio == 4.0
    assert (low, high) == (4.0, 4.0)


def test_the_interval_covers_the_ratios_of_the_chunks() -> None:
    own = np.ones((1, 50))
    other = np.where(np.arange(50) % 2, 1.0, 3.0)[None]
    ratio, (low, high) = speedup(own, other)
    assert ratio == 2.0
    assert 1.5 < low < 2.0 < high < 2.5


def test_percentiles() -> None:
    values = {"mean": 1000.0, "p99": 1980.0, "p99.9": 1998.0, "max": 2000.0}
    assert spread(np.arange(1001.0), 2.0) == pytest.approx(values)


@pytest.mark.parametrize(("count", "chunk", "chunks"), [(5, 2, [(0, 2), (2, 4), (4, 5)]), (2, 2, [(0, 2)])])
def test_chunks_cover_all_queries(count: int, chunk: int, chunks: list[tuple[int, int]]) -> None:
    assert Task("a", "b", lambda: pytest.fail(), count, chunk).chunks == chunks


@pytest.mark.parametrize("task", TASK_LIST, ids=[f"{task.section}: {task.case}" for task in TASK_LIST])
def test_a_task_has_the_queries_that_it_says(task: Task) -> None:
    if task.section != "batch":  # the same as small ones
        assert len(task.make()) == task.count


def test_a_build_beside_itself(tmp_path: Path) -> None:
    done: list[int] = []
    own, other = own_build(), build_in(own_build().folder, "copy")
    results = ResultFile(tmp_path / "compare.jsonl", make_header((), {}))
    sections = ("single", "small-batches", "construction")

    def watch(what: str, total: int) -> object:
        return done.append

    rows = measure_comparison(own, other, sections, SETTINGS, results, watch=watch)  # type: ignore[arg-type]
    assert [row["case"] for row in rows[:3]] == ["ur5", "iiwa14", "panda"]
    for row in rows:
        assert 0 < row["interval"][0] <= row["interval"][1]
        for build in (row["own"], row["other"]):
            assert build["mean_us"] > 0
            assert (build.get("solved", 1.0), build.get("false_success", 0)) == (1.0, 0)
    single = rows[0]
    assert single["own"]["evaluations"] == single["other"]["evaluations"]
    assert 0 < single["own"]["core_us"]["mean"] < single["own"]["call_us"]["mean"]
    assert comparison_table(rows, "copy").row_count >= len(rows)
    before = len(done)
    assert measure_comparison(own, other, sections, SETTINGS, results) == rows
    assert len(done) == before


def test_builds_take_turns() -> None:
    asked: list[str] = []

    class Recorded(Worker):
        def __init__(self, name: str) -> None:
            super().__init__(own_build())
            self._name = name

        def call(self, command: str, *arguments: object) -> object:
            if command.startswith("time"):
                asked.append(self._name)
            return super().call(command, *arguments)

    task = next(iter(TASKS["kinematics"](SETTINGS)))
    with Recorded("a") as first, Recorded("b") as second:
        row = measure_task(task, first, second, 1)
    assert asked == (["a", "b", "b", "a"] * len(task.chunks))[: 2 * len(task.chunks)]
    assert "solved" not in row["own"]
