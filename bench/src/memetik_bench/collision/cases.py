"""All cases, in the order of tables."""

from __future__ import annotations

from ..engine.case import Case
from .batched_check import BATCHED_CHECK
from .derivatives import DERIVATIVES
from .far_obstacles import FAR_OBSTACLES
from .field_beside_libigl import FIELD_BESIDE_LIBIGL
from .lanes_beside_coal import LANES_BESIDE_COAL
from .missed_collisions import MISSED_COLLISIONS

_ALL = (
    MISSED_COLLISIONS,
    LANES_BESIDE_COAL,
    DERIVATIVES,
    BATCHED_CHECK,
    FAR_OBSTACLES,
    FIELD_BESIDE_LIBIGL,
)

CASES: dict[str, Case] = {case.name: case for case in _ALL}
"""Cases by name."""
