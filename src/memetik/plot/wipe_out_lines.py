"""Vertical lines of wipe-outs in interactive charts."""

from __future__ import annotations

from typing import Any

from ..solve.generations import Generations
from .evolution_data import wipe_outs


def wipe_out_lines(generations: Generations, axis: str, **line: Any) -> list[dict[str, Any]]:
    """A shape for each wipe-out in the panel with this ``axis``: "" for the first, "2" for the second.

    Pass all shapes to one ``figure.update_layout``: ``figure.add_vline`` takes minutes for a thousand.
    """
    look = {"type": "line", "y0": 0, "y1": 1, "layer": "below", "line": line}
    return [
        {"xref": f"x{axis}", "yref": f"y{axis} domain", "x0": generation - 0.5, "x1": generation - 0.5} | look
        for generation in wipe_outs(generations).tolist()
    ]
