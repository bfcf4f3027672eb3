"""Random: poses of random configurations that do not touch themselves; nothing else is around."""

from __future__ import annotations

from ..robots import ELISE
from ..scenario import Scenario
from ..target_source import RandomPoses

RANDOM = Scenario(
    name="Random",
    title="poses of random configurations",
    version=1,
    robot=ELISE,
    source=RandomPoses(random_seed=100),
)
