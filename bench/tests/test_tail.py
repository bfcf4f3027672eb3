"""The tail of single solves, with what the worst queries share."""

from __future__ import annotations

from memetik_bench.arms import load_arm
from memetik_bench.measures.sections import section_table
from memetik_bench.measures.tail import measure_tail
from memetik_bench.settings import Settings


def test_a_row() -> None:
    row = measure_tail(load_arm("panda"), Settings(), count=300)
    assert (row["count"], row["solved"]) == (300, 1.0)
    for values in (row["core_us"], row["evaluations"]):
        assert 0 < values["mean"] < values["p99"] <= values["p99.9"] <= values["max"]
    assert sum(row["worst_stages"].values()) == 100
    assert row["worst"].keys() == row["all"].keys()
    assert row["worst"]["starts"] >= row["all"]["starts"]
    assert row["worst"]["solution, nearest limit"] >= 0
    assert section_table("tail", [row]).row_count > len(row)
