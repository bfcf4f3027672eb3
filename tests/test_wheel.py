"""The wheel works where it is installed: without a compiler, with all SIMD levels. Run by ``make wheel``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path

import pytest

import memetik as mk
from memetik import _cpu

pytestmark = pytest.mark.wheel

SOLVE = """
import memetik as mk
solution = mk.solve("panda", mk.Position("panda_hand", (0.4, 0.1, 0.5)))
print(mk.simd, solution.status)
"""


def test_it_is_the_installed_package_that_is_tested() -> None:
    assert "site-packages" in Path(mk.__file__).parts


def test_no_compiler_is_at_hand() -> None:
    assert all(shutil.which(name) is None for name in ("cc", "c++", "gcc", "g++", "clang", "cmake", "ninja"))


@pytest.mark.parametrize("level", ["baseline", "avx2"])
def test_every_level_solves(level: str) -> None:
    if level == "avx2" and not _cpu.supports_avx2():
        pytest.skip("this processor has no AVX2")
    finished = subprocess.run(
        [sys.executable, "-c", SOLVE], env={"MEMETIK_SIMD": level}, capture_output=True, text=True, timeout=60
    )
    assert finished.stdout == f"{level} solved\n", finished.stderr


def test_the_command_line_solves() -> None:
    command = [sys.executable, "-c", "from memetik.cli import main; main()", "solve", "panda", "--link"]
    options = ["panda_hand", "--position", "0.4", "0.1", "0.5"]
    finished = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60)
    assert finished.returncode == 0, finished.stderr
    assert "solved" in finished.stdout


def test_nothing_but_the_package_is_in_it() -> None:
    listed = files("memetik") or []
    tops = {file.parts[0] for file in listed if file.parts[0] != ".."}
    assert {top for top in tops if not top.endswith(".dist-info")} <= {"memetik", "memetik.libs"}
    assert not any("tests" in file.parts or file.suffix in (".cpp", ".hpp") for file in listed)
