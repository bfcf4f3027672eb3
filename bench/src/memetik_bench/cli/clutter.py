"""``memetik bench clutter``: the requirements of inverse kinematics among obstacles."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from .cases import list_cases, measure_cases
from .options import CaseNames, Fresh, Results, chosen, make_console

PACKAGES = ("pin", "coal", "scipy", "example-robot-data")


def clutter(
    cases: CaseNames = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of targets per measurement.")
    ] = None,
    random_seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Seed of searches, and of the panda's obstacles.")
    ] = 1,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Requirements of inverse kinematics in clutter: tanks, tables, batches, and targets inside obstacles.

    Pinocchio and coal verify every answer. Times are CPU times of one thread. The extra collision installs
    coal and the published robots; cases without their packages are left out. Results are stored in
    clutter.jsonl, those of blocks of targets in clutter_scenarios.jsonl, so that an interrupted case
    continues. The best known answers to targets inside obstacles are kept in clutter_references.jsonl, which
    --fresh does not discard.
    """
    from ..checkout import results_folder
    from ..clutter import CASES, ClutterRun
    from ..collision import CollisionSettings
    from ..store import ResultFile, make_header

    console = make_console()
    if cases == ["list"]:
        list_cases(console, CASES)
        return
    wanted = {name: CASES[name] for name in chosen("case", cases, CASES)}
    settings, folder = CollisionSettings(count, random_seed), results_folder(results)
    suffix = "" if random_seed == 1 else f"_{random_seed}"
    run = ClutterRun(
        settings,
        ResultFile(folder / "clutter_scenarios.jsonl", make_header(PACKAGES, {}), fresh=fresh),
        folder / f"clutter_references{suffix}.jsonl",
    )
    stored = ResultFile(folder / "clutter.jsonl", make_header(PACKAGES, asdict(settings)), fresh=fresh)
    measure_cases("Inverse kinematics in clutter, one thread", wanted, run, stored, console)
