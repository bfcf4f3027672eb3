"""The tables of ``docs/reproduce.md``, from the results of ``memetik bench reproduce``."""

from __future__ import annotations

from pathlib import Path

from ..reproduce import EXPERIMENTS, Experiment, finder
from ..reproduce.experiment import Find
from .markdown import table
from .results import Results, Row

IMAGES = Path("docs/images/reproduce")
PACKAGES = ("memetik", "pin", "scipy", "pytracik", "numpy")


def reproduce_tables(results: Path, images: Path) -> dict[str, str]:
    """Return for every experiment its description, the published numbers with ours, and its pictures."""
    rows = Results.read(results).rows
    find = finder(rows)
    parts = {name: _part(experiment, find, images) for name, experiment in EXPERIMENTS.items()}
    return {**parts, "circumstances": _circumstances(rows)}


def _part(experiment: Experiment, find: Find, images: Path) -> str:
    compared = experiment.compare(find)
    head = f"{experiment.source}. {experiment.description} `memetik bench reproduce {experiment.name}`"
    pictures = _pictures([name for name in experiment.pictures if (images / name).exists()], experiment.title)
    parts = [head, table(compared.head, compared.lines, align="---"), pictures]
    return "\n\n".join(part for part in parts if part)


def _pictures(names: list[str], title: str) -> str:
    """Return a single picture over the whole width, or several pictures two in a row."""
    if len(names) == 1:
        return f"![{title}](images/reproduce/{names[0]})"
    return "\n".join(f'<img src="images/reproduce/{name}" width="49%" alt="{title}">' for name in names)


def _circumstances(rows: list[Row]) -> str:
    """Return machines, dates and versions of all measurements."""
    machines = [row["machine"] for row in rows]
    dates = sorted({machine["date"] for machine in machines})
    processors = sorted({f"{m['usable cores']} cores of {m['processor']}, {m['simd']}" for m in machines})
    found = {name: sorted({m[name] for m in machines} - {"not installed"}) for name in PACKAGES}
    versions = [f"{name} {', '.join(versions)}" for name, versions in found.items() if versions]
    rivals = sorted({f"{row['solver']} {row['version']}" for row in rows if "version" in row})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    where = "; ".join(processors)
    return f"Measured on {where}, {when}, with {', '.join(versions)}; rivals: {', '.join(rivals)}."
