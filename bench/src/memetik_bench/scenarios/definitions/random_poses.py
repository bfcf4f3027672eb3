"""Random: poses of random configurations that do not touch themselves; nothing else is around."""

from __future__ import annotations

from ..robots import ELISE, PANDA, UR5, ScenarioRobot
from ..scenario import Scenario
from ..target_source import RandomPoses


def _scenario(name: str, robot: ScenarioRobot, seed: int) -> Scenario:
    return Scenario(
        name=name,
        title="poses of random configurations",
        version=1,
        robot=robot,
        source=RandomPoses(seed),
    )


RANDOM = _scenario("Random", ELISE, 100)
RANDOM_ARMS = (
    _scenario("RandomPanda", PANDA, 110),
    _scenario("RandomUR5", UR5, 111),
)
