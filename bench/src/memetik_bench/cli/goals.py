"""``memetik bench goals``: the time of every goal in the core."""

from __future__ import annotations

import json

from .options import Results, Rounds, make_console


def goals(rounds: Rounds = 15, results: Results = None) -> None:
    """Time of every goal in the core: residuals, and residuals with their Jacobian.

    Forward kinematics is included. Results are stored in goals.json.
    """
    from rich.progress import track
    from rich.table import Table

    from ..checkout import results_folder
    from ..goal_costs import COLUMNS, measure_goals, measured_goals
    from ..machine import describe_machine

    console, path = make_console(), results_folder(results) / "goals.json"
    rows = {
        name: measure_goals(robot, goals, rounds=rounds)
        for name, robot, goals in track(list(measured_goals()), "measuring", console=console, transient=True)
    }
    table = Table(title="Goals of the panda's hand (7 DoF), and of a whole body [ns]")
    table.add_column("", no_wrap=True)
    for column in COLUMNS:
        table.add_column(column, justify="right")
    for name, row in rows.items():
        table.add_row(name, *(f"{row[column]:.0f}" for column in COLUMNS))
    console.print(table)
    machine = describe_machine([])
    console.print(machine)
    path.write_text(json.dumps({"machine": machine, "unit": "ns", "goals": rows}, indent=1) + "\n")
