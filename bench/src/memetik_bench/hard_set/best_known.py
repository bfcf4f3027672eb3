"""The best that anybody has found where goals contradict each other: what others are measured by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy.typing as npt

from .plain import rounded

BEST_KNOWN = Path(__file__).parent / "best_known.json"
"""The file of the repository."""

_LEAST_GAIN = 1e-6
"""Relative: less is rounding, not progress."""


class BestKnown:
    """Problem name -> the least cost ever found, with the configuration that proves it."""

    def __init__(self, path: Path = BEST_KNOWN) -> None:
        self.path = path
        self._entries: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def cost(self, name: str) -> float:
        """The least cost known of a problem; infinite if nothing is."""
        return float(self._entries[name]["cost"]) if name in self._entries else float("inf")

    def configuration(self, name: str) -> list[float]:
        """The configuration that has it."""
        return list(self._entries[name]["q"])

    def offer(self, name: str, *, cost: float, q: npt.ArrayLike, method: str) -> bool:
        """Take a result in if it is better by more than a millionth, and say whether it was."""
        if name in self._entries and cost >= (1 - _LEAST_GAIN) * self.cost(name):
            return False
        self._entries[name] = {"cost": cost, "method": method, "q": rounded(q)}
        return True

    def save(self) -> None:
        """Write the file, a problem a line, in the order of names."""
        lines = (f"{json.dumps(name)}: {json.dumps(self._entries[name])}" for name in sorted(self._entries))
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
