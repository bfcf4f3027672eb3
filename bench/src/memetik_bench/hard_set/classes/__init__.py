"""The six classes of hard problems, one file each; ``draw(kind, draws)`` generates a problem of a kind."""

from __future__ import annotations

from collections.abc import Callable

from ..draft import Draft
from ..draws import Draws
from . import black_box, discontinuous, many_tips, mazes, narrow, tradeoffs

CLASSES: dict[str, Callable[[int, Draws], Draft]] = {
    "tradeoffs": tradeoffs.draw,
    "discontinuous": discontinuous.draw,
    "black_box": black_box.draw,
    "narrow": narrow.draw,
    "many_tips": many_tips.draw,
    "mazes": mazes.draw,
}
"""Generators by the name of their class, in the order of tables."""
