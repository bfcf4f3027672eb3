"""The tables of ``docs/reproduce.md``, from the results of ``benchmarks/reproduce.py``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from markdown_table import table

from memetik_bench.reproduce import EXPERIMENTS, Experiment
from memetik_bench.reproduce.experiment import Find, Key

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results" / "reproduce.jsonl"
IMAGES = ROOT / "docs" / "images" / "reproduce"
PACKAGES = ("memetik", "pin", "scipy", "pytracik", "numpy")

Row = dict[str, Any]


def read_rows(results: Path) -> list[Row]:
    """All rows; none where nothing was measured yet."""
    if not results.exists():
        return []
    _, *rows = (json.loads(line) for line in results.read_text().splitlines())
    return rows


def finder(rows: list[Row]) -> Find:
    """Finds rows by their keys."""

    def find(key: Key) -> Row | None:
        return next((row for row in rows if key.items() <= row.items()), None)

    return find


def reproduce_tables(results: Path = RESULTS, images: Path = IMAGES) -> dict[str, str]:
    """For every experiment, by name: what was asked, the document's numbers beside ours, pictures."""
    rows = read_rows(results)
    find = finder(rows)
    parts = {name: _part(experiment, find, images) for name, experiment in EXPERIMENTS.items()}
    return {**parts, "circumstances": _circumstances(rows)}


def _part(experiment: Experiment, find: Find, images: Path) -> str:
    compared = experiment.compare(find)
    head = f"{experiment.source}. {experiment.asked} `python benchmarks/reproduce.py {experiment.name}`"
    pictures = _pictures([name for name in experiment.pictures if (images / name).exists()], experiment.title)
    parts = [head, table(compared.head, compared.lines, align="---"), pictures]
    return "\n\n".join(part for part in parts if part)


def _pictures(names: list[str], title: str) -> str:
    """One over the whole width, several two in a row."""
    if len(names) == 1:
        return f"![{title}](images/reproduce/{names[0]})"
    return "\n".join(f'<img src="images/reproduce/{name}" width="49%" alt="{title}">' for name in names)


def _circumstances(rows: list[Row]) -> str:
    """On what machines, when, with which versions and builds."""
    if not rows:
        return "Nothing has been measured yet."
    machines = [row["machine"] for row in rows]
    dates = sorted({machine["date"] for machine in machines})
    processors = sorted({f"{m['usable cores']} cores of {m['processor']}, {m['simd']}" for m in machines})
    found = {name: sorted({m[name] for m in machines} - {"not installed"}) for name in PACKAGES}
    versions = [f"{name} {', '.join(versions)}" for name, versions in found.items() if versions]
    peers = sorted({f"{row['solver']} {row['version']}" for row in rows if "version" in row})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return (
        f"Measured on {'; '.join(processors)}, {when}, with {', '.join(versions)}; peers: {', '.join(peers)}."
    )
