"""Tables as the README has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def table(head: list[str], rows: Iterable[list[str]], *, align: str = "--:") -> str:
    """The first column is of words; ``align`` is for the others, by default numbers."""
    lines = [head, ["---"] + [align] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def circumstances(machine: Mapping[str, Any], versions: Mapping[str, str], script: str) -> str:
    """What figures mean nothing without: machine, date, versions, and what measured them."""
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    where = f"{machine['processor']} ({machine['system']}, {machine['simd']})"
    return f"one thread of {where}, {machine['date']}; {listed}. Measured by `{script}`."
