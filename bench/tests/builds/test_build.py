"""A build runs in a process of its own, and says so if it is not the one that was asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import memetik as mk
from memetik_bench.arms import load_arm
from memetik_bench.builds import BuildError, Part, Worker, build_in, own_build
from memetik_bench.builds.answers import false_successes, solved_queries
from memetik_bench.engine.queries import pose_queries
from memetik_bench.targets import random_reachable

PANDA = load_arm("panda")
QUERIES = pose_queries(random_reachable(PANDA.robot, PANDA.link, count=30, random_seed=1), tolerance=1e-5)


def fake_build(folder: Path, text: str) -> Path:
    (folder / "memetik").mkdir()
    (folder / "memetik" / "__init__.py").write_text(text)
    (folder / "memetik" / "_core_none.py").touch()
    return folder


def test_a_worker_gives_the_answers_of_this_process() -> None:
    solver = mk.Solver(PANDA.robot, QUERIES.goals)
    single = [solver.solve(start, targets={"tip": pose}).q for start, pose in _pairs()]
    together = solver.solve_batch({"tip": QUERIES.targets["tip"]}).q
    with Worker(own_build()) as worker:
        assert worker.facts["version"] == mk.__version__
        assert worker.facts["simd"] == mk.simd
        worker.call("prepare", "a", [Part(QUERIES).message()])
        worker.call("prepare", "b", [Part(QUERIES, "solve_batch", starts=False).message()])
        each = worker.call("time_each", "a", 0, 30)
        batch = worker.call("time_all", "b", 0, 30, 2)
    assert np.array_equal(each["q"], single)
    assert np.array_equal(batch["q"], together)
    assert all(0 < core < wall for core, wall in zip(each["core"], each["wall"], strict=True))
    assert solved_queries(Part(QUERIES), each) == solved_queries(Part(QUERIES), batch) == 30


def test_answers_are_verified() -> None:
    rows = np.array(QUERIES.solutions)
    rows[3] += 0.1
    answer = {"q": rows, "claimed": [True] * 30, "query": range(30)}
    assert solved_queries(Part(QUERIES), answer) == 29
    assert false_successes(Part(QUERIES), answer) == 1
    assert false_successes(Part(QUERIES), {**answer, "claimed": [i != 3 for i in range(30)]}) == 0


def test_several_solutions_of_a_query_count_once() -> None:
    assert QUERIES.solutions is not None
    answer = {"q": QUERIES.solutions[[0, 0, 5]], "claimed": [True] * 3, "query": [0, 0, 5]}
    assert solved_queries(Part(QUERIES), answer) == 2


def test_a_folder_without_memetik_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="has no package memetik; make a build"):
        build_in(tmp_path)


def test_another_memetik_than_that_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = fake_build(
        tmp_path, "__file__ = '/elsewhere/memetik/__init__.py'\n__version__ = simd = 'none'\n"
    )
    with pytest.raises(BuildError, match="imported from /elsewhere instead of"):
        Worker(build_in(folder))


def test_errors_of_the_process_are_errors_here(tmp_path: Path) -> None:
    broken = build_in(fake_build(tmp_path, "raise ImportError('no core')"), "broken")
    with pytest.raises(BuildError, match="no core"):
        Worker(broken)
    with Worker(own_build()) as worker, pytest.raises(BuildError, match="describe failed with the build in"):
        worker.call("describe", "too", "many")


def _pairs() -> list[tuple[object, object]]:
    return list(zip(QUERIES.starts, QUERIES.targets["tip"], strict=True))
