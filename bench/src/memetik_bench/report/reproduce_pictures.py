"""The pictures of ``docs/reproduce.md``. Evolutions are solved again; their solutions are reproducible."""

from __future__ import annotations

from pathlib import Path

from memetik import MemetikError

from ..reproduce import EXPERIMENTS, finder
from .reproduce_tables import IMAGES
from .results import Results


def draw_pictures(results: Path, root: Path) -> None:
    """Draw all pictures; print the names of those that lack measurements."""
    directory = root / IMAGES
    directory.mkdir(parents=True, exist_ok=True)
    find = finder(Results.read(results / "reproduce.jsonl").rows)
    for experiment in EXPERIMENTS.values():
        for name, draw in experiment.pictures.items():
            try:
                draw(find, directory / name)
                print(name)
            except (MemetikError, LookupError, ImportError) as error:
                print(f"{name} is left out: {error}")
