"""``memetik.methods`` has every registered class and imports it on first use."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import memetik as mk

ROOT = Path(__file__).parents[2]
MAKER = ROOT / "tools" / "make_method_stub.py"


def printed_by(program: str) -> list[str]:
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


def test_a_method_is_imported_when_it_is_asked_for_and_no_other() -> None:
    program = (
        "import sys; from memetik.solve.method_registry import find; find('bioik2'); find('auto');"
        "print(*(name for name in ('auto', 'bioik', 'bioik2', 'ga', 'hqp', 'neural') "
        "if f'memetik.methods.{name}' in sys.modules))"
    )
    assert printed_by(program) == ["auto", "bioik2"]


def test_solvers_are_imported_without_any_method() -> None:
    program = (
        "import sys, memetik.solve.solver;"
        "print(*(name for name in sys.modules if name.startswith('memetik.methods')))"
    )
    assert printed_by(program) == []


def test_all_classes_are_public() -> None:
    kinds = {type(mk.methods.find(name)).__name__ for name in mk.methods.names()}
    assert kinds <= set(mk.methods.__all__) == set(dir(mk.methods))
    assert all(isinstance(getattr(mk.methods, kind)(), mk.methods.Method) for kind in kinds)
    program = "from memetik.methods import *; print(BioIK2().name, Jacobian().name, find('gd').name)"
    assert printed_by(program) == ["bioik2", "jacobian", "gd"]


def test_what_it_has_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'BioIK3'"):
        _ = mk.methods.BioIK3  # type: ignore[attr-defined]


def test_type_checkers_see_the_same() -> None:
    """``python tools/make_method_stub.py`` updates the stub."""
    spec = importlib.util.spec_from_file_location("make_method_stub", MAKER)
    assert spec is not None and spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.STUB.read_text(encoding="utf-8") == maker.stub()
    assert maker.NAMES.read_text(encoding="utf-8") == maker.names()
