"""Generates the problems of the hard set; the same seeds give the same files.

``python -m memetik_bench.hard_set.generate FOLDER`` writes them into a folder. The frozen files must not
change: a changed set would invalidate all earlier comparisons.
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
"""Problems per class, half of them held out."""

_SET_SEED = 20261116
_KINDS = 4
"""Kinds per class; a problem's index modulo this is its kind."""


def records(class_name: str) -> Iterator[dict[str, Any]]:
    """Yield the records of a class."""
    number, draw = list(CLASSES).index(class_name), CLASSES[class_name]
    for index in range(COUNT):
        draft = draw(index % _KINDS, Draws(_SET_SEED, number, index))
        split = SPLITS[index // _KINDS % len(SPLITS)]
        yield draft.record(name=f"{class_name} {index}", split=split, random_seed=1000 * number + index)


def text(class_name: str) -> str:
    """Return the content of the file of a class."""
    return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records(class_name))


def main() -> None:
    """Write the files of all classes."""
    parser = argparse.ArgumentParser(description="Write the problems of the hard set, one file per class.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for class_name in CLASSES:
        (folder / f"{class_name}.jsonl").write_text(text(class_name))


if __name__ == "__main__":
    main()
