"""``memetik bench compare``: two builds of memetik in turns."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from .options import BesideName, Fresh, Results, chosen, make_console, resumable

PACKAGES = ("pin",)


def compare(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR", help="The other build of memetik, made by pip install CHECKOUT --no-deps -t DIR."
        ),
    ],
    sections: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SECTION]...", help="What to measure, all by default.", show_default=False),
    ] = None,
    name: BesideName = None,
    count: Annotated[
        int, typer.Option(min=1, metavar="N", help="Poses of single solves and batches.")
    ] = 100_000,
    rounds: Annotated[int, typer.Option(min=1, help="Repetitions; the shortest time counts.")] = 5,
    random_seed: Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the queries.")] = 1,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Times of this build and another one that answer the same queries in turns, as ratios.

    Sections: [bold]single[/] (poses from random starts: mean, percentiles and maximum of the time in the
    core, of the call, and of evaluations), [bold]batch[/] (solve_batch on one thread, also with a start
    table), [bold]small-batches[/], [bold]construction[/] (of solvers), [bold]kinematics[/] (calls of fk and
    jacobian).

    Each build has a process of its own. They take turns chunk by chunk, so that both meet the same load. A
    ratio is the time of the other build relative to this one, with an interval by bootstrap over the chunks.
    Every solution is verified. Results are stored in compare.jsonl.
    """
    from ..builds import build_in, own_build
    from ..checkout import results_folder
    from ..compare import TASKS, CompareSettings, comparison_table, measure_comparison
    from ..progress import changing_bar
    from ..store import ResultFile, make_header

    console, other = make_console(), build_in(folder, name)
    wanted = chosen("section", sections, TASKS)
    settings = CompareSettings(count, rounds, random_seed)
    header = make_header(PACKAGES, asdict(settings))
    stored = ResultFile(results_folder(results) / "compare.jsonl", header, fresh=fresh)
    with resumable(console):
        with changing_bar(console) as watch:
            rows = measure_comparison(own_build(), other, wanted, settings, stored, watch=watch)
        console.print(comparison_table(rows, other.name))
    console.print(stored.header["machine"])
