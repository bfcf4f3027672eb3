"""Commands of other distributions: listed without an import, imported when called, isolated when broken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from typer.testing import CliRunner

from memetik.cli import app

Install: TypeAlias = Callable[..., None]

WORKING = '''"""Measure the [weather] by memetik.

More is said on the command's own page.
"""
import typer

app = typer.Typer()


@app.command()
def today(place: str = "here") -> None:
    """Say how it is."""
    print(f"sunny {place}")
    if place == "Atlantis":
        raise FileNotFoundError("no map of Atlantis")
'''


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs the distribution fake-weather 2.5 with one module and its entry point."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(source: str, *, name: str = "weather", value: str = "fake_weather.cli:app") -> None:
        package, metadata = tmp_path / "fake_weather", tmp_path / "fake_weather-2.5.dist-info"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "cli.py").write_text(source)
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fake-weather\nVersion: 2.5\n")
        (metadata / "entry_points.txt").write_text(f"[memetik.commands]\n{name} = {value}\n")

    yield write
    for module in ("fake_weather", "fake_weather.cli"):
        sys.modules.pop(module, None)


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "100"})
    assert result.exit_code == code, result.output
    return result.output


def test_it_is_listed_with_its_line_and_not_imported(install: Install) -> None:
    install(WORKING)
    text = run("--help")
    assert "Measure the [weather] by memetik." in text
    assert "own page" not in text
    assert text.index("doctor") < text.index("weather")
    assert "fake_weather" not in sys.modules


def test_other_commands_do_not_import_it(install: Install) -> None:
    install(WORKING)
    run("goals", "Pose")
    assert "fake_weather" not in sys.modules


def test_it_runs_when_it_is_called(install: Install) -> None:
    install(WORKING)
    assert run("weather", "--place", "there") == "sunny there\n"
    assert "Say how it is." in run("weather", "--help")
    assert "error: no map of Atlantis\n" in run("weather", "--place", "Atlantis", code=1)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
        ("raise RuntimeError('out of order')", "RuntimeError: out of order"),
        ("raise SystemExit('good bye')", "SystemExit: good bye"),
        ("def (", "SyntaxError"),
        ("", "AttributeError"),
        ("app = 5", "TypeError: fake_weather.cli:app is not a typer.Typer but int"),
    ],
)
def test_a_broken_one_harms_nobody_and_says_why(install: Install, source: str, why: str) -> None:
    install(source)
    assert "(of fake-weather 2.5)" in run("--help")
    run("goals", "Pose")
    text = run("weather", code=1)
    assert text.startswith("error: the command 'weather' cannot be imported, ")
    assert f"its distribution fake-weather 2.5 is broken: {why}" in text
    assert text.count("\n") == 1


def test_one_whose_files_are_gone_is_a_broken_one(install: Install) -> None:
    install(WORKING, value="gone.cli:app")
    assert "(of fake-weather 2.5)" in run("--help")
    assert "fake-weather 2.5 is broken: ModuleNotFoundError" in run("weather", code=1)


def test_it_does_not_replace_a_command_of_ours(install: Install) -> None:
    install(WORKING, name="goals")
    assert "Measure the [weather]" not in run("--help")
    assert "weather" not in run("goals", "Pose")
    assert "fake_weather" not in sys.modules


def test_doctor_examines_it(install: Install) -> None:
    install(WORKING)
    assert "\nmemetik weather fake-weather 2.5\n" in run("doctor")


def test_doctor_survives_a_broken_one(install: Install) -> None:
    install("import no_such_package")
    assert "No module named 'no_such_package'" in run("doctor")


def test_bench_without_its_package_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memetik.cli.find_plugins", dict)
    assert run("bench", "ik", code=1) == (
        "error: memetik bench is a package of its own: in a clone of memetik, run pip install ./bench\n"
    )
