"""``memetik bench collision``: the requirements of collision checks."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from .cases import list_cases, measure_cases
from .options import CaseNames, Fresh, Results, chosen, make_console

PACKAGES = ("pin", "coal", "example-robot-data", "libigl")


def collision(
    cases: CaseNames = None,
    count: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Maximum number of configurations per measurement.")
    ] = None,
    random_seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Seed of configurations and obstacles.")
    ] = 1,
    fresh: Fresh = False,
    results: Results = None,
) -> None:
    """Requirements of collision checks and goals: time beside coal and libigl, and no missed collision.

    Times are CPU times of one thread, the minimum of several rounds; what is compared takes turns. The extra
    collision installs the rivals and the published robots; cases without their packages are left out.
    Results are stored in collision.jsonl.
    """
    from ..checkout import results_folder
    from ..collision import CASES, CollisionSettings
    from ..store import ResultFile, make_header

    console = make_console()
    if cases == ["list"]:
        list_cases(console, CASES)
        return
    wanted = {name: CASES[name] for name in chosen("case", cases, CASES)}
    settings = CollisionSettings(count, random_seed)
    path = results_folder(results) / "collision.jsonl"
    stored = ResultFile(path, make_header(PACKAGES, asdict(settings)), fresh=fresh)
    measure_cases("Collision checks and goals, one thread", wanted, settings, stored, console)
