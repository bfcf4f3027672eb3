"""The published tables are complete, and figures that the documents repeat are equal."""

from __future__ import annotations

import pytest

from memetik_bench.engine.valkyrie import SETUPS
from memetik_bench.reproduce import EXPERIMENTS
from memetik_bench.reproduce.published import bioik2_thesis as thesis
from memetik_bench.reproduce.published import dissertation
from memetik_bench.reproduce.published.table import PublishedTable

WANTED = [
    *(f"d-{number}" for number in ("3.1", "3.2", "5.2", "5.3", "5.4")),
    *(f"d-fig-5.{number}" for number in (1, 2, 3, 4, 6, 7, 8, *range(26, 33))),
    *(f"r-3.{number}" for number in range(1, 15)),
    *("r-4.1", "r-4.2", "r-grid"),
    *("rival-bioik2", "rival-goals", "rival-libraries"),
]
TABLES = {
    f"{module.__name__.rpartition('.')[2]} {name}": table
    for module in (dissertation, thesis)
    for name, table in vars(module).items()
    if isinstance(table, PublishedTable)
}


def test_every_table_and_figure_is_there_in_order() -> None:
    assert list(EXPERIMENTS) == WANTED


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_no_holes_and_possible_numbers(name: str) -> None:
    table = TABLES[name]
    assert set(table.cells) == {(row, column) for row in table.rows for column in table.columns}
    for figure in table.cells.values():
        assert (figure.percent, figure.milliseconds) != (None, None)
        assert figure.percent is None or 0.0 <= figure.percent <= 100.0
        assert figure.milliseconds is None or 0.0 < figure.milliseconds < 1000.0


def test_how_many_numbers_there_are() -> None:
    """The numbers of times and success rates were counted by hand in the documents."""
    numbers = [
        number
        for table in TABLES.values()
        for figure in table.cells.values()
        for number in (figure.percent, figure.milliseconds)
        if number is not None
    ]
    in_dissertation = 2 * 5 + 2 * 5 + 2 * 42 + 2 * 20 + 2 * 16
    in_thesis = 6 + 8 + 10 + 8 + 16 + 14 + 15 + 10 + 10 + 8 + 8 + 8 + 30 + 25 + 20 + 20 + 4
    assert len(numbers) == in_dissertation + in_thesis


def test_the_dissertation_repeats_the_thesis() -> None:
    rows = {"KDL": "KDL", "TRAC-IK": "TRAC_IK", "HGSA": "BioIK 1", "Bio IK": "BioIK 2"}
    columns = dict(zip(dissertation.TABLE_5_3.columns, thesis.TABLE_4_1.columns, strict=True))
    for (row, column), figure in dissertation.TABLE_5_3.cells.items():
        place = rows[row], columns[column]
        assert figure.percent == thesis.TABLE_4_1.cells[place].percent
        assert figure.milliseconds == thesis.TABLE_4_2.cells[place].milliseconds


def test_setups_are_those_of_the_table() -> None:
    parameters = dissertation.TABLE_5_4_PARAMETERS
    for label, setup, (population, elites) in zip(
        dissertation.TABLE_5_4.rows, SETUPS, parameters, strict=True
    ):
        objectives = sum(2 if kind == "pose" else 1 for kind, _ in setup.goals)
        assert label.endswith(f": {len(setup.joints)}, {objectives}, {population} / {elites}")
