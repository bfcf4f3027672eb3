"""HydrogenTank and HydrogenTankSmall: targets on the inner cylinder, through a mouth of 70 and of 35 mm."""

from __future__ import annotations

from ..obstacle import Obstacle
from ..robots import ELISE
from ..scenario import Scenario
from ..solids import tank
from ..surfaces import Tube
from ..target_source import OnSurfaces

INNER_RADIUS = 0.0431


def _scenario(name: str, mouth: str, obstacle: Obstacle, y: tuple[float, float], seed: int) -> Scenario:
    wall = Tube("y", (0.0, y[0], 0.5), round(y[1] - y[0], 9), INNER_RADIUS, inward=True)
    return Scenario(
        name=name,
        title=f"the inside of a hydrogen tank with a mouth of {mouth}",
        version=1,
        robot=ELISE,
        obstacles=(obstacle,),
        source=OnSurfaces([wall], seed),
        field_spacing=0.003,
    )


HYDROGEN_TANK = _scenario("HydrogenTank", "70 mm", tank("tank", 0.035, 0.05), (1.083, 1.483), 106)
HYDROGEN_TANK_SMALL = _scenario(
    "HydrogenTankSmall", "35 mm", tank("tank", 0.0175, 0.025), (1.121, 1.481), 107
)
