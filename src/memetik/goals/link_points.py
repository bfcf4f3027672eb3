"""Points on several links: a mapping from links to points, or a list with one point for each link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import GoalError
from ..transforms import Array
from .fields import point


def is_row(value: Any) -> bool:
    """Whether a value is a row of items, not one number and not a string."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return False
    return isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, str)


def points_of(links: tuple[str, ...], value: Any) -> tuple[Array, ...]:
    """Return one point (3,) [m] for every link: from a mapping, with the origins of links that it does not
    have, or from one point per link.
    """
    if isinstance(value, Mapping):
        for link in value:
            if link not in links:
                raise GoalError(f"offsets: {link!r} is not one of the links {', '.join(links)}")
        return tuple(point(value.get(link, np.zeros(3)), f"offsets[{link!r}]") for link in links)
    if not is_row(value) or len(value) != len(links):
        expected = "a mapping from links to points, or one point per link"
        raise GoalError(f"offsets: expected {expected}, got {value!r}")
    return tuple(point(offset, f"offsets[{i}]") for i, offset in enumerate(value))
