"""Reads files of results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Self

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Results:
    """Machine and parameters from the header of a file, and its rows."""

    machine: dict[str, Any]
    parameters: dict[str, Any]
    rows: list[Row]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file of JSON lines that a command wrote."""
        header, *rows = (json.loads(line) for line in path.read_text().splitlines())
        return cls(header["machine"], header["parameters"], rows)
