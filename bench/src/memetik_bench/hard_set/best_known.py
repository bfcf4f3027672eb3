"""The lowest known costs of problems with contradicting goals, with which other costs are compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy.typing as npt

from .plain import rounded

BEST_KNOWN = Path(__file__).parent / "best_known.json"
"""The file in the repository."""

_LEAST_GAIN = 1e-6
"""Relative; smaller gains are rounding errors."""


class BestKnown:
    """Problem name -> the lowest cost found so far, with the configuration that has it."""

    def __init__(self, path: Path = BEST_KNOWN) -> None:
        self.path = path
        self._entries: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def cost(self, name: str) -> float:
        """Return the lowest known cost of a problem; infinite if none is known."""
        return float(self._entries[name]["cost"]) if name in self._entries else float("inf")

    def configuration(self, name: str) -> list[float]:
        """Return the configuration with the lowest known cost."""
        return list(self._entries[name]["q"])

    def offer(self, name: str, *, cost: float, q: npt.ArrayLike, method: str) -> bool:
        """Keep a cost if it is lower by more than a millionth; return whether it is."""
        if name in self._entries and cost >= (1 - _LEAST_GAIN) * self.cost(name):
            return False
        self._entries[name] = {"cost": cost, "method": method, "q": rounded(q)}
        return True

    def save(self) -> None:
        """Write the file with one line per problem, sorted by name."""
        lines = (f"{json.dumps(name)}: {json.dumps(self._entries[name])}" for name in sorted(self._entries))
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
