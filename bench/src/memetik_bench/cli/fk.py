"""``memetik bench fk``: forward kinematics."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .options import Results, Rounds, make_console

if TYPE_CHECKING:
    from rich.table import Table


def fk(rounds: Rounds = 15, results: Results = None) -> None:
    """Forward kinematics in the core and from Python compared with pinocchio, and OFKT with full sweeps.

    Results are stored in fk.json. If g++ is installed, pinocchio is also timed in C++.
    """
    from ..checkout import results_folder
    from ..forward.measure import ARMS, CHAINS, measure_arm, measure_chain
    from ..forward.pinocchio_program import compile_pinocchio
    from ..machine import describe_machine

    console, path = make_console(), results_folder(results) / "fk.json"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with console.status("compiling the program that times pinocchio, about a minute"):
            program = compile_pinocchio(folder)
        arms = {arm: measure_arm(arm, link, program, folder, rounds=rounds) for arm, link in ARMS.items()}
    chains = {dof: measure_chain(dof, rounds=rounds) for dof in CHAINS}
    console.print(_arms_table(arms))
    console.print(_chains_table(chains))
    machine = describe_machine(["pin"])
    console.print(machine)
    record = {"machine": machine, "unit": "ns", "arms": arms, "chains": chains}
    path.write_text(json.dumps(record, indent=1) + "\n")


def _arms_table(arms: dict[str, dict[str, float]]) -> Table:
    from rich.table import Table

    table = Table(title="Forward kinematics of an arm's tip (ns)")
    table.add_column("")
    for name in arms:
        table.add_column(name, justify="right")
    for key in next(iter(arms.values())):
        table.add_row(key, *(f"{row[key]:.1f}" for row in arms.values()))
    return table


def _chains_table(chains: dict[int, dict[str, float]]) -> Table:
    from rich.table import Table

    table = Table(title="OFKT and full sweeps of a chain with n joints, ns (speedup)")
    for column in ("n", *next(iter(chains.values()))):
        table.add_column(column, justify="right")
    for dof, row in chains.items():
        cells = [f"{value:.0f} ({row['full'] / value:.1f}×)" for key, value in row.items() if key != "full"]
        table.add_row(str(dof), f"{row['full']:.0f}", *cells)
    return table
