"""Instructions of this build, counted by valgrind."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from memetik_bench.arms import load_arm
from memetik_bench.builds import Part, own_build
from memetik_bench.engine.queries import pose_queries
from memetik_bench.instructions import CountedCase, count_cases, instruction_lines, instructions_table
from memetik_bench.targets import random_reachable

ROW = {"section": "single", "case": "panda", "count": 9, "instructions": 15e3, "call_instructions": 20e3}
ROW |= {"evaluations": 12.0, "solved": 1.0, "false_success": 0}


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
def test_a_query_takes_as_many_instructions_as_its_copies() -> None:
    """Only solves are counted: neither what comes before them, nor other cases."""
    arm = load_arm("panda")
    queries = pose_queries(random_reachable(arm.robot, arm.link, count=1, random_seed=1), tolerance=1e-5)
    cases = [CountedCase("a", str(n), (Part(queries.take(np.zeros(n, dtype=int))),)) for n in (5, 20)]
    batch = CountedCase("b", "20", (Part(queries.take(np.zeros(20, dtype=int)), "solve_batch"),))
    (few, found, less), (many, _, more), (_, _, together) = count_cases(own_build(), [*cases, batch])
    assert (few, many) == tuple(cases)
    assert len(found[0]["q"]) == 5
    assert less.core is not None and more.core is not None and together.core is not None
    assert 4000 < less.core / 5 < less.total / 5
    assert more.core / 20 == pytest.approx(less.core / 5, rel=0.01)
    assert more.total / 20 == pytest.approx(less.total / 5, rel=0.1)
    assert together.core < together.total < more.total


def test_lines_have_the_ratio_to_the_other_build() -> None:
    other = {**ROW, "instructions": 30e3}
    unsolved = {**ROW, "section": "out-of-reach", "solved": 0.0}
    lines = list(instruction_lines([unsolved, ROW], [other]))
    assert [line.section for line in lines] == ["A pose from a random start", "Out of reach"]
    assert lines[0][3:] == ("15.0 k", "20.0 k", "12.0", "100 %", "30.0 k", "0.50")
    assert lines[1][6:] == ("", "", "")
    assert len(instructions_table([ROW]).columns) + 2 == len(instructions_table([ROW], [other]).columns)


def test_false_successes_are_shown() -> None:
    (line,) = instruction_lines([{**ROW, "solved": 0.5, "false_success": 3}])
    assert line.solved == "50.00 %, 3 false"
