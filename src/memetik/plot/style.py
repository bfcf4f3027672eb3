"""The style of charts: one font, thin lines, and colours that colour-blind readers can distinguish."""

from __future__ import annotations

import math
from typing import Any

DPI = 160
WIDTH = 10.0  # [inch]: 1600 pixels

INK, FAINT, GRID, PANEL = "#2b3440", "#7b8794", "#dfe4ea", "#f6f8fa"

# Blue, orange, green, purple, sky, ochre: after Okabe and Ito, "Color Universal Design" (2008). In this order
# neighbours also differ in lightness.
SERIES = ("#0072b2", "#e69f00", "#009e73", "#8a4f9e", "#56b4e9", "#b2571a")
GOOD, BAD, WIPE_OUT = "#0072b2", "#d55e00", "#0072b2"

STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.labelsize": 8,
    "axes.titlesize": 9,
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": "white",
    "svg.fonttype": "path",  # looks the same if the font is missing
    "svg.hashsalt": "memetik",  # the same chart gives the same file
}


def percent(share: float) -> str:
    """A share as text, rounded down to hundredths of a percent, so that only all is "100 %".

    >>> percent(0.99999), percent(1.0), percent(0.9995)
    ('99.99 %', '100 %', '99.95 %')
    """
    return f"{math.floor(1e4 * share + 1e-6) / 100:g} %"
