"""The settings of a run."""

from __future__ import annotations

from dataclasses import dataclass

INSTALL = "pip install './bench[collision]' in a checkout of memetik"


@dataclass(frozen=True)
class CollisionSettings:
    """``most`` limits the configurations of each measurement; None means no limit."""

    most: int | None = None
    random_seed: int = 1
    rounds: int = 15

    def count(self, wanted: int) -> int:
        """Return ``wanted``, limited by ``most``."""
        return wanted if self.most is None else min(wanted, self.most)
