"""How the frozen problems were made: the same seeds give the same files.

Run: ``python -m memetik_bench.hard_set.generate FOLDER`` writes them into a folder of your choice. Those that
are frozen stay as they are; to change the set is to start all its comparisons anew.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .classes import CLASSES
from .draws import Draws
from .hard_problem import SPLITS

COUNT = 40
"""Problems of a class, half of them held out."""

_SET_SEED = 20261116
_KINDS = 4
"""Every class has so many kinds, and a problem's index says which it is of."""


def records(class_name: str) -> Iterator[dict[str, Any]]:
    """The problems of a class, as they are stored."""
    number, draw = list(CLASSES).index(class_name), CLASSES[class_name]
    for index in range(COUNT):
        draft = draw(index % _KINDS, Draws(_SET_SEED, number, index))
        split = SPLITS[index // _KINDS % len(SPLITS)]
        yield draft.record(name=f"{class_name} {index}", split=split, random_seed=1000 * number + index)


def text(class_name: str) -> str:
    """The whole file of a class."""
    return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records(class_name))


def main() -> None:
    """Write the files of all classes."""
    parser = argparse.ArgumentParser(description="Write the problems of the hard set, a file per class.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for class_name in CLASSES:
        (folder / f"{class_name}.jsonl").write_text(text(class_name))


if __name__ == "__main__":
    main()
