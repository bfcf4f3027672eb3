"""Imports point one way: no module imports itself through others, and packages import only those below them.

Imports inside functions and under ``TYPE_CHECKING`` do not count: they do not run when a module is loaded.
``Robot.load`` and ``Robot.plot`` use the former to call packages above ``robot``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import memetik

LAYERS = (
    "extras",
    "suggestions",
    "errors",
    "plugins",
    "option_names",
    "other_libraries",
    "number_checks",
    "compiled_function",
    "_version",
    "_cpu",
    "_core",
    "rotations",
    "pose_forms",
    "transforms",
    "plain",
    "disk_cache",
    "losses",
    "collision",
    "robot",
    "goals",
    "solve",
    "methods",
    "models",
    "io",
    "report",
    "plot",
    "cli",
    "__main__",
)
"""The modules and packages of memetik, the lowest first; ``memetik/__init__.py`` is above all."""

ROOT = Path(memetik.__file__).parent


def name_of(path: Path) -> str:
    """``memetik.io.urdf`` of .../io/urdf/__init__.py, ``memetik.io.load`` of .../io/load.py."""
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def imports_on_loading(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements that run when a module with this syntax tree is loaded."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for statement in child.orelse:
                yield from imports_on_loading(statement)
        elif not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from imports_on_loading(child)


def imported(module: str) -> set[str]:
    """The modules of memetik that ``module`` imports when it is loaded."""
    path = FILES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for statement in imports_on_loading(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.Import):
            found |= {alias.name for alias in statement.names}
        else:
            above = package.split(".")[: len(package.split(".")) - statement.level + 1]
            base = ".".join([*(above if statement.level else ()), *filter(None, [statement.module])])
            found |= {
                f"{base}.{alias.name}" if f"{base}.{alias.name}" in FILES else base
                for alias in statement.names
            }
    return {name for name in found if name in FILES and name != "memetik"}


GRAPH = {module: imported(module) for module in FILES}


def cycle_through(module: str) -> list[str]:
    """The shortest way from ``module`` back to itself; empty if there is none."""
    ways = [[module]]
    seen = set()
    for way in ways:
        for following in sorted(GRAPH[way[-1]]):
            if following == module:
                return [*way, module]
            if following not in seen:
                seen.add(following)
                ways.append([*way, following])
    return []


def package_of(module: str) -> str:
    return module.split(".")[1]


def test_no_module_imports_itself_through_others() -> None:
    cycles = {module: " -> ".join(cycle) for module in GRAPH if (cycle := cycle_through(module))}
    assert not cycles


def test_packages_import_only_those_below_them() -> None:
    upwards = {
        f"{package_of(module)} -> {package_of(other)}"
        for module in GRAPH
        if module != "memetik"
        for other in GRAPH[module]
        if LAYERS.index(package_of(other)) > LAYERS.index(package_of(module))
    }
    assert upwards == set()


def test_every_package_has_a_layer() -> None:
    assert {package_of(module) for module in FILES if module != "memetik"} <= set(LAYERS)


def test_finds_the_imports_that_run_on_loading() -> None:
    assert imported("memetik.robot.topology") == {
        "memetik.errors",
        "memetik.robot.description",
        "memetik.robot.mimics",
    }
    assert not any(name.startswith("memetik.io") for name in imported("memetik.robot.robot"))
    assert "memetik.robot" in imported("memetik.io.load")
    assert imported("memetik.io.urdf") == {"memetik.io.urdf.reader", "memetik.io.urdf.writer"}
