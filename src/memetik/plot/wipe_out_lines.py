"""Vertical lines of wipe-outs in interactive charts."""

from __future__ import annotations

from typing import Any

from ..solve.generations import Generations
from .evolution_data import wipe_outs

_OPAQUE_LINES, _FAINTEST = 100, 0.15  # more lines are fainter, so that they do not hide the rest


def wipe_out_lines(generations: Generations, axis: str, **line: Any) -> list[dict[str, Any]]:
    """A shape for each wipe-out in the panel with this ``axis``: "" for the first, "2" for the second.

    Pass all shapes to one ``figure.update_layout``: ``figure.add_vline`` takes minutes for a thousand.
    """
    lines = wipe_outs(generations).tolist()
    opacity = min(1.0, max(_FAINTEST, _OPAQUE_LINES / max(len(lines), 1)))
    look = {"type": "line", "y0": 0, "y1": 1, "layer": "below", "line": line, "opacity": opacity}
    return [
        {"xref": f"x{axis}", "yref": f"y{axis} domain", "x0": generation - 0.5, "x1": generation - 0.5} | look
        for generation in lines
    ]
