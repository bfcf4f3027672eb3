"""What callgrind writes is read: all instructions, and those between release and return of the GIL."""

from __future__ import annotations

from pathlib import Path

import pytest

from memetik_bench.instructions import callgrind
from memetik_bench.instructions.callgrind import Counts, ValgrindError, callgrind_command, count_instructions

SOLVE = """\
ob=/site/memetik/_core_avx2.abi3.so
fl=???
fn=0x100
0x100 0 3
cfn=0x900
calls=1 0x900 0
0x104 0 50
0x108 0 3
cob=/lib/libpython3.so
cfn=PyEval_SaveThread
calls=1 0x10 0
0x10c 0 20
0x10c 0 1
0x110 0 5
cfn=0x300
calls=3 0x300 0
0x114 0 1000
0x114 0 3
cob=/lib/libpython3.so
cfn=PyEval_RestoreThread
calls=1 0x20 0
0x118 0 30
0x118 0 1
0x120 0 7
"""
OTHERS = """\
fn=0x300
0x300 0 1000
fn=0x900
0x900 0 50
ob=/lib/libpython3.so
fn=PyEval_SaveThread
0x10 0 20
fn=PyEval_RestoreThread
0x20 0 30
fn=_Py_write
cfn=PyEval_SaveThread
calls=1 0x10 0
0x40 0 20
0x44 0 400
cfn=PyEval_RestoreThread
calls=1 0x20 0
0x48 0 30
"""
OWN = 3 + 3 + 1 + 5 + 3 + 1 + 7 + 1000 + 50 + 20 + 30 + 400


def test_the_core_is_what_runs_without_the_gil_in_its_module() -> None:
    """The function's own instructions and those of the functions it calls, each once in the total."""
    assert count_instructions((SOLVE + OTHERS).splitlines()) == Counts(OWN, 5 + 3 + 1000)


def test_a_function_in_two_places_of_the_file_is_one() -> None:
    head, tail = SOLVE.split("cob=/lib/libpython3.so\ncfn=PyEval_RestoreThread")
    begin = "ob=/site/memetik/_core_avx2.abi3.so\nfl=???\nfn=0x100\n"
    again = f"{head}{OTHERS}{begin}cfn=PyEval_RestoreThread{tail}"
    assert count_instructions(again.splitlines()) == Counts(OWN, 5 + 3 + 1000)


def test_without_such_calls_there_is_no_count_of_the_core() -> None:
    assert count_instructions(OTHERS.splitlines()).core is None
    assert count_instructions(SOLVE.replace("PyEval_RestoreThread", "other").splitlines()).core is None


def test_missing_valgrind_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(callgrind.shutil, "which", lambda name: None)
    with pytest.raises(ValgrindError, match="valgrind is not installed"):
        callgrind_command(tmp_path)


def test_other_processors_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(callgrind.shutil, "which", lambda name: "/usr/bin/valgrind")
    monkeypatch.setattr(callgrind.platform, "machine", lambda: "riscv64")
    with pytest.raises(ValgrindError, match="x86-64 only, not on riscv64"):
        callgrind_command(tmp_path)
