"""A recording: tag -> values, exact to the last bit, in one compressed file of JSON lines."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

Values = dict[str, Any]
Recording = dict[str, Values]

_FLOATS = "float64"  # the key that marks an array


def write(path: Path, entries: Iterable[tuple[str, Values]]) -> int:
    """Write cases as they come, and return their number; equal cases make equal files."""
    count = 0
    with path.open("wb") as raw, gzip.GzipFile("", "wb", compresslevel=5, fileobj=raw, mtime=0) as file:
        for tag, values in entries:
            line = {"tag": tag, **{name: _encoded(value) for name, value in values.items()}}
            file.write(json.dumps(line).encode() + b"\n")
            count += 1
    return count


def read(path: Path) -> Recording:
    with gzip.open(path, "rt") as file:
        return dict(_entries(file))


def group_of(tag: str) -> str:
    """Return the tag without its last part: cases with the same group have a common success rate."""
    return tag.rpartition("/")[0]


def _entries(lines: Iterable[str]) -> Iterator[tuple[str, Values]]:
    for line in lines:
        values = {name: _decoded(value) for name, value in json.loads(line).items()}
        yield values.pop("tag"), values


def _encoded(value: Any) -> Any:
    if not isinstance(value, (np.ndarray, np.floating, float)):
        return value
    array = np.array(value, dtype="<f8")
    array[np.isnan(array)] = np.nan  # the sign and payload of a NaN mean nothing
    return {_FLOATS: array.tobytes().hex(), "shape": list(array.shape)}


def _decoded(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return np.frombuffer(bytes.fromhex(value[_FLOATS]), dtype="<f8").reshape(value["shape"])
