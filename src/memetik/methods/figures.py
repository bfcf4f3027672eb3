"""Benchmark figures of the methods, which ``memetik methods`` shows.

``memetik bench report`` writes ``figures.json`` from the results of ``memetik bench methods``.
"""

from __future__ import annotations

import functools
import json
from importlib.resources import files
from typing import Any

COLUMNS = ("solved", "mean time", "evaluations")
CAPTION = (
    "Solved, mean time with failures and mean evaluations: random reachable poses of the panda's hand from "
    "random starts, to 1e-5 m and rad in at most 100 ms, one thread; positions where poses are not taken."
)


@functools.cache
def _figures() -> dict[str, Any]:
    text = files(__package__).joinpath("figures.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def figures_of(name: str) -> list[str] | None:
    """Return a cell per column, or None if the method was not measured.

    >>> figures_of("no method") is None
    True
    """
    row = _figures().get(name)
    if row is None:
        return None
    return [f"{100 * row['solved']:.1f} %", _time(row["mean_us"]), f"{row['mean_evaluations']:,.0f}"]


def _time(microseconds: float) -> str:
    return f"{microseconds / 1e3:.3g} ms" if microseconds >= 1e3 else f"{microseconds:.3g} µs"
