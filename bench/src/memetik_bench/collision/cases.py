"""All cases, in the order of tables."""

from __future__ import annotations

from ..engine.case import Case
from .missed_collisions import MISSED_COLLISIONS

_ALL = (MISSED_COLLISIONS,)

CASES: dict[str, Case] = {case.name: case for case in _ALL}
"""Cases by name."""
