"""The table of a comparison."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from ..engine.case import Row, percent


def comparison_table(rows: Iterable[Row], name: str) -> Table:
    """Return the table for the terminal; ``name`` is that of the other build."""
    table = Table(title=f"This build and {name} in turns: µs of a solve or call, shortest of all rounds")
    for column in ("task", "on", "value"):
        table.add_column(column)
    for column in ("this build", name, "ratio", "95 % interval", "solved"):
        table.add_column(column, justify="right")
    last = ""
    for row in rows:
        own, other = row["own"], row["other"]
        interval = f"{row['interval'][0]:.2f} to {row['interval'][1]:.2f}"
        section = "" if row["section"] == last else row["section"]
        means = _values(own, other, "mean_us")
        table.add_row(section, row["case"], "mean", *means, interval, _solved(own, other))
        for key, label in (("core_us", "in the core"), ("evaluations", "evaluations"), ("call_us", "call")):
            for value in own.get(key, ()):
                if (key, value) != ("core_us", "mean"):
                    table.add_row("", "", f"{label}, {value}", *_values(own[key], other[key], value))
        last = row["section"]
    return table


def _values(own: Row, other: Row, key: str) -> tuple[str, str, str]:
    return f"{own[key]:.2f}", f"{other[key]:.2f}", f"{other[key] / own[key]:.2f}"


def _solved(*rows: Row) -> str:
    cells = [percent(row["solved"]) for row in rows if "solved" in row]
    false = sum(row.get("false_success", 0) for row in rows)
    return " / ".join(dict.fromkeys(cells)) + (f", {false} false" if false else "")
