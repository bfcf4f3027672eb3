"""The distribution requires memetik in its own version, and installs all its files."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import memetik as mk
import memetik_bench

PROJECT = (Path(__file__).parents[1] / "pyproject.toml").read_text()
MODULES = sorted(m.name for m in pkgutil.walk_packages(memetik_bench.__path__, "memetik_bench."))


def test_its_version_and_its_pin_are_memetiks_version() -> None:
    assert re.findall(r'^version = "([^"]+)"', PROJECT, flags=re.MULTILINE) == [mk.__version__]
    assert re.findall(r'"memetik==([^"]+)"', PROJECT) == [mk.__version__]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    pytest.importorskip("matplotlib")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_data_is_installed_beside_the_modules() -> None:
    package = Path(memetik_bench.__file__).parent
    assert (package / "hard_set" / "best_known.json").is_file()
    assert (package / "forward" / "pinocchio_fk.cpp").is_file()
    assert len(list((package / "hard_set" / "problems").glob("*.jsonl"))) == 6
