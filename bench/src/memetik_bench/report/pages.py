"""The pages whose tables are made from results: none is typed by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from .engine_tables import engine_tables, hard_set_tables
from .fk_tables import fk_tables
from .ik_results import IkResults
from .ik_tables import ik_tables
from .markdown import with_tables
from .method_tables import figures, method_tables
from .reproduce_tables import IMAGES, reproduce_tables

METHOD_FIGURES = "src/memetik/methods/figures.json"
"""What ``memetik methods`` shows."""

PAGES: tuple[tuple[str, str, Callable[[Path], dict[str, str]]], ...] = (
    ("README.md", "fk.json", fk_tables),
    ("README.md", "fk_ik.jsonl", ik_tables),
    ("docs/engine.md", "engine.jsonl", engine_tables),
    ("docs/engine.md", "engine_hard_set.jsonl", hard_set_tables),
    ("docs/methods.md", "methods.jsonl", method_tables),
)
"""A page, what its tables are made from, and how."""


def update_pages(results: Path, root: Path) -> Iterator[str]:
    """Write the tables of the pages below ``root``; a line says what is new, or what is not measured yet."""
    images = root / IMAGES
    reproduced = ("docs/reproduce.md", "reproduce.jsonl", lambda path: reproduce_tables(path, images))
    for page, name, tables in (*PAGES, reproduced):
        measured = results / name
        if measured.exists():
            path = root / page
            path.write_text(with_tables(path.read_text(), tables(measured)))
            yield f"{page} has the tables of {name}"
        else:
            yield f"{page} has nothing new: {measured} does not exist yet"
    if (results / "methods.jsonl").exists():
        (root / METHOD_FIGURES).write_text(figures(results / "methods.jsonl"))
        yield f"{METHOD_FIGURES} has the figures of methods.jsonl"


def draw_plots(results: Path, root: Path) -> None:
    """Draw the plot of the README."""
    from .speed_plot import plot_speed

    plot_speed(IkResults.read(results / "fk_ik.jsonl"), root / "docs" / "images" / "ik_speed.svg")
