"""The changes that CONTRIBUTING.md describes build and pass their tests, exactly as written there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import clang_format  # type: ignore[import-untyped]
import pytest

from tests.contributing import ROOT, Change, apply, changes, copy_project

MOST_FILES = {
    "Add a goal": 3,
    "Add a method": 3,  # one in Python, two in the core
    "Add a robot format": 2,
    "Add a bundled robot": 2,
    "Add a query option": 4,  # one of them is its test
    "Add a solution field": 4,  # two in Python: single solutions and batches
}
SECTIONS = tuple(MOST_FILES)
CHANGES = {section: changes(section) for section in SECTIONS}

# Compiling takes longer than running: one SIMD level, all goals in one file, hardly any optimisation.
QUICK = {
    "cmake.build-type": "Debug",
    "cmake.define.CMAKE_CXX_FLAGS_DEBUG": "-O0",
}
LOAD_A_TABLE = """
import memetik as mk
robot = mk.Robot.load("arm.dh")
solution = mk.solve(robot, mk.Position("link_b", (0.5, 0.2, 0.1)))
assert robot.joint_names == ("a", "b"), robot
print(solution.status)
"""
TELL_ISLANDS = """
import memetik as mk
goal = mk.Position("tool0", (0.4, 0.1, 0.3))
print(mk.solve("ur5", goal, method="memetic").islands, mk.solve("ur5", goal).islands)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project, with all of it."""
    copy = tmp_path_factory.mktemp("project")
    copy_project(copy)
    for listed in CHANGES.values():
        for change in listed:
            apply(change, copy)
    return copy


@pytest.fixture(scope="module")
def site(project: Path) -> Path:
    """Where the copy is installed."""
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index")
    settings = (f"--config-settings={key}={value}" for key, value in QUICK.items())
    run(*pip, "--no-build-isolation", "--no-deps", "--target", "site", *settings, ".", cwd=project)
    return project / "site"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    finished = subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=900
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def run_there(project: Path, site: Path, *arguments: str) -> str:
    """Python with the installed copy; -S: without the hooks of an editable installation, which come first."""
    paths = [str(site), *(path for path in sys.path if path and Path(path) != ROOT)]
    return run(sys.executable, "-S", *arguments, cwd=project, PYTHONPATH=os.pathsep.join(paths))


def passed(project: Path, site: Path, names: str, *tests: str) -> int:
    """The number of passed tests that match these names."""
    arguments = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", names)
    output = run_there(project, site, *arguments, *(f"tests/{test}" for test in tests))
    found = re.search(r"^(\d+) passed", output, flags=re.MULTILINE)
    assert found is not None, output
    return int(found[1])


@pytest.mark.parametrize("section", SECTIONS)
def test_it_takes_no_more_files_than_promised(section: str) -> None:
    assert len(CHANGES[section]) == MOST_FILES[section]


@pytest.mark.parametrize("change", [c for listed in CHANGES.values() for c in listed], ids=lambda c: c.path)
def test_it_has_our_style(change: Change, project: Path) -> None:
    if change.path.endswith((".hpp", ".cpp")):
        clang = clang_format.get_executable("clang-format")
        run(clang, "--dry-run", "--Werror", change.path, cwd=project)
    elif change.path.endswith(".py"):
        run(sys.executable, "-m", "ruff", "check", "--no-cache", change.path, cwd=project)
        run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", change.path, cwd=project)


@pytest.mark.guide
def test_the_goal_passes_the_tests_of_all_goals(project: Path, site: Path) -> None:
    tests = ("goals", "solve/test_retargeting.py", "test_docstrings.py")
    assert passed(project, site, "AbovePlane or above_plane", *tests) > 50


@pytest.mark.guide
@pytest.mark.parametrize("method", ["marquardt", "barzilai_borwein"])
def test_the_methods_pass_the_tests_of_all_methods(method: str, project: Path, site: Path) -> None:
    tests = ("methods/test_every_method.py", "test_docstrings.py")
    assert passed(project, site, method, *tests) > 10


@pytest.mark.guide
def test_the_format_is_loaded(project: Path, site: Path) -> None:
    (project / "arm.dh").write_text("a 0 0 0.1 -3 3\nb 0.4 0 0 -3 3\n")
    (project / "load.py").write_text(LOAD_A_TABLE)
    assert run_there(project, site, "load.py").strip() in ("solved", "approximate", "unreachable")


@pytest.mark.guide
def test_the_option_passes_its_test_and_those_of_all_options(project: Path, site: Path) -> None:
    tests = ("solve/test_descend_secondary.py", "solve/test_query_options.py")
    assert passed(project, site, "descend_secondary or signatures", *tests) > 5


@pytest.mark.guide
def test_the_field_passes_the_tests_of_all_fields(project: Path, site: Path) -> None:
    assert passed(project, site, "TestFields or TestBatchSolution", "solve/test_solution.py") > 5
    (project / "islands.py").write_text(TELL_ISLANDS)
    assert run_there(project, site, "islands.py").split() == ["4", "0"]


@pytest.mark.guide
def test_the_robot_passes_the_tests_of_all_bundled_robots(project: Path, site: Path) -> None:
    assert passed(project, site, "scara", "models") >= 1
