"""``memetik bench engine``: the requirements of the engine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from .cases import list_cases, measure_case
from .options import CaseNames, Fresh, Results, chosen, make_console, resumable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..store import ResultFile

PACKAGES = ("pin", "scipy")
HARD_SET = "hard-set"
_HARD_SET_TITLE = "240 hard problems, memetik's methods and SciPy's global optimisers"


def engine(
    cases: CaseNames = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of queries per measurement.")
    ] = None,
    reference_evaluations: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="Budget of the long runs that find best known costs."),
    ] = 2_000_000,
    random_seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Seed of the queries. Tune constants on other seeds.")
    ] = 1,
    update_best_known: Annotated[
        bool, typer.Option("--update-best-known", help="Store new lowest costs of the hard set.")
    ] = False,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Requirements of the engine: whole bodies, long chains, goals that cannot be met, deadlines, endurance.

    False successes are counted separately. The case all-solutions needs EAIK, which the extra rivals
    installs. Results are stored in engine.jsonl; those of the hard set, which takes long, in
    engine_hard_set.jsonl. The best known costs of infeasible problems take long, too: they are kept in
    engine_references.jsonl, which --fresh does not discard, and a run adds missing ones.
    """
    from ..checkout import results_folder
    from ..engine import CASES, EngineSettings, Run, engine_table
    from ..store import ResultFile, make_header

    console = make_console()
    if cases == ["list"]:
        list_cases(console, CASES, [(HARD_SET, _HARD_SET_TITLE, "")])
        return
    wanted = chosen("case", cases, (*CASES, HARD_SET))
    folder = results_folder(results)
    settings = EngineSettings(count, random_seed, reference_evaluations)
    suffix = "" if random_seed == 1 else f"_{random_seed}"
    run = Run(settings, folder / f"engine_references{suffix}.jsonl")
    header = make_header(PACKAGES, asdict(settings))
    measured = [CASES[name] for name in wanted if name != HARD_SET]
    with resumable(console):
        if measured:
            stored = ResultFile(folder / "engine.jsonl", header, fresh=fresh)
            rows = [row for case in measured for row in measure_case(case, run, stored, console)]
            console.print(engine_table(rows))
        if HARD_SET in wanted:
            stored = ResultFile(folder / "engine_hard_set.jsonl", header, fresh=fresh)
            console.print(_measure_hard_set(stored, console, count, update_best_known))
    console.print(stored.header["machine"])


def _measure_hard_set(results: ResultFile, console: Console, first: int | None, update: bool) -> Table:
    """Run all methods on all problems, with the same number of evaluations."""
    from rich.progress import Progress
    from rich.table import Table

    from ..hard_set.best_known import BestKnown
    from ..hard_set.methods import METHODS
    from ..hard_set.run import run_hard_set
    from ..hard_set.table import pivot

    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(HARD_SET)

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=f"{HARD_SET}: {name}", completed=done, total=total)

        best_known = BestKnown() if update else None
        rows = run_hard_set(results, on_progress=show, first=first, update_best_known=best_known)
    head, *lines = pivot(rows, METHODS)
    table = Table(title="The hard set: solved, or within 1 % of the best known cost [%]")
    for i, column in enumerate(head):
        table.add_column(column, justify="left" if i < 2 else "right")
    for line in lines:
        table.add_row(*line)
    return table
