"""What a run of the inverse kinematics benchmarks is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """``count`` queries for us and ``rival_count`` for each rival, the first of the same ones.

    ``tolerance`` [m, and rad] is for the norms of both errors, ``timeout`` [s] per query.
    """

    count: int = 10_000
    rival_count: int = 1_000
    tolerance: float = 1e-5
    timeout: float = 5e-3
    random_seed: int = 1
