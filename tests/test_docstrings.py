"""The examples in docstrings work, and the generated type stubs are up to date."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import memetik

NATIVE = {"memetik._cpu", "memetik._core_baseline", "memetik._core_avx2"}
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(memetik.__path__, "memetik.") if module.name not in NATIVE
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    found = [t for name in MODULES for t in finder.find(importlib.import_module(name)) if t.examples]
    assert len(found) >= 5


@pytest.mark.parametrize(("module", "stub"), [(f"_core_{memetik.simd}", "_core"), ("_cpu", "_cpu")])
def test_stubs_are_up_to_date(module: str, stub: str, tmp_path: Path) -> None:
    """``make stubs`` writes them."""
    fresh = tmp_path / "fresh.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", f"memetik.{module}", "-o", str(fresh)]
    subprocess.run(command, check=True, timeout=60)
    committed = Path(memetik.__file__).parent / f"{stub}.pyi"
    assert fresh.read_text() == committed.read_text()
