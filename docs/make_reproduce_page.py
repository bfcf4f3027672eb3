"""Writes the tables of ``docs/reproduce.md`` from ``benchmarks/results``, with ``--pictures`` those, too.

Run: ``python docs/make_reproduce_page.py [--pictures] [PAGE]``. What explains the differences is written by
hand, between the tables. Pictures need ``memetik[plot]``; those of evolutions are solved again, which gives
the same every time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from reproduce_tables import IMAGES, RESULTS, finder, read_rows, reproduce_tables
from update_tables import with_tables

from memetik_bench.reproduce import EXPERIMENTS
from memetik.errors import MemetikError

PAGE = Path(__file__).parent / "reproduce.md"


def draw_pictures(directory: Path) -> None:
    """All pictures of which everything was measured; the others are named."""
    directory.mkdir(parents=True, exist_ok=True)
    find = finder(read_rows(RESULTS))
    for experiment in EXPERIMENTS.values():
        for name, draw in experiment.pictures.items():
            try:
                draw(find, directory / name)
                print(name)
            except (MemetikError, LookupError, ImportError) as error:
                print(f"{name} is left out: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("page", nargs="?", type=Path, default=PAGE)
    parser.add_argument("--pictures", action="store_true", help="draw them, into docs/images/reproduce")
    options = parser.parse_args()
    if options.pictures:
        draw_pictures(IMAGES)
    options.page.write_text(with_tables(options.page.read_text(), reproduce_tables()))


if __name__ == "__main__":
    main()
