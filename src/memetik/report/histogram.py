"""Histograms as inline SVG, in the colours of the page."""

from __future__ import annotations

from html import escape

import numpy as np

from ..transforms import Array
from .html import ACCENT

_WIDTH, _HEIGHT, _FOOT, _BINS = 320, 70, 20, 32


def log_histogram(values: Array, title: str) -> str:
    """A histogram of positive numbers on a logarithmic axis; zeros are counted with the smallest number."""
    known = values[np.isfinite(values) & (values > 0)]
    if not known.size:
        return ""
    low, high = float(known.min()), float(known.max())
    if high < 1.5 * low:
        low, high = low / 2, high * 2
    edges = np.geomspace(low, high, _BINS + 1)
    counts, _ = np.histogram(np.clip(values[np.isfinite(values)], low, high), edges)
    return _svg(counts, title, _number(low), _number(high))


def _svg(counts: Array, title: str, low: str, high: str) -> str:
    width = _WIDTH / len(counts)
    bars = "".join(
        f'<rect x="{i * width:.1f}" y="{_HEIGHT - height:.1f}" width="{width - 1:.1f}" '
        f'height="{height:.1f}" fill="{ACCENT}"/>'
        for i, height in enumerate(_HEIGHT * counts / counts.max())
        if height
    )
    line = f'<line x1="0" y1="{_HEIGHT}" x2="{_WIDTH}" y2="{_HEIGHT}" stroke="currentColor" opacity="0.5"/>'
    labels = ((0, "start", low), (_WIDTH / 2, "middle", title), (_WIDTH, "end", high))
    texts = "".join(
        f'<text x="{x}" y="{_HEIGHT + 14}" text-anchor="{anchor}" font-size="11" fill="currentColor">'
        f"{escape(text)}</text>"
        for x, anchor, text in labels
    )
    box = f'width="{_WIDTH}" height="{_HEIGHT + _FOOT}" viewBox="0 0 {_WIDTH} {_HEIGHT + _FOOT}"'
    style = f'style="margin:6px 24px 0 0" role="img" aria-label="{escape(title)}"'
    return f"<svg {box} {style}>{bars}{line}{texts}</svg>"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"
