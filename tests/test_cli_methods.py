"""``memetik methods``: a table of all methods, or the explanation of one."""

from __future__ import annotations

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
