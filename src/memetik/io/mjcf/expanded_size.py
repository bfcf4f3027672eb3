"""Limits the size of the model that an MJCF file expands to.

A short file can ask for more bodies than fit into memory; MuJoCo has no limit and cannot be interrupted.
"""

from __future__ import annotations

import math
from pathlib import Path

from ...errors import RobotError
from ..safe_text import located, read_bytes
from ..safe_xml import Element, children, describe, parse_xml, tag_of

_MOST_ELEMENTS = 1_000_000
_MOST_SAMPLES = 100_000_000  # in a height field


def check_expanded_size(root: Element, directory: Path | None) -> None:
    """Refuse files whose ``replicate``, ``composite``, ``flexcomp`` or ``hfield`` elements are too large.

    Every included file is counted once: MuJoCo refuses to include a file twice.
    """
    total = 0
    included: set[Path] = set()
    stack = [(root, 1)]
    while stack:
        element, repeated = stack.pop()
        with located(describe(element)):
            if tag_of(element) == "include" and directory is not None:
                stack += [(part, repeated) for part in _included(element, directory, included)]
            if tag_of(element) == "hfield":
                _check_samples(element)
            repeated *= _count(element)
            total += repeated
            if total > _MOST_ELEMENTS:
                raise RobotError(f"expands to more than {_MOST_ELEMENTS} elements")
        stack += [(child, repeated) for child in children(element)]


def _included(element: Element, directory: Path, included: set[Path]) -> list[Element]:
    """The root of the file that an element includes; empty if the file is missing, which MuJoCo reports."""
    path = (directory / (element.get("file") or "")).resolve()
    if path in included or not path.is_file():
        return []
    included.add(path)
    with located(path.name):
        return [parse_xml(read_bytes(path))]


def _count(element: Element) -> int:
    """How often an element repeats its content; 1 if its count is not a number."""
    if tag_of(element) not in ("replicate", "composite", "flexcomp"):
        return 1
    return math.prod(max(number, 1) for number in _integers(element.get("count")))


def _check_samples(element: Element) -> None:
    rows, columns = (_integers(element.get(name)) or [0] for name in ("nrow", "ncol"))
    if rows[0] * columns[0] > _MOST_SAMPLES:
        raise RobotError(f"{rows[0]} x {columns[0]} samples; at most {_MOST_SAMPLES} are read")


def _integers(text: str | None) -> list[int]:
    return [int(token) for token in (text or "").split() if token.isdecimal() and len(token) < 20]
