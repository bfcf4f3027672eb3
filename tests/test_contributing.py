"""CONTRIBUTING.md shows how to add a goal: built as it stands there, it passes the tests of all goals."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import clang_format  # type: ignore[import-untyped]
import pytest

ROOT = Path(__file__).parents[1]
SECTION = (ROOT / "CONTRIBUTING.md").read_text().split("\n## Add a goal\n")[1].split("\n## ")[0]
TEMPLATE = dict(re.findall(r"^`([^`]+)`.*?^```\w+\n(.*?)^```$", SECTION, flags=re.DOTALL | re.MULTILINE))
HEADER, MODULE, REGISTRY = TEMPLATE
MODULE_NAME = Path(MODULE).stem
NAME = MODULE_NAME.title().replace("_", "")

SOURCES = (
    *("core", "bindings", "src", "tests", "conftest.py"),
    *("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"),
)
# Sooner built than run: one SIMD level, all goals as one file, headers once, and nothing is optimised.
QUICK = {
    "cmake.build-type": "Debug",
    "cmake.define.CMAKE_CXX_FLAGS_DEBUG": "-O0",
    "cmake.define.CMAKE_UNITY_BUILD": "ON",
    "cmake.define.MEMETIK_PRECOMPILE": "ON",
    "cmake.define.MEMETIK_SIMD_LEVELS": "baseline",
}
TESTS = ("goals", "solve/test_retargeting.py", "test_docstrings.py")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project, with that goal."""
    copy = tmp_path_factory.mktemp("project")
    for name in (*SOURCES, ".clang-format"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy)
    for path in (HEADER, MODULE):
        assert not (copy / path).exists(), f"{path} exists: the template is of a goal that does not"
        (copy / path).write_text(TEMPLATE[path])
    (copy / REGISTRY).write_text(changed((copy / REGISTRY).read_text(), TEMPLATE[REGISTRY]))
    return copy


def changed(text: str, diff: str) -> str:
    """The text with the added lines of a diff, each behind the unchanged line above it."""
    lines, place = text.splitlines(), 0
    for line in diff.splitlines():
        if line.startswith("+"):
            lines.insert(place, line[1:])
        else:
            place = lines.index(line[1:], place)
        place += 1
    return "\n".join([*lines, ""])


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    finished = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=900
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_it_has_our_style(project: Path) -> None:
    run(sys.executable, "-m", "ruff", "check", "--no-cache", MODULE, REGISTRY, cwd=project)
    run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", MODULE, REGISTRY, cwd=project)
    run(clang_format.get_executable("clang-format"), "--dry-run", "--Werror", HEADER, cwd=project)


def test_it_passes_the_tests_of_all_goals(project: Path) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index")
    settings = (f"--config-settings={key}={value}" for key, value in QUICK.items())
    run(*pip, "--no-build-isolation", "--no-deps", "--target", "site", *settings, ".", cwd=project)
    # -S: without the hooks of an editable installation, which would come first
    pytest_there = (sys.executable, "-S", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    paths = [str(project / "site"), *(path for path in sys.path if path and Path(path) != ROOT)]
    output = run(
        *(*pytest_there, "-k", f"{NAME} or {MODULE_NAME}", *(f"tests/{name}" for name in TESTS)),
        cwd=project,
        PYTHONPATH=os.pathsep.join(paths),
        MEMETIK_SIMD="baseline",
    )
    passed = re.search(r"^(\d+) passed, \d+ deselected", output, flags=re.MULTILINE)
    assert passed is not None, output
    assert int(passed[1]) > 50
