"""``memetik methods``: a table of all methods, or the explanation of one."""

from __future__ import annotations

import itertools

import pytest
from typer.testing import CliRunner

import memetik as mk
from memetik.cli import app


def output(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["methods", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


def test_lists_every_method_that_is_no_bridge() -> None:
    listed = {line.split()[0] for line in output().splitlines() if line.strip()}
    assert {name for name in mk.methods.names() if ":" not in name} <= listed


@pytest.mark.parametrize("name", ["auto", "lbfgsb", "scipy:BFGS"])
def test_explains_one(name: str) -> None:
    text = output(name)
    assert text.startswith(f"{name}: mk.methods.")
    assert mk.methods.find(name).source in text.replace("\n", " ")


def test_lists_the_methods_where_one_is_unknown() -> None:
    result = CliRunner().invoke(app, ["methods", "bioik3"])
    assert result.exit_code == 1
    assert "no method 'bioik3'" in result.output and "restarts" in result.output


def test_a_method_is_two_lines_of_80_columns_or_three_if_it_takes_few_goals() -> None:
    text = CliRunner().invoke(app, ["methods"], env={"COLUMNS": "80"}).output
    table = text.partition("\nSolved, mean time")[0].splitlines()[1:]
    assert max(map(len, table)) <= 80
    methods = "\n".join(table).replace("\n    ", "|").splitlines()
    assert all(1 <= line.count("|") <= (2 if "goals: " in line else 1) for line in methods if line)


@pytest.mark.parametrize("command", [("methods", "bioik2"), ("goals", "Pose")])
def test_an_explanation_has_full_lines_and_no_markup(command: tuple[str, str]) -> None:
    text = CliRunner().invoke(app, list(command), env={"COLUMNS": "80"}).output
    assert "``" not in text and ":class:" not in text
    for paragraph in text.partition("\n>>>")[0].split("\n\n"):
        lines = paragraph.splitlines()
        for line, following in itertools.pairwise(lines):
            if not following.startswith(("- ", "source:")):  # else a line ends where it has to
                assert len(line) + 1 + len(following.split()[0]) > 80
