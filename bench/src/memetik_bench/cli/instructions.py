"""``memetik bench instructions``: instruction counts of solves."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .options import Beside, BesideName, CaseNames, Fresh, Results, chosen, make_console, resumable

if TYPE_CHECKING:
    from rich.console import Console

PACKAGES = ("pin",)


def instructions(
    cases: CaseNames = None,
    beside: Beside = None,
    name: BesideName = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of queries per case.")
    ] = None,
    random_seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the queries.")] = 1,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Instructions that solves take, counted by valgrind: reproducible, also on a busy machine.

    Counted are single poses, warm starts and batches of three arms, and small forms of the engine's cases,
    with budgets of evaluations instead of timeouts. The counts are those of the core, which
    [bold]Solution.time[/] measures, and of the whole call from Python. With --beside another build of memetik
    solves the same queries. Needs valgrind on x86-64 Linux. Results are stored in instructions.jsonl.
    """
    from ..builds import build_in, own_build
    from ..checkout import results_folder
    from ..instructions import CASES, InstructionSettings, instructions_table, measure_instructions
    from ..progress import changing_bar
    from ..store import ResultFile, make_header

    console = make_console()
    if cases == ["list"]:
        _list(console)
        return
    wanted = chosen("case", cases, CASES)
    other = None if beside is None else build_in(beside, name)
    settings = InstructionSettings(count, random_seed)
    header = make_header(PACKAGES, asdict(settings))
    stored = ResultFile(results_folder(results) / "instructions.jsonl", header, fresh=fresh)
    with resumable(console):
        with changing_bar(console) as watch:
            rows = measure_instructions(own_build(), wanted, settings, stored, watch=watch)
            others = (
                [] if other is None else measure_instructions(other, wanted, settings, stored, watch=watch)
            )
        console.print(instructions_table(rows, others, "" if other is None else other.name))
    console.print(stored.header["machine"])


def _list(console: Console) -> None:
    from rich.table import Table

    from ..instructions import CASES

    table = Table("name", "case", "queries")
    for name, (title, count, _) in CASES.items():
        table.add_row(name, title, str(count))
    console.print(table)
