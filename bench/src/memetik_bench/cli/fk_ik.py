"""``memetik bench fk-ik``: inverse kinematics of poses made by forward kinematics."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from .options import Fresh, Results, chosen, make_console, resumable

PACKAGES = ("pin", "roboticstoolbox-python", "pytracik", "numba")
_RIVALS = "rivals"


def fk_ik(
    sections: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SECTION]...", help="What to measure, all by default.", show_default=False),
    ] = None,
    case: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="An arm of the section rivals; may be given several times."),
    ] = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A solver of the section rivals; may be given several times."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Queries for memetik.")] = 10_000,
    rival_count: Annotated[int, typer.Option(min=1, metavar="N", help="Queries for each rival.")] = 1_000,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Inverse kinematics of poses made by forward kinematics, memetik beside its rivals.

    Sections: [bold]rivals[/] (random reachable poses from random starts, all solvers), [bold]start[/]
    (whether the user's start is honoured), [bold]batch[/] (poses a second of solve_batch), [bold]warm[/]
    (starts next to the answer), [bold]external[/] (what goals in Python or compiled by numba cost).

    Rivals that are not installed are left out, with a line that says how to install them. Times are of the
    single call from Python, failures included, and for memetik also in its core. All solvers use one thread
    but TRAC-IK, which races two by design: leave it two cores. Stored as fk_ik.jsonl.
    """
    from ..arms import ARMS
    from ..checkout import results_folder
    from ..measures.rivals import mean_ratios, measure_rivals, rivals_table
    from ..measures.sections import SECTIONS, measure_section, section_table
    from ..settings import Settings
    from ..solvers import SOLVERS
    from ..store import ResultFile, make_header

    wanted = chosen("section", sections, (_RIVALS, *SECTIONS))
    cases, solvers = chosen("arm", case, ARMS), chosen("solver", solver, SOLVERS)
    settings, console = Settings(count=count, rival_count=rival_count), make_console()
    path = results_folder(results) / "fk_ik.jsonl"
    stored = ResultFile(path, make_header(PACKAGES, asdict(settings)), fresh=fresh)
    if stored.header["machine"]["usable cores"] < 2:
        console.print("on one core TRAC-IK, which races two threads, and batches on two threads lose time")
    with resumable(console):
        if _RIVALS in wanted:
            rows = measure_rivals(cases, solvers, settings, stored, console)
            console.print(rivals_table(rows))
            for name, ratio in mean_ratios(rows).items():
                console.print(f"{name} takes {ratio:.1f} times as long as memetik, mean over the cases")
        for name in SECTIONS:
            if name in wanted:
                console.print(section_table(name, measure_section(name, settings, stored, console)))
    console.print(stored.header["machine"])
