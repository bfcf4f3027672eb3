"""All cases, in the order of tables."""

from __future__ import annotations

from ..engine.case import Case
from .batch import BATCH
from .beside_methods import BESIDE_METHODS
from .exact import EXACT
from .occupied import OCCUPIED
from .rates import CURVED, DECOUPLED, EASY, IN_TANKS, OPENINGS, RANDOM, WITH_HINT
from .scan import SCAN
from .weights import WEIGHTS_CASE

_ALL = (
    *(IN_TANKS, BESIDE_METHODS, WEIGHTS_CASE, OPENINGS, WITH_HINT, SCAN, CURVED, DECOUPLED),
    *(EASY, RANDOM, BATCH, OCCUPIED, EXACT),
)

CASES: dict[str, Case] = {case.name: case for case in _ALL}
"""Cases by name."""
