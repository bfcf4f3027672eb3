"""HydrogenTankCurved: the head of a rigid, curved endoscope inside the large tank."""

from __future__ import annotations

import math

from ..robots import EELOSCOPE
from ..scenario import Scenario
from ..solids import tank
from ..through_mouth import ThroughMouth

_BORE = ((1.0, 0.035), (1.053, 0.035), (1.079, 0.0431))
"""(y, r) of the tank's inside, from the mouth [m]."""

HYDROGEN_TANK_CURVED = Scenario(
    name="HydrogenTankCurved",
    title="poses in a hydrogen tank that a curved shaft can have, mouth of 70 mm",
    version=1,
    robot=EELOSCOPE,
    obstacles=(tank("tank", 0.035, 0.05),),
    source=ThroughMouth(
        z=0.5,
        bore=_BORE,
        depth=(1.083, 1.483),
        tilt=math.radians(40),
        head=0.025,
        clearance=0.0025,
        random_seed=108,
    ),
    field_spacing=0.003,
)
