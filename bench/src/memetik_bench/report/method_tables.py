"""The table of docs/methods.md, and the figures of ``memetik methods``, from ``memetik bench methods``."""

from __future__ import annotations

import json
from pathlib import Path

from memetik.methods import find

from .markdown import circumstances, table
from .results import Results, Row

SHOWN_ARM = "panda"  # in the output of ``memetik methods``


def method_tables(results: Path) -> dict[str, str]:
    """Return the table with a line per method and a column per arm."""
    measured = Results.read(results)
    rows, parameters, machine = measured.rows, measured.parameters, measured.machine
    by_method: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_method.setdefault(row["method"], {})[row["case"]] = row
    arms = list(dict.fromkeys(row["case"] for row in rows))
    lines = [
        [f"`{name}`", find(name).goals, *(_cell(cells.get(arm)) for arm in arms), find(name).advice]
        for name, cells in by_method.items()
    ]
    head = ["method", "goals", *arms, "when to use it"]
    versions = {name: machine[name] for name in ("memetik", "numpy", "pin", "scipy", "nlopt")}
    caption = (
        f"Success rate, mean time of a call, failures included, and mean evaluations, for up to "
        f"{parameters['count']} random reachable poses from random starts, to {parameters['tolerance']:g} m "
        f"and rad in at most {1e3 * parameters['timeout']:g} ms; methods that do not accept poses get "
        f"positions (marked p). Slow methods get fewer queries, at least "
        f"{min(row['count'] for row in rows)}. Verified by pinocchio; "
        + circumstances(machine, versions, "memetik bench methods")
    )
    return {"methods-table": f"{table(head, lines, align='---')}\n\n{caption}"}


def figures(results: Path) -> str:
    """Return the figures for ``memetik methods`` as JSON."""
    rows = Results.read(results).rows
    kept = ("goal", "solved", "mean_us", "mean_evaluations")
    shown = {row["method"]: {key: row[key] for key in kept} for row in rows if row["case"] == SHOWN_ARM}
    return json.dumps(shown, indent=1) + "\n"


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    mark = " (p)" if row["goal"] == "position" else ""
    return f"{100 * row['solved']:.1f} %, {_time(row['mean_us'])}, {row['mean_evaluations']:.0f}{mark}"


def _time(microseconds: float) -> str:
    return f"{microseconds / 1e3:.3g} ms" if microseconds >= 1e3 else f"{microseconds:.3g} µs"
