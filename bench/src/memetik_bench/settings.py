"""The settings of the inverse kinematics benchmarks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """``count`` queries for memetik, and the first ``rival_count`` of them for each rival.

    ``tolerance`` [m, and rad] applies to the norms of both errors, ``timeout`` [s] to each query.
    """

    count: int = 10_000
    rival_count: int = 1_000
    tolerance: float = 1e-5
    timeout: float = 5e-3
    random_seed: int = 1
