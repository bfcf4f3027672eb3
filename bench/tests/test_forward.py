"""Forward kinematics are timed from Python, ours and pinocchio's."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik_bench.forward.measure import measure_arm
from memetik_bench.report.fk_tables import ARM_ROWS

pytest.importorskip("pinocchio")


def test_an_arm_has_all_rows_but_those_of_pinocchio_in_the_core() -> None:
    row = measure_arm("ur5", "tool0", None, Path("unused"), rounds=1)
    assert all(nanoseconds > 0 for nanoseconds in row.values())
    assert ARM_ROWS.keys() - row.keys() == {"pinocchio core fk", "pinocchio core fk+jacobian"}
