"""The pages with tables that are generated from results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from .clutter_tables import clutter_tables
from .collision_tables import collision_tables
from .engine_tables import engine_tables, hard_set_tables
from .fk_tables import fk_tables
from .ik_results import IkResults
from .ik_tables import ik_tables
from .instruction_tables import instruction_tables
from .markdown import with_tables
from .method_tables import figures, method_tables
from .reproduce_tables import IMAGES, reproduce_tables

METHOD_FIGURES = "src/memetik/methods/figures.json"
"""The figures that ``memetik methods`` prints."""

PAGES: tuple[tuple[str, str, Callable[[Path], dict[str, str]]], ...] = (
    ("README.md", "fk.json", fk_tables),
    ("README.md", "ik.jsonl", ik_tables),
    ("docs/engine.md", "engine.jsonl", engine_tables),
    ("docs/engine.md", "instructions.jsonl", instruction_tables),
    ("docs/engine.md", "engine_hard_set.jsonl", hard_set_tables),
    ("docs/collision.md", "collision.jsonl", collision_tables),
    ("docs/clutter.md", "clutter.jsonl", clutter_tables),
    ("docs/methods.md", "methods.jsonl", method_tables),
)
"""Page, file of results, and function that makes the page's tables from it."""


def update_pages(results: Path, root: Path) -> Iterator[str]:
    """Write the tables into the pages below ``root``; yield a message per file of results."""
    images = root / IMAGES
    reproduced = ("docs/reproduce.md", "reproduce.jsonl", lambda path: reproduce_tables(path, images))
    for page, name, tables in (*PAGES, reproduced):
        measured = results / name
        if measured.exists():
            path = root / page
            path.write_text(with_tables(path.read_text(), tables(measured)))
            yield f"{page}: tables updated from {name}"
        else:
            yield f"{page}: tables unchanged, because {measured} does not exist"
    if (results / "methods.jsonl").exists():
        (root / METHOD_FIGURES).write_text(figures(results / "methods.jsonl"))
        yield f"{METHOD_FIGURES}: updated from methods.jsonl"


def draw_plots(results: Path, root: Path) -> None:
    """Draw the plot of the README."""
    from .speed_plot import plot_speed

    plot_speed(IkResults.read(results / "ik.jsonl"), root / "docs" / "images" / "ik_speed.svg")
